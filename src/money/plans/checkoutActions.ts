import { recordDiscrepancy } from '#src/money/payments/actions.ts'
import { offeredMethods } from '#src/money/payments/methods.ts'
import { noteRefusal } from '#src/money/payments/outageActions.ts'
import { endedByItself, endedByUs, mayBeClosed, type SessionEnd } from '#src/money/payments/rules.ts'
import { attachSession, markChecked } from '#src/money/payments/store.ts'
import { Problem } from '#src/platform/kit/problems.ts'
import { type CheckoutSession, PaymentsBusy, PaymentsRefused, PaymentsUnavailable } from '#src/platform/ports/payments.ts'
import type { App } from '#src/platform/server/app.ts'
import { readSettings } from '#src/platform/server/settings.ts'
import { attachCustomerOnce } from '#src/supply/companies/register/actions.ts'
import { findSubscriber } from '#src/supply/companies/register/store.ts'
import { companyProblems } from '#src/supply/companies/rules.ts'
import {
  findCompanyCheckout,
  findWaitingCheckout,
  insertSubscriptionCheckout,
  lockSubscriptionCheckout,
  markSubscriptionCheckoutEnded,
  markSubscriptionPaid,
} from './checkoutStore.ts'
import { convergeSubscription } from './convergeActions.ts'
import { refuseOwing } from './debits/owingActions.ts'
import { type PlanKey, plans } from './rules.ts'
import { checkoutMinutes, offerOf, planProblems, resumableMinutes } from './subscriptionRules.ts'

type PlanChoice = { companyId: string; plan: PlanKey }
type Subscriber = NonNullable<Awaited<ReturnType<typeof findSubscriber>>>
type Checkout = NonNullable<Awaited<ReturnType<typeof findWaitingCheckout>>>

/**
 * Returns the URL of the PSP's checkout for a company's subscription. While a checkout is open, a repeated call returns the same URL; for
 * another plan the earlier checkout is expired at the PSP first, so that a company never pays twice. Throws planProblems.
 */
export async function subscribe(app: App, wish: PlanChoice) {
  const checkout = await asked(app, () => claimCheckout(app, wish))
  if (checkout.url) return checkout.url
  return asked(app, () => openSession(app, checkout)).catch(async (error: unknown) => {
    // The URL of this session was not handed out: the next try opens another session with another idempotency key.
    const now = app.now()
    if (isFailure(error)) await markSubscriptionCheckoutEnded(app.db, { id: checkout.id, status: 'failed', now })
    throw error
  })
}

const isFailure = (error: unknown) => error instanceof Problem && error.code === planProblems.checkoutFailed().code

/** Translates the PSP's errors into problems for the owner. */
async function asked<T>(app: App, ask: () => Promise<T>) {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof PaymentsBusy) throw planProblems.stillRunning()
    if (!(error instanceof PaymentsUnavailable || error instanceof PaymentsRefused)) throw error
    app.log.error({ error: error.message }, 'subscription checkout could not be opened')
    if (error instanceof PaymentsRefused) await noteRefusal(app, 'checkoutsRefused', error.message)
    throw planProblems.checkoutFailed()
  }
}

/** Returns the company's open checkout if it is for this plan and still payable, else creates one. */
async function claimCheckout(app: App, wish: PlanChoice): Promise<Checkout> {
  // Up to three tries: an earlier checkout may have to be expired, and a concurrent request may open one meanwhile.
  for (let tries = 0; tries < 3; tries += 1) {
    await refuseSubscribed(app, wish.companyId)
    const createdAt = app.now()
    const expiresAt = new Date(createdAt.getTime() + checkoutMinutes * 60_000)
    const made = await insertSubscriptionCheckout(app.db, { ...wish, priceCents: plans[wish.plan].priceCents, expiresAt, createdAt })
    if (made) return made
    const waiting = await findWaitingCheckout(app.db, wish.companyId)
    const isSame = waiting?.plan === wish.plan && waiting.priceCents === plans[wish.plan].priceCents
    if (waiting && isSame && (await canBePaid(app, waiting))) return waiting
    if (waiting) await withdraw(app, waiting)
  }
  throw planProblems.stillRunning()
}

async function refuseSubscribed(app: App, companyId: string) {
  const company = await findSubscriber(app.db, companyId)
  if (!company) throw companyProblems.notYours()
  if (company.subscriptionKind === 'granted') throw planProblems.granted()
  // A suspended company is not listed and must not be charged.
  if (company.suspendedAt) throw planProblems.suspended()
  if (company.archivedAt) throw companyProblems.notYours()
  if (company.subscriptionStatus === 'active') throw planProblems.alreadySubscribed()
  if (company.subscriptionStatus === 'past_due' || company.subscriptionStatus === 'unpaid') throw planProblems.invoiceOpen()
  if (company.subscriptionStatus === 'canceled') await refuseOwing(app, companyId)
}

async function canBePaid(app: App, { sessionId, expiresAt }: Checkout) {
  const leftMs = expiresAt.getTime() - app.now().getTime()
  if (!sessionId) return leftMs > resumableMinutes * 60_000
  const session = await settleSubscriptionCheckout(app, sessionId)
  return leftMs > 0 && session?.status === 'open'
}

/**
 * Expires the open checkout of a company that must not be charged any more (suspended, archived or deleted). Does nothing without one.
 * Throws PaymentsUnavailable; the caller retries.
 */
export async function withdrawSubscriptionCheckout(app: App, companyId: string) {
  const waiting = await findWaitingCheckout(app.db, companyId)
  if (waiting) await withdraw(app, waiting)
}

/**
 * Expires a checkout at the PSP before it is marked as ended, so that it cannot be paid any more. If it was paid meanwhile, the payment
 * counts.
 */
async function withdraw(app: App, { id, sessionId }: Checkout) {
  if (sessionId) return applySession(app, await app.payments.expireCheckout(sessionId), endedByUs)
  await markSubscriptionCheckoutEnded(app.db, { id, status: 'failed', now: app.now() })
}

async function openSession(app: App, checkout: Checkout) {
  const { publicUrl } = app.config
  const company = await findSubscriber(app.db, checkout.companyId)
  if (!company) throw companyProblems.notYours()
  const session = await app.payments.startSubscriptionCheckout({
    companyId: checkout.companyId,
    checkoutId: checkout.id,
    customerId: await customerOf(app, company),
    plan: { ...offerOf(checkout.plan), priceCents: checkout.priceCents },
    methods: offeredMethods(await readSettings(app.db)).subscription,
    expiresAt: checkout.expiresAt,
    successUrl: `${publicUrl}/payment-success-provider?session_id={CHECKOUT_SESSION_ID}&setup=complete&company_id=${checkout.companyId}`,
    // Returns to the page on which the order began.
    cancelUrl: `${publicUrl}/${company.subscriptionStatus === 'incomplete' ? 'provider-signup' : 'dashboard'}`,
    idempotencyKey: `company:${checkout.companyId}:subscription-checkout:${checkout.id}`,
  })
  const attached = await attachSession(app.db, 'subscriptionCheckouts', {
    checkoutId: checkout.id,
    sessionId: session.id,
    url: session.url,
  })
  // The company may have been suspended or archived during the call, before this session was stored for that withdrawal to find.
  const isWelcome = await canSubscribe(app, checkout.companyId)
  if (isWelcome && attached?.status === 'open' && session.url) return session.url
  // The checkout was withdrawn during the call and must not be paid.
  await applySession(app, await app.payments.expireCheckout(session.id), endedByUs)
  throw planProblems.stillRunning()
}

async function canSubscribe(app: App, companyId: string) {
  const company = await findSubscriber(app.db, companyId)
  return company !== undefined && !company.suspendedAt && !company.archivedAt
}

async function customerOf(app: App, company: Subscriber) {
  if (company.stripeCustomerId) return company.stripeCustomerId
  const { id } = await app.payments.ensureCustomer({
    companyId: company.id,
    email: company.ownerEmail ?? company.email,
    name: company.companyName,
    idempotencyKey: `company:${company.id}:customer`,
  })
  return attachCustomerOnce(app, { companyId: company.id, customerId: id })
}

/**
 * Returns true if the subscription opened with this session is paid, or its debit is under way; called by the company's owner. Reads an
 * unsettled one from the PSP. Throws planProblems.checkoutUnknown, verifyUnavailable.
 */
export async function verifySubscriptionPayment(app: App, ids: { sessionId: string; companyId: string }) {
  const checkout = await findCompanyCheckout(app.db, ids)
  if (!checkout) throw planProblems.checkoutUnknown()
  if (checkout.status !== 'paid') {
    await settleSubscriptionCheckout(app, ids.sessionId).catch((error: unknown) => {
      if (error instanceof PaymentsUnavailable) throw planProblems.verifyUnavailable()
      throw error
    })
  }
  return (await findCompanyCheckout(app.db, ids))?.status === 'paid'
}

/** Reads a session from the PSP and applies it and its subscription; undefined if the PSP does not know it. */
export async function settleSubscriptionCheckout(app: App, sessionId: string) {
  const session = await app.payments.findCheckout(sessionId)
  if (session?.mode !== 'subscription') return undefined
  await applySession(app, session)
  return session
}

/** Applies the subscription first: a checkout is marked as paid only when its company has the plan. */
async function applySession(app: App, session: CheckoutSession, end: SessionEnd = endedByItself) {
  if (session.subscriptionId) await convergeSubscription(app, session.subscriptionId)
  await app.db.transaction().execute(async (tx) => {
    const now = app.now()
    const checkout = await lockSubscriptionCheckout(tx, { sessionId: session.id, companyId: session.companyId })
    // Completed with a debit, the first invoice takes its own way: it is paid or refused days later.
    const isDone = session.isPaid || (session.status === 'complete' && session.subscriptionId !== null)
    if (!checkout && !session.isPaid) return
    if (!checkout) return recordDiscrepancy(app, tx, unknownSession(session))
    await attachSession(tx, 'subscriptionCheckouts', { checkoutId: checkout.id, sessionId: session.id, url: session.url })
    const isClosed = isDone || (session.status === 'expired' && mayBeClosed({ ...end, ...checkout }, now))
    await markChecked(tx, 'subscriptionCheckouts', { id: checkout.id, isClosed, now })
    if (isDone) return void (await markSubscriptionPaid(tx, { id: checkout.id, now }))
    if (session.status === 'expired') await markSubscriptionCheckoutEnded(tx, { id: checkout.id, status: 'expired', now })
  })
}

const unknownSession = (session: CheckoutSession) => ({
  kind: 'unknownSession' as const,
  reference: session.id,
  amountCents: session.amountCents,
  details: { ...session, url: undefined, customerEmail: undefined },
})
