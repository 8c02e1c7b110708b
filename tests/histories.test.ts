import fc from 'fast-check'
import { expect, test } from 'vitest'
import { netOf } from '#src/money/payouts/runs/rules.ts'
import { type History, openHistory, sum } from './historyModel.ts'
import { type Step, stepKinds } from './historySteps.ts'

const histories = 10_000
const step: fc.Arbitrary<Step> = fc.record({ kind: fc.constantFrom(...stepKinds), pick: fc.nat(99), cents: fc.nat(99_999) })
/** Most histories begin with bookings, so that later steps have objects to act on. */
const history = fc
  .tuple(
    fc.array(
      step.map((one) => ({ ...one, kind: 'charge' as const })),
      { minLength: 1, maxLength: 4 },
    ),
    fc.array(step, { maxLength: 60, size: 'max' }),
  )
  .map(([charges, rest]): Step[] => [...charges, ...rest])

/** Names of the violated invariants: the views `invariant_…`, and the equality of real balances and ledger. */
function broken({ on, companies, state, unbalanced, shareOf }: History) {
  const { bookings, refunds, payouts, reversals, truth } = state
  const faults: string[] = []
  const holds = (name: string, isTrue: boolean) => isTrue || faults.push(name)
  holds('ledgerTxSumsToZero', unbalanced() === 0)
  holds('pspBalanceMatches', on('psp_balance') === truth.psp)
  holds('bankIsTheBanks', on('bank') === truth.bank)
  for (const booking of bookings) {
    const own = refunds.filter((one) => one.booking === booking)
    const asked = sum(own.filter(({ status }) => status !== 'failed').map((one) => ({ amountCents: one.amountCents - one.owedCents })))
    holds('refundsWithinAmount', asked <= booking.amountCents && booking.refundedCents <= booking.amountCents)
    holds('paidOutWithinShare', booking.payableCents >= 0 && booking.payableCents <= booking.chargedShareCents)
  }
  for (const company of companies) {
    const [payable, receivable] = [-on(`company_payable ${company}`), on(`company_receivable ${company}`)]
    holds('noAccountBelowZero', payable >= 0 && receivable >= 0)
    const shares = bookings.filter((one) => one.company === company).reduce((total, one) => total + shareOf(one), 0)
    const own = payouts.filter(({ claim, status }) => claim.companyId === company && status !== 'failed')
    const paidOut = own.reduce((total, { claim }) => total + netOf(claim), 0)
    const reversed = sum(reversals.filter(({ payout, status }) => status === 'succeeded' && own.includes(payout)))
    holds('companyPayable', payable - receivable === shares - paidOut + reversed)
    const has = (truth.accounts.get(company) ?? 0) + (truth.gone.get(company) ?? 0)
    const underWay = own.filter(({ status }) => status === 'pending').reduce((total, { claim }) => total + netOf(claim), 0)
    holds('companyHasItsShare', has + underWay + payable - receivable === shares)
  }
  for (const rail of ['transfer', 'sepa']) {
    const pending = payouts.filter(({ claim, status }) => claim.rail === rail && status === 'pending')
    holds('transitIsPendingPayouts', -on(`payout_transit_${rail}`) === pending.reduce((total, { claim }) => total + netOf(claim), 0))
  }
  const disputed = bookings.flatMap(({ dispute }) => (dispute?.status === 'open' ? [dispute] : []))
  const returned = sum(refunds.filter(({ status }) => status === 'returned'))
  const repeated = refunds
    .filter(({ status }) => status === 'succeeded' || status === 'returned')
    .reduce((all, one) => all + one.owedCents, 0)
  holds('customerOwedCameBack', -on('customer_owed') === returned - repeated && on('customer_owed') <= 0)
  holds('disputeHoldIsOpenDisputes', on('dispute_hold') === sum(disputed))
  const fees = bookings.reduce((total, one) => total + one.amountCents - one.refundedCents - shareOf(one), 0)
  holds('feeFollowsTheRate', -on('fee_revenue') - on('vat_payable') === fees)
  return faults
}

test(`${histories} histories of charges, refunds, payouts, disputes keep every invariant after every step`, () => {
  let steps = 0
  const seen = new Set<string>()
  fc.assert(
    fc.property(history, (all) => {
      const past = openHistory()
      for (const one of all) {
        past.take(one)
        steps += 1
        const faults = broken(past)
        if (faults.length > 0) throw new Error(`${one.kind} broke ${faults.join(', ')}`)
      }
      for (const { status } of past.state.payouts) seen.add(`payout ${status}`)
      for (const { status } of past.state.reversals) seen.add(`reversal ${status}`)
      for (const { status } of past.state.refunds) seen.add(`refund ${status}`)
      for (const { dispute } of past.state.bookings) if (dispute) seen.add(`dispute ${dispute.status}`)
    }),
    { numRuns: histories },
  )
  expect(steps).toBeGreaterThan(histories * 10)
  const ends = [
    'payout completed',
    'payout failed',
    'reversal succeeded',
    'reversal failed',
    'refund succeeded',
    'refund failed',
    'refund returned',
  ]
  expect([...seen]).toEqual(expect.arrayContaining([...ends, 'dispute won', 'dispute lost']))
})

test('in the end everybody has their money: once all is settled and paid out, only debts of companies to us remain', () => {
  fc.assert(
    fc.property(history, (all) => {
      const past = openHistory()
      for (const one of all) past.take(one)
      // Completes all pending operations, then pays out everything due.
      const last = (kind: Step['kind'], cents: number) => {
        for (let pick = 0; pick < 12; pick++) past.take({ kind, pick: pick % 2, cents })
      }
      for (const [kind, cents] of [
        ['closeDispute', 1],
        ['settleRefund', 1],
        ['settlePayout', 1],
        ['settleReversal', 1],
      ] as const) {
        for (let times = 0; times < 8; times++) last(kind, cents)
      }
      last('claim', 1)
      last('settlePayout', 1)
      for (const company of past.companies) {
        expect(on(past, `company_payable ${company}`)).toBe(0)
      }
      expect(on(past, 'payout_transit_transfer')).toBe(0)
      expect(on(past, 'dispute_hold')).toBe(0)
      expect(broken(past)).toEqual([])
    }),
    { numRuns: 2_000 },
  )
})

const on = ({ on }: History, key: string) => Math.abs(on(key))
