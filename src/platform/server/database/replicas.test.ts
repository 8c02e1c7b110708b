import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { enterAs, makeCompany, makeUser } from '../../../../tests/factories.ts'
import { renameCompanies, startPair } from '../../../../tests/replica.ts'
import { openVisitor, openWorld } from '../../../../tests/world.ts'
import { operations } from '../../../wiring.ts'
import type { App } from '../app.ts'
import { openDatabase, openPool } from '../db.ts'
import { createHttp } from '../http.ts'
import { openLive } from '../live.ts'
import { migrate } from './migrate.ts'
import { openReplicas } from './replicas.ts'

// docs/spec.md#replicas, over a real primary with a real streaming replica, and one that was never there.
const world = await openWorld()
const home = await mkdtemp(join(tmpdir(), 'handschlag-pair-'))
const pair = await startPair(home)
const { log } = world.app
const { url } = pair.primary
const pool = openPool({ url, size: 5, log })
await migrate(pool)
const db = openDatabase(pool)
const urls = [pair.replica.url, 'postgres://nobody@127.0.0.1:1/nothing']
const replicas = openReplicas({ urls, primaryUrl: url, primary: pool, primaryDb: db, size: 5, log })
const app: App = { ...world.app, pool, db, replicas, live: openLive({ url, log }) }
const http = await createHttp(app, { operations, keepsAnswers: false })
const onReplica = new pg.Client(pair.replica.url)
onReplica.on('error', () => undefined)
await onReplica.connect()

afterAll(async () => {
  await onReplica.end().catch(() => undefined)
  await app.live.close()
  await replicas.close()
  await pool.end()
  await pair.stop()
  await rm(home, { recursive: true, force: true })
})

const aWhile = { timeout: 20_000, interval: 20 }
const isOnReplica = async () => {
  const { rows } = await sql<{ isReplica: boolean }>`select pg_is_in_recovery() as "isReplica"`.execute(replicas.db)
  return rows[0]?.isReplica
}
const untilUsed = () => vi.waitUntil(isOnReplica, aWhile)
const holdReplay = () => onReplica.query('select pg_wal_replay_pause()')
const goOn = () => onReplica.query('select pg_wal_replay_resume()')

beforeEach(async () => {
  // From now on it hears of what triggers tell.
  await vi.waitUntil(() => app.live.onShown(() => undefined)(), aWhile)
  await untilUsed()
})

test('a replica is read, one that is not there is not', async () => {
  for (let time = 0; time < 20; time += 1) expect(await isOnReplica()).toBe(true)
  expect(replicas.counts()).toEqual({ inUse: 1, of: 2 })
  expect(replicas.olderByMs()).toBeLessThan(1_000)
  const ready = await http.fetch(new Request(`${app.config.publicUrl}/readyz`))
  expect(await ready.json()).toMatchObject({ ok: true, replicas: { inUse: 1, of: 2 } })
})

test('whatever changed is read from the primary until the replica has it', async () => {
  for (let round = 1; round <= 200; round += 1) {
    await db
      .insertInto('settings')
      .values({ key: 'round', value: JSON.stringify(round), updatedAt: app.now() })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: JSON.stringify(round) }))
      .execute()
    replicas.noteChange()
    const read = await replicas.db.selectFrom('settings').select('value').where('key', '=', 'round').executeTakeFirst()
    expect(read?.value).toBe(round)
  }
  await untilUsed()
})

test('visitors read from the replica, people who signed in from the primary; what triggers tell is seen by both', async () => {
  // On a busy machine the steps below take longer than a replica may be behind.
  const patient = openReplicas({ urls, primaryUrl: url, primary: pool, primaryDb: db, size: 5, log, mostLagMs: 120_000 })
  const patientHttp = await createHttp({ ...app, replicas: patient }, { operations, keepsAnswers: false })
  const visitor = openVisitor(patientHttp, app.config.publicUrl)
  const member = openVisitor(patientHttp, app.config.publicUrl, '198.51.100.1')
  await enterAs(app, member, (await makeUser(app)).email)
  const nameFor = async (one: typeof visitor) =>
    ((await one.call('rpc/get_public_companies_simple', {})).body as { company_name: string }[])[0]?.company_name
  await makeCompany(app, { companyName: 'Früher' })
  await vi.waitUntil(() => patient.counts().inUse === 1, aWhile)
  await vi.waitUntil(async () => (await nameFor(visitor)) === 'Früher', aWhile)
  await pause(500)
  await holdReplay()
  // Nobody hears of it.
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
  await vi.waitUntil(async () => replicas.counts().inUse === 0, aWhile)
  expect(await isOnReplica()).toBe(false)
  await goOn()
  await untilUsed()
  await stop()
})

test('a replica that dies while it is read costs nobody an answer, and is taken again when it is back', async () => {
  const refused: unknown[] = []
  let isReading = true
  let readings = 0
  const reader = async () => {
    while (isReading) {
      await sql`select count(*) from places, pg_sleep(0.002)`.execute(replicas.db).catch((error: unknown) => refused.push(error))
      readings += 1
    }
  }
  const readers = Array.from({ length: 4 }, reader)
  await pause(100)
  await pair.replica.stop()
  await vi.waitUntil(async () => replicas.counts().inUse === 0, aWhile)
  await pause(100)
  await pair.startReplica()
  await untilUsed()
  isReading = false
  await Promise.all(readers)
  expect([refused, readings > 50]).toEqual([[], true])
})

/** An idle primary writes nothing that a replica could be behind with. */
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
