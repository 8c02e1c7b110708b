import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { isAnybodyWaiting } from '../../../tests/locks.ts'
import { openTestApp } from '../../../tests/testApp.ts'
import { openDatabase, openPool } from './db.ts'
import { enqueue, job, sweepReplacedJobs } from './jobs.ts'
import { enqueueMail } from './mail/mail.ts'
import { startJobs, workersOf } from './workers/workers.ts'

const testApp = await openTestApp()
const { app, inbox, runJobs } = testApp

test('a job enqueued in a transaction that fails never runs', async () => {
  const failing = app.db.transaction().execute(async (tx) => {
    await enqueueMail(tx, { to: 'a@b.example', occasion: 'test:2', subject: 'Nie', blocks: [] })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await runJobs()
  expect(inbox.mails()).toEqual([])
})

test('the jobs of a worker that died are freed, and a failed job is tried again within ten seconds', async () => {
  const ran: string[] = []
  const note = job({
    name: 'test.note',
    payload: z.object({ text: z.string() }),
    run: async (_app, { text }) => {
      ran.push(text)
      if (text === 'fails' && ran.filter((one) => one === 'fails').length === 1) throw new Error('once')
    },
  })
  await enqueue(app.db, { name: 'test.note', payload: { text: 'orphan' } })
  await enqueue(app.db, { name: 'test.note', payload: { text: 'fails' } })
  // The state that a killed worker leaves.
  await sql`
    update graphile_worker._private_jobs
    set locked_at = now() - interval '16 seconds', locked_by = 'worker-dead', attempts = 8
    where payload ->> 'text' = 'orphan'`.execute(app.db)
  const working = startJobs(app, [note])
  await until(() => ran.includes('orphan') && ran.filter((one) => one === 'fails').length === 2)
  await working.stop()
  const { rows } = await sql<{ left: number }>`select count(*) as left from graphile_worker._private_jobs`.execute(app.db)
  expect(rows[0]?.left).toBe(0)
})

test('a replaced job whose worker died is swept; one that waits is not', async () => {
  for (const key of ['replaced', 'waiting']) await enqueue(app.db, { name: 'test.note', payload: { text: key }, key })
  await sql`
    select graphile_worker.permanently_fail_jobs(array_agg(id), 'replaced')
    from graphile_worker.jobs
    where key = 'replaced'`.execute(app.db)
  await sweepReplacedJobs(app)
  const { rows } = await sql<{ key: string }>`select key from graphile_worker.jobs`.execute(app.db)
  expect(rows).toEqual([{ key: 'waiting' }])
})

test("a working process's own locks are known to be alive", async () => {
  const { promise: done, resolve: finish } = Promise.withResolvers<void>()
  const long = job({ name: 'test.long', payload: z.object({}), run: () => done })
  const working = startJobs(app, [long])
  await enqueue(app.db, { name: 'test.long', payload: {} })
  const locks = async () =>
    (
      await sql<{ isAlive: boolean }>`
        select exists (select 1 from job_workers where worker_id = locked_by) as is_alive
        from graphile_worker._private_jobs
        where locked_by is not null`.execute(app.db)
    ).rows
  await untilAsync(async () => (await locks()).length === 1)
  expect(await locks()).toEqual([{ isAlive: true }])
  finish()
  await working.stop()
})

test('a job of a key is never lost, even if a worker takes the waiting one at that moment', async () => {
  const waiting = { name: 'test.once', payload: { turn: 1 }, key: 'once' }
  await enqueue(app.db, waiting)
  const worker = await app.pool.connect()
  try {
    await worker.query('begin')
    await worker.query("update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker-alive', attempts = 1")
    const adding = enqueue(app.db, { ...waiting, payload: { turn: 2 } })
    // The enqueueing transaction now waits for the row lock.
    await untilAsync(() => isAnybodyWaiting(app))
    await worker.query('commit')
    await adding
  } finally {
    worker.release()
  }
  const { rows } = await sql<{ turn: number; isTaken: boolean }>`
    select (payload ->> 'turn')::integer as turn, locked_at is not null as is_taken
    from graphile_worker._private_jobs
    order by turn`.execute(app.db)
  expect(rows).toEqual([
    { turn: 1, isTaken: true },
    { turn: 2, isTaken: false },
  ])
})

test('workers start again after the database was lost in the middle of a job', async () => {
  const ran: number[] = []
  const count = job({ name: 'test.count', payload: z.object({ turn: z.number() }), run: async (_app, { turn }) => void ran.push(turn) })
  const working = startJobs(app, [count])
  await enqueue(app.db, { name: 'test.count', payload: { turn: 1 } })
  await until(() => ran.includes(1))
  await sql`
    select pg_terminate_backend(pid)
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(app.db)
  await untilAsync(() =>
    enqueue(app.db, { name: 'test.count', payload: { turn: 2 } }).then(
      () => true,
      () => false,
    ),
  )
  await until(() => ran.includes(2))
  await working.stop()
})

test('a server that is stopped before the database let its workers start does not wait for them', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const pool = openPool({ url: `postgres://127.0.0.1:${port}/silent`, size: 1, log: app.log })
  const note = job({ name: 'test.never', payload: z.object({}), run: async () => undefined })
  const working = startJobs({ ...app, pool, db: openDatabase(pool) }, [note])
  await pause(50)
  const stopped = working.stop().then(() => 'stopped')
  expect(await Promise.race([stopped, pause(5_000, 'waits')])).toBe('stopped')
  silent.close()
})

test('a server that is stopped before its jobs begin leaves them to others', async () => {
  const ran: string[] = []
  const note = job({ name: 'test.later', payload: z.object({}), run: async () => void ran.push('ran') })
  await enqueue(app.db, { name: 'test.later', payload: {} })
  const late = startJobs(app, [note], { afterMs: 200 })
  await late.stop()
  await pause(400)
  expect(ran).toEqual([])
  const working = startJobs(app, [note], { afterMs: 200 })
  await until(() => ran.length === 1)
  await working.stop()
})

test('workers that never finish ending are replaced', async () => {
  // As many as run at once, so that no worker can fetch another job.
  const gates = Array.from({ length: workersOf.work }, () => Promise.withResolvers<void>())
  const [started, ran]: number[][] = [[], []]
  const wait = job({
    name: 'test.wait',
    payload: z.object({ turn: z.number() }),
    run: async (_app, { turn }) => {
      started?.push(turn)
      await gates[turn]?.promise
      ran?.push(turn)
    },
  })
  const working = startJobs(app, [wait])
  for (const turn of gates.keys()) await enqueue(app.db, { name: 'test.wait', payload: { turn } })
  await until(() => started?.length === gates.length)
  // Each job's end is refused separately.
  await sql`alter table graphile_worker._private_jobs rename to jobs_away`.execute(app.db)
  for (const [turn, gate] of gates.entries()) {
    gate.resolve()
    await until(() => ran?.includes(turn) === true)
    await pause(20)
  }
  await sql`alter table graphile_worker.jobs_away rename to _private_jobs`.execute(app.db)
  await enqueue(app.db, { name: 'test.wait', payload: { turn: gates.length } })
  await until(() => ran?.includes(gates.length) === true)
  await working.stop()
})

async function until(isSo: () => boolean) {
  await untilAsync(async () => isSo())
}

async function untilAsync(isSo: () => Promise<boolean>) {
  await expect.poll(isSo, { timeout: 30_000 }).toBe(true)
}
