import { setCapture } from '#src/money/payments/store.ts'
import { changeAppointment, lockAppointment } from '#src/orders/appointments/actions.ts'
import { appointmentProblems } from '#src/orders/appointments/actRules.ts'
import type { Booking } from '#src/orders/appointments/enterActions.ts'
import { companyOf } from '#src/orders/appointments/markActions.ts'
import { acceptPrice, findEstimate, namePrice, setAgreedAmount } from '#src/orders/bookings/estimateStore.ts'
import { listItems, replaceItems } from '#src/orders/bookings/itemStore.ts'
import { issueBookingLinks } from '#src/orders/bookings/links/actions.ts'
import { openWithKey } from '#src/orders/bookings/links/keyActions.ts'
import type { HeldKey } from '#src/orders/bookings/links/keyRules.ts'
import { hideContacts } from '#src/orders/bookings/masking/rules.ts'
import { lockBooking } from '#src/orders/bookings/store.ts'
import { readReceipt } from '#src/orders/receipts/actions.ts'
import { type Cents, centsOf } from '#src/platform/kit/money.ts'
import { invalidInput } from '#src/platform/kit/problems.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { announce } from '#src/platform/server/live.ts'
import { enqueueEncryptedMail, enqueueMail } from '#src/platform/server/mail/mail.ts'
import { readSettings } from '#src/platform/server/settings.ts'
import { itemsAt } from '#src/supply/services/pricing.ts'
import { type Asked, acceptRequest, endRequest } from './actions.ts'
import { priceDeclinedMail, pricedMail } from './mails.ts'
import { answerDeadline, isWaitingFor, type NamedPrice, priceDeclinedReason, priceTexts } from './rules.ts'

/**
 * Stores the price that the company names for an estimate, once, and sets it if it does not exceed the ceiling (docs/spec.md#estimates).
 * Returns the price in cents if it exceeds the ceiling, so that the customer has to decide; undefined otherwise, and for a booking without
 * an estimate. Throws invalidInput, appointmentProblems.over.
 */
export async function applyPrice(
  tx: Transaction,
  { booking, price, priceReason: reason, now }: NamedPrice & { booking: Pick<Booking, 'id'>; now: Date },
) {
  const estimate = await findEstimate(tx, booking.id)
  if (!estimate) {
    if (price !== undefined) throw invalidInput({ price: [priceTexts.fixed] })
    return undefined
  }
  if (price === undefined) throw invalidInput({ price: [priceTexts.missing] })
  const priceCents = centsOf(price)
  const isAbove = priceCents > estimate.ceilingCents
  if (isAbove && !reason) throw invalidInput({ priceReason: [priceTexts.reasonMissing(estimate.ceilingCents)] })
  if (!(await namePrice(tx, { bookingId: booking.id, priceCents, reason: reason ? hideContacts(reason).body : null, namedAt: now })))
    throw appointmentProblems.over()
  if (isAbove) return priceCents
  await agreeOn(tx, { bookingId: booking.id, priceCents, now })
  return undefined
}

/** Sets the agreed price of a request: amount, items, and the part of the authorization to capture. */
async function agreeOn(tx: Transaction, { bookingId, priceCents, now }: { bookingId: string; priceCents: Cents; now: Date }) {
  await setAgreedAmount(tx, { bookingId, amountCents: priceCents, now })
  await replaceItems(tx, { bookingId, items: itemsAt(await listItems(tx, bookingId), priceCents) })
  await setCapture(tx, { bookingId, amountCents: priceCents })
}

/** Asks the customer whether a price above the ceiling is accepted: their answer has a deadline, like that to other times. */
export async function proposePrice(
  app: App,
  tx: Transaction,
  { appointment, booking, priceCents, heldUntil }: Asked & { priceCents: Cents; heldUntil: Date },
) {
  const { bookingId, companyId } = appointment
  const now = app.now()
  const { answerHours } = (await readSettings(tx)).appointments
  const deadlineAt = answerDeadline({ startsAt: appointment.startsAt, heldUntil, answerHours }, now)
  if (deadlineAt <= now) throw appointmentProblems.over()
  await changeAppointment(tx, { appointment, to: 'countered', actor: 'company', act: 'priced', deadlineAt, now, detail: { priceCents } })
  await announce(tx, { companyId, kind: 'booking', id: bookingId })
  const estimate = await findEstimate(tx, bookingId)
  const links = await issueBookingLinks(app, tx, booking)
  const company = await companyOf(tx, companyId)
  if (estimate) await enqueueEncryptedMail(app, tx, pricedMail({ booking, company, estimate, until: deadlineAt, links }))
}

/** Accepts a price above the ceiling for the customer: the authorization is released, and the new price is paid in another checkout. */
export async function acceptHigherPrice(tx: Transaction, { bookingId, now }: { bookingId: string; now: Date }) {
  const estimate = await findEstimate(tx, bookingId)
  if (!estimate || estimate.priceCents === null || estimate.priceCents <= estimate.ceilingCents) return
  await acceptPrice(tx, { bookingId, now })
  await agreeOn(tx, { bookingId, priceCents: estimate.priceCents, now })
}

/**
 * Answers a price above the ceiling for the customer. Returns the changed booking. Throws as openWithKey, and appointmentProblems.over
 * unless the company's price still waits for an answer.
 */
export async function answerPrice(app: App, { key, isAccepted }: { key: HeldKey; isAccepted: boolean }) {
  const bookingId = await openWithKey(app, key)
  await app.db.transaction().execute(async (tx) => {
    const appointment = await lockAppointment(tx, bookingId)
    const booking = await lockBooking(tx, bookingId)
    const estimate = await findEstimate(tx, bookingId)
    if (!appointment || !booking || !estimate || !isWaitingFor('countered', appointment, app.now())) throw appointmentProblems.over()
    if (!isAccepted) return declinePrice(app, tx, { appointment, booking })
    await acceptHigherPrice(tx, { bookingId, now: app.now() })
    await acceptRequest(app, tx, { appointment, booking, actor: 'customer' })
  })
  return readReceipt(app, key)
}

async function declinePrice(app: App, tx: Transaction, asked: Asked) {
  await endRequest(app, tx, { ...asked, to: 'declined', by: 'customer', reason: priceDeclinedReason })
  const company = await companyOf(tx, asked.booking.companyId)
  await enqueueMail(tx, priceDeclinedMail({ booking: asked.booking, company, publicUrl: app.config.publicUrl }))
}
