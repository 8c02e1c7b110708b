import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabaseProxy } from '../../../../tests/databaseProxy.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { openDatabase, openPool } from '../db.ts'
import { idempotencyProblems, runOnce } from './idempotency.ts'

const { app, clock } = await openTestApp()
const attempt = { key: 'a-key-of-more-than-16', callerHash: 'caller', call: 'test', body: { amount: 1 } }
const good = { status: 200, answer: { ok: true } }
const stillRunning = { code: idempotencyProblems.stillRunning().code }

test('after a failure without the database the same caller takes over at once', async () => {
  const proxy = await openDatabaseProxy(app.config.DATABASE_URL ?? '')
  const pool = openPool({ url: proxy.url, size: 2, log: app.log })
  onTestFinished(async () => {
    await pool.end()
    await proxy.close()
  })
  const behind = { ...app, pool, db: openDatabase(pool) }
  const failing = runOnce(behind, attempt, async () => {
    proxy.turn('refusing')
    throw new Error('the database is away')
  })
  await expect(failing).rejects.toThrow('the database is away')
  proxy.turn('open')
  await expect(runOnce(behind, { ...attempt, callerHash: 'stranger' }, async () => good)).rejects.toMatchObject({
    code: idempotencyProblems.keyReused().code,
  })
  expect(await runOnce(behind, attempt, async () => good)).toEqual(good)
  expect(await runOnce(behind, attempt, () => Promise.reject(new Error('runs twice')))).toEqual(good)
})

test('of two at the same time one runs', async () => {
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const first = runOnce(app, attempt, async () => {
    begin()
    await mayEnd
    return good
  })
  await begun
  await expect(runOnce(app, attempt, async () => good)).rejects.toMatchObject(stillRunning)
  end()
  expect(await first).toEqual(good)
})

test('of two at the same time one runs, also if the database meets the second one first', async () => {
  // The trigger delays the insert of the request whose clock shows less than the border.
  const border = new Date(app.now().getTime() + 60_000)
  await sql`
    create function delay_first() returns trigger language plpgsql as $$
    begin
      if new.created_at < ${sql.lit(border.toISOString())}::timestamptz then perform pg_sleep(0.3); end if;
      return new;
    end $$`.execute(app.db)
  await sql`create trigger delay_first before insert on idempotent_requests for each row execute function delay_first()`.execute(app.db)
  onTestFinished(async () => {
    await sql`drop function delay_first cascade`.execute(app.db)
  })
  let runs = 0
  const run = async () => {
    runs += 1
    await setTimeout(600)
    return good
  }
  const delayed = runOnce(app, attempt, run)
  clock.moveTo(border)
  const second = runOnce(app, attempt, run)
  await Promise.allSettled([delayed, second])
  expect(runs).toBe(1)
})

test('what a process that died left is taken over after some seconds, not after a minute', async () => {
  await runOnce(app, attempt, async () => good)
  const leasedUntil = new Date(app.now().getTime() + 15_000)
  const left = { holder: 'another process', leasedUntil, status: null, answer: null }
  await app.db.updateTable('idempotentRequests').set(left).execute()
  await expect(runOnce(app, attempt, async () => good)).rejects.toMatchObject(stillRunning)
  clock.moveTo(new Date(app.now().getTime() + 16_000))
  expect(await runOnce(app, attempt, async () => good)).toEqual(good)
})
