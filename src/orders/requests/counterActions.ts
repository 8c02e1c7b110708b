import { findCheckoutOfBooking } from '#src/money/payments/store.ts'
import { changeAppointment, lockAppointment } from '#src/orders/appointments/actions.ts'
import { appointmentProblems } from '#src/orders/appointments/actRules.ts'
import { companyOf } from '#src/orders/appointments/markActions.ts'
import { workOf } from '#src/orders/appointments/moveActions.ts'
import { type Consent, consentFor } from '#src/orders/appointments/moveRules.ts'
import { seatsOf, takenSpan, takesOf } from '#src/orders/appointments/proposalRules.ts'
import { markTerm } from '#src/orders/appointments/store.ts'
import { findEstimate } from '#src/orders/bookings/estimateStore.ts'
import { issueBookingLinks } from '#src/orders/bookings/links/actions.ts'
import { openWithKey } from '#src/orders/bookings/links/keyActions.ts'
import type { HeldKey } from '#src/orders/bookings/links/keyRules.ts'
import { lockBooking, markEarlyStart, moveBooking } from '#src/orders/bookings/store.ts'
import { readReceipt } from '#src/orders/receipts/actions.ts'
import { berlinDay } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { announce } from '#src/platform/server/live.ts'
import { enqueueEncryptedMail, enqueueMail } from '#src/platform/server/mail/mail.ts'
import { readSettings } from '#src/platform/server/settings.ts'
import { findFreeSlot } from '#src/supply/calendars/actions.ts'
import { clockTime } from '#src/supply/calendars/clockTime.ts'
import { deleteOccupancies, insertOccupancy } from '#src/supply/calendars/occupancyStore.ts'
import { slotRefusal } from '#src/supply/calendars/rules.ts'
import { findPlace } from '#src/supply/calendars/store.ts'
import { type Asked, acceptRequest, endRequest } from './actions.ts'
import { counteredMail, noneFitsMail } from './mails.ts'
import { acceptHigherPrice } from './priceActions.ts'
import { answerDeadline, isWaitingFor, noneFitsReason } from './rules.ts'
import { deleteCounterTimes, insertCounterTime, listCounterTimes } from './store.ts'

type Counter = Asked & { times: readonly { date: string; time: string }[]; callerHash: string }

/** Holds other times for the customer in place of the requested one, and mails them. Throws slotRefusal, appointmentProblems.over. */
export async function counterRequest(app: App, tx: Transaction, { appointment, booking, times, callerHash }: Counter) {
  const { bookingId, companyId } = appointment
  const now = app.now()
  const checkout = await findCheckoutOfBooking(tx, bookingId)
  await deleteOccupancies(tx, bookingId)
  const starts: Date[] = []
  for (const to of times) {
    const wanted = { ...workOf(appointment, booking), exceptBookingId: undefined, ...to, byCompany: true, callerHash }
    const slot = await findFreeSlot(app, tx, wanted)
    if (!slot) throw appointmentProblems.over()
    const { startsAt, endsAt, parts, occupancy } = slot
    if (!(await insertOccupancy(tx, { ...occupancy, callerHash: null, kind: 'proposal', bookingId, now }))) throw slotRefusal('taken', [])
    const { takes } = occupancy
    await insertCounterTime(tx, { bookingId, startsAt, endsAt, during: takenSpan(takes), seats: seatsOf(takes, parts) })
    starts.push(startsAt)
  }
  const earliest = new Date(Math.min(...starts.map((start) => start.getTime())))
  const { answerHours } = (await readSettings(tx)).appointments
  const deadlineAt = answerDeadline({ startsAt: earliest, heldUntil: checkout?.heldUntil ?? now, answerHours }, now)
  if (deadlineAt <= now) throw slotRefusal('notOffered', [])
  await changeAppointment(tx, { appointment, to: 'countered', actor: 'company', act: 'countered', deadlineAt, now, detail: { starts } })
  await announce(tx, { companyId, kind: 'booking', id: bookingId })
  const links = await issueBookingLinks(app, tx, booking)
  const company = await companyOf(tx, companyId)
  const estimate = await findEstimate(tx, bookingId)
  await enqueueEncryptedMail(app, tx, counteredMail({ booking, company, estimate, starts, until: deadlineAt, links }))
}

type Answer = { key: HeldKey; timeId: string | null; consent: Consent }

/**
 * Answers a counter-proposal for the customer: one of its times, which accepts it, or none. Returns the changed booking. Throws as
 * openWithKey, withinPeriod, and appointmentProblems.over unless the time is one of the open proposal.
 */
export async function answerCounter(app: App, { key, timeId, consent }: Answer) {
  const bookingId = await openWithKey(app, key)
  await app.db.transaction().execute(async (tx) => {
    const appointment = await lockAppointment(tx, bookingId)
    const booking = await lockBooking(tx, bookingId)
    if (!appointment || !booking || !isWaitingFor('countered', appointment, app.now())) throw appointmentProblems.over()
    if (timeId === null) return declineCounter(app, tx, { appointment, booking })
    await choose(app, tx, { appointment, booking, timeId, consent })
  })
  return readReceipt(app, key)
}

async function declineCounter(app: App, tx: Transaction, params: Asked) {
  await endRequest(app, tx, { ...params, to: 'declined', by: 'customer', reason: noneFitsReason })
  const company = await companyOf(tx, params.booking.companyId)
  await enqueueMail(tx, noneFitsMail({ booking: params.booking, company, publicUrl: app.config.publicUrl }))
}

/** Moves the request to the chosen time, frees the others, and starts the capture. */
async function choose(app: App, tx: Transaction, { appointment, booking, timeId, consent }: Asked & { timeId: string; consent: Consent }) {
  const { bookingId, companyId } = appointment
  const now = app.now()
  const chosen = (await listCounterTimes(tx, bookingId)).find(({ id }) => id === timeId)
  if (!chosen) throw appointmentProblems.over()
  const { startsAt, endsAt } = chosen
  const bookingDate = berlinDay(startsAt)
  const earlyStartVersion = consentFor({ ...booking, paidAt: now }, bookingDate, consent)
  if (earlyStartVersion !== null) await markEarlyStart(tx, { id: bookingId, earlyStartVersion })
  await deleteOccupancies(tx, bookingId)
  await deleteCounterTimes(tx, bookingId)
  const { takes, parts } = takesOf(chosen)
  const place = await findPlace(tx, booking.location)
  if (!(await insertOccupancy(tx, { companyId, takes, kind: 'request', bookingId, place, now }))) throw appointmentProblems.over()
  await markTerm(tx, { bookingId, startsAt, endsAt, parts })
  const bookingTime = clockTime(startsAt.getTime())
  await moveBooking(tx, { id: bookingId, bookingDate, bookingTime, payableAt: null, now })
  await acceptHigherPrice(tx, { bookingId, now })
  await acceptRequest(app, tx, { appointment, booking, actor: 'customer' })
}
