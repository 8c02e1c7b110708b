import { lockAppointment } from '#src/orders/appointments/actions.ts'
import { companyOf } from '#src/orders/appointments/markActions.ts'
import { issueBookingLinks } from '#src/orders/bookings/links/actions.ts'
import { lockBooking } from '#src/orders/bookings/store.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { announce } from '#src/platform/server/live.ts'
import { enqueueBothMails, enqueueEncryptedMail } from '#src/platform/server/mail/mail.ts'
import { lapseDate, lapseSeries } from './answerActions.ts'
import { dateLapsedMails, dueMail } from './mails.ts'
import { deleteUnconfirmed, findDate, listToNotify, listToRemind, listUnanswered, listUnpaid, markNotified } from './store.ts'
import { seriesLimits } from './texts.ts'

const hourMs = 3_600_000

/**
 * Processes due series: lapses unanswered requests and unpaid dates, and mails customers whose dates can be paid. All are found from rows,
 * so an outage loses none.
 */
export async function advanceSeries(app: App) {
  const now = app.now()
  for (const unanswered of await listUnanswered(app.db, now)) await lapseSeries(app, unanswered)
  for (const { bookingId } of await listToNotify(app.db, now)) await tell(app, { bookingId, occasion: 'toldAt' })
  const from = new Date(now.getTime() + (seriesLimits.remindHours - seriesLimits.untilHours) * hourMs)
  const notifiedBefore = new Date(now.getTime() - 2 * 24 * hourMs)
  for (const { bookingId } of await listToRemind(app.db, { now, from, notifiedBefore }))
    await tell(app, { bookingId, occasion: 'remindedAt' })
  for (const { bookingId } of await listUnpaid(app.db, now)) await endUnpaid(app, bookingId)
}

/** Mails the link by which a date is paid, once for each occasion. */
const tell = (app: App, { bookingId, occasion }: { bookingId: string; occasion: 'toldAt' | 'remindedAt' }) =>
  app.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    const date = await findDate(tx, bookingId)
    if (booking?.bookingStatus !== 'pending' || date?.seriesStatus !== 'accepted') return
    const company = await companyOf(tx, booking.companyId)
    if (!company.takesBookings || !(await markNotified(tx, { bookingId, occasion, now: app.now() }))) return
    const links = await issueBookingLinks(app, tx, booking)
    await enqueueEncryptedMail(app, tx, dueMail({ booking, company, until: date.until, links, isReminder: occasion === 'remindedAt' }))
  })

const endUnpaid = (app: App, bookingId: string) =>
  app.db.transaction().execute(async (tx) => {
    await lockAppointment(tx, bookingId)
    await lapseUnpaid(app, tx, bookingId)
  })

/**
 * Handles a date whose checkout ended unpaid or whose time to pay is over: it stays open until its deadline, then it lapses. Returns false
 * for a booking that belongs to no series. The calling function has locked the company's resources.
 */
export async function lapseUnpaid(app: App, tx: Transaction, bookingId: string) {
  const date = await findDate(tx, bookingId)
  if (!date) return false
  const now = app.now()
  const booking = date.until <= now ? await lapseDate(tx, { bookingId, now }) : undefined
  if (!booking) return true
  await announce(tx, { companyId: booking.companyId, kind: 'booking', id: bookingId })
  const company = await companyOf(tx, booking.companyId)
  const links = await issueBookingLinks(app, tx, booking)
  await enqueueBothMails(app, tx, dateLapsedMails({ booking, company, links, publicUrl: app.config.publicUrl }))
  return true
}

/** Deletes requests whose address was never confirmed. */
export const purgeUnconfirmed = (app: App) =>
  deleteUnconfirmed(app.db, new Date(app.now().getTime() - seriesLimits.unconfirmedDays * 24 * hourMs))
