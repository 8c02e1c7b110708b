import { captureCheckout, openCheckout, prepareCheckout } from '#src/payments/actions.ts'
import { findCheckoutOfBooking } from '#src/payments/store.ts'
import type { App } from '#src/server/app.ts'
import type { Transaction } from '#src/server/db.ts'
import { enqueue } from '#src/server/jobs.ts'
import { announce } from '#src/server/live.ts'
import { enqueueMail, enqueueSecretMail } from '#src/server/mail/mail.ts'
import { offerOf } from '../actions.ts'
import { changeAppointment, lockAppointment } from '../appointments/actions.ts'
import { companyOf } from '../appointments/markActions.ts'
import { insertReminder } from '../appointments/reminderStore.ts'
import { findAppointment } from '../appointments/store.ts'
import { issueBookingLinks } from '../links/actions.ts'
import { lockBooking } from '../store.ts'
import { type Asked, captureSoon, lapseRequest } from './actions.ts'
import { answerDueMail, captureRefusedMail } from './mails.ts'
import { isWaitingFor, payAgainMs } from './rules.ts'
import { listAccepting, listDueSoon, listOverdue, markPayableUntil } from './store.ts'

/** Takes the money of an accepted request; of one that was cancelled meanwhile nothing. Safe to repeat. */
export async function captureBooking(app: App, { bookingId }: { bookingId: string }) {
  const appointment = await findAppointment(app.db, bookingId)
  if (appointment?.status === 'accepting') await captureCheckout(app, bookingId)
}

/**
 * Called when the promised money of an accepted request cannot be taken: its time stays taken for a while, and the customer may pay in
 * another way.
 */
export async function offerAgain(app: App, tx: Transaction, { appointment, booking }: Asked) {
  const { bookingId, companyId } = appointment
  const now = app.now()
  const expiresAt = new Date(now.getTime() + payAgainMs)
  const { attempt = 0 } = (await findCheckoutOfBooking(tx, bookingId)) ?? {}
  await changeAppointment(tx, { appointment, to: 'held', actor: 'system', act: 'captureRefused', deadlineAt: expiresAt, now })
  await markPayableUntil(tx, { id: bookingId, expiresAt })
  await prepareCheckout(app, tx, { bookingId, amountCents: booking.amountCents, isHeld: false, attempt: attempt + 1, expiresAt })
  await enqueue(tx, { name: 'bookings.payAgain', payload: { bookingId }, key: `payAgain:${bookingId}` })
  await announce(tx, { companyId, kind: 'booking', id: bookingId })
  const links = await issueBookingLinks(app, tx, booking)
  await enqueueSecretMail(app, tx, captureRefusedMail({ booking, company: await companyOf(tx, companyId), until: expiresAt, links }))
}

/** Opens the page on which the customer pays in another way; its address stands on the booking's page. Throws PaymentsUnavailable. */
export async function openPayAgain(app: App, { bookingId }: { bookingId: string }) {
  const { booking, company } = await app.db.transaction().execute(async (tx) => {
    const found = await lockBooking(tx, bookingId)
    if (!found) throw new Error(`booking ${bookingId} is gone`)
    return { booking: found, company: await companyOf(tx, found.companyId) }
  })
  if (booking.bookingStatus !== 'pending') return
  await openCheckout(app, { bookingId, offer: offerOf(app, { booking, company }), isPatient: true })
}

/**
 * Ends requests that nobody answered in time, reminds companies before, and asks again for money that was not taken. Found from rows, so a
 * dead process forgets none.
 */
export async function keepRequests(app: App) {
  const now = app.now()
  for (const { bookingId } of await listOverdue(app.db, now)) await lapseRequest(app, bookingId)
  for (const { bookingId } of await listDueSoon(app.db, now)) await remindCompany(app, bookingId)
  for (const { bookingId } of await listAccepting(app.db, new Date(now.getTime() - capturePatienceMs))) await captureSoon(app.db, bookingId)
}

/** How long taking the money may last until it is asked for again. */
const capturePatienceMs = 2 * 60_000

const remindCompany = (app: App, bookingId: string) =>
  app.db.transaction().execute(async (tx) => {
    const appointment = await lockAppointment(tx, bookingId)
    const booking = await lockBooking(tx, bookingId)
    const now = app.now()
    if (!appointment?.deadlineAt || !booking || !isWaitingFor('requested', appointment, now)) return
    const { startsAt, companyId, deadlineAt: until } = appointment
    if (!(await insertReminder(tx, { bookingId, occasion: 'answerDue', startsAt, now }))) return
    await enqueueMail(tx, answerDueMail({ booking, company: await companyOf(tx, companyId), until, publicUrl: app.config.publicUrl }))
  })
