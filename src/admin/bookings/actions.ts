import { bookingProblems } from '#src/bookings/rules.ts'
import { sendFile } from '#src/files/downloadActions.ts'
import { fileProblems } from '#src/files/rules.ts'
import { listAttachmentsOfBooking } from '#src/files/store.ts'
import { refundableCents } from '#src/refunds/rules.ts'
import type { App } from '#src/server/app.ts'
import { type PageAsked, readPage } from '#src/server/pages.ts'
import {
  type FoundBooking,
  findAttachment,
  findBooking,
  listDisputesOf,
  listLedgerOf,
  listPayoutsOf,
  listRefunds,
  listReversalsOf,
} from './detailStore.ts'
import type { BookingSort } from './listRules.ts'
import type { AdminBooking, AdminBookingDetails, BookingFilter } from './rules.ts'
import { type BookingRow, countBookings, listBookings } from './store.ts'

/** A page of all bookings, and how many match. */
export async function readBookings(app: App, { page, pageSize, sort, ...filter }: PageAsked & BookingFilter & { sort: BookingSort }) {
  const { rows, ...place } = await readPage(
    { page, pageSize },
    { list: (part) => listBookings(app.db, { filter, sort, ...part }), count: () => countBookings(app.db, filter) },
  )
  return { rows: rows.map(showBooking), ...place }
}

/** Everything of one booking. Throws bookingProblems.notFound. */
export async function readBooking(app: App, bookingId: string): Promise<AdminBookingDetails> {
  const booking = await findBooking(app.db, bookingId)
  if (!booking) throw bookingProblems.notFound()
  const [attachments, refunds, payouts, reversals, disputes, ledger] = await Promise.all([
    listAttachmentsOfBooking(app.db, bookingId),
    listRefunds(app.db, bookingId),
    listPayoutsOf(app.db, bookingId),
    listReversalsOf(app.db, bookingId),
    listDisputesOf(app.db, bookingId),
    listLedgerOf(app.db, bookingId),
  ])
  const pendingCents = refunds.filter(({ status }) => status === 'pending').reduce((sum, { amountCents }) => sum + amountCents, 0)
  return {
    ...showBooking(booking),
    ...showMore(booking),
    refund_pending: pendingCents / 100,
    refundable: booking.paidAt === null ? 0 : refundableCents(booking, pendingCents) / 100,
    attachments,
    refunds: refunds.map(({ id, reason, status, ...one }) => ({
      ...{ id, reason, status, amount: one.amountCents / 100 },
      ...{ requested_at: iso(one.requestedAt), settled_at: isoOrNull(one.settledAt) },
    })),
    payouts: payouts.map(({ id, rail, status, ...one }) => ({
      ...{ id, rail, status, amount: one.amountCents / 100, stripe_transfer_id: one.stripeTransferId },
      ...{ processed_at: isoOrNull(one.processedAt), is_released: one.releasedAt !== null, created_at: iso(one.createdAt) },
    })),
    reversals: reversals.map(({ amountCents, status, requestedAt }) => ({
      ...{ amount: amountCents / 100, status, requested_at: iso(requestedAt) },
    })),
    disputes: disputes.map(({ id, status, ...one }) => ({
      ...{ id, status, amount: one.amountCents / 100, opened_at: iso(one.openedAt) },
      ...{ due_by: isoOrNull(one.dueBy), closed_at: isoOrNull(one.closedAt) },
    })),
    ledger: ledger.map(({ kind, account, amountCents, occurredAt }) => ({
      ...{ kind, account, amount: amountCents / 100, occurred_at: iso(occurredAt) },
    })),
  }
}

/** A booking as the operator's list and file show it. */
export const showBooking = (row: BookingRow): AdminBooking => ({
  id: row.id,
  company_id: row.companyId,
  company_name: row.companyName,
  service_title: row.serviceTitle,
  customer_name: row.customerName,
  customer_email: row.customerEmail,
  booking_date: row.bookingDate,
  booking_time: row.bookingTime.slice(0, 5),
  amount: row.amountCents / 100,
  refunded: row.refundedCents / 100,
  booking_status: row.bookingStatus,
  payment_status: row.paymentStatus,
  payout_processed: row.payoutProcessedAt !== null,
  created_at: iso(row.createdAt),
})

const showMore = (booking: FoundBooking) => ({
  customer_phone: booking.customerPhone,
  location: booking.location,
  description: booking.description,
  company: {
    company_name: booking.companyName,
    email: booking.email,
    contact_person: booking.contactPerson,
    phone: booking.phone,
  },
  commission_basis_points: booking.commissionBasisPoints,
  platform_fee: booking.feeCents === null ? null : booking.feeCents / 100,
  company_share: booking.feeCents === null ? null : (booking.amountCents - booking.refundedCents - booking.feeCents) / 100,
  stripe_payment_intent_id: booking.paymentId,
  session_id: booking.sessionId,
  expires_at: iso(booking.expiresAt),
  paid_at: isoOrNull(booking.paidAt),
  payable_at: isoOrNull(booking.payableAt),
  payout_processed_at: isoOrNull(booking.payoutProcessedAt),
  cancelled_at: isoOrNull(booking.cancelledAt),
  cancel_reason: booking.cancelReason,
  updated_at: iso(booking.updatedAt),
})

const iso = (moment: Date) => moment.toISOString()
const isoOrNull = (moment: Date | null) => moment?.toISOString() ?? null

/** A customer's file for the operator, of a booking in any state. Throws fileProblems.unknown. */
export async function openAttachment(app: App, attachmentId: string) {
  const found = await findAttachment(app.db, attachmentId)
  if (!found) throw fileProblems.unknown()
  return sendFile(app, found)
}
