import { findCompanyForBooking } from '#src/companies/store.ts'
import { listAttachmentsOfBooking } from '#src/files/store.ts'
import { addDays, berlinInstant } from '#src/kit/dates.ts'
import { requestRefund } from '#src/payments/refundActions.ts'
import { chargeEntries, splitAmount } from '#src/payments/rules.ts'
import { insertLedgerTransaction, insertPaymentTransaction } from '#src/payments/store.ts'
import { plans } from '#src/plans/rules.ts'
import type { App, EndedCheckout, Hooks, PaidCheckout } from '#src/server/app.ts'
import type { Transaction } from '#src/server/db.ts'
import { enqueue } from '#src/server/jobs.ts'
import { announce } from '#src/server/live.ts'
import { enqueueBothMails, enqueueMail } from '#src/server/mail/mail.ts'
import { readSettings } from '#src/server/settings.ts'
import { type Appointment, agree, free, lockAppointment, occupyAgain } from './appointments/actions.ts'
import { payableAfter } from './appointments/moveRules.ts'
import { listItems } from './itemStore.ts'
import { issueBookingLinks } from './links/actions.ts'
import { confirmedCompanyMail, confirmedCustomerMail, expiredMail } from './mails.ts'
import { lapseLocked, receiveRequest } from './requests/actions.ts'
import { offerAgain } from './requests/captureActions.ts'
import { payableAfterDays } from './rules.ts'
import { lapseUnpaid } from './series/keepActions.ts'
import { lockBooking, markExpired, markPaid, readStanding } from './store.ts'

/** Called by the payments slice, inside the transaction that settles the checkout. */
export const bookingHooks: Pick<Hooks, 'onPaid' | 'onHeld' | 'onExpired'> = {
  onPaid: { booking: confirmPaidBooking },
  onHeld: { booking: receiveRequest },
  onExpired: { booking: cancelUnpaidBooking },
}

type Booking = NonNullable<Awaited<ReturnType<typeof lockBooking>>>
type Company = NonNullable<Awaited<ReturnType<typeof findCompanyForBooking>>>

/**
 * Confirms a paid booking whose appointment lies ahead: status, fee, ledger, mails, all or nothing. A payment after the booking ended as
 * unpaid still confirms it if the company is listed; a payment that cannot confirm is refunded in full (docs/spec.md#payments).
 */
async function confirmPaidBooking(app: App, tx: Transaction, paid: PaidCheckout) {
  const appointment = await lockAppointment(tx, paid.bookingId)
  const booking = await lockBooking(tx, paid.bookingId)
  const company = booking && (await findCompanyForBooking(tx, booking.companyId))
  if (!booking || !company) throw new Error(`booking ${paid.bookingId} or its company is gone`)
  const isAhead = berlinInstant(booking.bookingDate, booking.bookingTime) > paid.paidAt
  const isInTime = booking.bookingStatus === 'pending'
  // A booking that somebody cancelled on purpose stays cancelled.
  const isStillWanted = booking.cancelledBy === null && company.isListed
  // Money is taken for what both sides agreed to, so that of a request nobody accepted goes back.
  const isAgreed = appointment === undefined || payableStatuses.includes(appointment.status)
  const isWanted = isAhead && isAgreed && (isInTime || isStillWanted)
  const hasTime = isWanted && (await hasItsTime(app, tx, { appointment, booking }))
  // An order that takes an offer takes it now, or another order has it.
  const isWelcome = hasTime && (await app.hooks.takeOffer(app, tx, { bookingId: booking.id, now: paid.paidAt }))
  const split = await splitToday(tx, booking.amountCents, company)
  const holdDays = await holdDaysOf(tx, booking, paid.paidAt)
  const isFirst = await markPaid(tx, {
    id: booking.id,
    status: isWelcome ? 'confirmed' : 'cancelled',
    feeCents: split.feeCents,
    commissionBasisPoints: split.commissionBasisPoints,
    vatBasisPoints: split.vatBasisPoints,
    payableAt: payableAt(booking, { appointment, holdDays }),
    payoutHoldDays: holdDays,
    now: paid.paidAt,
  })
  if (!isFirst) return
  if (appointment && isWelcome) await agree(tx, appointment, paid.paidAt)
  else if (isWelcome) await enqueue(tx, { name: 'bookings.adopt', payload: { companyId: company.id }, key: `adopt:${company.id}` })
  else if (appointment) await free(tx, { appointment, to: 'cancelled', actor: 'system', act: 'refused', now: paid.paidAt })
  await bookCharge(tx, { booking, paid, split })
  await announceBooking(tx, booking)
  if (company.hasPspCustomer) await enqueue(tx, { name: 'bookings.compareCards', payload: { bookingId: booking.id } })
  if (isWelcome) return sendConfirmations(app, tx, { booking, company, appointment })
  await requestRefund(app, tx, { bookingId: booking.id, amountCents: paid.amountCents, reason: 'late', actor: 'system' })
}

const payableStatuses: readonly Appointment['status'][] = ['held', 'accepting', 'lapsed']

/** A time that became free because the payment was late has to be free still. */
async function hasItsTime(app: App, tx: Transaction, { appointment, booking }: { appointment: Appointment | undefined; booking: Booking }) {
  return appointment?.status !== 'lapsed' || occupyAgain(app, tx, { appointment, booking })
}

/** A day after the appointment, at the time of its end where that is known. */
function payableAt(
  { bookingDate, bookingTime }: Booking,
  { appointment, holdDays }: { appointment: Appointment | undefined; holdDays: number },
) {
  return appointment
    ? payableAfter(appointment.endsAt, holdDays)
    : berlinInstant(addDays(bookingDate, payableAfterDays + holdDays), bookingTime)
}

/** Extra days that the share of a booking waits while its company is new: by its paid bookings or its age (docs/spec.md#payment-safety). */
async function holdDaysOf(tx: Transaction, { companyId }: Booking, now: Date) {
  const { newBookings, newDays, newHoldDays } = (await readSettings(tx)).safety
  if (newHoldDays === 0) return 0
  const { paid, createdAt } = await readStanding(tx, companyId)
  const isYoung = now.getTime() < createdAt.getTime() + newDays * 86_400_000
  return paid < newBookings || isYoung ? newHoldDays : 0
}

async function splitToday(tx: Transaction, amountCents: number, company: Company) {
  const { vatBasisPoints } = await readSettings(tx)
  const { commissionBasisPoints } = plans[company.plan]
  return { ...splitAmount({ amountCents, commissionBasisPoints, vatBasisPoints }), commissionBasisPoints, vatBasisPoints }
}

type Charge = { booking: Booking; paid: PaidCheckout; split: ReturnType<typeof splitAmount> }

async function bookCharge(tx: Transaction, { booking, paid, split }: Charge) {
  await insertPaymentTransaction(tx, {
    bookingId: booking.id,
    companyId: booking.companyId,
    paymentId: paid.paymentId,
    amountCents: booking.amountCents,
    platformFeeCents: split.feeCents,
    createdAt: paid.paidAt,
  })
  await insertLedgerTransaction(tx, {
    kind: 'charge',
    reference: booking.id,
    bookingId: booking.id,
    occurredAt: paid.paidAt,
    entries: chargeEntries(booking.amountCents, split, booking.companyId),
  })
}

type Confirmed = { booking: Booking; company: Company; appointment: Appointment | undefined }

async function sendConfirmations(app: App, tx: Transaction, { booking, company, appointment }: Confirmed) {
  const attachments = await listAttachmentsOfBooking(tx, booking.id)
  const items = await listItems(tx, booking.id)
  const links = await issueBookingLinks(app, tx, booking)
  const facts = { booking, company, items, endsAt: appointment?.endsAt, at: app.now(), publicUrl: app.config.publicUrl }
  await enqueueBothMails(app, tx, {
    secret: confirmedCustomerMail({ ...facts, links, wasRequested: appointment?.requestedAt != null }),
    open: confirmedCompanyMail({ ...facts, fileNames: attachments.map(({ name }) => name) }),
  })
}

/**
 * Cancels a booking whose checkout ended unpaid, and tells the customer what to do. Its files stay attached, because a late payment may
 * still confirm the booking; the customer's next booking may take them over. A request whose promise of money is over lapses, or, already
 * accepted, may be paid in another way. A date of a series waits for its next try until its moment.
 */
async function cancelUnpaidBooking(app: App, tx: Transaction, { bookingId, reason }: EndedCheckout) {
  const now = app.now()
  const appointment = await lockAppointment(tx, bookingId)
  const booking = await lockBooking(tx, bookingId)
  if (booking?.bookingStatus !== 'pending') return
  if (appointment?.status === 'accepting') return offerAgain(app, tx, { appointment, booking })
  if (appointment?.status === 'requested' || appointment?.status === 'countered') return lapseLocked(app, tx, { appointment, booking })
  if (await lapseUnpaid(app, tx, bookingId)) return
  if (!(await markExpired(tx, { id: bookingId, now }))) return
  if (appointment) await free(tx, { appointment, to: 'lapsed', actor: 'system', act: 'unpaid', now })
  await announceBooking(tx, booking)
  // Mail only when the booking expired; the customer knows about one that was replaced.
  if (reason === 'expired' && booking.expiresAt <= now) await enqueueMail(tx, expiredMail({ booking, publicUrl: app.config.publicUrl }))
}

const announceBooking = (tx: Transaction, { id, companyId }: Booking) => announce(tx, { companyId, kind: 'booking', id })
