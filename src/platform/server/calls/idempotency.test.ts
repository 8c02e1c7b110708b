import { expect, onTestFinished, test } from 'vitest'
import { openDatabaseProxy } from '../../../../tests/databaseProxy.ts'
import { openWorld } from '../../../../tests/world.ts'
import { openDatabase, openPool } from '../db.ts'
import { idempotencyProblems, runOnce } from './idempotency.ts'

const { app, clock } = await openWorld()
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

test('what a process that died left is taken over after some seconds, not after a minute', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const dead = runOnce(app, attempt, async () => {
    begin()
    await mayEnd
    return good
  })
  await begun
  await app.db.updateTable('idempotentRequests').set({ holder: 'another process' }).execute()
  await expect(runOnce(app, attempt, async () => good)).rejects.toMatchObject(stillRunning)
  clock.moveTo(new Date(app.now().getTime() + 16_000))
  expect(await runOnce(app, attempt, async () => good)).toEqual(good)
  end()
  await dead
})
