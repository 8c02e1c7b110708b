import { checkConfig } from '#src/platform/server/config.ts'
import type { Run } from '../commands.ts'
import { commandEnvironment } from '../openApp.ts'
import { checkConfiguration } from './configuration.ts'
import { openChecked } from './database.ts'
import { type Finding, limited } from './findings.ts'
import { checkJobs, checkLastAudit, checkPayouts } from './operation.ts'
import { checkFolder, checkMail, checkPsp, checkStorage } from './services.ts'

/** Checks the installation, all parts at the same time, and prints the findings. Exit code 1 with any ✗. */
export const run: Run = async ({ options }) => {
  const environment = options.production ? { ...process.env, APP_ENV: 'production' } : process.env
  const checked = checkConfig(commandEnvironment(environment))
  const { config } = checked
  const parts = await Promise.all([
    checkConfiguration(checked),
    checkDatabaseParts(config),
    limited('PSP', async () => checkPsp(config)),
    limited('Mail', async () => checkMail(config)),
    limited('Storage', async () => checkStorage(config)),
    limited('Folder', async () => checkFolder(config)),
  ])
  const findings = parts.flat()
  for (const { mark, area, text } of findings) console.log(`${mark} ${area}: ${text}`)
  const wrong = findings.filter(({ mark }) => mark === '✗').length
  console.log(wrong === 0 ? 'Nothing is wrong.' : `${wrong} of ${findings.length} findings are wrong.`)
  return wrong === 0 ? 0 : 1
}

async function checkDatabaseParts(config: Parameters<typeof openChecked>[0]): Promise<Finding[]> {
  const { opened, findings } = await openChecked(config)
  if (!opened) return findings
  const further = await Promise.all([
    limited('Jobs', () => checkJobs(opened)),
    limited('Self-audit', () => checkLastAudit(opened)),
    limited('Payouts', () => checkPayouts(opened)),
  ])
  void opened.pool.end()
  return [...findings, ...further.flat()]
}
