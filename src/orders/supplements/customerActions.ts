import { recordAcceptance } from '#src/foundation/legal/actions.ts'
import { companyOf } from '#src/orders/appointments/markActions.ts'
import { openWithKey } from '#src/orders/bookings/links/keyActions.ts'
import type { HeldKey } from '#src/orders/bookings/links/keyRules.ts'
import { bookingPage } from '#src/orders/bookings/links/rules.ts'
import { endOrder, openPaymentPage, orderPart } from '#src/orders/bookings/orderActions.ts'
import { lockBooking } from '#src/orders/bookings/store.ts'
import { isEarlyStartVersion, needsEarlyStart, withdrawalDeadline } from '#src/orders/bookings/withdrawalRules.ts'
import { berlinDay, laterDay } from '#src/platform/kit/dates.ts'
import { invalidInput } from '#src/platform/kit/problems.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { announce } from '#src/platform/server/live.ts'
import { enqueueMail } from '#src/platform/server/mail/mail.ts'
import type { Category } from '#src/supply/companies/rules.ts'
import { findCompanyForBooking } from '#src/supply/companies/store.ts'
import { showSupplement } from './companyActions.ts'
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
  return openPaymentPage(app, { ...ordered, cancelPath: bookingPage })
}

type Answering = { booking: Booking; supplement: Supplement }

async function decline(app: App, tx: Transaction, { booking, supplement }: Answering) {
  await markSupplement(tx, { id: supplement.id, from: ['open'], to: 'declined', now: app.now() })
  await endOrder(tx, supplement.orderId)
  await announce(tx, { companyId: booking.companyId, kind: 'booking', id: booking.id })
  const company = await companyOf(tx, booking.companyId)
  const facts = { booking, company, supplement: { ...supplement, item: supplement }, publicUrl: app.config.publicUrl }
  await enqueueMail(tx, answeredMail({ ...facts, answer: 'declined' }))
}

/** Writes the order of an accepted supplement, or returns the one that waits for its payment. */
async function order(app: App, tx: Transaction, { booking, supplement, consent }: Answering & { consent: Answer['consent'] }) {
  const { id, title, quantity, unit, unitCents, totalCents, reason } = supplement
  const { category } = await companyOf(tx, booking.companyId)
  const isAsked = needsConsent(booking, category, berlinDay(app.now()))
  if (isAsked && !isEarlyStartVersion(consent?.version ?? '')) throw invalidInput({ earlyStartConsent: [supplementTexts.consent] })
  const ordered = {
    job: booking,
    requestHash: `supplement:${id}`,
    serviceTitle: supplementTitle(title),
    description: reason,
    item: { title, quantity, unit, unitCents, totalCents },
    earlyStartVersion: isAsked ? consent?.version : null,
  }
  return orderPart(app, tx, ordered, async (orderId) => {
    await setOrder(tx, { id, orderId })
    await recordAcceptance(app, tx, { bookingId: orderId })
  })
}

type Job = Pick<Booking, 'customerKind' | 'bookingDate'>

/** True if more work needs a consumer's consent: it begins within the withdrawal period. */
const needsConsent = ({ customerKind: kind, bookingDate }: Job, category: Category, today: string) =>
  needsEarlyStart({ kind, category, date: laterDay(bookingDate, today) }, today)

/** Supplements of a booking for the holder of its key. Throws as openWithKey. */
export async function readOwnSupplements(app: App, key: HeldKey) {
  const bookingId = await openWithKey(app, key)
  const today = berlinDay(app.now())
  const list = await listSupplements(app.db, bookingId)
  const facts = list.length > 0 ? await findConsentFacts(app.db, bookingId) : undefined
  const company = facts && (await findCompanyForBooking(app.db, facts.companyId))
  const isAsked = facts && company && needsConsent(facts, company.category, today)
  return { list: list.map(showSupplement), consentUntil: isAsked ? withdrawalDeadline(today) : null }
}
