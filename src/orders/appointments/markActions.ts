import { complaintProblems } from '#src/orders/bookings/complaints/rules.ts'
import { findOpenComplaint } from '#src/orders/bookings/complaints/store.ts'
import { issueBookingLinks } from '#src/orders/bookings/links/actions.ts'
import { openWithKey } from '#src/orders/bookings/links/keyActions.ts'
import type { HeldKey } from '#src/orders/bookings/links/keyRules.ts'
import { bookingProblems } from '#src/orders/bookings/rules.ts'
import { lockBooking } from '#src/orders/bookings/store.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { announce } from '#src/platform/server/live.ts'
import { enqueueEncryptedMail, enqueueMail } from '#src/platform/server/mail/mail.ts'
import { findCompanyForBooking } from '#src/supply/companies/store.ts'
import { changeAppointment, lockAppointment } from './actions.ts'
import { appointmentProblems, type CompanyAct, companyActsAt, looseActsAt, objectionEnd, objectionMs } from './actRules.ts'
import { missedMail, objectionCompanyMail, objectionOperatorMail } from './mails.ts'
import { findUnplaced } from './reminderStore.ts'

type CompanyBooking = { companyId: string; bookingId: string }

/** Locks an appointment of this company with its booking. Throws bookingProblems.notFound. */
export async function lockOfCompany(tx: Transaction, { companyId, bookingId }: CompanyBooking) {
  const appointment = await lockAppointment(tx, bookingId)
  const booking = appointment?.companyId === companyId ? await lockBooking(tx, bookingId) : undefined
  if (!appointment || !booking) throw bookingProblems.notFound()
  return { appointment, booking }
}

/** Locks an appointment for an act of its company that is possible now. Throws as lockOfCompany, appointmentProblems.over. */
export async function lockForCompany(app: App, tx: Transaction, { act, ...own }: CompanyBooking & { act: CompanyAct }) {
  const locked = await lockOfCompany(tx, own)
  if (!companyActsAt(locked.appointment, app.now()).includes(act)) throw appointmentProblems.over()
  return locked
}

/**
 * Locks a booking that its company may cancel now: an agreed appointment, or a confirmed booking without one. Throws
 * bookingProblems.notFound, appointmentProblems.over.
 */
export async function lockToCallOff(app: App, tx: Transaction, own: CompanyBooking) {
  if (await lockAppointment(tx, own.bookingId)) return void (await lockForCompany(app, tx, { ...own, act: 'cancel' }))
  const booking = await lockBooking(tx, own.bookingId)
  if (booking?.companyId !== own.companyId) throw bookingProblems.notFound()
  const unplaced = await findUnplaced(tx, own.bookingId)
  if (!unplaced || !looseActsAt(unplaced, app.now()).includes('cancel')) throw appointmentProblems.over()
}

/** Hours or pieces actually worked; without them everything booked counts. */
export type Worked = { hours?: number | undefined; pieces?: number | undefined }

/**
 * Marks an appointment as performed, with the hours or pieces worked if it is sold by them. The due day of its share stays the same: a day after
 * the agreed end. Returns the booking. Throws as lockForCompany.
 */
export async function markPerformed(app: App, tx: Transaction, { hours, pieces, ...own }: CompanyBooking & Worked) {
  const { appointment, booking } = await lockForCompany(app, tx, { ...own, act: 'performed' })
  const detail = { ...(hours === undefined ? {} : { hours }), ...(pieces === undefined ? {} : { pieces }) }
  await changeAppointment(tx, { appointment, to: 'performed', actor: 'company', act: 'performed', detail, now: app.now() })
  await announce(tx, { companyId: own.companyId, kind: 'booking', id: own.bookingId })
  return booking
}

/**
 * Marks an appointment as missed by its customer, who is mailed and may object for two days. Throws as lockForCompany, and
 * complaintProblems.
 */
export const markMissed = (app: App, own: CompanyBooking) =>
  app.db.transaction().execute(async (tx) => {
    const { appointment, booking } = await lockForCompany(app, tx, { ...own, act: 'missed' })
    if (await findOpenComplaint(tx, own.bookingId)) throw complaintProblems.answerFirst()
    const now = app.now()
    const deadlineAt = new Date(now.getTime() + objectionMs)
    await changeAppointment(tx, { appointment, to: 'missed', actor: 'company', act: 'missed', deadlineAt, now })
    await announce(tx, { companyId: own.companyId, kind: 'booking', id: own.bookingId })
    const company = await companyOf(tx, own.companyId)
    const links = await issueBookingLinks(app, tx, booking)
    const leftCents = booking.amountCents - booking.refundedCents
    await enqueueEncryptedMail(app, tx, missedMail({ booking, company, policy: appointment.policy, leftCents, deadlineAt, links }))
  })

/** Stores the customer's objection to a report of absence; the operator decides. Throws as openWithKey, and appointmentProblems.over. */
export async function objectToMissed(app: App, { key, reason }: { key: HeldKey; reason: string }) {
  const bookingId = await openWithKey(app, key)
  await app.db.transaction().execute(async (tx) => {
    const appointment = await lockAppointment(tx, bookingId)
    const booking = await lockBooking(tx, bookingId)
    const now = app.now()
    if (!appointment || !booking || !objectionEnd(appointment, now)) throw appointmentProblems.over()
    await changeAppointment(tx, { appointment, to: 'contested', actor: 'customer', act: 'objected', detail: { reason }, now })
    await announce(tx, { companyId: booking.companyId, kind: 'booking', id: bookingId })
    const company = await companyOf(tx, booking.companyId)
    await enqueueMail(tx, objectionCompanyMail({ booking, company, reason }))
    await enqueueMail(tx, objectionOperatorMail({ to: app.config.adminEmail, booking, company, reason }))
  })
}

/** Returns the company of a booking. Throws an Error if it is gone. */
export async function companyOf(tx: Transaction, companyId: string) {
  const company = await findCompanyForBooking(tx, companyId)
  if (!company) throw new Error(`company ${companyId} is gone`)
  return company
}
