import { findFreeSlot, occupy, readFreeSlots } from '#src/calendars/actions.ts'
import { deleteOccupancies } from '#src/calendars/occupancyStore.ts'
import { clockTime } from '#src/calendars/words.ts'
import { berlinDay } from '#src/kit/dates.ts'
import type { App } from '#src/server/app.ts'
import type { Caller } from '#src/server/calls/endpoint.ts'
import type { Transaction } from '#src/server/db.ts'
import { announce } from '#src/server/live.ts'
import { enqueueBothMails } from '#src/server/mail/mail.ts'
import { issueBookingLinks } from '../links/actions.ts'
import { openWithKey } from '../links/keyActions.ts'
import type { BookingKey } from '../links/keyRules.ts'
import { readReceipt } from '../receipts/actions.ts'
import { findBookingTimes, lockBooking, moveBooking } from '../store.ts'
import { type Appointment, lockAppointment } from './actions.ts'
import { appointmentProblems } from './actRules.ts'
import { movedMails } from './mails.ts'
import { companyOf } from './markActions.ts'
import { firstMovableDay, type MoveRequest, movesLeftAt, payableAfter, tooEarly } from './moveRules.ts'
import { findAppointment, insertAppointmentEvent, markMoved } from './store.ts'

const minutesOf = ({ startsAt, endsAt }: Pick<Appointment, 'startsAt' | 'endsAt'>) =>
  Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000)

/** The times to which a booking may be moved: what is free, and what it takes itself. Throws as openWithKey, appointmentProblems.over. */
export async function readMoveSlots(app: App, asked: { key: BookingKey; from?: string | undefined; days: number }, caller: Caller) {
  const bookingId = await openWithKey(app, asked.key)
  const [appointment, booking] = await Promise.all([findAppointment(app.db, bookingId), findBookingTimes(app.db, bookingId)])
  if (!appointment || !booking || movesLeftAt(appointment, app.now()) === 0) throw appointmentProblems.over()
  const { companyId, serviceId, location } = booking
  const work = { companyId, serviceId: serviceId ?? undefined, location, minutes: minutesOf(appointment), exceptBookingId: bookingId }
  return readFreeSlots(app, { ...work, from: asked.from, days: asked.days }, caller)
}

/**
 * A customer moves an appointment to any free time, at the same price. Answers the booking as it stands then. Throws as openWithKey,
 * appointmentProblems.over, tooEarly, slotRefusal.
 */
export async function moveOwnAppointment(app: App, { key, date, time }: MoveRequest, caller: Caller) {
  const bookingId = await openWithKey(app, key)
  await app.db.transaction().execute(async (tx) => {
    const appointment = await lockAppointment(tx, bookingId)
    const booking = await lockBooking(tx, bookingId)
    const now = app.now()
    if (!appointment || !booking || movesLeftAt(appointment, now) === 0) throw appointmentProblems.over()
    const firstDay = firstMovableDay(booking)
    if (firstDay !== undefined && date < firstDay) throw tooEarly(firstDay)
    const { companyId, serviceId, location } = booking
    const work = { companyId, serviceId: serviceId ?? undefined, location, minutes: minutesOf(appointment), exceptBookingId: bookingId }
    const slot = await findFreeSlot(app, tx, { ...work, date, time, callerHash: caller.hash })
    if (!slot || slot.startsAt.getTime() === appointment.startsAt.getTime()) throw appointmentProblems.over()
    // Its own time first, because the new one may overlap it.
    await deleteOccupancies(tx, bookingId)
    await occupy(tx, slot, { kind: 'booking', bookingId, now })
    await enterMove(app, tx, { appointment, booking, to: slot })
  })
  return readReceipt(app, key)
}

type Booking = NonNullable<Awaited<ReturnType<typeof lockBooking>>>
type Move = { appointment: Appointment; booking: Booking; to: { startsAt: Date; endsAt: Date } }

/** Writes the new time wherever it stands, and tells both sides with a calendar file that replaces the earlier one. */
async function enterMove(app: App, tx: Transaction, { appointment, booking, to: { startsAt, endsAt } }: Move) {
  const { bookingId, companyId } = appointment
  const now = app.now()
  const bookingDate = berlinDay(startsAt)
  const bookingTime = clockTime(startsAt.getTime())
  const { sequence } = await markMoved(tx, { bookingId, startsAt, endsAt, now })
  await moveBooking(tx, { id: bookingId, bookingDate, bookingTime, payableAt: payableAfter(endsAt), now })
  const before = JSON.stringify({ startsAt: appointment.startsAt, endsAt: appointment.endsAt })
  await insertAppointmentEvent(tx, {
    bookingId,
    at: now,
    actor: 'customer',
    act: 'moved',
    before,
    after: JSON.stringify({ startsAt, endsAt }),
  })
  await announce(tx, { companyId, kind: 'booking', id: bookingId })
  const moved = { ...booking, bookingDate, bookingTime }
  const links = await issueBookingLinks(app, tx, moved)
  const company = await companyOf(tx, companyId)
  const mails = movedMails({
    booking: moved,
    was: booking,
    company,
    startsAt,
    endsAt,
    sequence,
    at: now,
    links,
    publicUrl: app.config.publicUrl,
  })
  await enqueueBothMails(app, tx, mails)
}
