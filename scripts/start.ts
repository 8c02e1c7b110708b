import './leaveWithParent.js'
import { fileURLToPath } from 'node:url'
import { ConfigError, readConfig } from '#src/platform/server/config.ts'
import { LocalDatabaseError } from '#src/platform/server/database/localDatabase.ts'
import { buildWhatIsStale } from './freshBuild.ts'
import { greetingOf } from './greeting.ts'
import { StartError } from './programs.ts'
import { freshLog, startServer, startServices } from './services.ts'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
let isInterrupted = false
const interruption = new Promise<undefined>((done) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      isInterrupted = true
      done(undefined)
    })
  }
})

try {
  process.exitCode = await runProduct()
} catch (error) {
  const isExpected = error instanceof StartError || error instanceof LocalDatabaseError || error instanceof ConfigError
  if (!isInterrupted) console.error(isExpected ? error.message : error)
  process.exitCode = 1
}
process.exit()

/** The exit code: 0 when asked to end, 1 when a part died. */
async function runProduct() {
  const config = readConfig(process.env)
  if (config.isProduction)
    throw new StartError('npm start ist für Entwicklung und Vorführung. Im Betrieb: npm run build, dann npm run serve.')
  await buildWhatIsStale()
  if (isInterrupted) return 0
  const services = await startServices({ config, isThrowaway: process.argv.includes('--throwaway'), logs: 'files' })
  try {
    if (isInterrupted) return 0
    const logFile = freshLog(services.folder, 'server.log')
    console.log('Der Server startet …')
    const server = await startServer({ services, port: config.PORT, logFile })
    console.log(`\n${greetingOf({ config, services, logFile })}`)
    const death = await Promise.race([server.end, services.death, interruption])
    console.log(death ? `${death} Alles wird angehalten. Was geschah, steht in ${logFile}.` : '\nHandschlag wird beendet …')
    await server.stop()
    return death ? 1 : 0
  } finally {
    await services.stop()
  }
}
