import { isStanding } from '#src/money/payments/bookingStates.ts'
import { freeCancellationEnd } from '#src/orders/bookings/customerCancelRules.ts'
import { issueBookingLinks } from '#src/orders/bookings/links/actions.ts'
import { lockBooking } from '#src/orders/bookings/store.ts'
import { formatMoment } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueueEncryptedMail, enqueueMail } from '#src/platform/server/mail/mail.ts'
import { type Appointment, lockAppointment } from './actions.ts'
import { companyOf } from './markActions.ts'
import { cancellationTimeline, withdrawalUntilOf } from './refundRules.ts'
import { dayListMail, reminderMail } from './reminderMails.ts'
import { dayListsAt, isReminderDue, type ReminderOccasion, reminderOccasions } from './reminderRules.ts'
import { findUnplaced, insertDayList, insertReminder, listAgreedBetween, listToRemind, listWithoutDayList } from './reminderStore.ts'

/**
 * Mails due reminders to customers. They are found from rows, so an outage loses none; a reminder's row is written in the transaction of
 * its mail, so none is sent twice; the locks of cancelling and moving are held, so none follows either.
 */
export async function remindCustomers(app: App) {
  for (const occasion of reminderOccasions)
    for (const { bookingId } of await listToRemind(app.db, { occasion, now: app.now() })) await remind(app, { bookingId, occasion })
}

const remind = (app: App, { bookingId, occasion }: { bookingId: string; occasion: ReminderOccasion }) =>
  app.db.transaction().execute(async (tx) => {
    const appointment = await lockAppointment(tx, bookingId)
    const booking = await lockBooking(tx, bookingId)
    const now = app.now()
    const agreed = appointment ?? (await looseAppointment(tx, bookingId))
    if (!agreed || !booking || !isStanding(booking.bookingStatus) || !isReminderDue(agreed, occasion, now)) return
    const { startsAt, companyId } = agreed
    if (!(await insertReminder(tx, { bookingId, occasion, startsAt, now }))) return
    const links = await issueBookingLinks(app, tx, booking)
    const company = await companyOf(tx, companyId)
    const { endsAt, parts } = appointment ?? {}
    const shown = { startsAt, endsAt, parts, cancellation: cancellationOf(booking, appointment, now) }
    await enqueueEncryptedMail(app, tx, reminderMail({ booking, appointment: shown, occasion, company, links, at: now }))
  })

/** Current terms of cancellation as one line; empty if only the company can agree to a cancellation. */
function cancellationOf(booking: Booking, appointment: Appointment | undefined, now: Date) {
  if (appointment) return cancellationTimeline({ ...appointment, withdrawalUntil: withdrawalUntilOf(booking) }, now)
  const freeUntil = freeCancellationEnd(booking)
  return now <= freeUntil ? `Bis ${formatMoment(freeUntil)} kostenlos` : ''
}
type Booking = NonNullable<Awaited<ReturnType<typeof lockBooking>>>

/** Times of a confirmed booking without an appointment, treated as if agreed when it was paid. */
async function looseAppointment(tx: Transaction, bookingId: string) {
  const found = await findUnplaced(tx, bookingId)
  return found && { ...found, status: 'agreed' as const, updatedAt: found.paidAt }
}

/** Mails tomorrow's appointments to companies in the evening. They are found from rows, so an outage loses none. */
export async function mailDayLists(app: App) {
  const now = app.now()
  for (const { day, dueAt, from, to } of dayListsAt(now))
    for (const { companyId } of await listWithoutDayList(app.db, { day, dueAt, from, to, now }))
      await app.db.transaction().execute(async (tx) => {
        if (!(await insertDayList(tx, { companyId, day, now }))) return
        const appointments = await listAgreedBetween(tx, { companyId, day, from, to })
        const company = await companyOf(tx, companyId)
        if (appointments.length === 0) return
        await enqueueMail(tx, dayListMail({ companyId, company, day, appointments, publicUrl: app.config.publicUrl }))
      })
}
