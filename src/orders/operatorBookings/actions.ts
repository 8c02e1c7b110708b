import { sendFile } from '#src/foundation/files/downloadActions.ts'
import { fileProblems } from '#src/foundation/files/rules.ts'
import { listAttachmentsOfBooking } from '#src/foundation/files/store.ts'
import { bookingProblems } from '#src/orders/bookings/rules.ts'
import { readPlan } from '#src/orders/instalments/planActions.ts'
import { findInstalmentJob } from '#src/orders/instalments/store.ts'
import { refundableCents, sumRefunds } from '#src/orders/refunds/rules.ts'
import { readWholeSeries } from '#src/orders/series/actions.ts'
import { showSupplement } from '#src/orders/supplements/companyActions.ts'
import { listSupplements } from '#src/orders/supplements/store.ts'
import type { App } from '#src/platform/server/app.ts'
import { underOneSnapshot } from '#src/platform/server/db.ts'
import { type ListRequest, readListPage } from '#src/platform/server/pages.ts'
import { detailLines } from '#src/supply/services/texts.ts'
import { findAttachment, findBooking, listDisputesOf, listLedgerOf, listPayoutsOf, listRefunds, listReversalsOf } from './detailStore.ts'
import { historyLine } from './history.ts'
import { listHistory } from './historyStore.ts'
import type { BookingList } from './listRules.ts'
import { countBookings, listBookings } from './store.ts'

/** Returns one page of all bookings, and the number that match. */
export const readBookings = (app: App, asked: ListRequest<BookingList>) =>
  readListPage(app.db, asked, { list: listBookings, count: countBookings })

/** Returns all data of one booking. Throws bookingProblems.notFound. */
export async function readBooking(app: App, bookingId: string) {
  const { booking, events, ...lists } = await underOneSnapshot(app.db, async (tx) => ({
    booking: await findBooking(tx, bookingId),
    attachments: await listAttachmentsOfBooking(tx, bookingId),
    refunds: await listRefunds(tx, bookingId),
    payouts: await listPayoutsOf(tx, bookingId),
    reversals: await listReversalsOf(tx, bookingId),
    disputes: await listDisputesOf(tx, bookingId),
    ledger: await listLedgerOf(tx, bookingId),
    wholeSeries: await readWholeSeries(app, tx, bookingId),
    supplements: (await listSupplements(tx, bookingId)).map(showSupplement),
    plan: await readPlan(tx, bookingId),
    isInstalment: (await findInstalmentJob(tx, bookingId)) !== undefined,
    events: await listHistory(tx, bookingId),
  }))
  if (!booking) throw bookingProblems.notFound()
  const { pendingCents, owedCents } = sumRefunds(lists.refunds)
  const { platformFeeCents } = booking
  return {
    ...booking,
    bought: detailLines(booking.items),
    company: booking,
    companyShareCents: platformFeeCents === null ? null : booking.amountCents - booking.refundedCents - platformFeeCents,
    refundPendingCents: pendingCents,
    refundableCents: booking.paidAt === null ? 0 : refundableCents(booking, pendingCents) + owedCents,
    ...lists,
    history: events.map(historyLine),
  }
}

/** Opens a customer's file for the operator, of a booking in any state. Throws fileProblems.unknown. */
export async function openAttachment(app: App, attachmentId: string) {
  const found = await findAttachment(app.db, attachmentId)
  if (!found) throw fileProblems.unknown()
  return sendFile(app, found)
}
