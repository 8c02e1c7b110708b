import { factsOfMethod } from '#src/money/payments/methods.ts'
import { splitAmount } from '#src/money/payments/rules.ts'
import { findCheckoutOfBooking, markTransactionRefunded } from '#src/money/payments/store.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { announce } from '#src/platform/server/live.ts'
import { enqueueEncryptedMail } from '#src/platform/server/mail/mail.ts'
import { issueBookingLinks } from './links/actions.ts'
import { refundedMail, refundReturnedMail } from './mails.ts'
import { lockBooking, markRefunded } from './store.ts'

/** Locks a paid booking. Every change of its money takes this lock first. Undefined if it was never paid. */
export async function lockPaidBooking(tx: Transaction, bookingId: string) {
  const booking = await lockBooking(tx, bookingId)
  if (!booking || booking.paidAt === null || booking.commissionBasisPoints === null || booking.vatBasisPoints === null) return undefined
  return { ...booking, commissionBasisPoints: booking.commissionBasisPoints, vatBasisPoints: booking.vatBasisPoints }
}
export type PaidBooking = NonNullable<Awaited<ReturnType<typeof lockPaidBooking>>>

/**
 * Reduces the amount of a locked paid booking. Returns share, fee and tax before and after, at the rates fixed with the payment. Never
 * reduces by more than is left: `appliedCents` is the actual reduction.
 */
export async function shrinkBooking(tx: Transaction, booking: PaidBooking, { amountCents, at }: { amountCents: number; at: Date }) {
  const { commissionBasisPoints, vatBasisPoints } = booking
  const remainingCents = booking.amountCents - booking.refundedCents
  const appliedCents = Math.min(amountCents, remainingCents)
  const splitOf = (cents: number) => splitAmount({ amountCents: cents, commissionBasisPoints, vatBasisPoints })
  const [before, after] = [splitOf(remainingCents), splitOf(remainingCents - appliedCents)]
  if (appliedCents > 0) {
    const marked = await markRefunded(tx, { id: booking.id, amountCents: appliedCents, feeCents: after.feeCents, now: at })
    if (!marked) throw new Error(`booking ${booking.id} cannot shrink as ${booking.paymentStatus}`)
    if (marked.paymentStatus === 'refunded') await markTransactionRefunded(tx, booking.id)
    await announce(tx, { companyId: booking.companyId, kind: 'booking', id: booking.id })
  }
  return { before, after, appliedCents }
}

type Refunded = { booking: PaidBooking; refund: { refundId: string; amountCents: number }; isReturned: boolean }

/** Enqueues the customer's mail about a refund: under way, or returned by the bank (`isReturned`). */
export async function notifyCustomerOfRefund(app: App, tx: Transaction, { booking, refund, isReturned }: Refunded) {
  const links = await issueBookingLinks(app, tx, booking)
  const checkout = await findCheckoutOfBooking(tx, booking.id)
  const { refund: path, refundReturned: cause } = factsOfMethod(checkout?.method ?? null)
  const mail = isReturned ? refundReturnedMail({ booking, refund, links, cause }) : refundedMail({ booking, refund, links, path })
  await enqueueEncryptedMail(app, tx, mail)
}
