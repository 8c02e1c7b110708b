import { requestRefund } from '#src/money/payments/refundActions.ts'
import { chargeEntries, splitAmount, tipCommissionBasisPoints, tipEntries } from '#src/money/payments/rules.ts'
import { insertLedgerTransaction, insertPaymentTransaction } from '#src/money/payments/store.ts'
import { plans } from '#src/money/plans/rules.ts'
import { type Appointment, agree, free, lockAppointment, occupyAgain } from '#src/orders/appointments/actions.ts'
import { companyOf } from '#src/orders/appointments/markActions.ts'
import { laterOf, payableAfter, type Wait } from '#src/orders/appointments/moveRules.ts'
import { isPriceAgreed } from '#src/orders/bookings/estimateStore.ts'
import { listItems } from '#src/orders/bookings/itemStore.ts'
import { issueBookingLinks } from '#src/orders/bookings/links/actions.ts'
import { confirmationFacts } from '#src/orders/bookings/links/resendActions.ts'
import { confirmedCompanyMail, confirmedCustomerMail, expiredMail, paymentRefusedMail, processingMail } from '#src/orders/bookings/mails.ts'
import { payableAfterDays } from '#src/orders/bookings/rules.ts'
import { lockBooking, lockBookings, markExpired, markOwedAgain, markPaid, markPaidOut, readStanding } from '#src/orders/bookings/store.ts'
import { paidMails as instalmentMails } from '#src/orders/instalments/mails.ts'
import { acceptInstalment } from '#src/orders/instalments/paidActions.ts'
import { lapseLocked, receiveRequest } from '#src/orders/requests/actions.ts'
import { allowPayAgain } from '#src/orders/requests/captureActions.ts'
import { markPayableUntil } from '#src/orders/requests/store.ts'
import { lapseUnpaid } from '#src/orders/series/advanceActions.ts'
import { paidMails as supplementMails } from '#src/orders/supplements/mails.ts'
import { acceptPaid, lockOrdered, type OrderedPart, payableWith } from '#src/orders/supplements/paidActions.ts'
import { givenMails } from '#src/orders/tips/mails.ts'
import { acceptTip, lockTipped, type OrderedTip } from '#src/orders/tips/paidActions.ts'
import { addDays, berlinInstant } from '#src/platform/kit/dates.ts'
import type { App, EndedCheckout, Hooks, PaidCheckout, ProcessingCheckout } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { announce } from '#src/platform/server/live.ts'
import { enqueueBothMails, enqueueEncryptedMail, enqueueMail } from '#src/platform/server/mail/mail.ts'
import { readSettings } from '#src/platform/server/settings.ts'
import { keepOccupancies } from '#src/supply/calendars/occupancyStore.ts'
import { findCompanyForBooking } from '#src/supply/companies/store.ts'

/** Hooks that the payments and payouts slices call in their transactions. */
export const bookingHooks: Pick<Hooks, 'onPaid' | 'onHeld' | 'onProcessing' | 'onExpired' | 'payoutBookings'> = {
  payoutBookings: { lock: lockBookings, markPaidOut, markOwedAgain },
  onPaid: { booking: confirmPaidBooking },
  onHeld: { booking: receiveRequest },
  onProcessing: { booking: awaitPayment },
  onExpired: { booking: cancelUnpaidBooking },
}

type Booking = NonNullable<Awaited<ReturnType<typeof lockBooking>>>
type Company = NonNullable<Awaited<ReturnType<typeof findCompanyForBooking>>>

/**
 * Confirms a paid booking if its appointment is still ahead: status, fee, ledger entries and mails, all or nothing. A late payment, after
 * the booking expired, still confirms it if the company is listed. A payment that cannot confirm the booking is refunded in full
 * (docs/spec.md#payments).
 */
async function confirmPaidBooking(app: App, tx: Transaction, paid: PaidCheckout) {
  const tipped = await lockTipped(tx, paid.bookingId)
  const ordered = tipped ? undefined : await lockOrdered(tx, paid.bookingId)
  const appointment = await lockAppointment(tx, paid.bookingId)
  const booking = await lockBooking(tx, paid.bookingId)
  const company = booking && (await findCompanyForBooking(tx, booking.companyId))
  if (!booking || !company) throw new Error(`booking ${paid.bookingId} or its company is gone`)
  const child = tipped ?? ordered
  const isWelcome = tipped
    ? booking.cancelledBy === null && (await acceptTip(tx, tipped, paid.paidAt))
    : ordered
      ? booking.cancelledBy === null && (await acceptPart(tx, ordered, { order: booking, now: paid.paidAt }))
      : await isWanted(app, tx, { paid, booking, company, appointment })
  const split = await splitToday(tx, booking.amountCents, tipped ? tipCommissionBasisPoints : plans[company.plan].commissionBasisPoints)
  const holdDays = await holdDaysOf(tx, booking, paid.paidAt)
  const wait = { holdDays, returnableUntil: paid.returnableUntil }
  const isFirst = await markPaid(tx, {
    id: booking.id,
    bookingStatus: isWelcome ? 'confirmed' : 'cancelled',
    feeCents: split.feeCents,
    commissionBasisPoints: split.commissionBasisPoints,
    vatBasisPoints: split.vatBasisPoints,
    payableAt: child ? payableWith(child, { paidAt: paid.paidAt, ...wait }) : payableAt(booking, { appointment, ...wait }),
    payoutHoldDays: holdDays,
    returnableUntil: paid.returnableUntil,
    now: paid.paidAt,
  })
  if (!isFirst) return
  if (appointment && isWelcome) await agree(tx, appointment, paid.paidAt)
  else if (isWelcome && !child)
    await enqueue(tx, { name: 'bookings.adopt', payload: { companyId: company.id }, key: `adopt:${company.id}` })
  else if (appointment) await free(tx, { appointment, to: 'cancelled', actor: 'system', act: 'refused', now: paid.paidAt })
  await bookCharge(tx, { booking, paid, split, isTip: tipped !== undefined })
  await announceBooking(tx, booking)
  if (company.hasPspCustomer) await enqueue(tx, { name: 'bookings.compareCards', payload: { bookingId: booking.id } })
  if (isWelcome && child) return confirmPart(app, tx, child, booking)
  if (isWelcome) return sendConfirmations(app, tx, { booking, company, appointment })
  await requestRefund(app, tx, { bookingId: booking.id, amountCents: paid.amountCents, reason: 'late', actor: 'system' })
}

/** Accepts the supplement or the instalment that a payment orders. False if it was ended before: the payment is refunded then. */
const acceptPart = (tx: Transaction, { job, supplement, instalment }: OrderedPart, { order, now }: { order: Booking; now: Date }) =>
  instalment ? acceptInstalment(tx, { job, instalment, order, now }) : acceptPaid(tx, { job, supplement }, now)

/** Mails both sides that a supplement, an instalment or a tip is paid. */
async function confirmPart(app: App, tx: Transaction, part: OrderedPart | OrderedTip, order: Booking) {
  const { job } = part
  const items = await listItems(tx, order.id)
  const links = await issueBookingLinks(app, tx, order)
  const company = await companyOf(tx, job.companyId)
  await announceBooking(tx, job)
  await enqueueBothMails(app, tx, mailsOf(part)({ job, order, items, company, links, publicUrl: app.config.publicUrl }))
}

function mailsOf(part: OrderedPart | OrderedTip) {
  if ('orderId' in part) return givenMails
  return part.instalment ? instalmentMails : supplementMails
}

type Wanted = { paid: PaidCheckout; booking: Booking; company: Company; appointment: Appointment | undefined }

/** True if a payment confirms its booking; takes a time that was released, and the quote. */
async function isWanted(app: App, tx: Transaction, { paid, booking, company, appointment }: Wanted) {
  const isAhead = berlinInstant(booking.bookingDate, booking.bookingTime) > paid.paidAt
  const isInTime = booking.bookingStatus === 'pending' && (company.isListed || !paid.wasUnderWay)
  // A booking that a person cancelled on purpose stays cancelled.
  const isStillWanted = booking.cancelledBy === null && company.isListed
  // Money is captured only for what both sides agreed to: payment of a request that the company did not accept is refunded.
  const isPayable = appointment === undefined || payableStatuses.includes(appointment.status)
  const isAgreed = isPayable && (await isPriceAgreed(tx, paid.bookingId))
  if (!isAhead || !isAgreed || !(isInTime || isStillWanted)) return false
  if (!(await hasItsTime(app, tx, { appointment, booking }))) return false
  // An order of a quote takes the quote now; this fails if another order has it already.
  return app.hooks.claimQuote(app, tx, { bookingId: booking.id, now: paid.paidAt })
}

const payableStatuses: readonly Appointment['status'][] = ['held', 'accepting', 'lapsed']

/** True if the appointment has its time. A time released because the payment was late must still be free, and is taken again. */
async function hasItsTime(app: App, tx: Transaction, { appointment, booking }: { appointment: Appointment | undefined; booking: Booking }) {
  return appointment?.status !== 'lapsed' || occupyAgain(app, tx, { appointment, booking })
}

/** Moment from which the share can be paid out: a day after the appointment, at the time of its end if that is known, plus the wait. */
function payableAt({ bookingDate, bookingTime }: Booking, { appointment, ...wait }: Wait & { appointment: Appointment | undefined }) {
  return appointment
    ? payableAfter(appointment.endsAt, wait)
    : laterOf(berlinInstant(addDays(bookingDate, payableAfterDays + wait.holdDays), bookingTime), wait.returnableUntil)
}

/**
 * Extra days for which the share of a booking is withheld while its company is new, by number of paid bookings or by age
 * (docs/spec.md#payment-safety).
 */
async function holdDaysOf(tx: Transaction, { companyId }: Booking, now: Date) {
  const { newBookings, newDays, newHoldDays } = (await readSettings(tx)).safety
  if (newHoldDays === 0) return 0
  const { paid, createdAt } = await readStanding(tx, companyId)
  const isYoung = now.getTime() < createdAt.getTime() + newDays * 86_400_000
  return paid < newBookings || isYoung ? newHoldDays : 0
}

async function splitToday(tx: Transaction, amountCents: number, commissionBasisPoints: number) {
  const { vatBasisPoints } = await readSettings(tx)
  return { ...splitAmount({ amountCents, commissionBasisPoints, vatBasisPoints }), commissionBasisPoints, vatBasisPoints }
}

type Charge = { booking: Booking; paid: PaidCheckout; split: ReturnType<typeof splitAmount>; isTip: boolean }

async function bookCharge(tx: Transaction, { booking, paid, split, isTip }: Charge) {
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
    entries: [...chargeEntries(booking.amountCents, split, booking.companyId), ...(isTip ? tipEntries(booking.amountCents) : [])],
  })
}

async function sendConfirmations(app: App, tx: Transaction, confirmed: Parameters<typeof confirmationFacts>[2]) {
  const facts = await confirmationFacts(app, tx, confirmed)
  const links = await issueBookingLinks(app, tx, confirmed.booking)
  const wasRequested = confirmed.appointment?.requestedAt != null
  await enqueueBothMails(app, tx, { secret: confirmedCustomerMail({ ...facts, links, wasRequested }), open: confirmedCompanyMail(facts) })
}

/**
 * Keeps the time of a booking whose money is under way, and mails the customer (docs/spec.md#processing). The booking stays pending until
 * the money arrives or fails.
 */
async function awaitPayment(app: App, tx: Transaction, { bookingId, ...payment }: ProcessingCheckout) {
  await lockAppointment(tx, bookingId)
  const booking = await lockBooking(tx, bookingId)
  if (booking?.bookingStatus !== 'pending') return
  await markPayableUntil(tx, { id: bookingId, expiresAt: payment.until })
  await keepOccupancies(tx, bookingId)
  const links = await issueBookingLinks(app, tx, booking)
  await enqueueEncryptedMail(app, tx, processingMail({ booking, payment, links }))
}

/**
 * Cancels a booking whose checkout ended unpaid, and mails the customer what to do. Its files stay attached: a late payment may still
 * confirm the booking, and the customer's next booking may take them over. A request whose authorization expired lapses or, if it was
 * accepted already, may be paid in another way. A date of a series stays open for another attempt until its deadline.
 */
async function cancelUnpaidBooking(app: App, tx: Transaction, { bookingId, reason }: EndedCheckout) {
  const now = app.now()
  const appointment = await lockAppointment(tx, bookingId)
  const booking = await lockBooking(tx, bookingId)
  if (booking?.bookingStatus !== 'pending') return
  if (appointment?.status === 'accepting') return allowPayAgain(app, tx, { appointment, booking })
  if (appointment?.status === 'requested' || appointment?.status === 'countered') return lapseLocked(app, tx, { appointment, booking })
  if (await lapseUnpaid(app, tx, bookingId)) return
  if (!(await markExpired(tx, { id: bookingId, now }))) return
  if (appointment) await free(tx, { appointment, to: 'lapsed', actor: 'system', act: 'unpaid', now })
  await announceBooking(tx, booking)
  // Only an expired booking is mailed; a customer who replaced the booking knows about it.
  // A supplement whose payment was not finished is still open on the page of its job.
  if (booking.parentId !== null) return
  if (reason === 'refused') await enqueueMail(tx, paymentRefusedMail({ booking, publicUrl: app.config.publicUrl }))
  if (reason === 'expired' && booking.expiresAt <= now) await enqueueMail(tx, expiredMail({ booking, publicUrl: app.config.publicUrl }))
}

const announceBooking = (tx: Transaction, { id, companyId }: Booking) => announce(tx, { companyId, kind: 'booking', id })
