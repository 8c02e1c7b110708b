import { issueBookingLinks } from '#src/orders/bookings/links/actions.ts'
import { type lockBooking, markEarlyStart, moveBooking } from '#src/orders/bookings/store.ts'
import { berlinDay } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { announce } from '#src/platform/server/live.ts'
import { enqueueBothMails } from '#src/platform/server/mail/mail.ts'
import { clockTime } from '#src/supply/calendars/clockTime.ts'
import { type Appointment, withdrawReminders } from './actions.ts'
import { movedMails } from './mails.ts'
import { companyOf } from './markActions.ts'
import { payableAfter } from './moveRules.ts'
import type { Side } from './states.ts'
import { insertAppointmentEvent, markMoved, type Term } from './store.ts'

export type Booking = NonNullable<Awaited<ReturnType<typeof lockBooking>>>
type Move = {
  appointment: Appointment
  booking: Booking
  to: Term
  /** Side that moves the appointment; of a proposal the side that accepts it. */
  actor: Side
  isProposed: boolean
  earlyStartVersion: string | null
}

/** Writes the new time to appointment and booking, and mails both sides a calendar file that replaces the earlier one. */
export async function enterMove(app: App, tx: Transaction, { appointment, booking, to, actor, isProposed, earlyStartVersion }: Move) {
  const { bookingId, companyId } = appointment
  const { startsAt, endsAt, parts } = to
  const now = app.now()
  const bookingDate = berlinDay(startsAt)
  const bookingTime = clockTime(startsAt.getTime())
  const { sequence } = await markMoved(tx, { bookingId, startsAt, endsAt, parts, now })
  await withdrawReminders(tx, appointment)
  const payableAt = payableAfter(endsAt, { holdDays: booking.payoutHoldDays, returnableUntil: booking.returnableUntil })
  await moveBooking(tx, { id: bookingId, bookingDate, bookingTime, payableAt, now })
  if (earlyStartVersion !== null) await markEarlyStart(tx, { id: bookingId, earlyStartVersion })
  const before = JSON.stringify({ startsAt: appointment.startsAt, endsAt: appointment.endsAt })
  const after = JSON.stringify({ startsAt, endsAt })
  await insertAppointmentEvent(tx, { bookingId, at: now, actor, act: 'moved', before, after })
  await announce(tx, { companyId, kind: 'booking', id: bookingId })
  const moved = { ...booking, bookingDate, bookingTime }
  const links = await issueBookingLinks(app, tx, moved)
  const company = await companyOf(tx, companyId)
  const term = { startsAt, endsAt, parts, partsBefore: appointment.parts?.length ?? 1 }
  const facts = { booking: moved, was: booking, company, ...term, sequence, at: now, links, isProposed, earlyStartVersion }
  await enqueueBothMails(app, tx, movedMails({ ...facts, publicUrl: app.config.publicUrl }))
}
