import {
  bankPayoutEntries,
  bankPayoutFailedEntries,
  disputeLostEntries,
  disputeOpenedEntries,
  disputeWonEntries,
  processorFeeEntries,
  refundEntries,
  refundReturnedEntries,
  reversalEntries,
  type Shrinking,
} from '#src/money/payments/entryRules.ts'
import { chargeEntries, type LedgerEntry, splitAmount } from '#src/money/payments/rules.ts'
import {
  type Claim,
  netOf,
  payoutDoneEntries,
  payoutFailedEntries,
  payoutReturnedEntries,
  payoutStartEntries,
} from '#src/money/payouts/runs/rules.ts'
import { refundableCents, reversibleCents, sumRefunds } from '#src/orders/refunds/rules.ts'
import type { Step, StepKind } from './historySteps.ts'

type Booking = {
  company: string
  amountCents: number
  refundedCents: number
  commissionBasisPoints: number
  /** Amount owed to the company for the booking: share of its charge, less refunds before any payout. */
  payableCents: number
  chargedShareCents: number
  payout: Payout | undefined
  wasReleased: boolean
  dispute: { amountCents: number; status: 'open' | 'won' | 'lost' } | undefined
}
type Refund = { booking: Booking; amountCents: number; owedCents: number; status: 'pending' | 'succeeded' | 'failed' | 'returned' }
type Payout = { claim: Claim; bookings: Booking[]; status: 'pending' | 'completed' | 'failed' }
type Reversal = { payout: Payout; amountCents: number; status: 'pending' | 'succeeded' | 'failed' }

const vatBasisPoints = 1_900
const companies = ['alpha', 'beta']

/** The product's ledger, beside the real balances at PSP, bank and connected accounts. */
export function openHistory() {
  const ledger = new Map<string, number>()
  const bookings: Booking[] = []
  const refunds: Refund[] = []
  const payouts: Payout[] = []
  const reversals: Reversal[] = []
  const bankPayouts: number[] = []
  /** Real balances: at the PSP, at the operator's bank, in connected accounts, and money that these sent on to their banks. */
  const truth = { psp: 0, bank: 0, accounts: new Map<string, number>(), gone: new Map<string, number>() }
  let unbalanced = 0

  const post = (entries: readonly LedgerEntry[]) => {
    unbalanced += Math.abs(entries.reduce((sum, { amountCents }) => sum + amountCents, 0))
    for (const { account, companyId, amountCents } of entries) {
      const key = companyId ? `${account} ${companyId}` : account
      ledger.set(key, on(key) + amountCents)
    }
  }
  const on = (key: string) => ledger.get(key) ?? 0
  const add = (map: Map<string, number>, key: string, cents: number) => map.set(key, (map.get(key) ?? 0) + cents)
  const chosen = <T>(list: readonly T[], pick: number) => (list.length ? list[pick % list.length] : undefined)
  const splitOf = ({ commissionBasisPoints }: Booking, amountCents: number) =>
    splitAmount({ amountCents, commissionBasisPoints, vatBasisPoints })
  const sumsOf = (booking: Booking) => sumRefunds(refunds.filter((one) => one.booking === booking))

  function charge({ pick, cents }: Step) {
    const company = companies[pick % companies.length] ?? ''
    const amountCents = 100 + (cents % 50_000)
    const commissionBasisPoints = pick % 3 ? 300 : 150
    const split = splitAmount({ amountCents, commissionBasisPoints, vatBasisPoints })
    const feeCents = 25 + Math.round(amountCents * 0.015)
    post(chargeEntries(amountCents, split, company))
    post(processorFeeEntries(feeCents))
    truth.psp += amountCents - feeCents
    const share = split.shareCents
    bookings.push({
      company,
      amountCents,
      refundedCents: 0,
      commissionBasisPoints,
      payableCents: share,
      chargedShareCents: share,
      payout: undefined,
      wasReleased: false,
      dispute: undefined,
    })
  }

  function askRefund({ pick, cents }: Step) {
    const booking = chosen(bookings, pick)
    if (!booking || booking.dispute?.status === 'open') return
    const { pendingCents, owedCents } = sumsOf(booking)
    const left = refundableCents(booking, pendingCents) + owedCents
    if (left <= 0) return
    const amountCents = cents % 4 ? 1 + (cents % left) : left
    refunds.push({ booking, amountCents, owedCents: Math.min(amountCents, owedCents), status: 'pending' })
  }

  function settleRefund({ pick, cents }: Step) {
    const refund = chosen(
      refunds.filter(({ status }) => status === 'pending'),
      pick,
    )
    if (!refund) return
    const { booking, amountCents, owedCents } = refund
    // The PSP refuses sometimes, and always while the payment is disputed or lost.
    const isRefused = cents % 5 === 0 || booking.dispute?.status === 'open' || booking.dispute?.status === 'lost'
    refund.status = isRefused ? 'failed' : 'succeeded'
    if (isRefused) return
    truth.psp -= amountCents
    const { shrinking } = takeBack(booking, amountCents - owedCents)
    post(refundEntries({ refundCents: amountCents, owedCents, ...shrinking }))
    bringBack(booking, shrinking)
  }

  /** The customer's bank returns a refund after it succeeded. */
  function returnRefund({ pick }: Step) {
    const refund = chosen(
      refunds.filter(({ status }) => status === 'succeeded'),
      pick,
    )
    if (!refund) return
    refund.status = 'returned'
    truth.psp += refund.amountCents
    post(refundReturnedEntries(refund.amountCents))
  }

  function takeBack(booking: Booking, amountCents: number) {
    const remaining = booking.amountCents - booking.refundedCents
    const appliedCents = Math.min(amountCents, remaining)
    const [before, after] = [splitOf(booking, remaining), splitOf(booking, remaining - appliedCents)]
    booking.refundedCents += appliedCents
    if (!booking.payout) booking.payableCents -= before.shareCents - after.shareCents
    const account = booking.payout ? 'company_receivable' : 'company_payable'
    return { appliedCents, shrinking: { before, after, companyId: booking.company, account } satisfies Shrinking }
  }

  function bringBack({ payout }: Booking, { before, after }: Shrinking) {
    if (payout?.claim.rail !== 'transfer') return
    const reversedCents = sum(reversals.filter((one) => one.payout === payout && one.status !== 'failed'))
    const owedCents = before.shareCents - after.shareCents
    const amountCents = reversibleCents({ owedCents, sentCents: netOf(payout.claim), reversedCents })
    if (amountCents > 0) reversals.push({ payout, amountCents, status: 'pending' })
  }

  /** `wasReleased`: refunded in full after a payout that then failed. */
  const isDue = ({ payout, payableCents, dispute, refundedCents, amountCents, wasReleased }: Booking) =>
    !payout && payableCents > 0 && dispute?.status !== 'open' && (refundedCents < amountCents || wasReleased)

  function claim({ pick, cents }: Step) {
    const company = companies[pick % companies.length] ?? ''
    const due = bookings.filter((one) => one.company === company && isDue(one))
    const companyAmountCents = due.reduce((total, { payableCents }) => total + payableCents, 0)
    if (companyAmountCents === 0) return
    const underWay = sum(reversals.filter((one) => one.status === 'pending' && one.payout.claim.companyId === company))
    const nettedCents = Math.min(companyAmountCents, Math.max(0, on(`company_receivable ${company}`) - underWay))
    const claimed = { companyId: company, rail: cents % 3 ? ('transfer' as const) : ('sepa' as const), companyAmountCents, nettedCents }
    const payout: Payout = { claim: claimed, bookings: due, status: 'pending' }
    payouts.push(payout)
    for (const booking of due) booking.payout = payout
    post(payoutStartEntries(claimed))
  }

  function settlePayout({ pick, cents }: Step) {
    const payout = chosen(
      payouts.filter(({ status }) => status === 'pending'),
      pick,
    )
    if (!payout) return
    if (cents % 4 === 0) {
      post(payoutFailedEntries(payout.claim))
      return release(payout)
    }
    const { rail, companyId } = payout.claim
    payout.status = 'completed'
    post(payoutDoneEntries(payout.claim))
    if (rail === 'transfer') truth.psp -= netOf(payout.claim)
    else truth.bank -= netOf(payout.claim)
    add(rail === 'transfer' ? truth.accounts : truth.gone, companyId, netOf(payout.claim))
  }

  function release(payout: Payout) {
    payout.status = 'failed'
    for (const booking of payout.bookings) Object.assign(booking, { payout: undefined, wasReleased: true })
  }

  /** The company's bank returns the part that was not reversed before. */
  function returnPayout({ pick }: Step) {
    const payout = chosen(
      payouts.filter(({ status }) => status === 'completed'),
      pick,
    )
    if (!payout) return
    const { rail, companyId } = payout.claim
    const back = netOf(payout.claim) - sum(reversals.filter((one) => one.payout === payout && one.status === 'succeeded'))
    if (rail === 'transfer') truth.psp += back
    else truth.bank += back
    // The money was at the company's bank, so the balance of the account at the PSP does not change.
    const holds = truth.accounts.get(companyId) ?? 0
    const fromAccount = rail === 'transfer' ? Math.min(holds, back) : 0
    add(truth.accounts, companyId, -fromAccount)
    add(truth.gone, companyId, fromAccount - back)
    post(payoutReturnedEntries(payout.claim, back))
    release(payout)
  }

  function settleReversal({ pick }: Step) {
    const reversal = chosen(
      reversals.filter((one) => one.status === 'pending' && one.payout.status !== 'pending'),
      pick,
    )
    if (!reversal) return
    const { companyId } = reversal.payout.claim
    const isCovered = (truth.accounts.get(companyId) ?? 0) >= reversal.amountCents
    reversal.status = reversal.payout.status === 'completed' && isCovered ? 'succeeded' : 'failed'
    if (reversal.status === 'failed') return
    truth.psp += reversal.amountCents
    add(truth.accounts, companyId, -reversal.amountCents)
    post(reversalEntries({ amountCents: reversal.amountCents, companyId }))
  }

  /** A connected account pays out its whole balance to the company's bank. */
  function emptyAccount({ pick }: Step) {
    const company = companies[pick % companies.length] ?? ''
    const holds = truth.accounts.get(company) ?? 0
    add(truth.gone, company, holds)
    truth.accounts.set(company, 0)
  }

  function openDispute({ pick, cents }: Step) {
    const booking = chosen(
      bookings.filter(({ dispute, refundedCents, amountCents }) => !dispute && refundedCents < amountCents),
      pick,
    )
    if (!booking) return
    // Some banks take back the whole payment, regardless of earlier refunds.
    const amountCents = cents % 3 ? booking.amountCents - booking.refundedCents : booking.amountCents
    booking.dispute = { amountCents, status: 'open' }
    truth.psp -= amountCents + 2_000
    post(disputeOpenedEntries(amountCents))
    post(processorFeeEntries(2_000))
  }

  function closeDispute({ pick, cents }: Step) {
    const booking = chosen(
      bookings.filter(({ dispute }) => dispute?.status === 'open'),
      pick,
    )
    if (!booking?.dispute) return
    const { amountCents } = booking.dispute
    booking.dispute.status = cents % 2 ? 'won' : 'lost'
    if (booking.dispute.status === 'won') {
      truth.psp += amountCents
      return post(disputeWonEntries(amountCents))
    }
    const { shrinking, appliedCents } = takeBack(booking, amountCents)
    post(disputeLostEntries({ amountCents, lost: { ...shrinking, appliedCents } }))
    bringBack(booking, shrinking)
  }

  function bankPayout({ cents }: Step) {
    const last = bankPayouts.pop()
    const amountCents = last ?? 1 + (cents % 5_000)
    truth.psp += last ? amountCents : -amountCents
    truth.bank += last ? -amountCents : amountCents
    post(last ? bankPayoutFailedEntries(amountCents) : bankPayoutEntries(amountCents))
    if (!last) bankPayouts.push(amountCents)
  }

  const happen: Record<StepKind, (step: Step) => void> = {
    charge,
    askRefund,
    settleRefund,
    returnRefund,
    claim,
    settlePayout,
    returnPayout,
    settleReversal,
    emptyAccount,
    openDispute,
    closeDispute,
    bankPayout,
  }

  return {
    take: (step: Step) => happen[step.kind](step),
    on,
    companies,
    state: { bookings, refunds, payouts, reversals, truth },
    unbalanced: () => unbalanced,
    shareOf: (booking: Booking) => splitOf(booking, booking.amountCents - booking.refundedCents).shareCents,
  }
}
export type History = ReturnType<typeof openHistory>

export const sum = (parts: readonly { amountCents: number }[]) => parts.reduce((total, { amountCents }) => total + amountCents, 0)
