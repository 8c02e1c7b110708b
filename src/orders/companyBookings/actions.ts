import { sendFile } from '#src/foundation/files/downloadActions.ts'
import { fileProblems } from '#src/foundation/files/rules.ts'
import { listAttachmentsOfBooking } from '#src/foundation/files/store.ts'
import { isStanding } from '#src/money/payments/bookingStates.ts'
import { companyActsAt, looseActsAt } from '#src/orders/appointments/actRules.ts'
import { mayPropose, showProposal } from '#src/orders/appointments/proposalRules.ts'
import { findOpenProposal } from '#src/orders/appointments/proposalStore.ts'
import { findUnplaced } from '#src/orders/appointments/reminderStore.ts'
import { findAppointment } from '#src/orders/appointments/store.ts'
import { isOpenComplaint } from '#src/orders/bookings/complaints/rules.ts'
import { listComplaintsOf } from '#src/orders/bookings/complaints/store.ts'
import { findEstimate } from '#src/orders/bookings/estimateStore.ts'
import { findHourly, findPieces } from '#src/orders/bookings/itemStore.ts'
import { bookingProblems } from '#src/orders/bookings/rules.ts'
import { readPlan } from '#src/orders/instalments/planActions.ts'
import { readJobWork } from '#src/orders/onsite/companyActions.ts'
import { isAsked, isWaitingFor } from '#src/orders/requests/rules.ts'
import { readSupplements } from '#src/orders/supplements/companyActions.ts'
import { readTip } from '#src/orders/tips/actions.ts'
import type { App } from '#src/platform/server/app.ts'
import { type ListRequest, readPage } from '#src/platform/server/pages.ts'
import { detailLines } from '#src/supply/services/texts.ts'
import type { BookingList } from './listRules.ts'
import { type BookingRow, countMatching, findAttachment, findBooking, listBookings } from './store.ts'

type Params = ListRequest<BookingList> & { companyId: string }

/** Returns one page of the company's bookings and the number that match. */
export async function readBookings(app: App, { companyId, ...filter }: Params) {
  const { rows, ...place } = await readPage(filter, {
    list: (part) => listBookings(app.db, { companyId, filter, sort: filter.sort, ...part }),
    count: () => countMatching(app.db, { companyId, filter }),
  })
  return { rows: rows.map(showBooking), ...place }
}

/** Returns one booking of the company with its files. Throws bookingProblems.notFound, also for another company's booking. */
export async function readBooking(app: App, ids: { companyId: string; bookingId: string }) {
  const found = await findBooking(app.db, ids)
  if (!found) throw bookingProblems.notFound()
  const appointment = await readAppointment(app, found.id)
  // To answer a request, the company sees its content; address and phone are only shown with the booking.
  const isOn = isStanding(found.bookingStatus) || appointment?.isAsked === true
  const attachments = isOn ? await listAttachmentsOfBooking(app.db, found.id) : []
  const words = { description: isOn ? found.description : null, agreedWith: isOn ? found.agreedWith : null }
  const location = isOn ? found.location : null
  const [complaint = null] = await listComplaintsOf(app.db, found.id)
  // While a complaint is open, the company answers it instead of reporting a missed appointment.
  const isAnswering = complaint !== null && isOpenComplaint(complaint.status)
  const acts = (appointment?.acts ?? (await readLooseActs(app, found.id))).filter((act) => !(isAnswering && act === 'missed'))
  const supplements = await readSupplements(app, found)
  const work = await readJobWork(app, found)
  return {
    ...showBooking(found),
    location,
    ...words,
    bought: detailLines(found.items),
    acts,
    appointment,
    complaint,
    attachments,
    supplements,
    plan: await readPlan(app.db, found.id),
    work,
    tipCents: (await readTip(app.db, { bookingId: found.id, now: app.now() }))?.givenCents ?? null,
  }
}

/** Actions for a confirmed booking without an appointment. */
async function readLooseActs(app: App, bookingId: string) {
  const found = await findUnplaced(app.db, bookingId)
  return found ? looseActsAt(found, app.now()) : []
}

async function readAppointment(app: App, bookingId: string) {
  const agreed = await findAppointment(app.db, bookingId)
  if (!agreed) return null
  const now = app.now()
  const proposal = showProposal(await findOpenProposal(app.db, bookingId), agreed, now)
  return {
    status: agreed.status,
    acts: companyActsAt(agreed, now),
    hourly: (await findHourly(app.db, bookingId)) ?? null,
    byPiece: (await findPieces(app.db, bookingId)) ?? null,
    mayPropose: mayPropose(agreed, now),
    proposal,
    isAsked: isAsked(agreed.status),
    estimate: (await findEstimate(app.db, bookingId)) ?? null,
    answerUntil: isWaitingFor('requested', agreed, now) ? agreed.deadlineAt : null,
  }
}

/** Booking as the company sees it: the customer's address, phone and place only if it is confirmed. */
export function showBooking<Row extends BookingRow>(row: Row) {
  const isOn = isStanding(row.bookingStatus)
  return {
    ...row,
    customerEmail: isOn ? row.customerEmail : null,
    customerPhone: isOn ? row.customerPhone : null,
    location: isOn ? row.location : null,
    bookingTime: row.bookingTime.slice(0, 5),
    platformFeeCents: row.feeCents,
    companyShareCents: row.feeCents === null ? null : row.amountCents - row.refundedCents - row.feeCents,
    payoutProcessed: row.payoutProcessedAt !== null,
  }
}

/** Opens a customer's file for the booking's company. Throws fileProblems.unknown. */
export async function openAttachment(app: App, ids: { companyId: string; attachmentId: string }) {
  const found = await findAttachment(app.db, ids)
  if (!found) throw fileProblems.unknown()
  return sendFile(app, found)
}
