import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { refundEntries } from './entryRules.ts'
import { chargeEntries, type LedgerEntry, type Split, splitAmount } from './rules.ts'

const companyId = '019aa111-1111-7111-8111-111111111111'
const sum = (entries: { amountCents: number }[]) => entries.reduce((total, entry) => total + entry.amountCents, 0)
const rates = fc.record({ commissionBasisPoints: fc.constantFrom(300, 150), vatBasisPoints: fc.constantFrom(0, 1_900) })

test('138 euros on Basic are split to the cent', () => {
  const split = splitAmount({ amountCents: 13_800, commissionBasisPoints: 300, vatBasisPoints: 1_900 })
  expect(split).toEqual({ feeCents: 414, vatCents: 66, shareCents: 13_386 })
  expect(chargeEntries(13_800, split, companyId)).toEqual([
    { account: 'psp_balance', amountCents: 13_800 },
    { account: 'company_payable', amountCents: -13_386, companyId },
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
        const entries = refundEntries({ refundCents, before, after, companyId, account: 'company_payable' })
        expect(sum(entries)).toBe(0)
        all.push(...entries)
      }
      for (const account of ['psp_balance', 'company_payable', 'fee_revenue', 'vat_payable']) {
        expect(sum(all.filter((entry) => entry.account === account))).toBe(0)
      }
    }),
  )
})

describe.each([300, 150])('every amount from 1 to 1,000,000 cents at %i basis points', (commissionBasisPoints) => {
  const splits = everySplit(commissionBasisPoints)

  test('is its fee and its share, and the fee is its net and its tax', () => {
    const wrong = amountsWhere((amountCents) => {
      const split = splitAt(splits, amountCents)
      const { feeCents, vatCents, shareCents } = split
      const isWhole = feeCents + shareCents === amountCents && vatCents >= 0 && vatCents <= feeCents && feeCents <= amountCents
      // Half a cent is rounded up: the fee is at most half a cent above the exact one, and less than half a cent below.
      const above = feeCents * 10_000 - amountCents * commissionBasisPoints
      const books = booksOf(chargeEntries(amountCents, split, companyId))
      return isWhole && above <= 5_000 && above > -5_000 && holds(books, amountCents, split)
    })
    expect(wrong).toEqual([])
  })

  test('after a refund of a cent, of half, of all but a cent, of all, and of one after the other, is what was refunded and what is left', () => {
    const wrong = amountsWhere((amountCents) => {
      const whole = splitAt(splits, amountCents)
      let before = whole
      let restBefore = amountCents
      return [amountCents - 1, Math.floor(amountCents / 2), 1, 0].every((rest) => {
        if (rest > restBefore) return true
        const after = splitAt(splits, rest)
        const next = { refundCents: restBefore - rest, before, after }
        before = after
        restBefore = rest
        return refundFits({ refundCents: amountCents - rest, before: whole, after }) && refundFits(next)
      })
    })
    expect(wrong).toEqual([])
  })
})

/** Splits of every amount, by the product's own rule. */
const everySplit = (commissionBasisPoints: number) =>
  Array.from({ length: 1_000_001 }, (_, amountCents) => splitAmount({ amountCents, commissionBasisPoints, vatBasisPoints: 1_900 }))

function splitAt(splits: readonly Split[], amountCents: number) {
  const split = splits[amountCents]
  if (!split) throw new Error(`no split of ${amountCents}`)
  return split
}

/** The first amounts that violate a condition, at most ten. */
function amountsWhere(isRight: (amountCents: number) => boolean) {
  const wrong: number[] = []
  for (let amountCents = 1; amountCents <= 1_000_000 && wrong.length < 10; amountCents += 1) {
    if (!isRight(amountCents)) wrong.push(amountCents)
  }
  return wrong
}

/** Sums of all entries and of each account, in a plain loop for speed. */
function booksOf(entries: readonly LedgerEntry[]) {
  const books = { all: 0, psp: 0, share: 0, net: 0, vat: 0 }
  for (const { account, amountCents } of entries) {
    books.all += amountCents
    if (account === 'psp_balance') books.psp += amountCents
    if (account === 'company_payable') books.share -= amountCents
    if (account === 'fee_revenue') books.net -= amountCents
    if (account === 'vat_payable') books.vat -= amountCents
  }
  return books
}

/** True if the ledger entries of an amount equal its split, and nothing else was posted. */
const holds = (books: ReturnType<typeof booksOf>, amountCents: number, { feeCents, vatCents, shareCents }: Split) =>
  books.all === 0 && books.psp === amountCents && books.share === shareCents && books.net === feeCents - vatCents && books.vat === vatCents

/** True if the changes of share, net fee and tax add up to the refund, increase none of them, and lead exactly to the split after it. */
function refundFits({ refundCents, before, after }: { refundCents: number; before: Split; after: Split }) {
  const back = booksOf(refundEntries({ refundCents, before, after, companyId, account: 'company_payable' }))
  const netOf = (split: Split) => split.feeCents - split.vatCents
  return (
    back.all === 0 &&
    back.psp === -refundCents &&
    back.share <= 0 &&
    back.net <= 0 &&
    back.vat <= 0 &&
    back.share + back.net + back.vat === -refundCents &&
    before.shareCents + back.share === after.shareCents &&
    netOf(before) + back.net === netOf(after) &&
    before.vatCents + back.vat === after.vatCents
  )
}
