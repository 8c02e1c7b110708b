import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Logger, runOnce } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeEach, inject } from 'vitest'
import { noteRefusal } from '#src/money/payments/outageActions.ts'
import { diskStorage } from '#src/platform/ports/diskStorage.ts'
import { httpsFeeds } from '#src/platform/ports/httpsFeeds.ts'
import { smtpMail } from '#src/platform/ports/smtpMail.ts'
import { stripePayments } from '#src/platform/ports/stripePayments.ts'
import type { App } from '#src/platform/server/app.ts'
import { openClock } from '#src/platform/server/clock.ts'
import { readConfig } from '#src/platform/server/config.ts'
import { type Database, openDatabase, openPool, standFor, statementTimes } from '#src/platform/server/db.ts'
import { createHttp } from '#src/platform/server/http.ts'
import { taskListOf } from '#src/platform/server/jobs.ts'
import { openLive } from '#src/platform/server/live.ts'
import { openLog } from '#src/platform/server/log.ts'
import { copyOperator } from '#src/platform/server/settings.ts'
import { feedLimits } from '#src/supply/calendars/feeds/rules.ts'
import { hooks, jobs, operations } from '#src/wiring.ts'
import { openInbox } from '../sandbox/inbox.ts'
import { openSandbox } from '../sandbox/server.ts'

/**
 * Test app: the real server without pages over its own database, the real payment SDK against the sandbox, real SMTP, files in a temporary
 * folder, a clock that tests move. Tables are emptied between tests. Jobs run when a test calls `runJobs`.
 */
export async function openTestApp(environment: Record<string, string> = {}, { refusesWrites = false } = {}) {
  const { url, drop } = await cloneDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'handschlag-test-'))
  const secrets = { STRIPE_SECRET_KEY: 'sk_test_world', STRIPE_WEBHOOK_SECRET: 'whsec_world' }
  const sandbox = await openSandbox({ port: 0, stateFile: join(folder, 'sandbox.json'), secretKey: secrets.STRIPE_SECRET_KEY })
  const inbox = await openInbox({ smtpPort: 0, pagePort: 0 })
  const config = readConfig({
    APP_ENV: 'test',
    DATABASE_URL: url,
    STRIPE_API_URL: sandbox.url,
    LOG_LEVEL: 'silent',
    LIMITS_FACTOR: '1000',
    ...secrets,
    ...environment,
  })
  const log = openLog(config.LOG_LEVEL)
  const pool = openPool({ url, size: 25, log, statementMs: statementTimes.page })
  const clock = openClock()
  const app: App = {
    config,
    log,
    pool,
    db: openDatabase(pool),
    payments: stripePayments({ ...config.stripe, onKeyRefused: (reason) => noteRefusal(app, 'keyRefused', reason) }),
    mail: smtpMail({ url: inbox.smtpUrl, from: config.mailFrom, name: config.BRAND_NAME }),
    feeds: httpsFeeds({ mostBytes: feedLimits.fileMegabytes * 1024 * 1024 }),
    storage: diskStorage(join(environment.DATA_DIR ?? folder, 'files')),
    hooks,
    live: openLive({ url, pool, log }),
    now: clock.now,
    random: randomBytes,
  }
  // With `refusesWrites`, operations declared as read-only run on a read-only connection.
  const readOnly = openPool({ url: `${url}?options=-c%20default_transaction_read_only%3Don`, size: 5, log })
  const readingFor = (db: Database) => {
    if (!refusesWrites) return db
    const reading = openDatabase(readOnly)
    standFor(reading, db)
    return reading
  }
  const http = await createHttp(app, { operations, cachesResponses: false, readOnlyDb: readingFor(app.db) })
  const visitor = openVisitor(http, config.publicUrl)
  const secondServers: App[] = []

  beforeEach(async () => {
    await emptyTables(app)
    await copyOperator(app)
    clock.moveTo(new Date())
    inbox.clear()
    await control(sandbox.url, 'reset', {})
  })
  afterAll(async () => {
    app.mail.close()
    for (const one of [app, ...secondServers]) await one.live.close()
    for (const secondServer of secondServers) await secondServer.pool.end()
    await pool.end()
    await readOnly.end()
    await sandbox.close()
    await inbox.close()
    await drop()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    app,
    http,
    clock,
    inbox,
    visitor,
    /** Another browser, with its own cookie jar and IP address. */
    newVisitor: (ip = '198.51.100.7') => openVisitor(http, config.publicUrl, ip),
    /** A second server on the same database: its own pool, semaphores and memory, the same clock. */
    openSecondServer: async () => {
      const secondPool = openPool({ url, size: 10, log, statementMs: statementTimes.page })
      const secondServer: App = { ...app, pool: secondPool, db: openDatabase(secondPool), live: openLive({ url, pool: secondPool, log }) }
      secondServers.push(secondServer)
      const secondHttp = await createHttp(secondServer, { operations, cachesResponses: false, readOnlyDb: readingFor(secondServer.db) })
      return { app: secondServer, http: secondHttp, newVisitor: (ip = '198.51.100.8') => openVisitor(secondHttp, config.publicUrl, ip) }
    },
    /** Token of the newest mailed link to this address. Run the jobs first. */
    linkTo: (address: string) => {
      const found = inbox.mails().find((mail) => mail.to === address && /token_hash=/.test(mail.text))
      return /token_hash=([\w-]{43})/.exec(found?.text ?? '')?.[1] ?? ''
    },
    sandbox: { url: sandbox.url, control: (verb: string, body: object = {}) => control(sandbox.url, verb, body) },
    /** Runs every due job, and the jobs that it enqueues, until none is left. */
    runJobs: () =>
      runOnce({ pgPool: pool, taskList: taskListOf(app, jobs), logger: new Logger(() => () => undefined), noHandleSignals: true }),
  }
}
export type TestApp = Awaited<ReturnType<typeof openTestApp>>

type Http = Awaited<ReturnType<typeof createHttp>>

export function openVisitor(http: Http, publicUrl: string, ip = '203.0.113.5') {
  const cookies = new Map<string, string>()
  const request = async (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    if (cookies.size) headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    if (!headers.has('origin')) headers.set('origin', new URL(publicUrl).origin)
    const answer = await http.fetch(new Request(`${publicUrl}${path}`, { ...init, headers }), {
      incoming: { socket: { remoteAddress: ip } },
    })
    storeCookies(cookies, answer.headers)
    return answer
  }
  return {
    request,
    cookies,
    /**
     * Posts a body to a function, or, as `rpc/name`, to a procedure, or, as `auth/name`, to a sign-in endpoint; returns status and parsed
     * body.
     */
    call: async (name: string, body: unknown, headers: Record<string, string> = {}) => {
      const path = name.startsWith('auth/')
        ? name.replace('auth/', '/auth/v1/')
        : name.startsWith('rpc/')
          ? `/rest/v1/${name}`
          : `/functions/v1/${name}`
      const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }
      const answer = await request(path, init)
      return { status: answer.status, body: await answer.json(), headers: answer.headers }
    },
    /** Uploads a file as the booking dialog does. */
    upload: async (file: { name: string; type: string; content: Uint8Array<ArrayBuffer> }) => {
      const headers = { 'content-type': file.type, 'x-file-name': encodeURIComponent(file.name) }
      const answer = await request('/functions/v1/upload-booking-attachment', { method: 'POST', body: file.content, headers })
      return { status: answer.status, body: await answer.json() }
    },
  }
}

/** As in a browser, an empty value with Max-Age 0 deletes the cookie. */
function storeCookies(cookies: Map<string, string>, headers: Headers) {
  for (const line of headers.getSetCookie()) {
    const [pair = ''] = line.split(';')
    const [name = '', value = ''] = pair.split('=')
    if (value === '') cookies.delete(name)
    else cookies.set(name, value)
  }
}
export type Visitor = ReturnType<typeof openVisitor>

async function cloneDatabase() {
  const template = new URL(inject('databaseUrl'))
  const name = `t_${randomBytes(8).toString('hex')}`
  const admin = new pg.Client(new URL('/postgres', template).href)
  await admin.connect()
  // Any other connection to the template, such as autovacuum's, blocks copying it; so the copy is retried.
  for (let tries = 0; ; tries += 1) {
    try {
      await admin.query(`create database ${name} template ${template.pathname.slice(1)} strategy file_copy`)
      break
    } catch (error) {
      if (tries === 5 || !/being accessed by other users/.test(String(error))) throw error
    }
  }
  const clone = new URL(template)
  clone.pathname = `/${name}`
  return {
    url: clone.href,
    drop: async () => {
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}

/**
 * Disables the triggers, because those of the ledger would refuse; state graphs and search words are part of the schema and stay. Deleting
 * few rows is many times faster than truncating half a hundred tables; tables that never had a row have no page.
 */
async function emptyTables(app: App) {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(relname) as name
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('migrations', 'state_edges', 'search_terms', 'search_synonyms', 'search_trades', 'search_related', 'search_counts')
      and relname not in ('places', 'place_names', 'place_postcodes', 'postcode_points', 'place_sources') and relname not like 'catalogue_%'
      and pg_relation_size(oid) > 0`.execute(app.db)
  await app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(`do $$ begin ${rows.map(({ name }) => `delete from ${name};`).join(' ')} end $$`).execute(tx)
  })
  await sql`delete from graphile_worker._private_jobs`.execute(app.db)
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
