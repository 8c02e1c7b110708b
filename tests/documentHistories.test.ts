import { expect, test } from 'vitest'
import { refundEntries } from '#src/money/payments/entryRules.ts'
import { chargeEntries, type LedgerEntry, splitAmount } from '#src/money/payments/rules.ts'
import { draftCommission } from '#src/orders/documents/fees/drafts.ts'
import { errorsOf } from '#src/orders/documents/issuing.ts'
import { randomOf } from './randomCalendars.ts'
import { randomDocument } from './randomDocuments.ts'

/** Random histories of the operator's documents, without a database; `src/orders/documents/documents.test.ts` tests the same with one. */
const histories = 10_000
const months = ['2026-09', '2026-10', '2026-11', '2026-12'] as const
const parties = { seller: randomDocument('commission', 1).seller, buyer: randomDocument('commission', 1).buyer }

type Booking = { company: string; amountCents: number; refundedCents: number; commissionBasisPoints: number; vatBasisPoints: number }
type Fact = {
  id: number
  company: string
  month: string
  kind: string
  feeCents: number
  vatCents: number
  vatBasisPoints: number
  covered: number
}

const on = (entries: readonly LedgerEntry[], ...accounts: string[]) =>
  0 - entries.filter(({ account }) => accounts.includes(account)).reduce((sum, { amountCents }) => sum + amountCents, 0)

/** Four months of two companies: bookings, refunds, changes of plan and VAT rate; documents after each month, some cancelled. */
function live(seed: number) {
  const random = randomOf(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const facts: Fact[] = []
  const bookings: Booking[] = []
  const documents: { company: string; month: string; grossCents: number; taxCents: number; roundingCents: number }[] = []
  let vatBasisPoints = 1_900
  const note = (booking: Booking, month: string, kind: string, entries: readonly LedgerEntry[]) => {
    const feeCents = on(entries, 'fee_revenue', 'vat_payable')
    if (feeCents === 0 && on(entries, 'vat_payable') === 0) return
    const rate = booking.vatBasisPoints
    facts.push({
      id: facts.length,
      company: booking.company,
      month,
      kind,
      feeCents,
      vatCents: on(entries, 'vat_payable'),
      vatBasisPoints: rate,
      covered: 0,
    })
  }
  for (const month of months) {
    for (let steps = below(14); steps > 0; steps--) {
      const booking = bookings[below(bookings.length)]
      if (below(3) === 0 && booking && booking.refundedCents < booking.amountCents) {
        const cents = below(2) === 0 ? booking.amountCents - booking.refundedCents : 1 + below(booking.amountCents - booking.refundedCents)
        const before = splitAmount({ ...booking, amountCents: booking.amountCents - booking.refundedCents })
        booking.refundedCents += cents
        const after = splitAmount({ ...booking, amountCents: booking.amountCents - booking.refundedCents })
        const kind = below(4) === 0 ? 'disputeLost' : 'refund'
        note(
          booking,
          month,
          kind,
          refundEntries({ refundCents: cents, before, after, companyId: booking.company, account: 'company_payable' }),
        )
        continue
      }
      if (below(20) === 0) vatBasisPoints = [1_900, 700, 0][below(3)] ?? 1_900
      const amountCents = 100 + below(below(2) === 0 ? 20_000 : 900_000)
      const made = {
        company: below(2) === 0 ? 'a' : 'b',
        amountCents,
        refundedCents: 0,
        commissionBasisPoints: below(2) === 0 ? 300 : 150,
        vatBasisPoints,
      }
      bookings.push(made)
      note(made, month, 'charge', chargeEntries(amountCents, splitAmount(made), made.company))
    }
    for (const company of ['a', 'b']) {
      for (let tries = below(8) === 0 ? 2 : 1; tries > 0; tries--) {
        const fees = facts.filter((fact) => fact.company === company && fact.month === month && (fact.covered === 0 || tries > 1))
        if (fees.length === 0) continue
        const { facts: paper } = draftCommission({
          ...parties,
          month,
          fees,
          last: { number: 'RE-2026-000001', issuedOn: '2026-09-01' },
          today: '2027-01-01',
        })
        expect(errorsOf(paper)).toEqual([])
        const roundingCents = paper.taxCents - fees.reduce((sum, { vatCents }) => sum + vatCents, 0)
        const { grossCents, taxCents } = paper
        documents.push({ company, month, grossCents, taxCents, roundingCents })
        // Second round: the first document is cancelled, so its ledger entries are uncovered again.
        if (tries > 1)
          documents.push({ company, month, grossCents: 0 - grossCents, taxCents: 0 - taxCents, roundingCents: 0 - roundingCents })
        else for (const fee of fees) fee.covered += 1
      }
    }
  }
  return { facts, documents }
}

test(`${histories} histories: documents, corrections and rounding are the ledger, by company and month, and each fact is in one of them`, () => {
  let rounded = 0
  let negative = 0
  for (let seed = 0; seed < histories; seed++) {
    const { facts, documents } = live(seed)
    for (const company of ['a', 'b']) {
      for (const month of months) {
        const own = <One extends { company: string; month: string }>(list: One[]) =>
          list.filter((one) => one.company === company && one.month === month)
        const sum = (list: number[]) => list.reduce((total, cents) => total + cents, 0)
        const fees = own(facts)
        const papers = own(documents)
        const rounding = sum(papers.map(({ roundingCents }) => roundingCents))
        const found = [sum(papers.map(({ grossCents }) => grossCents)), sum(papers.map(({ taxCents }) => taxCents))]
        expect([seed, ...found]).toEqual([
          seed,
          sum(fees.map(({ feeCents }) => feeCents)),
          sum(fees.map(({ vatCents }) => vatCents)) + rounding,
        ])
        if (rounding !== 0) rounded += 1
        if ((found[0] ?? 0) < 0) negative += 1
      }
    }
    expect(facts.every(({ covered }) => covered === 1)).toBe(true)
  }
  expect([rounded > 1_000, negative > 1_000]).toEqual([true, true])
})
