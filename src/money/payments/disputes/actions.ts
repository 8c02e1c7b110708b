import type { DisputeState } from '#src/platform/ports/pspTransactions.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { recordDiscrepancy } from '../actions.ts'
import { appealWonEntries, disputeLostEntries, disputeOpenedEntries, disputeWonEntries } from '../entryRules.ts'
import { readTransactions } from '../reconciliation/actions.ts'
import { moneyGraphs } from '../rules.ts'
import { insertLedgerTransaction } from '../store.ts'
import {
  findBookingOfPayment,
  findOpenDispute,
  findUnsettledBooking,
  insertDispute,
  lockDispute,
  markDispute,
  markDisputeChecked,
} from './store.ts'

/** True if a booking's payment has an open dispute. Such a booking is neither refunded nor paid out. */
export const isDisputed = async (tx: Transaction, bookingId: string) => (await findOpenDispute(tx, bookingId)) !== undefined

/**
 * Reads a dispute from the PSP and posts what changed since the last check: money withdrawn, returned or lost. Missed steps are posted in
 * order. A lost payment of a subscription is reported to it. Throws PaymentsUnavailable if the dispute cannot be read, and an Error while
 * its payment is not settled here yet, so that the job is retried.
 */
export async function convergeDispute(app: App, id: string) {
  const state = await app.payments.findDispute(id)
  if (!state?.paymentId) return
  const { paymentId } = state
  await requireSettled(app, paymentId)
  const invoiceId = (await findBookingOfPayment(app.db, paymentId)) ? undefined : await app.payments.findInvoiceOfPayment(paymentId)
  await app.db.transaction().execute((tx) => applyDispute(app, tx, { ...state, paymentId, invoiceId }))
  const { status, hasMoved, amountCents } = state
  if (invoiceId && status === 'lost' && hasMoved) await app.hooks.onPaymentReturned(app, { invoiceId, amountCents })
}

/**
 * Throws if the disputed payment belongs to a booking that is not settled here yet; otherwise the dispute would be recorded without a
 * booking.
 */
async function requireSettled(app: App, paymentId: string) {
  if (await findBookingOfPayment(app.db, paymentId)) return
  await readTransactions(app)
  const unsettled = await findUnsettledBooking(app.db, paymentId)
  if (unsettled) throw new Error(`booking ${unsettled.bookingId} is disputed before its payment was settled`)
}

/** `invoiceId`: invoice of a subscription that the payment was for. */
type Known = DisputeState & { paymentId: string; invoiceId: string | undefined }
type Status = keyof typeof moneyGraphs.dispute

async function applyDispute(app: App, tx: Transaction, state: Known) {
  const now = app.now()
  const { id, paymentId, amountCents, reason, dueBy } = state
  const target = await findBookingOfPayment(tx, paymentId)
  await insertDispute(tx, {
    id,
    paymentId,
    bookingId: target?.bookingId ?? null,
    companyId: target?.companyId ?? null,
    amountCents,
    status: 'inquiry',
    reason,
    openedAt: state.createdAt,
    dueBy,
    checkedAt: now,
  })
  const known = await lockDispute(tx, id)
  // Reads may be applied out of order: a decided status must not change back.
  const isAhead = moneyGraphs.dispute[known.status as Status].some((next: string) => next === state.status)
  // The dispute may be open before the bank withdraws the money.
  const hasMovedSince = known.status === state.status && state.hasMoved && !known.heldAt
  if (!isAhead && !hasMovedSince) return markDisputeChecked(tx, { id, now })
  const isClosed = state.status === 'won' || state.status === 'lost'
  const heldAt = known.heldAt ?? (state.hasMoved ? now : null)
  await markDispute(tx, { id, status: state.status, amountCents, dueBy, heldAt, closedAt: isClosed ? now : null, checkedAt: now })
  // An inquiry that was closed has moved no money.
  if (!state.hasMoved) return
  if (!known.heldAt) await enterOpened(app, tx, { state, bookingId: known.bookingId, at: now })
  if (state.status === 'won' && known.status === 'lost') return enterAppeal(app, tx, { state, bookingId: known.bookingId, at: now })
  if (state.status === 'won') await enterWon(app, tx, { state, bookingId: known.bookingId, at: now })
  if (state.status === 'lost') await enterLost(app, tx, { state, bookingId: known.bookingId, at: now })
}

type Entered = { state: Known; bookingId: string | null; at: Date }

async function enterOpened(app: App, tx: Transaction, { state, bookingId, at }: Entered) {
  const { id, amountCents } = state
  const entries = disputeOpenedEntries(amountCents)
  await insertLedgerTransaction(tx, { kind: 'disputeOpened', reference: id, bookingId, occurredAt: at, entries })
  if (bookingId) return tell(app, tx, { state, bookingId, at }, 'opened')
  const kind = state.invoiceId ? 'subscriptionDispute' : 'unknownDispute'
  await recordDiscrepancy(app, tx, { kind, reference: id, amountCents, details: state })
}

async function enterWon(app: App, tx: Transaction, { state, bookingId, at }: Entered) {
  const entries = disputeWonEntries(state.amountCents)
  await insertLedgerTransaction(tx, { kind: 'disputeWon', reference: state.id, bookingId, occurredAt: at, entries })
  if (bookingId) await tell(app, tx, { state, bookingId, at }, 'won')
}

/**
 * The booking was already settled as lost and the company notified: record a discrepancy, so that the operator decides who gets the money.
 */
async function enterAppeal(app: App, tx: Transaction, { state, bookingId, at }: Entered) {
  const { id, amountCents } = state
  const entries = appealWonEntries(amountCents)
  await insertLedgerTransaction(tx, { kind: 'disputeWon', reference: id, bookingId, occurredAt: at, entries })
  await recordDiscrepancy(app, tx, { kind: 'appealWon', reference: id, bookingId, amountCents, details: state })
}

/** A lost dispute reduces its booking like a refund; the refunds slice does that. Without a booking the platform bears the loss. */
async function enterLost(app: App, tx: Transaction, { state, bookingId, at }: Entered) {
  if (bookingId) return tell(app, tx, { state, bookingId, at }, 'lost')
  const entries = disputeLostEntries({ amountCents: state.amountCents })
  await insertLedgerTransaction(tx, { kind: 'disputeLost', reference: state.id, bookingId: null, occurredAt: at, entries })
}

const tell = (app: App, tx: Transaction, one: Entered & { bookingId: string }, stage: 'opened' | 'won' | 'lost') => {
  const { id, amountCents, reason, dueBy } = one.state
  return app.hooks.onDispute.booking(app, tx, { id, stage, bookingId: one.bookingId, amountCents, reason, dueBy, at: one.at })
}
