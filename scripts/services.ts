import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { developmentSecrets, type readConfig } from '#src/platform/server/config.ts'
import { startLocalDatabase } from '#src/platform/server/database/localDatabase.ts'
import { claimDataFolder, type DataFolder } from './dataFolder.ts'
import { findTakenPorts, portsOf } from './ports.ts'
import { answersOk, listensOn, type Program, StartError, startProgram, waitUntilReady, withProgress } from './programs.ts'

type Config = ReturnType<typeof readConfig>

/** Programs that run beside the server: database, payment sandbox, mail inbox. */
export type Services = {
  /** Environment that connects the server to them. */
  environment: Record<string, string | undefined>
  folder: DataFolder
  hasSandbox: boolean
  hasInbox: boolean
  /** Resolves with a message when one of them dies. */
  death: Promise<string>
  /** Stops sandbox, inbox and database. The server must have ended before. */
  stop: () => Promise<void>
}

/** `logs`: sandbox and inbox write into files of DATA_DIR instead of to this terminal. */
type Starting = { config: Config; isThrowaway: boolean; logs?: 'files' }

/**
 * Claims DATA_DIR and the ports, and starts the services that the configuration does not name: a database without DATABASE_URL, the sandbox
 * without STRIPE_SECRET_KEY, the inbox without SMTP_URL. `isThrowaway` (tests only) is passed to the database. Stops everything on
 * StartError or LocalDatabaseError.
 */
export async function startServices({ config, isThrowaway, logs }: Starting): Promise<Services> {
  const hasSandbox = config.STRIPE_SECRET_KEY === undefined
  const hasInbox = config.SMTP_URL === undefined
  const folder = await claimDataFolder(resolve(config.DATA_DIR))
  const running: { stop: () => Promise<void> }[] = []
  const stop = async () => {
    for (const one of running) await one.stop()
    folder.release()
  }
  try {
    await refuseTakenPorts(config.PORT, hasSandbox, hasInbox)
    const logOf = (name: string) => (logs === 'files' ? freshLog(folder, name) : undefined)
    const programs = [
      ...(hasSandbox ? [startSandbox(config, folder, logOf('sandbox.log'))] : []),
      ...(hasInbox ? [startInbox(config, folder, logOf('inbox.log'))] : []),
    ]
    running.push(...programs.map(({ program }) => program))
    const database = config.DATABASE_URL
      ? undefined
      : await withProgress('The database is starting', startLocalDatabase({ folder: join(folder.path, 'postgres'), isThrowaway }))
    if (database) running.push(database)
    await Promise.all(programs.map(({ program, port }) => waitUntilReady(program, () => listensOn(port))))
    const ofDatabase = database ? { DATABASE_URL: database.url, DEMO: process.env.DEMO ?? '1' } : {}
    // Pages are a production build in every mode.
    const mode = { NODE_ENV: 'production', APP_ENV: config.APP_ENV ?? 'development' }
    const environment = { ...process.env, ...mode, ...environmentOf(config, { hasSandbox, hasInbox }), ...ofDatabase }
    const death = Promise.race([...programs.map(({ program }) => program.end), ...(database ? [whenGone(database)] : [])])
    return { environment, folder, hasSandbox, hasInbox, death, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Log file of a program for this start; deletes the one of an earlier start. */
export function freshLog(folder: DataFolder, name: string) {
  const file = join(folder.path, name)
  rmSync(file, { force: true })
  return file
}

async function refuseTakenPorts(port: number, hasSandbox: boolean, hasInbox: boolean) {
  const ports = portsOf(port)
  if (port + 3 > 65_535) throw new StartError(`PORT ${port} is too large: the three ports after it are needed, too.`)
  const taken = await findTakenPorts([
    ports.server,
    ...(hasSandbox ? [ports.sandbox] : []),
    ...(hasInbox ? [ports.inboxPage, ports.smtp] : []),
  ])
  if (taken.length === 0) return
  const which = taken.length === 1 ? `Port ${taken[0]} is` : `Ports ${taken.join(', ')} are`
  throw new StartError(
    `${which} already in use. Choose others, for example PORT=${port < 60_000 ? port + 1000 : 4000} npm start (PORT to PORT+3 are needed).`,
  )
}

function startSandbox(config: Config, folder: DataFolder, logFile: string | undefined) {
  const ports = portsOf(config.PORT)
  const program = startProgram({
    name: 'The payment sandbox',
    file: 'sandbox/main.ts',
    logFile,
    environment: {
      ...process.env,
      SANDBOX_PORT: String(ports.sandbox),
      SANDBOX_STATE: join(folder.path, 'sandbox.jsonl'),
      SANDBOX_SECRET_KEY: developmentSecrets.STRIPE_SECRET_KEY,
      SANDBOX_WEBHOOK_URL: `http://127.0.0.1:${ports.server}/webhooks/stripe`,
      SANDBOX_WEBHOOK_SECRET: config.stripe.webhookSecret,
      SANDBOX_PARENT: '1',
    },
  })
  folder.note(program.pid)
  return { program, port: ports.sandbox }
}

function startInbox(config: Config, folder: DataFolder, logFile: string | undefined) {
  const ports = portsOf(config.PORT)
  const program = startProgram({
    name: 'The inbox',
    file: 'sandbox/inboxMain.ts',
    logFile,
    environment: {
      ...process.env,
      INBOX_SMTP_PORT: String(ports.smtp),
      INBOX_PAGE_PORT: String(ports.inboxPage),
      INBOX_STATE: join(folder.path, 'inbox.jsonl'),
      INBOX_ANSWER_URL: `http://127.0.0.1:${ports.server}/webhooks/mail`,
      INBOX_ANSWER_SECRET: config.replies?.secret,
      SANDBOX_PARENT: '1',
    },
  })
  folder.note(program.pid)
  return { program, port: ports.smtp }
}

function environmentOf(config: Config, { hasSandbox, hasInbox }: { hasSandbox: boolean; hasInbox: boolean }) {
  const ports = portsOf(config.PORT)
  return {
    PORT: String(config.PORT),
    SEPA_PAYOUTS: process.env.SEPA_PAYOUTS ?? '1',
    ...(hasSandbox
      ? {
          STRIPE_API_URL: `http://127.0.0.1:${ports.sandbox}`,
          STRIPE_SECRET_KEY: developmentSecrets.STRIPE_SECRET_KEY,
          STRIPE_WEBHOOK_SECRET: config.stripe.webhookSecret,
        }
      : {}),
    ...(hasInbox ? { SMTP_URL: `smtp://127.0.0.1:${ports.smtp}` } : {}),
  }
}

async function whenGone(database: { isRunning: () => boolean }) {
  await new Promise<void>((done) => {
    const watch = setInterval(() => {
      if (database.isRunning()) return
      clearInterval(watch)
      done()
    }, 1_000)
    watch.unref()
  })
  return 'The embedded database ended unexpectedly.'
}

/** Built server. */
export const builtServer = 'scripts/serve.js'
/** Server from its sources. */
export const sourceServer = 'src/main.ts'

/** Starts the server on the services and waits until it responds. */
export async function startServer({
  services,
  port,
  file = builtServer,
  flags = [],
  words = [],
  logFile,
}: {
  services: Services
  port: number
  file?: string
  flags?: string[]
  words?: string[]
  logFile?: string
}): Promise<Program> {
  const server = startProgram({ name: 'The server', file, flags, words, logFile, environment: services.environment })
  services.folder.note(server.pid)
  try {
    await Promise.race([
      waitUntilReady(
        server,
        () => answersOk(`http://127.0.0.1:${port}/readyz`),
        () => stepIn(logFile),
      ),
      services.death.then((sentence) => Promise.reject(new StartError(sentence))),
    ])
    return server
  } catch (error) {
    await server.stop()
    throw error
  }
}

const steps: Record<string, string> = {
  database: 'is preparing the database',
  places: 'is loading places and services',
  demo: 'is loading the demo data',
  pages: 'is loading the pages',
}

/** Current step of the starting server, read from its log (`src/main.ts`). */
function stepIn(logFile: string | undefined) {
  const log = logFile !== undefined && existsSync(logFile) ? readFileSync(logFile, 'utf8') : ''
  const last = [...log.matchAll(/"starting":"(\w+)"/g)].at(-1)?.[1] ?? ''
  return steps[last] ?? 'is starting'
}
