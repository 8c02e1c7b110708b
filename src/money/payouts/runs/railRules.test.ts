import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LedgerEntry, splitAmount } from '#src/money/payments/rules.ts'
import {
  type CompanyState,
  decideRail,
  netOf,
  payoutDoneEntries,
  payoutFailedEntries,
  payoutReturnedEntries,
  payoutStartEntries,
} from './rules.ts'
import { payoutRails } from './texts.ts'

const companyId = '019aa111-1111-7111-8111-111111111111'
const sum = (entries: readonly LedgerEntry[]) => entries.reduce((total, { amountCents }) => total + amountCents, 0)
const on = (entries: readonly LedgerEntry[], account: string) => sum(entries.filter((entry) => entry.account === account))
const claims = fc
  .record({ rail: fc.constantFrom(...payoutRails), companyAmountCents: fc.integer({ min: 1, max: 10_000_000 }), receivableCents: fc.nat() })
  .map(({ rail, companyAmountCents, receivableCents }) => ({
    companyId,
    rail,
    companyAmountCents,
    nettedCents: Math.min(companyAmountCents, receivableCents),
  }))

test('every amount splits into fee and share without a cent left, at both rates', () => {
  for (const commissionBasisPoints of [300, 150]) {
    for (let amountCents = 1; amountCents <= 1_000_000; amountCents += 1) {
      const { feeCents, vatCents, shareCents } = splitAmount({ amountCents, commissionBasisPoints, vatBasisPoints: 1_900 })
      if (feeCents + shareCents !== amountCents || vatCents > feeCents || feeCents < 0 || shareCents < 0) {
        throw new Error(`${amountCents} at ${commissionBasisPoints}: ${feeCents} + ${shareCents}, tax ${vatCents}`)
      }
    }
  }
})

test('after every partial refund the parts are the whole that remains, and what the refund took is the difference', () => {
  const amounts = fc.integer({ min: 2, max: 1_000_000 })
  const steps = fc.tuple(amounts, fc.constantFrom(300, 150)).chain(([amount, rate]) => {
    const refunds = fc.array(fc.integer({ min: 1, max: Math.max(1, Math.floor(amount / 2)) }), { minLength: 1, maxLength: 6 })
    return fc.record({ amount: fc.constant(amount), rate: fc.constant(rate), refunds })
  })
  fc.assert(
    fc.property(steps, ({ amount, rate, refunds }) => {
      const rates = { commissionBasisPoints: rate, vatBasisPoints: 1_900 }
      let [remaining, taken] = [amount, 0]
      for (const refund of refunds.filter((one) => one <= remaining)) {
        if (refund > remaining) break
        const [before, after] = [
          splitAmount({ amountCents: remaining, ...rates }),
          splitAmount({ amountCents: remaining - refund, ...rates }),
        ]
        remaining -= refund
        taken += before.shareCents - after.shareCents + before.feeCents - after.feeCents
        expect(after.feeCents + after.shareCents).toBe(remaining)
        expect(before.shareCents).toBeGreaterThanOrEqual(after.shareCents)
      }
      expect(taken).toBe(amount - remaining)
    }),
    { numRuns: 5_000 },
  )
})

test('start, then done, failed or returned: balanced, transit empty, the company paid once or owed all', () => {
  fc.assert(
    fc.property(claims, (claim) => {
      const [start, done, failed] = [payoutStartEntries(claim), payoutDoneEntries(claim), payoutFailedEntries(claim)]
      const returned = payoutReturnedEntries(claim, netOf(claim))
      const transit = `payout_transit_${claim.rail}`
      const source = claim.rail === 'sepa' ? 'bank' : 'psp_balance'
      for (const entries of [start, done, failed, returned]) expect(sum(entries)).toBe(0)
      expect(on(start, 'company_payable')).toBe(claim.companyAmountCents)
      expect(on([...start, ...done], transit)).toBe(0)
      expect(on([...start, ...done], source) + netOf(claim)).toBe(0)
      for (const account of ['company_payable', 'company_receivable', transit, source]) {
        expect(on([...start, ...failed], account)).toBe(0)
        expect(on([...start, ...done, ...returned], account)).toBe(0)
      }
    }),
    { numRuns: 5_000 },
  )
})

test('when only a part comes back, the company owes what it kept', () => {
  const claim = { companyId, rail: 'transfer' as const, companyAmountCents: 10_000, nettedCents: 1_000 }
  expect(payoutReturnedEntries(claim, 7_000)).toEqual([
    { account: 'psp_balance', amountCents: 7_000 },
    { account: 'company_payable', amountCents: -10_000, companyId },
    { account: 'company_receivable', amountCents: 3_000, companyId },
  ])
})

const ready: CompanyState = {
  isSuspended: false,
  isHeld: false,
  isWithheld: false,
  bankChangedAt: null,
  firstPaidAt: new Date('2026-11-01T00:00:00Z'),
  hasBankDetails: true,
  accountId: null,
}
const switches = { now: new Date('2026-11-20T12:00:00Z'), directPayouts: true, sepaPayouts: true, firstPayoutHoldDays: 7 }

test.each([
  ['bank details', {}, {}, 'sepa'],
  ['a connected account comes first', { accountId: 'acct_1' }, {}, 'transfer'],
  ['direct payouts switched off', { accountId: 'acct_1' }, { directPayouts: false }, 'sepa'],
  ['nothing', { hasBankDetails: false }, {}, 'noBankDetails'],
  ['a connected account alone', { hasBankDetails: false, accountId: 'acct_1' }, {}, 'transfer'],
  ['bank details without the switch', {}, { sepaPayouts: false }, 'noRail'],
  ['changed 47 hours ago', { bankChangedAt: new Date('2026-11-18T13:00:00Z'), accountId: 'acct_1' }, {}, 'recentlyChanged'],
  ['changed 48 hours ago', { bankChangedAt: new Date('2026-11-18T12:00:00Z') }, {}, 'sepa'],
  ['first paid six days ago', { firstPaidAt: new Date('2026-11-14T00:00:00Z') }, {}, 'firstPayout'],
  ['first paid a moment ago, no hold', { firstPaidAt: switches.now }, { firstPayoutHoldDays: 0 }, 'sepa'],
  ['held', { isHeld: true, accountId: 'acct_1' }, {}, 'held'],
  ['withheld', { isWithheld: true, accountId: 'acct_1' }, {}, 'detailsMissing'],
  ['suspended', { isSuspended: true, isHeld: true }, {}, 'suspended'],
] as const)('%s', (_name, company, switched, expected) => {
  const decided = decideRail({ ...ready, ...company }, { ...switches, ...switched })
  expect('cause' in decided ? decided.cause : decided.rail).toBe(expected)
})
