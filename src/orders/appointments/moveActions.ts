import { openWithKey } from '#src/orders/bookings/links/keyActions.ts'
import type { HeldKey } from '#src/orders/bookings/links/keyRules.ts'
import { bookingProblems } from '#src/orders/bookings/rules.ts'
import { findBookingTimes, lockBooking } from '#src/orders/bookings/store.ts'
import { readReceipt } from '#src/orders/receipts/actions.ts'
import { isWaitingFor } from '#src/orders/requests/rules.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Caller } from '#src/platform/server/calls/endpoint.ts'
import { findFreeSlot, occupy, readFreeSlots } from '#src/supply/calendars/actions.ts'
import { deleteOccupancies } from '#src/supply/calendars/occupancyStore.ts'
import { type Appointment, lengthOf, lockAppointment } from './actions.ts'
import { appointmentProblems } from './actRules.ts'
import { type Booking, enterMove } from './enterActions.ts'
import { lockOfCompany } from './markActions.ts'
import { consentFor, customerMoveAt, type MoveRequest } from './moveRules.ts'
import { proposeMove, refuseSecond } from './proposalActions.ts'
import { mayPropose } from './proposalRules.ts'
import { findAppointment } from './store.ts'

type Asked = { from?: string | undefined; days: number }

/**
 * Times to which a customer may move a booking: free slots, and those that it occupies itself. Throws as openWithKey,
 * appointmentProblems.over.
 */
export async function readMoveSlots(app: App, params: Asked & { key: HeldKey }, caller: Caller) {
  const bookingId = await openWithKey(app, params.key)
  const [appointment, booking] = await Promise.all([findAppointment(app.db, bookingId), findBookingTimes(app.db, bookingId)])
  if (!appointment || !booking || !customerMoveAt(appointment, app.now())) throw appointmentProblems.over()
  return readFreeSlots(app, { ...workOf(appointment, booking), from: params.from, days: params.days }, caller)
}

/**
 * Times to which the company may move a booking; its own notice period does not apply. Throws bookingProblems.notFound,
 * appointmentProblems.over.
 */
export async function readCompanyMoveSlots(app: App, params: Asked & { companyId: string; bookingId: string }, caller: Caller) {
  const { bookingId } = params
  const [appointment, booking] = await Promise.all([findAppointment(app.db, bookingId), findBookingTimes(app.db, bookingId)])
  if (!appointment || booking?.companyId !== params.companyId) throw bookingProblems.notFound()
  const now = app.now()
  if (!mayPropose(appointment, now) && !isWaitingFor('requested', appointment, now)) throw appointmentProblems.over()
  return readFreeSlots(app, { ...workOf(appointment, booking), byCompany: true, from: params.from, days: params.days }, caller)
}

/** Parameters of a query for free times for a booked appointment; its own occupancies do not count as taken. */
export const workOf = (appointment: Appointment, { companyId, serviceId, location }: Pick<Booking, WorkFields>) => ({
  ...{ companyId, serviceId: serviceId ?? undefined, location, ...lengthOf(appointment) },
  exceptBookingId: appointment.bookingId,
})
type WorkFields = 'companyId' | 'serviceId' | 'location'

/**
 * Moves a customer's appointment to a free time at the same price: at once while cancelling is free, later by a proposal that the company
 * answers. Returns the changed booking. Throws as openWithKey, appointmentProblems.over, withinPeriod, slotRefusal.
 */
export async function moveAsCustomer(app: App, { key, earlyStartConsent, ...to }: MoveRequest, caller: Caller) {
  const bookingId = await openWithKey(app, key)
  await app.db.transaction().execute(async (tx) => {
    const appointment = await lockAppointment(tx, bookingId)
    const booking = await lockBooking(tx, bookingId)
    const now = app.now()
    const kind = appointment && customerMoveAt(appointment, now)
    if (!booking || !kind) throw appointmentProblems.over()
    await refuseSecond(app, tx, { appointment, booking })
    const earlyStartVersion = consentFor(booking, to.date, earlyStartConsent)
    const slot = await findFreeSlot(app, tx, { ...workOf(appointment, booking), ...to, callerHash: caller.hash() })
    if (!slot || slot.startsAt.getTime() === appointment.startsAt.getTime()) throw appointmentProblems.over()
    if (kind === 'proposal') return proposeMove(app, tx, { appointment, booking, by: 'customer', slot, earlyStartVersion })
    // Frees the old time first, because the new one may overlap it.
    await deleteOccupancies(tx, bookingId)
    await occupy(tx, slot, { kind: 'booking', bookingId, now })
    await enterMove(app, tx, { appointment, booking, to: slot, actor: 'customer', isProposed: false, earlyStartVersion })
  })
  return readReceipt(app, key)
}

type CompanyMove = { companyId: string; bookingId: string; date: string; time: string }

/** Proposes another time to the customer. Throws bookingProblems.notFound, appointmentProblems.over, slotRefusal. */
export const proposeCompanyMove = (app: App, { companyId, bookingId, ...to }: CompanyMove, caller: Caller) =>
  app.db.transaction().execute(async (tx) => {
    const { appointment, booking } = await lockOfCompany(tx, { companyId, bookingId })
    if (!mayPropose(appointment, app.now())) throw appointmentProblems.over()
    await refuseSecond(app, tx, { appointment, booking })
    const slot = await findFreeSlot(app, tx, { ...workOf(appointment, booking), ...to, byCompany: true, callerHash: caller.hash() })
    if (!slot || slot.startsAt.getTime() === appointment.startsAt.getTime()) throw appointmentProblems.over()
    await proposeMove(app, tx, { appointment, booking, by: 'company', slot, earlyStartVersion: null })
  })
