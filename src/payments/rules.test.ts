import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refundEntries } from './entryRules.ts'
import { chargeEntries, splitAmount } from './rules.ts'

const companyId = '019aa111-1111-7111-8111-111111111111'
const sum = (entries: { amountCents: number }[]) => entries.reduce((total, entry) => total + entry.amountCents, 0)
const rates = fc.record({ commissionBasisPoints: fc.constantFrom(300, 150), vatBasisPoints: fc.constantFrom(0, 1_900) })

test('138 euros on Basic are split to the cent', () => {
  const split = splitAmount({ amountCents: 13_800, commissionBasisPoints: 300, vatBasisPoints: 1_900 })
  expect(split).toEqual({ feeCents: 414, vatCents: 66, shareCents: 13_386 })
  expect(chargeEntries(13_800, split, companyId)).toEqual([
    { account: 'psp_balance', amountCents: 13_800 },
    { account: 'provider_payable', amountCents: -13_386, companyId },
    { account: 'fee_revenue', amountCents: -348 },
    { account: 'vat_payable', amountCents: -66 },
  ])
})

test('a charge and any chain of its refunds balance, and the last refund leaves nothing', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 500_000 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(parts, rates, (refunds, rate) => {
      let remaining = sum(refunds.map((amountCents) => ({ amountCents })))
      const all = chargeEntries(remaining, splitAmount({ amountCents: remaining, ...rate }), companyId)
      for (const refundCents of refunds) {
        const before = splitAmount({ amountCents: remaining, ...rate })
        remaining -= refundCents
        const after = splitAmount({ amountCents: remaining, ...rate })
        const entries = refundEntries({ refundCents, before, after, companyId, account: 'provider_payable' })
        expect(sum(entries)).toBe(0)
        all.push(...entries)
      }
      for (const account of ['psp_balance', 'provider_payable', 'fee_revenue', 'vat_payable']) {
        expect(sum(all.filter((entry) => entry.account === account))).toBe(0)
      }
    }),
  )
})
