import { recordAcceptance } from '#src/foundation/legal/actions.ts'
import { openCheckout, prepareCheckout } from '#src/money/payments/actions.ts'
import { findCheckoutOfBooking } from '#src/money/payments/store.ts'
import { companyOf } from '#src/orders/appointments/markActions.ts'
import { insertItems } from '#src/orders/bookings/itemStore.ts'
import { openWithKey } from '#src/orders/bookings/links/keyActions.ts'
import type { HeldKey } from '#src/orders/bookings/links/keyRules.ts'
import { bookingPage } from '#src/orders/bookings/links/rules.ts'
import { bookingProblems, checkoutMinutes } from '#src/orders/bookings/rules.ts'
import { findPendingByRequest, insertBooking, lockBooking } from '#src/orders/bookings/store.ts'
import { isEarlyStartVersion, needsEarlyStart, withdrawalDeadline } from '#src/orders/bookings/withdrawalRules.ts'
import { offerOf } from '#src/orders/ordering/actions.ts'
import { berlinDay, laterDay } from '#src/platform/kit/dates.ts'
import { invalidInput } from '#src/platform/kit/problems.ts'
import { PaymentsBusy } from '#src/platform/ports/payments.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import { announce } from '#src/platform/server/live.ts'
import { enqueueMail } from '#src/platform/server/mail/mail.ts'
import { findCompanyForBooking } from '#src/supply/companies/store.ts'
import { endOrder, showSupplement } from './companyActions.ts'
import { answeredMail } from './mails.ts'
import { supplementProblems } from './rules.ts'
import { findConsentFacts, listSupplements, lockSupplement, markSupplement, type Supplement, setOrder } from './store.ts'
import { supplementTexts, supplementTitle } from './texts.ts'

type Booking = NonNullable<Awaited<ReturnType<typeof lockBooking>>>
type Answer = { key: HeldKey; supplementId: string; isAccepted: boolean; consent: { version: string } | undefined }

/**
 * Answers a supplement for the customer. Declined: the job stays as agreed. Accepted: its order is written, and the URL of its payment page
 * returned; the same answer again returns the same page while it is open. Throws as openWithKey, supplementProblems, invalidInput without a
 * consumer's consent, bookingProblems.
 */
export async function answerSupplement(app: App, { key, supplementId, isAccepted, consent }: Answer) {
  const bookingId = await openWithKey(app, key)
  const ordered = await app.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    const supplement = await lockSupplement(tx, supplementId)
    if (!booking || supplement?.bookingId !== bookingId) throw supplementProblems.unknown()
    const isOpen = supplement.status === 'open' && supplement.answerBy > app.now()
    if (!isOpen || booking.bookingStatus !== 'confirmed') throw supplementProblems.over()
    if (!isAccepted) return void (await decline(app, tx, { booking, supplement }))
    return order(app, tx, { booking, supplement, consent })
  })
  if (!ordered) return { url: null }
  const { prepared, ...booked } = ordered
  const url = await openCheckout(app, {
    bookingId: booked.booking.id,
    prepared,
    offer: offerOf(app, { ...booked, cancelPath: bookingPage }),
  }).catch((error: unknown) => {
    if (error instanceof PaymentsBusy) throw bookingProblems.stillRunning()
    throw error
  })
  if (!url) throw bookingProblems.paymentUnavailable()
  return { url }
}

type Answering = { booking: Booking; supplement: Supplement }

async function decline(app: App, tx: Transaction, { booking, supplement }: Answering) {
  await markSupplement(tx, { id: supplement.id, from: ['open'], to: 'declined', now: app.now() })
  await endOrder(tx, supplement.orderId)
  await announce(tx, { companyId: booking.companyId, kind: 'booking', id: booking.id })
  const company = await companyOf(tx, booking.companyId)
  await enqueueMail(
    tx,
    answeredMail({
      booking,
      company,
      supplement: { ...supplement, item: supplement },
      answer: 'declined',
      publicUrl: app.config.publicUrl,
    }),
  )
}

/** Writes the order of an accepted supplement, or returns the one that waits for its payment, with its checkout. */
async function order(app: App, tx: Transaction, { booking, supplement, consent }: Answering & { consent: Answer['consent'] }) {
  const company = await companyOf(tx, booking.companyId)
  const now = app.now()
  const earlyStartVersion = consentOf({ booking, category: company.category, consent, today: berlinDay(now) })
  const requestHash = `supplement:${supplement.id}`
  const waiting = await findPendingByRequest(tx, requestHash)
  if (waiting) {
    const last = await findCheckoutOfBooking(tx, waiting.id)
    // A checkout that has just ended cancels its order in a moment; until then the answer has to be repeated.
    if (!last || (last.status !== 'starting' && last.status !== 'open')) throw bookingProblems.stillRunning()
    return { booking: waiting, company, prepared: last }
  }
  const expiresAt = new Date(now.getTime() + checkoutMinutes * 60_000)
  const inserted = await insertBooking(tx, {
    parentId: booking.id,
    companyId: booking.companyId,
    requestHash,
    insider: booking.insider,
    serviceTitle: supplementTitle(supplement.title),
    customerName: booking.customerName,
    customerEmail: booking.customerEmail,
    customerPhone: booking.customerPhone,
    customerKind: booking.customerKind,
    location: booking.location,
    description: supplement.reason,
    bookingDate: booking.bookingDate,
    bookingTime: booking.bookingTime,
    amountCents: supplement.totalCents,
    earlyStartVersion,
    expiresAt,
    createdAt: now,
    updatedAt: now,
  })
  if (!inserted) throw bookingProblems.stillRunning()
  await insertItems(tx, { bookingId: inserted.id, items: [itemOf(supplement)] })
  await setOrder(tx, { id: supplement.id, orderId: inserted.id })
  await recordAcceptance(app, tx, { bookingId: inserted.id })
  const prepared = await prepareCheckout(app, tx, {
    ...{ bookingId: inserted.id, amountCents: supplement.totalCents, isHeld: false, expiresAt },
    isBusiness: booking.customerKind === 'business',
  })
  return { booking: inserted, company, prepared }
}

const itemOf = ({ title, quantity, unit, unitCents, totalCents }: Supplement) => ({ title, quantity, unit, unitCents, totalCents })

type Consenting = {
  booking: Booking
  category: Parameters<typeof needsEarlyStart>[0]['category']
  consent: Answer['consent']
  today: string
}

/** Version of the consent that a consumer gave to work within the withdrawal period; null if none is needed. Throws invalidInput. */
function consentOf({ booking, category, consent, today }: Consenting) {
  const date = laterDay(booking.bookingDate, today)
  if (!needsEarlyStart({ kind: booking.customerKind, category, date }, today)) return null
  if (!consent || !isEarlyStartVersion(consent.version)) throw invalidInput({ earlyStartConsent: [supplementTexts.consent] })
  return consent.version
}

/** Supplements of a booking for the holder of its key. Throws as openWithKey. */
export async function readOwnSupplements(app: App, key: HeldKey) {
  const bookingId = await openWithKey(app, key)
  return listOwn(app.db, { bookingId, today: berlinDay(app.now()) })
}

async function listOwn(db: Database, { bookingId, today }: { bookingId: string; today: string }) {
  const list = await listSupplements(db, bookingId)
  const [first] = list
  const facts = first && (await findConsentFacts(db, bookingId))
  const company = facts && (await findCompanyForBooking(db, facts.companyId))
  const isAsked =
    facts &&
    company &&
    needsEarlyStart({ kind: facts.customerKind, category: company.category, date: laterDay(facts.bookingDate, today) }, today)
  return { list: list.map(showSupplement), consentUntil: isAsked ? withdrawalDeadline(today) : null }
}
