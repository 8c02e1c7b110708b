import { expect, test } from 'vitest'
import { bookingLimits } from '#src/orders/bookings/rules.ts'
import { isPayable, splitPrice } from '#src/supply/services/deposits.ts'
import { depositLimits } from '#src/supply/services/rules.ts'
import { randomOf } from '../../../tests/randomCalendars.ts'
import { dueDay, reduceInstalments, workDays } from './rules.ts'

const terms = { priceKind: 'fixed', depositPercent: 30, restParts: 3 } as const

test('a price is split to the cent into a deposit and at most as many payments as working days', () => {
  expect(splitPrice(terms, 100_001, 3)).toEqual({ depositCents: 30_000, restCents: [23_334, 23_334, 23_333] })
  expect(splitPrice(terms, 100_000, 2)?.restCents).toEqual([35_000, 35_000])
  expect(splitPrice(terms, 100_000, 0)?.restCents).toEqual([70_000])
  const random = randomOf(73)
  for (let turn = 0; turn < 2_000; turn += 1) {
    const total = 10_000 + Math.floor(random() * 990_001)
    const one = { priceKind: 'hourly', depositPercent: 10 + Math.floor(random() * 41), restParts: 1 + Math.floor(random() * 4) } as const
    const split = splitPrice(one, total, 1 + Math.floor(random() * 6))
    const parts = [split?.depositCents ?? 0, ...(split?.restCents ?? [])]
    expect(parts.reduce((sum, cents) => sum + cents, 0)).toBe(total)
    expect(Math.min(...parts)).toBeGreaterThanOrEqual(100)
  }
})

test('all is due at booking without a deposit, below 100 €, and for prices that are not known at booking', () => {
  expect(splitPrice({ ...terms, depositPercent: null }, 100_000, 3)).toBeUndefined()
  expect(splitPrice(terms, 9_999, 3)).toBeUndefined()
  expect(splitPrice({ ...terms, priceKind: 'from' }, 100_000, 3)).toBeUndefined()
})

test('a price above the limit of a payment is split so that each payment keeps it, whatever the number of days', () => {
  const large = { priceKind: 'fixed', depositPercent: 25, restParts: 3 } as const
  // The same limit as of the amount of every booking, whose slice lies above.
  expect(depositLimits.paymentCents).toBe(bookingLimits.amountCents.max)
  expect(splitPrice(large, 3_999_999, 1)).toEqual({ depositCents: 1_000_000, restCents: [1_000_000, 1_000_000, 999_999] })
  expect([1_000_000, 1_000_001].map((cents) => isPayable({ ...large, depositPercent: null, restParts: 1 }, cents))).toEqual([true, false])
  expect([4_000_000, 4_000_002].map((cents) => isPayable(large, cents))).toEqual([true, false])
  expect(isPayable({ ...large, depositPercent: 50 }, 2_000_001)).toBe(false)
  expect(isPayable({ ...large, restParts: 2 }, 3_000_000)).toBe(false)
  const random = randomOf(74)
  for (let turn = 0; turn < 2_000; turn += 1) {
    const one = { ...large, depositPercent: 10 + Math.floor(random() * 41), restParts: 1 + Math.floor(random() * 4) }
    const total = 1_000_001 + Math.floor(random() * 4_000_000)
    if (!isPayable(one, total)) continue
    const split = splitPrice(one, total, 1 + Math.floor(random() * 6))
    const parts = [split?.depositCents ?? 0, ...(split?.restCents ?? [])]
    expect([parts.reduce((sum, cents) => sum + cents, 0), Math.max(...parts) <= 1_000_000]).toEqual([total, true])
  }
})

test('an instalment is due on the day by which its share of the work is done', () => {
  const days = ['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04', '2026-12-07']
  expect([1, 2, 3].map((place) => dueDay(days, { place, parts: 3 }))).toEqual(['2026-12-02', '2026-12-04', '2026-12-07'])
  expect(dueDay(['2026-12-01'], { place: 1, parts: 1 })).toBe('2026-12-01')
  // A job that was moved to fewer days asks for several on one day.
  expect([1, 2, 3].map((place) => dueDay(days.slice(0, 2), { place, parts: 3 }))).toEqual(['2026-12-01', '2026-12-02', '2026-12-02'])
  const at = (day: string, hour: number) => ({ from: Date.parse(`${day}T0${hour}:00:00Z`), to: Date.parse(`${day}T0${hour + 1}:00:00Z`) })
  expect(workDays({ bookingDate: '2026-12-01', parts: [at('2026-12-01', 7), at('2026-12-01', 8), at('2026-12-02', 7)] })).toEqual(
    days.slice(0, 2),
  )
  expect(workDays({ bookingDate: '2026-12-01', parts: null })).toEqual(['2026-12-01'])
})

test('a reduction lowers what is unpaid, the last instalment first, and only the rest is refunded', () => {
  const list = [
    { id: 'a', status: 'paid', totalCents: 20_000 },
    { id: 'b', status: 'due', totalCents: 20_000 },
    { id: 'c', status: 'planned', totalCents: 20_000 },
  ] as const
  expect(reduceInstalments(list, 5_000)).toEqual({ changed: [{ id: 'c', totalCents: 15_000 }], leftCents: 0 })
  expect(reduceInstalments(list, 30_000)).toEqual({
    changed: [
      { id: 'c', totalCents: 0 },
      { id: 'b', totalCents: 10_000 },
    ],
    leftCents: 0,
  })
  expect(reduceInstalments(list, 45_000).leftCents).toBe(5_000)
  // Less than a payment may be is dropped, in favour of the customer.
  expect(reduceInstalments(list, 19_950)).toEqual({ changed: [{ id: 'c', totalCents: 0 }], leftCents: 0 })
})
