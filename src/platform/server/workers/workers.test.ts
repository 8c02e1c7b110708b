import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { smtpMail } from '#src/platform/ports/smtpMail.ts'
import { jobs } from '#src/wiring.ts'
import { openDatabaseProxy } from '../../../../tests/databaseProxy.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { openDatabase, openPool } from '../db.ts'
import { enqueue, job } from '../jobs.ts'
import { enqueueMail } from '../mail/mail.ts'
import { reportStalledJobs } from './monitor.ts'
import { startJobs } from './workers.ts'

const { app, inbox, openSecondServer, http } = await openTestApp()

/** The product behind a proxy that loses connections. */
async function openBehindProxy() {
  const proxy = await openDatabaseProxy(app.config.DATABASE_URL ?? '')
  const pool = openPool({ url: proxy.url, size: 5, log: app.log })
  onTestFinished(async () => {
    await pool.end()
    await proxy.close()
  })
  return { proxy, app: { ...app, pool, db: openDatabase(pool) } }
}

function noteJob() {
  const ran: number[] = []
  const note = job({ name: 'test.note', payload: z.object({ turn: z.number() }), run: async (_app, { turn }) => void ran.push(turn) })
  return { note, ran, add: (turn: number) => enqueue(app.db, { name: 'test.note', payload: { turn } }) }
}

test('a connection that is lost at the first poll does not stop the jobs for good', async () => {
  const behind = await openBehindProxy()
  const { note, ran, add } = noteJob()
  behind.proxy.loseAt('_private_tasks as tasks (identifier)')
  const working = startJobs(behind.app, [note])
  onTestFinished(() => working.stop())
  await until(async () => behind.proxy.lost() === 1)
  await add(1)
  await until(async () => ran.includes(1))
  expect(working.isPolling()).toBe(true)
})

test('jobs go on after the database refused every connection, and the process says so meanwhile', async () => {
  const behind = await openBehindProxy()
  const { note, ran, add } = noteJob()
  const working = startJobs(behind.app, [note])
  onTestFinished(() => working.stop())
  await add(1)
  await until(async () => ran.includes(1))
  behind.proxy.turn('refusing')
  await until(async () => !working.isPolling())
  behind.proxy.turn('open')
  await add(2)
  await until(async () => ran.includes(2) && working.isPolling())
})

test('workers listen on the connections that keep a session, and on no other', async () => {
  const { note, ran, add } = noteJob()
  const sessions = openPool({ url: `${app.config.DATABASE_URL}?application_name=sessions`, size: 2, log: app.log })
  const working = startJobs(app, [note], { sessions })
  onTestFinished(async () => {
    await working.stop()
    await sessions.end()
  })
  await add(1)
  await until(async () => ran.includes(1))
  const listening = sql<{ name: string }>`
    select application_name as name
    from pg_stat_activity
    where datname = current_database() and query like 'LISTEN "jobs:insert"%'`
  await until(async () => (await listening.execute(app.db)).rows.length > 0)
  expect((await listening.execute(app.db)).rows).toEqual([{ name: 'sessions' }])
})

test('a mail server that hangs stops no other job', async () => {
  const held: Socket[] = []
  const silent = createServer((socket) => held.push(socket.on('error', () => undefined))).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const mail = smtpMail({ url: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`, from: app.config.mailFrom, name: 'Test' })
  onTestFinished(() => {
    for (const socket of held) socket.destroy()
    silent.close()
  })
  const { note, ran, add } = noteJob()
  for (let at = 0; at < 40; at += 1)
    await enqueueMail(app.db, { to: 'a@b.example', occasion: `test:hanging:${at}`, subject: 'Hallo', blocks: [] })
  const working = startJobs({ ...app, mail }, [...jobs.filter(({ lane }) => lane === 'mails'), note])
  onTestFinished(() => working.stop())
  await until(async () => held.length > 0 && (await lockedMails()) === 4)
  // As many as there are workers in all.
  for (let turn = 0; turn < 24; turn += 1) await add(turn)
  await until(async () => ran.length === 24)
  expect(await lockedMails()).toBeLessThanOrEqual(4)
  expect(inbox.mails()).toEqual([])
})

test('jobs that no worker takes are mailed to the operator once, outside the queue, and shown to probes', async () => {
  const secondServer = await openSecondServer()
  await waitingFor('4 minutes')
  await reportStalledJobs(app)
  expect(inbox.mails()).toEqual([])
  await waitingFor('6 minutes')
  await Promise.all([reportStalledJobs(app), reportStalledJobs(secondServer.app), reportStalledJobs(app)])
  expect(inbox.mails().map(({ to, subject }) => [to, subject])).toEqual([[app.config.adminEmail, 'Aufgaben im Hintergrund bleiben liegen']])
  expect(inbox.mails()[0]?.text).toMatch(/test\.unknown[\s\S]*6 Minuten/)
  const ready = await (await http.request('/readyz')).json()
  expect(ready).toMatchObject({ ok: true, jobs: { waiting: 2 } })
  expect(ready.jobs.oldestWaitingSeconds).toBeGreaterThanOrEqual(360)
})

test('a job behind a running one of its queue, or one that was replaced, is not reported', async () => {
  for (const _ of [1, 2]) await waitingFor('6 minutes', 'slow')
  await sql`
    update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker-alive'
    where id = (select min(id) from graphile_worker._private_jobs)`.execute(app.db)
  await waitingFor('6 minutes')
  await sql`update graphile_worker._private_jobs set attempts = max_attempts where job_queue_id is null`.execute(app.db)
  await reportStalledJobs(app)
  expect(inbox.mails()).toEqual([])
})

async function waitingFor(time: string, queue?: string) {
  await enqueue(app.db, { name: 'test.unknown', payload: {}, ...(queue ? { queue } : {}) })
  await sql`update graphile_worker._private_jobs set run_at = now() - ${time}::interval where attempts = 0 and run_at > now() - interval '1 minute'`.execute(
    app.db,
  )
}

async function lockedMails() {
  const { rows } = await sql<{ locked: number }>`
    select count(*)::integer as locked
    from graphile_worker._private_jobs as job
    join graphile_worker._private_tasks as task on task.id = task_id
    where identifier like 'mails.%' and locked_at is not null`.execute(app.db)
  return rows[0]?.locked
}

const until = (isSo: () => Promise<boolean>) => expect.poll(isSo, { timeout: 20_000 }).toBe(true)
