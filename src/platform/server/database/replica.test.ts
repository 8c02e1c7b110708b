import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { checkReplica } from '../../../../scripts/admin/doctor/database.ts'
import { enterAs, makeCompany, makeUser } from '../../../../tests/factories.ts'
import { renameCompanies, startPair } from '../../../../tests/replica.ts'
import { openTestApp, openVisitor } from '../../../../tests/testApp.ts'
import { operations } from '../../../wiring.ts'
import type { App } from '../app.ts'
import { openDatabase, openPool } from '../db.ts'
import { createHttp } from '../http.ts'
import { openLive } from '../live.ts'
import { migrate } from './migrate.ts'
import { openReplica } from './replica.ts'

// docs/spec.md#replicas, over a real primary with a real streaming replica.
const testApp = await openTestApp()
const home = await mkdtemp(join(tmpdir(), 'handschlag-pair-'))
const pair = await startPair(home)
const { log } = testApp.app
const { url } = pair.primary
const pool = openPool({ url, size: 5, log })
await migrate(pool)
const db = openDatabase(pool)
const replica = openReplica({ url: pair.replica.url, primary: pool, primaryDb: db, size: 5, log })
const app: App = { ...testApp.app, pool, db, replica, live: openLive({ url, pool, log }) }
const http = await createHttp(app, { operations, cachesResponses: false })
const onReplica = new pg.Client(pair.replica.url)
onReplica.on('error', () => undefined)
await onReplica.connect()

afterAll(async () => {
  await onReplica.end().catch(() => undefined)
  await app.live.close()
  await replica.close()
  await pool.end()
  await pair.stop()
  await rm(home, { recursive: true, force: true })
})

const letter = {
  name: 'Katrin Bergmann',
  email: 'katrin.bergmann@kunde.example',
  topic: 'payment',
  message: 'Wann kommt die Erstattung?',
  blank: '',
  openedAt: new Date(Date.now() - 60_000).toISOString(),
}

const aWhile = { timeout: 20_000, interval: 20 }
const isOnReplica = async () => {
  const { rows } = await sql<{ isReplica: boolean }>`select pg_is_in_recovery() as "isReplica"`.execute(replica.db)
  return rows[0]?.isReplica
}
const untilUsed = () => vi.waitUntil(isOnReplica, aWhile)
const holdReplay = () => onReplica.query('select pg_wal_replay_pause()')
const goOn = () => onReplica.query('select pg_wal_replay_resume()')

beforeEach(async () => {
  // From now on it is notified by the triggers.
  await vi.waitUntil(() => app.live.onPublicChange(() => undefined)(), aWhile)
  await untilUsed()
})

test('a role without rights beyond its own tables reads from the replica, too', async () => {
  await pool.query(`create role plain login password 'plain'`)
  const theirs = Object.assign(new URL(pair.replica.url), { username: 'plain', password: 'plain' }).href
  const own = openReplica({ url: theirs, primary: pool, primaryDb: db, size: 1, log })
  await vi.waitUntil(() => own.state() === 'used', aWhile)
  await own.close()
})

test('the replica is read while it is fresh', async () => {
  for (let time = 0; time < 20; time += 1) expect(await isOnReplica()).toBe(true)
  expect([replica.state(), replica.lagMs() < 1_000]).toEqual(['used', true])
  const ready = await http.fetch(new Request(`${app.config.publicUrl}/readyz`))
  expect(await ready.json()).toMatchObject({ ok: true, replica: 'used' })
  const doctor = await checkReplica({ DATABASE_READ_URL: pair.replica.url })
  expect(doctor).toMatchObject({ mark: '✓', text: expect.stringMatching(/ follows the primary\.$/) })
})

test('whatever changed is read from the primary for a moment', async () => {
  for (let round = 1; round <= 200; round += 1) {
    await db
      .insertInto('settings')
      .values({ key: 'round', value: JSON.stringify(round), updatedAt: app.now() })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: JSON.stringify(round) }))
      .execute()
    replica.noteChange()
    const read = await replica.db.selectFrom('settings').select('value').where('key', '=', 'round').executeTakeFirst()
    expect(read?.value).toBe(round)
  }
  await untilUsed()
})

test('visitors read from the replica, people who signed in from the primary; what triggers tell is seen by both', async () => {
  // On a busy machine the steps below take longer than a replica may be behind.
  const patient = openReplica({ url: pair.replica.url, primary: pool, primaryDb: db, size: 5, log, mostLagMs: 120_000 })
  const patientHttp = await createHttp({ ...app, replica: patient }, { operations, cachesResponses: false })
  const visitor = openVisitor(patientHttp, app.config.publicUrl)
  const member = openVisitor(patientHttp, app.config.publicUrl, '198.51.100.1')
  await enterAs(app, member, (await makeUser(app)).email)
  const nameFor = async (one: typeof visitor) =>
    ((await one.call('rpc/get_public_companies_simple', {})).body as { company_name: string }[])[0]?.company_name
  await makeCompany(app, { companyName: 'Früher' })
  await vi.waitUntil(() => patient.state() === 'used', aWhile)
  await vi.waitUntil(async () => (await nameFor(visitor)) === 'Früher', aWhile)
  // The primary is read for a second after the change that was notified.
  await pause(1_500)
  await holdReplay()
  // No process is notified of it.
  await app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await renameCompanies(tx, 'Ungehört')
  })
  expect([await nameFor(visitor), await nameFor(member)]).toEqual(['Früher', 'Ungehört'])
  await renameCompanies(app.db, 'Gehört')
  await vi.waitUntil(async () => (await nameFor(visitor)) === 'Gehört', aWhile)
  await goOn()
  await patient.close()
})

test('a replica that stays behind is left, and taken again', async () => {
  await holdReplay()
  const stop = keepWriting()
  await vi.waitUntil(async () => replica.state() === 'behind', aWhile)
  expect(await isOnReplica()).toBe(false)
  await goOn()
  await untilUsed()
  await stop()
})

test('a replica that dies is left at once, and taken again when it is back', async () => {
  await pair.replica.stop()
  for (let time = 0; time < 5; time += 1) expect(await isOnReplica().catch(() => 'its connection was lost')).not.toBe(true)
  await vi.waitUntil(async () => replica.state() === 'behind', aWhile)
  expect(await isOnReplica()).toBe(false)
  await pair.startReplica()
  await untilUsed()
})

test('without a primary visitors still read public pages; whoever wants to write is refused', async () => {
  const visitor = openVisitor(http, app.config.publicUrl, '198.51.100.2')
  await makeCompany(app, { companyName: 'Bleibt' })
  await pause(500)
  await pair.primary.stop()
  await vi.waitUntil(() => replica.state() === 'alone', aWhile)
  const { status, body } = await visitor.call('rpc/get_public_companies_simple', {})
  expect([status, JSON.stringify(body)]).toEqual([200, expect.stringContaining('Bleibt')])
  const ready = await http.fetch(new Request(`${app.config.publicUrl}/readyz`))
  expect([ready.status, await ready.json()]).toEqual([200, { ok: true, replica: 'alone' }])
  expect((await visitor.call('send-contact-message', letter)).status).toBe(503)
})

/** An idle primary writes nothing, so a replica could not lag. */
function keepWriting() {
  let isWriting = true
  const writing = (async () => {
    while (isWriting) {
      await sql`select pg_logical_emit_message(false, 'test', 'x')`.execute(db)
      await pause(20)
    }
  })()
  return () => {
    isWriting = false
    return writing
  }
}
