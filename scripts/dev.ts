import './leaveWithParent.js'
import { watch } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ConfigError, readConfig } from '#src/platform/server/config.ts'
import { LocalDatabaseError } from '#src/platform/server/database/localDatabase.ts'
import { portsOf } from './ports.ts'
import { type Program, StartError } from './programs.ts'
import { type Services, sourceServer, startServer, startServices } from './services.ts'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const interruption = new Promise<undefined>((done) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => done(undefined))
})

try {
  const config = readConfig(process.env)
  if (config.isProduction) throw new StartError('npm run dev is for development only.')
  const services = await startServices({ config, isThrowaway: false })
  services.environment.NODE_ENV = 'development'
  try {
    const death = await serveWhileEditing(services, config.PORT)
    if (death) console.error(death)
    process.exitCode = death ? 1 : 0
  } finally {
    await services.stop()
  }
} catch (error) {
  const isExpected = error instanceof StartError || error instanceof LocalDatabaseError || error instanceof ConfigError
  console.error(isExpected ? error.message : error)
  process.exitCode = 1
}
process.exit()

/** Vite hot-replaces `.tsx` and styles inside the server; a change of any other server file needs a restart. */
function needsRestart(file: string) {
  return /\.(ts|sql)$/.test(file) && !/\.test\.ts$/.test(file)
}

/** Returns the message of the service that died, or undefined on a signal. */
async function serveWhileEditing(services: Services, port: number): Promise<string | undefined> {
  let server: Program | undefined
  // Restarts run one after the other; of several that are due, only the last one runs.
  let work = Promise.resolve()
  let due: NodeJS.Timeout | undefined
  const restart = (reason: string) => {
    clearTimeout(due)
    due = setTimeout(() => {
      work = work.then(async () => {
        if (reason) console.log(`${reason} changed, restarting`)
        await server?.stop(3_000)
        server = await start()
      })
    }, 80)
  }
  const start = async () => {
    try {
      return await startServer({ services, port, file: sourceServer, flags: ['--conditions=development'], words: ['--dev'] })
    } catch (error) {
      console.error(error instanceof StartError ? `${error.message} Waiting for the next change …` : error)
      return undefined
    }
  }
  const watchers = ['src', 'migrations'].map((folder) =>
    watch(folder, { recursive: true }, (_, file) => file && needsRestart(file) && restart(file)),
  )
  server = await start()
  console.log(`\nDevelopment: http://localhost:${port}, inbox: http://localhost:${portsOf(port).inboxPage}, stop with Ctrl-C\n`)
  const death = await Promise.race([services.death, interruption])
  for (const watcher of watchers) watcher.close()
  clearTimeout(due)
  await work
  await server?.stop(3_000)
  return death
}
