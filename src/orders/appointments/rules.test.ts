import { expect, test } from 'vitest'
import { contractDayOf, withdrawalDeadline } from '#src/orders/bookings/withdrawalRules.ts'
import { berlinDay, berlinInstant } from '#src/platform/kit/dates.ts'
import { formatEuro } from '#src/platform/kit/money.ts'
import { type Policy, policies } from '#src/platform/kit/settingOptions.ts'
import { cancellationTimeline, freeUntilOf, type Refund, refundAt, refundOfMissed, withdrawalUntilOf } from './refundRules.ts'

const hour = 3_600_000
const startsAt = berlinInstant('2026-12-04', '14:00')
const before = (hours: number) => new Date(startsAt.getTime() - hours * hour)

test.each([
  ['kulant', [100, 100, undefined, undefined]],
  ['ueblich', [100, 100, 50, 50]],
  ['fest', [100, 70, 50, 50]],
] as const)('refunds of %s in time, later and late are those of its tiers', (policy, expected) => {
  const terms = { policy, startsAt, withdrawalUntil: null }
  const moments = [before(48), before(24), new Date(before(24).getTime() + 1), before(0.1)]
  expect(moments.map((at) => refundAt(terms, 10_000, at)?.refundCents)).toEqual(
    expected.map((percent) => (percent === undefined ? undefined : percent * 100)),
  )
  expect(refundAt(terms, 10_000, startsAt)).toBeUndefined()
})

test('the right of withdrawal refunds in full, with every policy', () => {
  const terms = { policy: 'fest' as const, startsAt, withdrawalUntil: '2026-12-04' }
  expect(refundAt(terms, 6_901, before(1))).toEqual({ refundCents: 6_901, retainedCents: 0, because: 'withdrawal' })
  expect(refundAt({ ...terms, withdrawalUntil: '2026-12-03' }, 6_901, before(1))).toEqual({
    refundCents: 3_451,
    retainedCents: 3_450,
    because: 'policy',
  })
})

test('the refund of an absent customer follows the policy', () => {
  expect(policies.map((policy) => refundOfMissed(policy, 6_900)?.refundCents)).toEqual([undefined, 1_380, 1_380])
})

test('the timeline lists the refunds from now on', () => {
  const line = (policy: Policy, at: Date, withdrawalUntil: string | null = null) =>
    cancellationTimeline({ policy, startsAt, withdrawalUntil }, at)
  expect(line('ueblich', before(72), '2026-12-06')).toBe('Bis Do, 14:00 Uhr kostenlos · danach 50\u00a0% zurück · Widerruf bis 06.12.')
  expect(line('kulant', before(72))).toBe('Bis Do, 14:00 Uhr kostenlos · danach nach Absprache mit dem Anbieter')
  expect(line('fest', before(240))).toBe(
    'Bis Mi, 02.12., 14:00 Uhr kostenlos · bis Do, 03.12., 14:00 Uhr 70\u00a0% zurück · danach 50\u00a0% zurück',
  )
  expect(line('fest', before(30))).toBe('Bis Do, 14:00 Uhr 70\u00a0% zurück · danach 50\u00a0% zurück')
  expect(line('ueblich', before(3), '2026-12-02')).toBe('Jetzt 50\u00a0% zurück')
})

/** Random numbers below a bound; the same sequence at every run. */
function dice(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0
    return state % below
  }
}

/** Retained percentages from the table in docs/spec.md#cancellation-tiers, written independently of the rules; undefined: by agreement. */
const keeps = (policy: Policy, hoursLeft: number) => {
  if (policy === 'kulant') return hoursLeft >= 24 ? 0 : undefined
  if (policy === 'ueblich') return hoursLeft >= 24 ? 0 : 50
  if (hoursLeft >= 48) return 0
  return hoursLeft >= 24 ? 30 : 50
}

test('10,000 histories: the refund shown is the refund paid, never below the law, and no cent is lost', () => {
  const roll = dice(17)
  const seen = { free: 0, withdrawal: 0, policy: 0, refused: 0, changed: 0 }
  for (let round = 0; round < 10_000; round += 1) {
    const paidAt = new Date(berlinInstant('2026-01-01', '00:00').getTime() + roll(700 * 24 * 60) * 60_000)
    const start = new Date(paidAt.getTime() + (1 + roll(40 * 24 * 60)) * 60_000)
    const booking = { customerKind: roll(3) ? ('consumer' as const) : ('business' as const), serviceTitle: title(roll(4)), paidAt }
    const terms = { policy: policies[roll(3)] ?? 'fest', startsAt: start, withdrawalUntil: withdrawalUntilOf(booking) }
    const amountCents = 1 + roll(1_000_000)
    const leftCents = amountCents - (roll(3) ? 0 : roll(amountCents))
    // The customer reads the refund and cancels later: refused if the refund has changed, shown again, cancelled again.
    let at = new Date(paidAt.getTime() + Math.floor(((start.getTime() - paidAt.getTime()) * roll(1_000)) / 1_000))
    let shown = refundAt(terms, leftCents, at)
    at = new Date(at.getTime() + roll(3) * roll(48) * hour)
    let paid = refundAt(terms, leftCents, at)
    if (shown && paid && shown.refundCents !== paid.refundCents) {
      seen.changed += 1
      shown = paid
      paid = refundAt(terms, leftCents, at)
    }
    if (!paid) {
      seen.refused += 1
      expectNothingOwed(terms, at)
      continue
    }
    seen[paid.because] += 1
    const what = `${terms.policy}, ${formatEuro(leftCents)}, ${at.toISOString()} of ${start.toISOString()}`
    if (shown) expect(paid.refundCents, what).toBe(shown.refundCents)
    expectRight({ paid, terms, leftCents, booking, at }, what)
  }
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(100)
})

const title = (roll: number) => (roll === 0 ? 'Catering nach Absprache' : 'Reinigung nach Absprache')
type Terms = Parameters<typeof refundAt>[0]

/** Without an automatic refund, the appointment has begun, or the policy leaves it to the company and the law grants nothing. */
function expectNothingOwed({ policy, startsAt: start, withdrawalUntil }: Terms, at: Date) {
  if (at >= start) return
  expect(policy).toBe('kulant')
  expect(at > freeUntilOf({ policy, startsAt: start })).toBe(true)
  expect(withdrawalUntil === null || berlinDay(at) > withdrawalUntil).toBe(true)
}

type Paid = { paid: Refund; terms: Terms; leftCents: number; booking: Parameters<typeof withdrawalUntilOf>[0]; at: Date }

function expectRight({ paid, terms, leftCents, booking, at }: Paid, what: string) {
  const { customerKind, serviceTitle, paidAt } = booking
  const hasRight = customerKind === 'consumer' && serviceTitle !== 'Catering nach Absprache' && paidAt !== null
  const statutory = hasRight && berlinDay(at) <= withdrawalDeadline(contractDayOf(paidAt)) ? leftCents : 0
  const kept = keeps(terms.policy, (terms.startsAt.getTime() - at.getTime()) / hour)
  const byPolicy = kept === undefined ? 0 : (leftCents * (100 - kept)) / 100
  expect([paid.refundCents, paid.retainedCents].every(Number.isInteger), what).toBe(true)
  expect(paid.refundCents + paid.retainedCents, what).toBe(leftCents)
  expect(paid.refundCents, what).toBeGreaterThanOrEqual(statutory)
  expect(Math.abs(paid.refundCents - Math.max(byPolicy, statutory)), what).toBeLessThanOrEqual(0.5)
}
