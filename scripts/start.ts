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

/** Returns the exit code: 0 after a signal, 1 when a program died. */
async function runProduct() {
  const config = readConfig(process.env)
  if (config.isProduction)
    throw new StartError('npm start is for development and demonstration. In production: npm run build, then npm run serve.')
  await buildWhatIsStale()
  if (isInterrupted) return 0
  const services = await startServices({ config, isThrowaway: process.argv.includes('--throwaway'), logs: 'files' })
  try {
    if (isInterrupted) return 0
    const logFile = freshLog(services.folder, 'server.log')
    console.log('The server is starting …')
    const server = await startServer({ services, port: config.PORT, logFile })
    console.log(`\n${greetingOf({ config, services, logFile })}`)
    const death = await Promise.race([server.end, services.death, interruption])
    console.log(death ? `${death} Stopping everything. The cause is in ${logFile}.` : '\nHandschlag is stopping …')
    await server.stop()
    return death ? 1 : 0
  } finally {
    await services.stop()
  }
}
