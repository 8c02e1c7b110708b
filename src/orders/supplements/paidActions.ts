import { companyOf } from '#src/orders/appointments/markActions.ts'
import { laterOf } from '#src/orders/appointments/moveRules.ts'
import { endOrder } from '#src/orders/bookings/orderActions.ts'
import { payableAfterDays } from '#src/orders/bookings/rules.ts'
import { lockBooking } from '#src/orders/bookings/store.ts'
import { type Instalment, lockInstalmentOfOrder } from '#src/orders/instalments/store.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { announce } from '#src/platform/server/live.ts'
import { enqueueMail } from '#src/platform/server/mail/mail.ts'
import { answeredMail } from './mails.ts'
import { findParent, listUnanswered, lockSupplement, lockSupplementOfOrder, markSupplement, type Supplement } from './store.ts'

type Booking = NonNullable<Awaited<ReturnType<typeof lockBooking>>>
/** Job of an order with the supplement or the instalment that it pays, all locked; neither if another order took its place. */
export type OrderedPart = { job: Booking; supplement: Supplement | undefined; instalment: Instalment | undefined }

/** Locks the job and the supplement or instalment that a booking pays, before the booking itself is locked. Undefined for a job's own booking. */
export async function lockOrdered(tx: Transaction, bookingId: string): Promise<OrderedPart | undefined> {
  const parentId = await findParent(tx, bookingId)
  if (!parentId) return undefined
  const job = await lockBooking(tx, parentId)
  if (!job) throw new Error(`the job ${parentId} of order ${bookingId} is gone`)
  return { job, supplement: await lockSupplementOfOrder(tx, bookingId), instalment: await lockInstalmentOfOrder(tx, bookingId) }
}

/**
 * Accepts a paid supplement, in the transaction that settles its payment. Returns false if the job or the supplement
 * was ended before: the payment is refunded then. Late money accepts a supplement that merely lapsed.
 */
export async function acceptPaid(tx: Transaction, { job, supplement }: Pick<OrderedPart, 'job' | 'supplement'>, now: Date) {
  if (!supplement || job.bookingStatus !== 'confirmed') return false
  return (await markSupplement(tx, { id: supplement.id, from: ['open', 'lapsed'], to: 'accepted', now })) !== undefined
}

/** Moment from which the share of a supplement, an instalment or a tip is due: with the job's, but not before a day after its payment. */
export const payableWith = (
  { job }: Pick<OrderedPart, 'job'>,
  { paidAt, holdDays, returnableUntil }: { paidAt: Date; holdDays: number; returnableUntil: Date | null },
) => laterOf(laterOf(new Date(paidAt.getTime() + (payableAfterDays + holdDays) * 86_400_000), job.payableAt), returnableUntil)

/** Ends supplements whose customers did not answer in time. Reads its work from the tables. */
export async function lapseSupplements(app: App) {
  for (const { id, bookingId } of await listUnanswered(app.db, app.now()))
    await app.db.transaction().execute(async (tx) => {
      const booking = await lockBooking(tx, bookingId)
      const supplement = await lockSupplement(tx, id)
      if (!booking || !supplement || supplement.answerBy > app.now()) return
      if (!(await markSupplement(tx, { id, from: ['open'], to: 'lapsed', now: app.now() }))) return
      await endOrder(tx, supplement.orderId)
      await announce(tx, { companyId: booking.companyId, kind: 'booking', id: bookingId })
      const company = await companyOf(tx, booking.companyId)
      const facts = { booking, company, supplement: { ...supplement, item: supplement }, publicUrl: app.config.publicUrl }
      await enqueueMail(tx, answeredMail({ ...facts, answer: 'lapsed' }))
    })
}
