import { expect, test } from 'vitest'
import { calculatorLimits, earningsOf, parseMonth, premiumPaysFrom } from './earnings.ts'

test('twelve bookings of 150 euros a month: what each plan leaves', () => {
  expect(earningsOf({ bookings: 12, euros: 150 })).toEqual({
    turnoverCents: 180_000,
    basic: { feeCents: 5_400, payoutCents: 174_600, priceCents: 2_500, leftCents: 172_100 },
    premium: { feeCents: 2_700, payoutCents: 177_300, priceCents: 3_000, leftCents: 174_300 },
  })
})

test('the dearer plan pays from 333.34 euros a month, and not below', () => {
  expect(premiumPaysFrom()).toBe(33_334)
  const difference = ({ bookings, euros }: { bookings: number; euros: number }) => {
    const { basic, premium } = earningsOf({ bookings, euros })
    return premium.leftCents - basic.leftCents
  }
  expect(difference({ bookings: 1, euros: 340 })).toBeGreaterThan(0)
  expect(difference({ bookings: 1, euros: 330 })).toBeLessThan(0)
})

test.each([
  ['', { bookings: 12, euros: 150 }],
  ['buchungen=30&betrag=80', { bookings: 30, euros: 80 }],
  ['buchungen=0&betrag=5', { bookings: calculatorLimits.bookings.min, euros: calculatorLimits.euros.min }],
  ['buchungen=1e9&betrag=99999', { bookings: 1, euros: calculatorLimits.euros.max }],
  ['buchungen=viele&betrag=84', { bookings: 12, euros: 80 }],
])('%s asks for %j', (query, month) => {
  expect(parseMonth(new URLSearchParams(query))).toEqual(month)
})
