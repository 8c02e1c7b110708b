import type { Cents } from '#src/platform/kit/money.ts'
import { type CheckoutSession, PaymentsRefused, PaymentsStuck, PaymentsUnavailable } from '#src/platform/ports/payments.ts'
import type { PaymentEvent } from '#src/platform/ports/pspTransactions.ts'
import type { App, EndedCheckout } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { readSettings } from '#src/platform/server/settings.ts'
import { heldUntil, methodsOfOrder, paymentMethodOf, returnableUntil } from './methods.ts'
import { endOutage, noteRefusal } from './outageActions.ts'
import { settleProcessing } from './processing/actions.ts'
import { type DiscrepancyKind, endedByItself, endedByUs, mayBeClosed, type SessionEnd } from './rules.ts'
import {
  attachSession,
  countAttempt,
  findCheckoutOfBooking,
  insertCheckout,
  insertDiscrepancy,
  insertEvent,
  lockCheckout,
  markCheckoutAuthorised,
  markCheckoutEnded,
  markCheckoutPaid,
  markCheckoutReleased,
  type NewCheckout,
  noteSession,
} from './store.ts'

type Offer = { title: string; description: string; customerEmail: string; successUrl: string; cancelUrl: string }

/** `startsAt`: start of the appointment, if the money may arrive days after the order; without it only methods that pay at once are offered. */
type Prepared = Omit<NewCheckout, 'methods'> & { isBusiness?: boolean | undefined; startsAt?: Date | undefined }

/** Inserts the checkout row of a booking before the PSP is called, so that reconciliation finds it after a crash. Amount in cents. */
export async function prepareCheckout(app: App, tx: Transaction, { isBusiness = false, startsAt, ...checkout }: Prepared) {
  const now = app.now()
  const kind = checkout.isHeld ? 'held' : 'direct'
  const daysAhead = startsAt && (startsAt.getTime() - now.getTime()) / 86_400_000
  const methods = methodsOfOrder(await readSettings(tx), { kind, isBusiness, daysAhead })
  return insertCheckout(tx, { ...checkout, methods: [...methods], createdAt: now })
}

/**
 * `prepared`: the checkout row that was just inserted; without it, the row is read by `bookingId`. `isPatient`: the caller retries later,
 * so an unreachable PSP does not end the checkout.
 */
type Opening = { bookingId: string; prepared?: PreparedCheckout | undefined; offer: Offer; isPatient?: true }
export type PreparedCheckout = Awaited<ReturnType<typeof prepareCheckout>>

/**
 * Opens the prepared checkout at the PSP and returns the URL of its payment page. Repeated calls return the same URL while the checkout is
 * open (docs/spec.md#checkout). Returns undefined if the PSP is unreachable or refuses: the checkout and its booking are ended then. Throws
 * PaymentsBusy while the same call still runs elsewhere, and PaymentsUnavailable if `isPatient`.
 */
export async function openCheckout(app: App, { bookingId, prepared, offer, isPatient }: Opening): Promise<string | undefined> {
  const checkout = prepared ?? (await findCheckoutOfBooking(app.db, bookingId))
  if (!checkout) throw new Error(`booking ${bookingId} has no checkout`)
  if (checkout.status === 'open' && checkout.url) return checkout.url
  if (checkout.status !== 'starting') return undefined
  try {
    const session = await app.payments.startCheckout({
      ...offer,
      bookingId,
      amountCents: checkout.amountCents,
      isHeld: checkout.isHeld,
      methods: (checkout.methods ?? ['card']).flatMap((name) => paymentMethodOf(name) ?? []),
      expiresAt: checkout.expiresAt,
      idempotencyKey: `booking:${bookingId}:checkout:${checkout.attempt}`,
    })
    await endOutage(app, 'checkoutsRefused')
    const attached = await attachSession(app.db, 'checkouts', { checkoutId: checkout.id, sessionId: session.id, url: session.url })
    if (attached?.status === 'open') return session.url ?? undefined
    // The checkout ended during the PSP call: expire the new session, so that it cannot be paid.
    await settleSession(app, await app.payments.expireCheckout(session.id), endedByUs)
    return undefined
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable || error instanceof PaymentsRefused)) throw error
    // A stored failure may have opened a session. Its address was never handed out, so it ends unpaid.
    if (isPatient && error instanceof PaymentsStuck) await countAttempt(app.db, 'checkouts', checkout)
    if (isPatient && error instanceof PaymentsUnavailable) throw error
    app.log.error({ bookingId, error: error.message }, 'checkout could not be opened')
    if (error instanceof PaymentsRefused) await noteRefusal(app, 'checkoutsRefused', error.message)
    await endCheckout(app, { id: checkout.id, bookingId, status: 'failed' })
    return undefined
  }
}

/**
 * Cancels an unpaid checkout, at the PSP first, so that it cannot be paid any more; releases a card authorization. If it was paid in the
 * meantime, it is settled as paid.
 */
export async function withdrawCheckout(app: App, bookingId: string) {
  const checkout = await findCheckoutOfBooking(app.db, bookingId)
  if (!checkout) return
  if (!checkout.sessionId) return endCheckout(app, { id: checkout.id, bookingId, status: 'expired' })
  const session = await app.payments.expireCheckout(checkout.sessionId)
  if (session.authorization === null) return settleSession(app, session, endedByUs)
  await letGo(app, session)
}

/** Releases a card authorization and settles the result. Throws PaymentsUnavailable; the caller retries. */
async function letGo(app: App, { id, paymentId }: Pick<CheckoutSession, 'id' | 'paymentId'>) {
  if (paymentId !== null) await app.payments.release(paymentId)
  await settleCheckout(app, id)
}

/**
 * Captures the authorization of a booking, or the part of it that was agreed (`setCapture`). Safe to repeat: the PSP refuses a second
 * capture, and the session is then read again. An authorization that the bank refuses to capture, or that is lower than the agreed amount,
 * is released, and the booking is notified (`onExpired`). Throws PaymentsUnavailable and PaymentsBusy; the caller retries.
 */
export async function captureCheckout(app: App, bookingId: string) {
  const checkout = await findCheckoutOfBooking(app.db, bookingId)
  if (checkout?.status !== 'authorised' || !checkout.sessionId || !checkout.paymentId) return
  const { sessionId: id, paymentId } = checkout
  if (expectedCents(checkout) > checkout.amountCents) return letGo(app, { id, paymentId })
  try {
    await app.payments.capture({ paymentId, amountCents: expectedCents(checkout) })
  } catch (error) {
    if (!(error instanceof PaymentsRefused)) throw error
    app.log.warn({ bookingId, error: error.message }, 'promised money could not be taken')
    return letGo(app, { id, paymentId })
  }
  await settleCheckout(app, id)
}

/**
 * Reads a checkout session from the PSP and applies its state in one transaction. Every payment takes this path: webhook, return page and
 * reconciliation call it, any number of times and in any order (docs/spec.md#paid). Throws PaymentsUnavailable if the session cannot be
 * read.
 */
export async function settleCheckout(app: App, sessionId: string) {
  const session = await app.payments.findCheckout(sessionId)
  if (!session) return app.log.warn({ sessionId }, 'session unknown to the PSP')
  if (session.mode === 'subscription') return app.hooks.onSubscriptionChanged(app, { sessionId })
  await settleSession(app, session)
  return session
}

/**
 * Settles the session of a payment found among the PSP's balance transactions. Throws PaymentsUnavailable if the session cannot be read.
 */
export async function settlePayment(app: App, paymentId: string) {
  const session = await app.payments.findCheckoutOfPayment(paymentId)
  if (session) await settleSession(app, session)
}

async function settleSession(app: App, session: CheckoutSession, end: SessionEnd = endedByItself): Promise<void> {
  const isWanted = await app.db.transaction().execute((tx) => settleIn(app, tx, { session, end }))
  if (!isWanted) await letGo(app, session)
}

/** Returns false for an unwanted card authorization, which the caller releases. */
async function settleIn(app: App, tx: Transaction, { session, end }: { session: CheckoutSession; end: SessionEnd }) {
  const checkout = await lockCheckout(tx, { sessionId: session.id, bookingId: session.bookingId })
  if (!checkout) {
    if (session.isPaid) await recordSessionDiscrepancy(app, tx, 'unknownSession', session)
    return true
  }
  if (isSettled(checkout, session)) return true
  const now = app.now()
  const isOver = session.isReleased || (session.status === 'expired' && mayBeClosed({ ...end, ...checkout }, now))
  const isClosed = session.isPaid || isOver || session.delayed === 'failed'
  await noteSession(tx, { checkoutId: checkout.id, session, isClosed, now })
  if (session.authorization) return settleHeld(app, tx, { session, checkout, heldUntil: heldUntil(session.method, session.authorization) })
  const { id, bookingId } = checkout
  if (session.isPaid) await settlePaid(app, tx, { session, checkout })
  else if (session.isReleased) await settleReleased(app, tx, { id, bookingId })
  else if (session.status === 'expired') await endCheckoutIn(app, tx, { id, bookingId, status: 'expired' })
  else if (session.delayed === 'failed') await endCheckoutIn(app, tx, { id, bookingId, status: 'failed', reason: 'refused' })
  else if (session.delayed === 'processing') await settleProcessing(app, tx, { id, bookingId, method: session.method })
  return true
}

type Held = { session: CheckoutSession; checkout: LockedCheckout; heldUntil: Date }

/** Records a card authorization and notifies the booking once. Returns false if the amount is wrong or the checkout has ended. */
async function settleHeld(app: App, tx: Transaction, { session, checkout, heldUntil }: Held) {
  const { id, bookingId, status } = checkout
  const { paymentId } = session
  if (status === 'authorised') return true
  if (!isRight(session, checkout) || paymentId === null || !checkout.isHeld || !openStatuses.includes(status)) return false
  if (!(await app.hooks.onHeld.booking(app, tx, { bookingId, heldUntil }))) return false
  await markCheckoutAuthorised(tx, { id, paymentId, heldUntil, now: app.now() })
  return true
}
const openStatuses = ['starting', 'open']

/** Ends the checkout of a released authorization and notifies the booking, even if the authorization was never recorded here. */
async function settleReleased(app: App, tx: Transaction, { id, bookingId }: { id: string; bookingId: string }) {
  const wasAuthorised = await markCheckoutReleased(tx, { id, now: app.now() })
  if (wasAuthorised) return app.hooks.onExpired.booking(app, tx, { bookingId, reason: 'released' })
  await endCheckoutIn(app, tx, { id, bookingId, status: 'expired' })
}

type LockedCheckout = NonNullable<Awaited<ReturnType<typeof lockCheckout>>>

/** True if an earlier call settled this checkout with the same session data. */
const isSettled = (checkout: LockedCheckout, session: CheckoutSession) =>
  checkout.status === 'paid' &&
  checkout.closedAt !== null &&
  session.isPaid &&
  session.id === checkout.sessionId &&
  session.paymentId === checkout.paymentId &&
  isRight(session, checkout)

/** True if amount, captured amount, currency and booking of the session match the checkout. */
const isRight = (session: CheckoutSession, checkout: LockedCheckout) =>
  session.amountCents === checkout.amountCents &&
  (session.capturedCents ?? expectedCents(checkout)) === expectedCents(checkout) &&
  session.currency === checkout.currency &&
  session.bookingId === checkout.bookingId

/** Amount in cents that a checkout's payment brings. */
const expectedCents = ({ captureCents, amountCents }: Pick<LockedCheckout, 'captureCents' | 'amountCents'>) => captureCents ?? amountCents

async function settlePaid(app: App, tx: Transaction, { session, checkout }: { session: CheckoutSession; checkout: LockedCheckout }) {
  const { paymentId } = session
  if (!isRight(session, checkout) || paymentId === null) {
    await endCheckoutIn(app, tx, { id: checkout.id, bookingId: checkout.bookingId, status: 'broken' })
    return recordSessionDiscrepancy(app, tx, 'amountDiffers', session)
  }
  const now = app.now()
  const isFirst = await markCheckoutPaid(tx, { id: checkout.id, paymentId, now })
  if (!isFirst) return
  const { id: checkoutId, bookingId } = checkout
  await app.hooks.onPaid.booking(app, tx, {
    ...{ checkoutId, bookingId, paymentId, amountCents: expectedCents(checkout), paidAt: now },
    returnableUntil: returnableUntil(session.method, now),
    wasUnderWay: checkout.processingAt !== null,
  })
}

const endCheckout = (app: App, ended: Ended) => app.db.transaction().execute((tx) => endCheckoutIn(app, tx, ended))

/** `reason`: cause for the booking, if it is not the status. */
type Ended = { id: string; bookingId: string; status: 'expired' | 'failed' | 'broken'; reason?: EndedCheckout['reason'] }

/** Ends an unpaid checkout and notifies its booking, which is cancelled. No-op if it has already ended. */
export async function endCheckoutIn(app: App, tx: Transaction, { id, bookingId, status, reason = status }: Ended) {
  const isFirst = await markCheckoutEnded(tx, { id, status, now: app.now() })
  if (isFirst) await app.hooks.onExpired.booking(app, tx, { bookingId, reason })
}

/** Stores the session without its address and without the customer's, which would outlive the customer's data. */
const recordSessionDiscrepancy = (app: App, tx: Transaction, kind: 'amountDiffers' | 'unknownSession', session: CheckoutSession) => {
  const details = { ...session, url: undefined, customerEmail: undefined }
  return recordDiscrepancy(app, tx, { kind, reference: session.id, amountCents: session.amountCents, details })
}

type Discrepancy = { kind: DiscrepancyKind; reference: string; bookingId?: string | null; amountCents: Cents; details: object }

/**
 * Records a discrepancy between the PSP and this database and enqueues a mail to the operator, once per kind and reference. Changes nothing
 * else. Amount in cents.
 */
export async function recordDiscrepancy(
  app: App,
  tx: Transaction,
  { kind, reference, bookingId = null, amountCents, details }: Discrepancy,
) {
  const isNew = await insertDiscrepancy(tx, {
    kind,
    reference,
    bookingId,
    amountCents,
    details: JSON.stringify(details),
    foundAt: app.now(),
  })
  if (!isNew) return
  app.log.error({ kind, reference }, 'payment does not match')
  await enqueue(tx, { name: 'payments.mailBreaks', payload: {}, key: 'mailBreaks' })
}

/**
 * Stores a webhook event and enqueues a check of its object, in one transaction (docs/spec.md#converge). Events about other object types
 * are acknowledged and dropped.
 */
export async function receiveEvent(app: App, { id, type, object: objectType, objectId }: PaymentEvent) {
  if (!objectType) return
  await app.db.transaction().execute(async (tx) => {
    const isOpen = await insertEvent(tx, { id, type, objectType, objectId, receivedAt: app.now() })
    if (!isOpen) return
    await enqueue(tx, { name: 'payments.converge', payload: { objectType, objectId }, key: `converge:${objectId}` })
  })
}
