import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabaseProxy } from '../../../../tests/databaseProxy.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { forJobs, openDatabase, openPool, statementTimes } from '../db.ts'
import { createHttp } from '../http.ts'
import { openLog } from '../log.ts'
import { invalidateRecentSettings, writeSettings } from '../settings.ts'
import { DatabaseDown, whenAccepted } from './connectionErrors.ts'
import { reportDroppedOptions } from './sessionOptions.ts'

const { app } = await openTestApp()
const url = app.config.DATABASE_URL ?? ''

async function openBehindProxy(statementMs: number) {
  const proxy = await openDatabaseProxy(url)
  const pool = openPool({ url: proxy.url, size: 1, log: app.log, statementMs, timeoutMs: 1_000 })
  onTestFinished(async () => {
    await pool.end()
    await proxy.close()
  })
  return { proxy, app: { ...app, pool, db: openDatabase(pool) } }
}

test('a statement whose packets are lost fails in time, and its connection is replaced', async () => {
  const behind = await openBehindProxy(300)
  await sql`select 1`.execute(behind.app.db)
  behind.proxy.turn('silent')
  await expect(sql`select 1`.execute(behind.app.db)).rejects.toThrow(/terminated/)
  await expect(behind.app.pool.query('select 1')).rejects.toThrow(/timeout|terminated/)
  behind.proxy.turn('open')
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(behind.app.db)
  expect(rows).toEqual([{ one: 1 }])
})

test('a statement whose connection breaks says that the database is away, and the next one succeeds', async () => {
  const behind = await openBehindProxy(60_000)
  await sql`select 1`.execute(behind.app.db)
  behind.proxy.loseAt('lost on its way')
  await expect(sql`select 'lost on its way'`.execute(behind.app.db)).rejects.toBeInstanceOf(DatabaseDown)
  behind.proxy.loseAt('lost in a transaction')
  const work = behind.app.db.transaction().execute((tx) => sql`select 'lost in a transaction'`.execute(tx))
  await expect(work).rejects.toBeInstanceOf(DatabaseDown)
  await sql`select 1`.execute(behind.app.db)
  const full = sql`do $$ begin raise exception 'no space left' using errcode = 'disk_full'; end $$`
  await expect(full.execute(behind.app.db)).rejects.toBeInstanceOf(DatabaseDown)
  const noLongerPrimary = behind.app.db.transaction().execute(async (tx) => {
    await sql`set transaction read only`.execute(tx)
    await sql`create table written (id integer)`.execute(tx)
  })
  await expect(noLongerPrimary).rejects.toBeInstanceOf(DatabaseDown)
  await expect(sql`select 1 / 0`.execute(behind.app.db)).rejects.toBeInstanceOf(pg.DatabaseError)
})

test('a start waits for the server behind a pooler', async () => {
  const behind = await openBehindProxy(60_000)
  behind.proxy.turn('unserved')
  await expect(behind.app.pool.query('select 1')).rejects.toMatchObject({ code: '08P01' })
  const waiting = whenAccepted(() => behind.app.pool.query('select 1 as one'))
  await new Promise((resolve) => setTimeout(resolve, 500))
  behind.proxy.turn('open')
  expect((await waiting).rows).toEqual([{ one: 1 }])
})

test('options that a pooler drops are named in the log', async () => {
  const lines: string[] = []
  const log = openLog('info', { lines: { write: (line) => void lines.push(line) } })
  await reportDroppedOptions(app.pool, log)
  expect(lines).toEqual([])
  const pool = openPool({ url: `${url}?options=-c%20lock_timeout%3D20s`, size: 1, log: app.log, statementMs: 60_000 })
  onTestFinished(() => pool.end())
  await reportDroppedOptions(pool, log)
  expect(JSON.parse(lines[0] ?? '{}').missing).toEqual(expect.arrayContaining(['random_page_cost', 'statement_timeout']))
  expect(lines[0]).not.toContain('"lock_timeout"')
})

test("a job's statement may take longer than a page's, and the next page's may not", async () => {
  const { app: behind } = await openBehindProxy(300)
  await sql`select pg_sleep(0.6)`.execute(forJobs(behind).db)
  await expect(sql`select pg_sleep(0.6)`.execute(behind.db)).rejects.toThrow(/terminated/)
})

test('the server ends what waits in vain: statements, locks, forgotten transactions, lost clients', async () => {
  const read = async (name: string) => (await app.pool.query(`show ${name}`)).rows[0]?.[name]
  expect(await read('statement_timeout')).toBe(`${statementTimes.job / 60_000}min`)
  expect(await read('lock_timeout')).toBe('20s')
  expect(await read('idle_in_transaction_session_timeout')).toBe('1min')
  if (process.platform !== 'win32') expect(await read('client_connection_check_interval')).toBe('5s')
})

test('without answers from the database the process says that it lives, and headers are those of the last settings', async () => {
  const behind = await openBehindProxy(60_000)
  await app.db.transaction().execute((tx) => writeSettings(tx, { embeddingOrigins: ['https://partner.example'] }, app.now()))
  const http = await createHttp(behind.app, { operations: [] })
  behind.proxy.turn('silent')
  invalidateRecentSettings(behind.app)
  const answers = await Promise.all(['/healthz', '/openapi.json'].map((path) => http.request(path)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers[1]?.headers.get('content-security-policy')).toContain('frame-ancestors https://partner.example')
  behind.proxy.turn('refusing')
})

test('probes get 503 while the database is away and before the server closes', async () => {
  const behind = await openBehindProxy(300)
  const life = { isStopping: false }
  const running = { isStopping: () => life.isStopping, isPolling: () => false, clockAheadSeconds: 2 }
  const http = await createHttp(behind.app, { operations: [], running })
  const ready = async () => {
    const answer = await http.request('/readyz')
    return [answer.status, await answer.json()]
  }
  expect(await ready()).toEqual([200, { ok: true, jobs: { waiting: 0, oldestWaitingSeconds: 0 }, isPolling: false, clockAheadSeconds: 2 }])
  behind.proxy.turn('refusing')
  expect(await ready()).toEqual([503, { ok: false, reason: 'database' }])
  behind.proxy.turn('silent')
  expect(await ready()).toEqual([503, { ok: false, reason: 'database' }])
  behind.proxy.turn('open')
  await expect.poll(ready, { timeout: 20_000 }).toMatchObject([200, { ok: true }])
  life.isStopping = true
  expect(await ready()).toEqual([503, { ok: false, reason: 'stopping' }])
})

test('a start waits while the database has no connection left', async () => {
  const role = `crowded_${randomBytes(4).toString('hex')}`
  await app.pool.query(`create role ${role} login password 'x' connection limit 0`)
  const theirs = Object.assign(new URL(url), { username: role, password: 'x' }).href
  const pool = openPool({ url: theirs, size: 1, log: app.log })
  onTestFinished(async () => {
    await pool.end()
    await app.pool.query(`drop role ${role}`)
  })
  await expect(pool.query('select 1')).rejects.toMatchObject({ code: '53300' })
  const waiting = whenAccepted(() => pool.query('select 1 as one'))
  await new Promise((resolve) => setTimeout(resolve, 500))
  await app.pool.query(`alter role ${role} connection limit 1`)
  expect((await waiting).rows).toEqual([{ one: 1 }])
  await expect(whenAccepted(() => pool.query('select nothing'))).rejects.toBeInstanceOf(pg.DatabaseError)
})
