import { expect, test } from 'vitest'
import { openBreaker } from './breaker.ts'

test('after failures in a row no call is made for a while, then one, and all after a success', () => {
  let now = 0
  const breaker = openBreaker({ mostFailures: 3, pauseMs: 1_000, now: () => now })
  const called = (isGood: boolean) => {
    if (!breaker.mayCall()) return false
    if (isGood) breaker.succeed()
    else breaker.fail()
    return true
  }
  expect([called(false), called(false), called(true), called(false), called(false)]).toEqual([true, true, true, true, true])
  expect([called(false), called(false)]).toEqual([true, false])
  now = 999
  expect(called(false)).toBe(false)
  now = 1_000
  expect([called(false), called(true)]).toEqual([true, false])
  now = 2_000
  expect([breaker.mayCall(), breaker.mayCall()]).toEqual([true, false])
  breaker.succeed()
  expect([called(true), called(true)]).toEqual([true, true])
})
