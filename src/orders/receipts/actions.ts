import { sendFile } from '#src/foundation/files/downloadActions.ts'
import { fileProblems } from '#src/foundation/files/rules.ts'
import { listAttachmentsOfBooking } from '#src/foundation/files/store.ts'
import { paymentMethodOf } from '#src/money/payments/methods.ts'
import { findCheckoutOfBooking } from '#src/money/payments/store.ts'
import { consentUntil } from '#src/orders/appointments/moveRules.ts'
import { findOpenProposal } from '#src/orders/appointments/proposalStore.ts'
import { findAppointment } from '#src/orders/appointments/store.ts'
import { boughtLines } from '#src/orders/bookings/bought.ts'
import { reportableUntil } from '#src/orders/bookings/complaints/rules.ts'
import { listComplaintsOf } from '#src/orders/bookings/complaints/store.ts'
import { findEstimate } from '#src/orders/bookings/estimateStore.ts'
import { openWithKey } from '#src/orders/bookings/links/keyActions.ts'
import type { HeldKey } from '#src/orders/bookings/links/keyRules.ts'
import { bookingProblems } from '#src/orders/bookings/rules.ts'
import { readPlan } from '#src/orders/instalments/planActions.ts'
import { findPlan } from '#src/orders/instalments/store.ts'
import { requestSteps, timeView } from '#src/orders/requests/rules.ts'
import { listCounterTimes } from '#src/orders/requests/store.ts'
import { readTip } from '#src/orders/tips/actions.ts'
import { berlinDay } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import { pdfResponse } from '#src/platform/server/pdf/page.ts'
import { readSettings } from '#src/platform/server/settings.ts'
import { cancellingOf, leftOf, takesPlace } from './cancelling.ts'
import { renderReceipt } from './pdf.ts'
import { receiptFile } from './rules.ts'
import { findCustomerAttachment, findReceipt } from './store.ts'

type Found = NonNullable<Awaited<ReturnType<typeof findReceipt>>>

/** Returns the view of a booking for its customer. Throws bookingLinkProblems or bookingProblems.notFound. */
export async function readReceipt(app: App, key: HeldKey) {
  const booking = await findOpened(app, key)
  const appointment = await findMovable(app, booking.id)
  const attachments = isKnown(booking) ? await listAttachmentsOfBooking(app.db, booking.id) : []
  // The company's contact is shown only while the appointment takes place.
  const isOn = takesPlace(booking)
  return {
    ...booking,
    bookingTime: booking.bookingTime.slice(0, 5),
    ...wordsOf(booking),
    bought: boughtLines(booking.items),
    refundPendingCents: booking.pendingCents,
    method: paymentMethodOf(booking.method) ?? null,
    takesPlace: isOn,
    isDue: berlinDay(app.now()) >= booking.bookingDate,
    ...cancellingOf(booking, appointment, app.now()),
    again: isKnown(booking) && booking.isBookable ? { companyId: booking.companyId, serviceId: booking.serviceId } : null,
    request: await readRequest(app, { booking, appointment }),
    ...(await readComplaint(app, { booking, appointment })),
    plan: await readPlan(app.db, booking.id),
    tip: await readTip(app.db, { bookingId: booking.id, now: app.now() }),
    attachments,
    company: isOn ? booking : { companyName: booking.companyName, email: '', contactPerson: '', phone: '' },
  }
}

async function findMovable(app: App, bookingId: string) {
  const appointment = await findAppointment(app.db, bookingId)
  return appointment && { ...appointment, proposal: await findOpenProposal(app.db, bookingId) }
}

type Params = { booking: Found; appointment: Awaited<ReturnType<typeof findMovable>> }

/** Open step of a request for its customer; null for every booking that is no open request. */
async function readRequest(app: App, { booking, appointment }: Params) {
  if (booking.bookingStatus !== 'pending' || !appointment?.requestedAt || booking.inSeries) return null
  const step = requestSteps[appointment.status]
  if (!step) return null
  const times = step === 'countered' ? await listCounterTimes(app.db, booking.id) : []
  const checkout = step === 'payAgain' ? await findCheckoutOfBooking(app.db, booking.id) : undefined
  return {
    step,
    estimate: (await findEstimate(app.db, booking.id)) ?? null,
    until: appointment.deadlineAt,
    times: times.map(timeView),
    consentUntil: step === 'countered' ? consentUntil({ ...booking, paidAt: app.now() }) : null,
    payUrl: checkout?.status === 'open' ? checkout.url : null,
  }
}

async function readComplaint(app: App, { booking, appointment }: Params) {
  const complaints = await listComplaintsOf(app.db, booking.id)
  const leftCents = leftOf(booking)
  return {
    complaint: complaints[0] ?? null,
    complaintUntil: reportableUntil({ booking, leftCents, appointment, complaints }, app.now()),
  }
}

async function findOpened(app: App, key: HeldKey) {
  const booking = await findReceipt(app.db, await openWithKey(app, key))
  if (!booking) throw bookingProblems.notFound()
  return booking
}

/** True if the booking was paid, or its payment authorized. Before that its address may be a stranger's. */
const isKnown = ({ paidAt, requestedAt }: Pick<Found, 'paidAt' | 'requestedAt'>) => paidAt !== null || requestedAt !== null

/** Free texts of a booking; empty while unpaid, because the address may be a stranger's, who must not read them. */
const wordsOf = ({ location, description, customerName, customerPhone, agreedWith, ...booking }: Found) =>
  isKnown(booking)
    ? { location, description, customerName, customerPhone, agreedWith }
    : { location: '', description: '', customerName: '', customerPhone: '', agreedWith: null }

/** Returns a file that the customer attached. Throws as readReceipt, and fileProblems.unknown. */
export async function openCustomerAttachment(app: App, { key, attachmentId }: { key: HeldKey; attachmentId: string }) {
  const found = await findCustomerAttachment(app.db, { bookingId: await openWithKey(app, key), attachmentId })
  if (!found) throw fileProblems.unknown()
  return sendFile(app, found)
}

/** Returns the receipt of the payment as a PDF. Throws as readReceipt, and bookingProblems.notFound for an unpaid booking. */
export async function writeReceipt(app: App, key: HeldKey) {
  const booking = await findOpened(app, key)
  const { paidAt } = booking
  if (!paidAt) throw bookingProblems.notFound()
  const { operator } = await readSettings(app.db)
  const plan = await findPlan(app.db, booking.id)
  const content = await renderReceipt({
    brandName: app.config.BRAND_NAME,
    operator,
    booking: { ...booking, paidAt, planCents: plan?.totalCents },
    madeAt: app.now(),
  })
  return pdfResponse(content, receiptFile(booking.id))
}
