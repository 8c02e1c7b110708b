import { expect, test } from 'vitest'
import { openTestApp } from '../../../../tests/testApp.ts'
import { underLease } from './leases.ts'

const { app, clock, openSecondServer } = await openTestApp()
const rows = () => app.db.selectFrom('leases').selectAll().execute()

test('of two processes one works; the other is told so, and gets the lease afterwards', async () => {
  const other = (await openSecondServer()).app
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const first = underLease(app, 'test', async () => {
    begin()
    await mayEnd
    return 'first'
  })
  await begun
  expect(await underLease(other, 'test', async () => 'second')).toBeUndefined()
  expect(await underLease(other, 'another', async () => 'second')).toBe('second')
  end()
  expect(await first).toBe('first')
  expect(await underLease(other, 'test', async () => 'second')).toBe('second')
  expect(await rows()).toEqual([])
})

test('a failure releases the lease', async () => {
  await expect(underLease(app, 'test', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await rows()).toEqual([])
})

test('the lease of a process that died passes to another after some seconds, and that of a living one does not', async () => {
  const until = new Date(app.now().getTime() + 5_000)
  await app.db.insertInto('leases').values({ name: 'test', holder: '00000000-0000-4000-8000-000000000000', until }).execute()
  expect(await underLease(app, 'test', async () => true)).toBeUndefined()
  clock.moveTo(new Date(until.getTime() + 1))
  expect(await underLease(app, 'test', async () => true)).toBe(true)
  const renewed = await underLease(app, 'test', async () => {
    const [before] = await rows()
    await new Promise((resolve) => setTimeout(resolve, 1_300))
    const [after] = await rows()
    return Number(after?.until) > Number(before?.until)
  })
  expect(renewed).toBe(true)
})
