import { createHash } from 'node:crypto'
import { bindAttachments, bookingsHolding } from '#src/foundation/files/actions.ts'
import { recordAcceptance } from '#src/foundation/legal/actions.ts'
import { type PreparedCheckout, prepareCheckout, settleCheckout, withdrawCheckout } from '#src/money/payments/actions.ts'
import { isUnderWay } from '#src/money/payments/processing/actions.ts'
import { findCheckoutBySession, findCheckoutOfBooking } from '#src/money/payments/store.ts'
import { verifySubscriptionPayment } from '#src/money/plans/checkoutActions.ts'
import { holdAppointment } from '#src/orders/appointments/actions.ts'
import type { BookingRequest } from '#src/orders/bookings/order/rules.ts'
import { openPaymentPage, type Pending } from '#src/orders/bookings/orderActions.ts'
import { type Billed, type Bought, readPurchase, writeBooking } from '#src/orders/bookings/purchaseActions.ts'
import { purchaseTexts } from '#src/orders/bookings/purchaseRules.ts'
import { bookingProblems, checkoutMinutes } from '#src/orders/bookings/rules.ts'
import { countCalledOff, findCompanyOf, findPendingByRequest, listBookingsForExport } from '#src/orders/bookings/store.ts'
import { earlyStartMissing, isEarlyStartVersion, needsEarlyStart } from '#src/orders/bookings/withdrawalRules.ts'
import { splitOrder } from '#src/orders/instalments/rules.ts'
import { insertPlan } from '#src/orders/instalments/store.ts'
import { leastNoticeMs } from '#src/orders/requests/rules.ts'
import { berlinDay, berlinInstant } from '#src/platform/kit/dates.ts'
import type { Cents } from '#src/platform/kit/money.ts'
import { invalidInput } from '#src/platform/kit/problems.ts'
import { PaymentsUnavailable } from '#src/platform/ports/payments.ts'
import type { App, Person, Session } from '#src/platform/server/app.ts'
import type { Caller, CountCreated } from '#src/platform/server/calls/endpoint.ts'
import { guardProblems } from '#src/platform/server/calls/guard.ts'
import { networkHash } from '#src/platform/server/calls/network.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { readSettings } from '#src/platform/server/settings.ts'
import { arrangedSlot, type FreeSlot, findFreeSlot, refusalOf } from '#src/supply/calendars/actions.ts'
import { limitUnpaid } from '#src/supply/calendars/holdActions.ts'
import { listOrderedBy, lockResources } from '#src/supply/calendars/occupancyStore.ts'
import { slotRefusal } from '#src/supply/calendars/rules.ts'
import { isOwnAddress, isOwnSession } from '#src/supply/companies/insiders.ts'
import { findCompanyForBooking, findInsiders } from '#src/supply/companies/store.ts'
import type { DepositTerms } from '#src/supply/services/deposits.ts'
import { longWorkMinutes } from '#src/supply/services/durations.ts'

type Company = NonNullable<Awaited<ReturnType<typeof findCompanyForBooking>>>

/**
 * Creates a booking from a request and returns the URL of its checkout (docs/spec.md#checkout). Idempotent: the same request returns the
 * same URL while the booking is unpaid, so a double click or a crash never creates two bookings. Throws bookingProblems.
 */
export const requestBooking = (app: App, ordered: { request: Billed; caller: Caller; countCreated: CountCreated }) => order(app, ordered)

/** Quote of a company, with its own total, title and length. `claim` takes it for a booking in the booking's transaction, or throws. */
export type AcceptedQuote = {
  id: string
  serviceTitle: string
  serviceId: string | null
  totalCents: Cents
  minutes: number
  /** Deposit and instalments that the quote asks for. */
  terms: DepositTerms
  /** Path to which the payment page returns after a cancellation. */
  cancelPath: string
  /** True if the company proposed the requested time itself; any other time must be a free slot, as for every booking. */
  isNamed: boolean
  /** Id of an order for the same quote request that still waits for its payment; this order replaces it. */
  replaces: string | undefined
  claim: (tx: Transaction, bookingId: string) => Promise<void>
}

/** Books a quote and opens its checkout: at the quote's total, paid at once, at a free time of the company. Throws as requestBooking. */
export const bookQuote = (app: App, booked: { request: BookingRequest; caller: Caller; offer: AcceptedQuote }) => order(app, booked)

type Order = { request: Billed; caller: Caller; offer?: AcceptedQuote; countCreated?: CountCreated }

async function order(app: App, { request, caller, offer, countCreated }: Order) {
  const company = await findCompanyForBooking(app.db, request.companyId)
  if (!company) throw bookingProblems.companyUnknown()
  if (!company.takesBookings) throw bookingProblems.companyNotListed()
  await requireStranger(app, request, caller)
  await requireSteadyPayer(app, request, caller)
  requireEarlyStart(app, request, company)
  const waiting = await withdrawEarlierTries(app, { request, caller, offer })
  if (waiting) await requireUnpaid(app, waiting.id)
  // The booking keeps the price at which it was ordered, even if the service's price has changed since.
  const { booking, prepared } = waiting ? { booking: waiting } : await placeBooking(app, { request, company, caller, offer, countCreated })
  const { url } = await openPaymentPage(app, { company, booking, prepared, cancelPath: offer?.cancelPath })
  return url
}

/** Refuses a booking by the company's own people (docs/spec.md#own-company). Throws bookingProblems.ownCompany. */
export async function requireStranger(app: App, { companyId, customerEmail }: Pick<Billed, 'companyId' | 'customerEmail'>, caller: Caller) {
  const insiders = await findInsiders(app.db, companyId)
  if (insiders && (isOwnSession(insiders, caller.session) || isOwnAddress(insiders, customerEmail))) throw bookingProblems.ownCompany()
}

/**
 * Requires a confirmed address from customers who repeatedly paid and then cancelled (docs/spec.md#payment-safety). Throws
 * bookingProblems.calledOffOften.
 */
export async function requireSteadyPayer(app: App, { customerEmail }: Pick<Billed, 'customerEmail'>, { session }: Caller) {
  if (session?.isConfirmed && session.email === customerEmail) return
  const since = new Date(app.now().getTime() - calledOffDays * 86_400_000)
  const [calledOff, { safety }] = await Promise.all([countCalledOff(app.db, { customerEmail, since }), readSettings(app.db)])
  if (calledOff >= safety.refundsPerPayer * app.config.LIMITS_FACTOR) throw bookingProblems.calledOffOften()
}
const calledOffDays = 30

/** Refuses to order again what waits for the company or for money that is under way. Throws bookingProblems. */
async function requireUnpaid(app: App, bookingId: string) {
  const checkout = await findCheckoutOfBooking(app.db, bookingId)
  if (checkout?.status === 'authorised') throw bookingProblems.alreadyRequested()
  if (isUnderWay(checkout)) throw bookingProblems.alreadyUnderWay()
}

/** True if the customer has completed the payment page: the booking waits for the company's answer, or for money that is under way. */
async function isCompleted(app: App, bookingId: string) {
  const checkout = await findCheckoutOfBooking(app.db, bookingId)
  return checkout?.status === 'authorised' || isUnderWay(checkout)
}

/** Requires a consumer's consent to the early start if the day lies within the withdrawal period. Throws invalidInput. */
function requireEarlyStart(app: App, { customerKind, earlyStartConsent, date }: BookingRequest, { category }: Company) {
  const today = berlinDay(app.now())
  if (!customerKind || !needsEarlyStart({ kind: customerKind, category, date }, today)) return
  if (!earlyStartConsent || !isEarlyStartVersion(earlyStartConsent.version)) {
    throw invalidInput({ earlyStartConsent: [earlyStartMissing(today)] })
  }
}

/**
 * Cancels earlier unpaid bookings of a customer who returns from the payment page and changes the request; their files and times become
 * free. Returns the unpaid booking of this same request, if there is one.
 */
async function withdrawEarlierTries(app: App, { request, caller, offer }: Order) {
  const hash = hashOf(request, offer)
  const same = await findPendingByRequest(app.db, hash)
  const isOver = same !== undefined && same.expiresAt <= app.now()
  const holding = await bookingsHolding(app.db, { caller, attachmentIds: request.attachmentIds ?? [] })
  const ordered = await listOrderedBy(app.db, { companyId: request.companyId, callerHash: caller.hash(), day: request.date })
  const others = [...holding, ...ordered.map(({ id }) => id), ...(offer?.replaces ? [offer.replaces] : [])].filter((id) => id !== same?.id)
  const earlier = new Set([...others, ...(isOver ? [same.id] : [])])
  for (const bookingId of earlier) {
    if (await isCompleted(app, bookingId)) continue
    await withdrawCheckout(app, bookingId).catch((error: unknown) => {
      if (error instanceof PaymentsUnavailable) throw bookingProblems.paymentUnavailable()
      throw error
    })
  }
  return isOver && !(await isCompleted(app, same.id)) ? undefined : same
}

type Placing = Order & { company: Company }
type Placed = { booking: Pending; prepared?: PreparedCheckout }

/** Writes the booking, its items, time, files and checkout in one transaction. Returns the pending booking if the same request has one. */
async function placeBooking(app: App, { request, company, caller, offer, countCreated }: Placing): Promise<Placed> {
  const requestHash = hashOf(request, offer)
  // A request without a number of hours or units is charged, and timed, as one.
  const wanted = {
    ...request,
    quantity: request.quantity ?? 1,
    ...(offer ? { minutes: offer.minutes, isSpread: offer.minutes > longWorkMinutes, byCompany: offer.isNamed } : {}),
    callerHash: caller.hash(),
    networkHash: networkHash(app, caller),
  }
  const refusal = await refusalOf(app, wanted)
  if (refusal) {
    // The time may be taken by a booking of this same request, created a moment ago.
    const twin = await findPendingByRequest(app.db, requestHash)
    if (!twin) throw refusal
    return { booking: twin }
  }
  return app.db.transaction().execute(async (tx) => {
    await lockResources(tx, company.id)
    const twin = await findPendingByRequest(tx, requestHash)
    if (twin) return { booking: twin }
    const free = await findFreeSlot(app, tx, wanted)
    // A time that the company did not propose needs a free slot of its calendar. A quote is paid at once, even if the company otherwise
    // accepts bookings only by request.
    if (!free && offer?.isNamed === false) throw slotRefusal('notOffered', [])
    const now = app.now()
    const expiresAt = new Date(now.getTime() + checkoutMinutes * 60_000)
    const purchase = offer ? purchaseOfQuote(offer) : await readPurchase(tx, { request, company })
    const slot = await slotOf(app, tx, { wanted, free, purchase, isOffered: offer !== undefined })
    if (slot) await limitUnpaid(app, tx, { companyId: company.id, networkHash: wanted.networkHash })
    const plan = splitOrder(purchase, { bookingDate: request.date, parts: slot?.parts })
    const inserted = await writeBooking(tx, {
      request,
      purchase,
      dueCents: plan?.depositCents,
      requestHash,
      expiresAt,
      now,
      callerHash: caller.hash(),
    })
    if (!inserted) return { booking: duplicateOf(await findPendingByRequest(tx, requestHash)) }
    await countCreated?.(tx)
    await offer?.claim(tx, inserted.id)
    if (plan) await insertPlan(tx, { ...plan, bookingId: inserted.id, companyId: company.id, totalCents: purchase.totalCents })
    if (slot) await holdAppointment(tx, { slot, bookingId: inserted.id, kind: 'checkout', now })
    const attachmentIds = [...new Set(request.attachmentIds ?? [])]
    const bound = await bindAttachments(tx, { caller, attachmentIds, bookingId: inserted.id, now })
    if (bound !== attachmentIds.length) throw bookingProblems.attachmentUnknown()
    await recordAcceptance(app, tx, { bookingId: inserted.id })
    const prepared = await prepareCheckout(app, tx, {
      ...{ bookingId: inserted.id, amountCents: plan?.depositCents ?? purchase.totalCents, expiresAt },
      isHeld: slot?.bookingMode === 'request',
      isBusiness: request.customerKind === 'business',
      // A quote may lapse before slow money arrives.
      startsAt: offer ? undefined : berlinInstant(request.date, request.time),
    })
    return { booking: inserted, prepared }
  })
}

type Timing = { wanted: Parameters<typeof findFreeSlot>[2]; free: FreeSlot | undefined; purchase: Bought; isOffered: boolean }

/**
 * Slot of an order, and whether the company has to accept it first. A total that no price confirms always needs the company's acceptance,
 * even without a calendar; a quote by the company never does.
 */
async function slotOf(app: App, tx: Transaction, { wanted, free, purchase, isOffered }: Timing) {
  if (isOffered) return free && { ...free, bookingMode: 'instant' as const }
  if (!purchase.isByRequest) return free
  const slot = free ?? (await arrangedSlot(tx, wanted))
  if (slot.startsAt.getTime() < app.now().getTime() + leastNoticeMs) throw invalidInput({ time: [purchaseTexts.tooSoonToAsk] })
  return { ...slot, bookingMode: 'request' as const }
}

/** Purchase of a quote: one item at its total. */
const purchaseOfQuote = ({ serviceTitle, serviceId, totalCents, terms }: AcceptedQuote) => ({
  ...{ serviceTitle, serviceId, totalCents, catalogueId: null, agreedWith: null, isByRequest: false, terms },
  items: [{ title: serviceTitle, quantity: 100, unit: null, unitCents: totalCents, totalCents }],
})

/** Returns the identical booking that was inserted first. Throws if it ended between the two statements: the customer has to try again. */
function duplicateOf(twin: Pending | undefined) {
  if (!twin) throw bookingProblems.paymentUnavailable()
  return twin
}

const hashOf = (request: Billed, offer?: AcceptedQuote) =>
  createHash('sha256')
    .update(JSON.stringify(offer ? { ...request, offer: offer.id } : request))
    .digest('base64url')

/**
 * Returns whether a booking is paid, for a visitor who knows its id and its session's id (docs/spec.md#booking-access). If it is unpaid:
 * the company, and the payment page's URL while that is open. Reads an unsettled checkout from the PSP. Throws bookingProblems.notFound if
 * the two ids do not belong together, verifyUnavailable if the PSP does not answer.
 */
export async function verifyBookingPayment(app: App, ids: { sessionId: string; bookingId: string }) {
  const checkout = await findCheckoutBySession(app.db, ids)
  if (!checkout) throw bookingProblems.notFound()
  if (checkout.status === 'paid') return { paid: true }
  if (requestedStatuses.includes(checkout.status)) return { paid: false, requested: true as const }
  await settleCheckout(app, ids.sessionId).catch((error: unknown) => {
    if (error instanceof PaymentsUnavailable) throw bookingProblems.verifyUnavailable()
    throw error
  })
  const [settled, booking] = await Promise.all([findCheckoutBySession(app.db, ids), findCompanyOf(app.db, ids.bookingId)])
  if (settled?.status === 'paid') return { paid: true }
  if (settled && requestedStatuses.includes(settled.status)) return { paid: false, requested: true as const }
  if (isUnderWay(settled)) return { paid: false, processing: true as const }
  return { paid: false, company_id: booking?.companyId, pay_url: settled?.status === 'open' ? settled.url : null }
}

/** Checkout states of a booking by request: its payment was authorized. A released one still counts, so that the page stays readable. */
const requestedStatuses = ['authorised', 'released']

/**
 * Returns whether the subscription of the visitor's own company is paid; part of the same call (docs/spec.md#calls). Throws as guard and
 * plans do.
 */
export async function verifyUserSubscription(
  app: App,
  { session, sessionId, companyId }: { session: Session | undefined; sessionId: string; companyId: string },
) {
  if (!session) throw guardProblems.signInNeeded()
  await app.hooks.requireOwnCompany(app, { userId: session.userId, companyId })
  return verifySubscriptionPayment(app, { sessionId, companyId })
}

/** Bookings made with a person's confirmed address, for the export of personal data. */
export const exportBookings = (app: App, { email }: Person) => listBookingsForExport(app.db, email)
