import { randomBytes } from 'node:crypto'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { configuredStorage } from '#src/platform/ports/configuredStorage.ts'
import { httpsFeeds } from '#src/platform/ports/httpsFeeds.ts'
import { smtpMail } from '#src/platform/ports/smtpMail.ts'
import { stripePayments } from '#src/platform/ports/stripePayments.ts'
import type { App } from '#src/platform/server/app.ts'
import { type Config, developmentSecrets, readConfig } from '#src/platform/server/config.ts'
import { startLocalDatabase } from '#src/platform/server/database/localDatabase.ts'
import { readServerNote } from '#src/platform/server/database/localDatabaseNote.ts'
import { type Database, openDatabase, openPool } from '#src/platform/server/db.ts'
import { openLive } from '#src/platform/server/live.ts'
import { openLog } from '#src/platform/server/log.ts'
import { feedLimits } from '#src/supply/calendars/feeds/rules.ts'
import { portsOf } from '../ports.ts'

type Opened = { config: Config; db: Database }
type OpenedWith = Opened & { url: string; pool: App['pool'] }

/**
 * Runs a command on the product's database (DATABASE_LISTEN_URL, DATABASE_URL, or the one in DATA_DIR), with or without a running server.
 * A database that this command started is stopped afterwards, even if the command fails.
 */
export async function withDatabase<Result>(run: (opened: OpenedWith) => Promise<Result>): Promise<Result> {
  const config = readConfig(commandEnvironment())
  const folder = databaseFolder(config)
  const wasRunning = readServerNote(join(folder, 'cluster')) !== undefined
  const local = config.DATABASE_URL ? undefined : await startLocalDatabase({ folder })
  const url = config.sessionUrl ?? local?.url ?? ''
  const pool = openPool({ url, size: 4, log: openLog('warn') })
  try {
    return await run({ config, url, pool, db: openDatabase(pool) })
  } finally {
    await pool.end()
    if (!wasRunning) await local?.stop()
  }
}

/** Runs a command with the whole product except pages and jobs. */
export const withApp = <Result>(run: (app: App) => Promise<Result>) =>
  withDatabase(async ({ config, url, pool, db }) => {
    const { hooks } = await import('#src/wiring.ts')
    const log = openLog('warn')
    const mail = { from: config.mailFrom, name: config.BRAND_NAME, needsTls: config.smtpNeedsTls }
    const app: App = {
      ...{ config, log, pool, db, hooks },
      payments: stripePayments(config.stripe),
      mail: smtpMail({ url: config.SMTP_URL ?? '', ...mail }),
      feeds: httpsFeeds({ mostBytes: feedLimits.fileMegabytes * 1024 * 1024 }),
      storage: await configuredStorage(config),
      live: openLive({ url, pool, log }),
      now: () => new Date(),
      random: randomBytes,
    }
    return run(app).finally(() => app.live.close())
  })

/** Folder of the embedded database. */
export const databaseFolder = (config: Config) => join(resolve(config.DATA_DIR), 'postgres')

/** Environment of a command: outside production, the sandbox and the inbox of `npm start` stand in for a missing PSP and mail server. */
export function commandEnvironment(environment: Record<string, string | undefined> = process.env) {
  const { APP_ENV, NODE_ENV, STRIPE_SECRET_KEY, STRIPE_API_URL, SMTP_URL } = environment
  if ((APP_ENV || NODE_ENV) === 'production') return environment
  const ports = portsOf(Number(environment.PORT) || 3000)
  const needsSandbox = !STRIPE_SECRET_KEY && !STRIPE_API_URL
  return {
    ...environment,
    ...(needsSandbox && {
      STRIPE_SECRET_KEY: developmentSecrets.STRIPE_SECRET_KEY,
      STRIPE_API_URL: `http://127.0.0.1:${ports.sandbox}`,
    }),
    ...(!SMTP_URL && { SMTP_URL: `smtp://127.0.0.1:${ports.smtp}` }),
  }
}

/** Actor and request of the audit log: the user of this machine who ran the command. */
export const commandAct = (command: string) => ({ actor: `system:${userInfo().username}`, requestId: `admin ${command}` })
