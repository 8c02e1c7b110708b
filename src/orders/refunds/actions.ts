import { isDisputed } from '#src/money/payments/disputes/actions.ts'
import { disputeReasonText } from '#src/money/payments/disputes/reasons.ts'
import { disputeLostEntries, lossMovedEntries, refundEntries, type Shrinking } from '#src/money/payments/entryRules.ts'
import { readOwedRefunds, readPendingRefunds, requestRefund } from '#src/money/payments/refundActions.ts'
import { findRefundByKey } from '#src/money/payments/refundStore.ts'
import { insertLedgerTransaction } from '#src/money/payments/store.ts'
import { lockPaidBooking, notifyCustomerOfRefund, type PaidBooking, shrinkBooking } from '#src/orders/bookings/shrinkActions.ts'
import { findTipOfOrder } from '#src/orders/tips/store.ts'
import type { Cents } from '#src/platform/kit/money.ts'
import type { App, DisputeChange, FailedRefund, Hooks, ReturnedRefund, SettledRefund } from '#src/platform/server/app.ts'
import { recordAudit } from '#src/platform/server/audit.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { announce } from '#src/platform/server/live.ts'
import { enqueueMail } from '#src/platform/server/mail/mail.ts'
import { disputeCompanyMail, disputeOperatorMail, refundedCompanyMail } from './mails.ts'
import { convergeTransfer, requestReversal } from './reversalActions.ts'
import { refundableCents, refundProblems } from './rules.ts'
import { findCompanyMail, lockPayoutOf, readBorneLoss } from './store.ts'

/** Hooks called by payments when money flows back; each runs in the transaction that settles the change. */
export const refundHooks: Pick<Hooks, 'onRefunded' | 'onRefundFailed' | 'onRefundReturned' | 'onDispute' | 'onTransferChanged'> = {
  onRefunded: { booking: applyRefund },
  onRefundFailed: { booking: applyFailure },
  onRefundReturned: { booking: applyReturn },
  onDispute: { booking: applyDispute },
  onTransferChanged: convergeTransfer,
}

/**
 * Order of a refund; amounts in cents. `actor` as in the audit log: `admin:{session}`, `user:{id}`, `system`. Without `amountCents`
 * everything left is refunded. A retry with the same `requestKey` returns the first refund. `paysOwed`: also repeats refunds that were
 * returned by the customer's bank, before the rest; implied without an amount.
 */
export type RefundOrder = {
  bookingId: string
  amountCents?: Cents | undefined
  reason: string
  actor: string
  requestId: string
  requestKey?: string | null
  paysOwed?: true
}

/**
 * Orders a refund, in full or in part, before or after the company's payout; no other code refunds customers. A job executes it and
 * retries until it is settled. Returns id and amount. Throws refundProblems.
 */
export const refundBooking = (app: App, order: RefundOrder) => app.db.transaction().execute((tx) => refundBookingIn(app, tx, order))

/** Orders a refund within the caller's transaction. */
export async function refundBookingIn(app: App, tx: Transaction, order: RefundOrder) {
  const { bookingId, reason, actor, requestId, requestKey = null } = order
  const booking = await lockPaidBooking(tx, bookingId)
  if (!booking) throw refundProblems.bookingUnknown()
  const same = requestKey === null ? undefined : await findRefundByKey(tx, { bookingId, requestKey })
  if (same) return { refundId: same.id, amountCents: same.amountCents }
  if (await isDisputed(tx, bookingId)) throw refundProblems.disputed()
  const leftCents = refundableCents(booking, await readPendingRefunds(tx, bookingId))
  const isPayingOwed = order.paysOwed || order.amountCents === undefined
  const backCents = isPayingOwed ? await readOwedRefunds(tx, bookingId) : 0
  const mayCents = leftCents + backCents
  const amountCents = order.amountCents ?? mayCents
  if (mayCents <= 0) throw refundProblems.nothingLeft()
  if (amountCents > mayCents) throw refundProblems.tooMuch()
  const owedCents = Math.min(amountCents, backCents)
  const refundId = await requestRefund(app, tx, { bookingId, amountCents, owedCents, reason, actor, requestKey })
  const after = { refundId, amountCents, reason }
  const entry = { at: app.now(), actor, action: 'booking.refund', objectType: 'booking', objectId: bookingId, requestId }
  await recordAudit(tx, { ...entry, before: { refundedCents: booking.refundedCents }, after })
  await announce(tx, { companyId: booking.companyId, kind: 'booking', id: bookingId })
  return { refundId, amountCents }
}

/**
 * Posts a successful refund: reduces the booking and takes the company's share from its payable or, after a payout, adds it to its
 * receivable. Repeating a returned refund changes neither.
 */
async function applyRefund(app: App, tx: Transaction, refund: SettledRefund) {
  const booking = await lockPaidBooking(tx, refund.bookingId)
  if (!booking) throw new Error(`booking ${refund.bookingId} was refunded but never paid`)
  const { amountCents, owedCents, refundId, refundedAt: at } = refund
  const newCents = amountCents - owedCents
  const { shrinking, appliedCents, payout } = await takeBack(tx, booking, { amountCents: newCents, at })
  if (appliedCents !== newCents) throw new Error(`booking ${booking.id} was refunded beyond what is left of it`)
  const entries = refundEntries({ refundCents: amountCents, owedCents, ...shrinking })
  const kind = newCents > 0 ? 'refund' : 'refundRepeated'
  await insertLedgerTransaction(tx, { kind, reference: refundId, bookingId: booking.id, occurredAt: at, entries })
  await notifyCustomerOfRefund(app, tx, { booking, refund, isReturned: false })
  if (newCents === 0) return announce(tx, { companyId: booking.companyId, kind: 'booking', id: booking.id })
  if (payout) await bringBack(app, tx, { payout, booking, cause: refundId, shrinking })
  const company = await findCompanyMail(tx, booking.companyId)
  const shareCents = shrinking.before.shareCents - shrinking.after.shareCents
  const facts = { booking, refund: { refundId, amountCents: newCents }, shareCents, isPaidOut: payout !== undefined }
  if (company) await enqueueMail(tx, refundedCompanyMail({ ...facts, company }))
}

/** Notifies the customer that a refund was returned by the bank; the operator repeats it or pays in another way. */
async function applyReturn(app: App, tx: Transaction, refund: ReturnedRefund) {
  const booking = await lockPaidBooking(tx, refund.bookingId)
  if (!booking) throw new Error(`booking ${refund.bookingId} was refunded but never paid`)
  await notifyCustomerOfRefund(app, tx, { booking, refund, isReturned: true })
  await announce(tx, { companyId: booking.companyId, kind: 'booking', id: booking.id })
}

/** Posts a change of a dispute and notifies operator and company. A lost dispute counts as a refund of its amount. */
async function applyDispute(app: App, tx: Transaction, change: DisputeChange) {
  const booking = await lockPaidBooking(tx, change.bookingId)
  if (!booking) throw new Error(`booking ${change.bookingId} is disputed but was never paid`)
  if (change.stage === 'lost') await applyLoss(app, tx, { booking, change })
  await announce(tx, { companyId: booking.companyId, kind: 'booking', id: booking.id })
  const worded = { ...change, reason: disputeReasonText(change.reason) }
  await enqueueMail(tx, disputeOperatorMail({ to: app.config.adminEmail, booking, change: worded }))
  const company = await findCompanyMail(tx, booking.companyId)
  if (company) await enqueueMail(tx, disputeCompanyMail({ company, booking, change: worded }))
}

/**
 * Enters a lost dispute. Refunds under way count first, because their money may have moved before: the loss reduces the booking by the
 * remainder. If such a refund fails, `applyFailure` enters the rest of the loss.
 */
async function applyLoss(app: App, tx: Transaction, { booking, change }: { booking: PaidBooking; change: DisputeChange }) {
  const { id, amountCents, at } = change
  const openCents = refundableCents(booking, await readPendingRefunds(tx, booking.id))
  const { shrinking, appliedCents, payout } = await takeBack(tx, booking, { amountCents: Math.min(amountCents, openCents), at })
  const entries = disputeLostEntries({ amountCents, lost: { ...shrinking, appliedCents } })
  await insertLedgerTransaction(tx, { kind: 'disputeLost', reference: id, bookingId: booking.id, occurredAt: at, entries })
  if (payout) await bringBack(app, tx, { payout, booking, cause: id, shrinking })
}

/** Takes the part of a lost dispute that the platform bore for a refund under way, now that the refund has failed. */
async function applyFailure(app: App, tx: Transaction, { bookingId, refundId, failedAt: at }: FailedRefund) {
  // The lock comes first: a dispute that is being entered still counts this refund, and its loss must be read afterwards.
  const booking = await lockPaidBooking(tx, bookingId)
  const borneCents = await readBorneLoss(tx, bookingId)
  if (!booking || borneCents <= 0) return
  const openCents = refundableCents(booking, await readPendingRefunds(tx, bookingId))
  const { shrinking, appliedCents, payout } = await takeBack(tx, booking, { amountCents: Math.min(borneCents, openCents), at })
  if (appliedCents === 0) return
  const entries = lossMovedEntries({ ...shrinking, appliedCents })
  await insertLedgerTransaction(tx, { kind: 'disputeLost', reference: refundId, bookingId, occurredAt: at, entries })
  if (payout) await bringBack(app, tx, { payout, booking, cause: refundId, shrinking })
}

/** Lock order: booking, then payout. A pending payout already contains the share. */
async function takeBack(tx: Transaction, booking: PaidBooking, part: { amountCents: Cents; at: Date }) {
  const { before, after, appliedCents } = await shrinkBooking(tx, booking, part)
  const payout = await lockPayoutOf(tx, booking.id)
  const account = payout ? 'company_receivable' : 'company_payable'
  const isTip = (await findTipOfOrder(tx, booking.id)) !== undefined
  return { shrinking: { before, after, companyId: booking.companyId, account, isTip } satisfies Shrinking, appliedCents, payout }
}

type Payout = NonNullable<Awaited<ReturnType<typeof lockPayoutOf>>>
type Back = { payout: Payout; booking: PaidBooking; cause: string; shrinking: Shrinking }

const bringBack = (app: App, tx: Transaction, { payout, booking, cause, shrinking }: Back) =>
  requestReversal(app, tx, {
    payout,
    bookingId: booking.id,
    cause,
    owedCents: shrinking.before.shareCents - shrinking.after.shareCents,
  })
