import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Logger, runOnce } from 'graphile-worker'
import { sql } from 'kysely'
import { diskStorage } from '#src/platform/ports/diskStorage.ts'
import { httpsFeeds } from '#src/platform/ports/httpsFeeds.ts'
import { stripePayments } from '#src/platform/ports/stripePayments.ts'
import type { App } from '#src/platform/server/app.ts'
import { openClock } from '#src/platform/server/clock.ts'
import { readConfig } from '#src/platform/server/config.ts'
import { startLocalDatabase } from '#src/platform/server/database/localDatabase.ts'
import { migrate } from '#src/platform/server/database/migrate.ts'
import { openDatabase, openPool } from '#src/platform/server/db.ts'
import { createHttp } from '#src/platform/server/http.ts'
import { taskListOf } from '#src/platform/server/jobs.ts'
import { openLive } from '#src/platform/server/live.ts'
import { openLog } from '#src/platform/server/log.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'
import { decryptText } from '#src/platform/server/secrets.ts'
import { copyOperator } from '#src/platform/server/settings.ts'
import { loadPlaces } from '#src/site/search/places/actions.ts'
import { feedLimits } from '#src/supply/calendars/feeds/rules.ts'
import { loadCatalogue } from '#src/supply/services/catalogue/actions.ts'
import { hooks, jobs, operations } from '#src/wiring.ts'
import { openSandbox } from '../../../sandbox/server.ts'
import { type Browser, openBrowser } from './browser.ts'

/**
 * The whole product in this process, on throwaway data, with one clock for sandbox and server that the history moves. Jobs run only in
 * `runJobs`; mails are taken from the queue and discarded without rendering.
 */
export async function openDemoApp(folder: string) {
  const database = await startLocalDatabase({ folder: join(folder, 'postgres'), isThrowaway: true })
  const clock = openClock()
  const sandbox = await openSandbox({ port: 0, secretKey: 'sk_test_demo', now: () => clock.now().getTime() })
  const config = readConfig({
    APP_ENV: 'test',
    DATABASE_URL: database.url,
    STRIPE_API_URL: sandbox.url,
    STRIPE_SECRET_KEY: 'sk_test_demo',
    LOG_LEVEL: 'error',
    LIMITS_FACTOR: '1000000',
    SEPA_PAYOUTS: '1',
  })
  const log = openLog(config.LOG_LEVEL)
  const pool = openPool({ url: database.url, size: 6, log })
  await migrate(pool)
  const app: App = {
    config,
    log,
    pool,
    db: openDatabase(pool),
    payments: stripePayments(config.stripe),
    mail: { send: async () => undefined, close: () => undefined },
    feeds: httpsFeeds({ mostBytes: feedLimits.fileMegabytes * 1024 * 1024 }),
    storage: diskStorage(join(folder, 'files')),
    hooks,
    live: openLive({ url: database.url, pool, log }),
    now: clock.now,
    random: randomBytes,
  }
  await loadPlaces(app)
  await loadCatalogue(app)
  await copyOperator(app)
  const http = await createHttp(app, { operations })
  const letters = openLetters(app)
  const tasks = taskListOf(app, jobs)
  let visitors = 0
  return {
    app,
    moveTo: clock.moveTo,
    sandboxUrl: sandbox.url,
    letters,
    /** A new browser at an address of its own. */
    browser: (): Browser => {
      visitors += 1
      return openBrowser({ http, publicUrl: config.publicUrl, ip: `198.18.${(visitors >> 8) & 255}.${visitors & 255}` })
    },
    control: (verb: string, body: object = {}) => control(sandbox.url, verb, body),
    /** The same where a refusal is one of the things that happen. */
    tryControl: (verb: string, body: object = {}) => control(sandbox.url, verb, body).catch(() => undefined),
    /** Runs these scheduled jobs now. */
    runScheduled: async (...names: string[]) => {
      for (const name of names) await (tasks[name] ?? unknownJob(name))({})
    },
    /** Runs all waiting jobs except mails. */
    runJobs: async () => {
      for (let rounds = 0; (await letters.take()) > 0 && rounds < 20; rounds++) {
        await runOnce({ pgPool: pool, taskList: tasks, logger: quiet, noHandleSignals: true })
      }
    },
    close: async () => {
      await app.live.close()
      await pool.end()
      await sandbox.close()
      await database.stop()
    },
  }
}
export type DemoApp = Awaited<ReturnType<typeof openDemoApp>>

const quiet = new Logger(() => () => undefined)

function unknownJob(name: string): never {
  throw new Error(`there is no job ${name}`)
}

/** The mails that wait, and the secrets in them. */
function openLetters(app: App) {
  const texts = new Map<string, string>()
  return {
    /** Takes all mails out of the queue; answers how many jobs of other kinds are left. */
    take: async () => {
      const { rows } = await sql<{ payload: MailMessage & { sealed?: string } }>`
        delete from graphile_worker._private_jobs as job
        using graphile_worker._private_tasks as task
        where task.id = job.task_id and task.identifier in ('mails.send', 'mails.sendSecret')
        returning job.payload`.execute(app.db)
      for (const { payload } of rows) {
        if (payload.sealed === undefined) continue
        const text = decryptText(app, { purpose: 'mail', bound: payload.occasion, sealed: payload.sealed })
        const mail = JSON.parse(text) as MailMessage
        texts.set(mail.to, JSON.stringify(mail.blocks))
      }
      const left = await sql<{ count: number }>`
        select count(*)::integer as count
        from graphile_worker._private_jobs
        where attempts < max_attempts and run_at <= now()`.execute(app.db)
      return left.rows[0]?.count ?? 0
    },
    /** The secret of the link in the newest secret mail to this address. */
    secretTo: (address: string) => /[?&#]token(?:_hash)?=([\w-]{43})/.exec(texts.get(address) ?? '')?.[1] ?? '',
    /** The code in it with which a company is taken over. */
    claimCodeTo: (address: string) => /\b\d{4}[ -]?\d{4}\b/.exec(texts.get(address) ?? '')?.[0] ?? '',
  }
}

async function control(url: string, verb: string, body: object) {
  const answer = await fetch(`${url}/__control/${verb}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  if (!answer.ok) throw new Error(`sandbox control ${verb}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Record<string, unknown>
}
