import http from 'node:http'
import https from 'node:https'
import type Stripe from 'stripe'
import { shortId } from '#src/platform/kit/text.ts'
import type { CheckoutDetails, CheckoutSession, Payments, RefundState, SubscriptionCheckoutDetails } from './payments.ts'
import { asking, dateOf, dateOrNull, idOf, type KeyAlarm, promptOptions, secondsOf } from './stripeCalls.ts'
import { readEvent } from './stripeEvents.ts'
import { knownMethod, methodTypes, stripeMethods } from './stripeMethods.ts'
import { stripePayoutAccounts } from './stripePayoutAccounts.ts'
import { ensurePrice, stripeSubscriptions } from './stripeSubscriptions.ts'
import { stripeTransactions } from './stripeTransactions.ts'
import { stripeTransfers } from './stripeTransfers.ts'

type Access = { secretKey: string; webhookSecret: string; apiUrl: string | undefined; onKeyRefused?: KeyAlarm }

/** Maximum difference between a webhook's timestamp and now, in both directions (docs/spec.md#webhook). */
const toleranceSeconds = 300

/**
 * Adapter for Stripe: the official SDK, which calls Stripe or, by `apiUrl`, the sandbox, so that the tested code is the code in production.
 * Loaded with the first call, because a server starts 5 % faster without it (docs/decisions/0035).
 */
export function stripePayments({ secretKey, webhookSecret, apiUrl, onKeyRefused }: Access): Payments {
  const access = { ...addressOf(apiUrl), httpAgent: agentFor(apiUrl), maxNetworkRetries: 2, timeout: 15_000, telemetry: false }
  const open = () => import('stripe').then(({ default: Stripe }) => ({ stripe: new Stripe(secretKey, access), errors: Stripe.errors }))
  const asked = asking(open, onKeyRefused)
  const { ask, find } = asked
  return {
    ...stripeSubscriptions(asked),
    ...stripePayoutAccounts(asked),
    ...stripeTransfers(asked),
    ...stripeTransactions(asked),
    ...stripeMethods(asked),
    checkoutOrigin: apiUrl ? new URL(apiUrl).origin : 'https://checkout.stripe.com',
    startCheckout: (details) =>
      ask(async (stripe) =>
        readSession(await stripe.checkout.sessions.create(paramsOf(details), { ...promptOptions, idempotencyKey: details.idempotencyKey })),
      ),
    startSubscriptionCheckout: (details) =>
      ask(async (stripe, errors) => {
        const price = await ensurePrice({ stripe, errors }, details.plan)
        const params = subscriptionParamsOf(details, price.id)
        return readSession(await stripe.checkout.sessions.create(params, { ...promptOptions, idempotencyKey: details.idempotencyKey }))
      }),
    findCheckout: (sessionId) =>
      find(async (stripe) => readSession(await stripe.checkout.sessions.retrieve(sessionId, withCharge, promptOptions))),
    findCheckoutOfPayment: (paymentId) =>
      ask(async (stripe) => {
        const [session] = (await stripe.checkout.sessions.list({ payment_intent: paymentId, limit: 1, expand: inList }, promptOptions)).data
        return session && readSession(session)
      }),
    expireCheckout: (sessionId) =>
      ask(async (stripe) => {
        const session = await stripe.checkout.sessions.retrieve(sessionId, withCharge)
        if (session.status !== 'open') return readSession(session)
        // The session may have been paid since it was read: then Stripe refuses, and the session is read again.
        const expired = stripe.checkout.sessions.expire(sessionId)
        return readSession(await expired.catch(() => stripe.checkout.sessions.retrieve(sessionId, withCharge)))
      }),
    capture: ({ paymentId, amountCents }) =>
      ask(async (stripe) => {
        await stripe.paymentIntents.capture(paymentId, { amount_to_capture: amountCents })
      }),
    release: (paymentId) =>
      ask(async (stripe) => {
        const isAuthorized = async () =>
          (await stripe.paymentIntents.retrieve(paymentId, undefined, promptOptions)).status === 'requires_capture'
        if (!(await isAuthorized())) return
        await stripe.paymentIntents.cancel(paymentId).catch(async (error: unknown) => {
          // Captured or released since it was read: that is no failure.
          if (await isAuthorized()) throw error
        })
      }),
    refund: ({ paymentId, amountCents, idempotencyKey, refundId }) =>
      ask(async (stripe) =>
        readRefund(
          await stripe.refunds.create(
            { payment_intent: paymentId, amount: amountCents, metadata: { refund_id: refundId } },
            { idempotencyKey },
          ),
        ),
      ),
    findRefund: ({ paymentId, refundId }) =>
      ask(async (stripe) => {
        for await (const refund of stripe.refunds.list({ payment_intent: paymentId, limit: 100 })) {
          if (refund.metadata?.refund_id === refundId) return readRefund(refund)
        }
        return undefined
      }),
    findRefundById: (id) =>
      find(async (stripe) => {
        const refund = await stripe.refunds.retrieve(id, undefined, promptOptions)
        return { ...readRefund(refund), refundId: refund.metadata?.refund_id ?? null }
      }),
    readWebhook: ({ body, signature, now }) => ask(async (stripe) => readWebhook({ stripe, body, signature, secret: webhookSecret, now })),
  }
}

/** Time limit of a connection; the SDK's own limit begins only when it is established. */
const connectMs = 5_000

function agentFor(apiUrl: string | undefined) {
  const { Agent } = apiUrl?.startsWith('http:') ? http : https
  return new Agent({ keepAlive: true, timeout: connectMs })
}

function addressOf(apiUrl: string | undefined) {
  if (!apiUrl) return {}
  const { hostname, port, protocol } = new URL(apiUrl)
  return { host: hostname, port, protocol: protocol === 'https:' ? ('https' as const) : ('http' as const) }
}

const paramsOf = (details: CheckoutDetails): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  locale: 'de',
  client_reference_id: details.bookingId,
  customer_email: details.customerEmail,
  expires_at: secondsOf(details.expiresAt),
  success_url: details.successUrl,
  cancel_url: details.cancelUrl,
  metadata: { booking_id: details.bookingId },
  payment_intent_data: {
    metadata: { booking_id: details.bookingId },
    // Appended to the platform's name on the card statement; Stripe requires a letter in it.
    statement_descriptor_suffix: `B ${shortId(details.bookingId)}`,
    ...(details.isHeld ? { capture_method: 'manual' as const } : {}),
  },
  allowed_payment_method_types: methodTypes(details.methods),
  line_items: [
    {
      quantity: 1,
      price_data: {
        currency: 'eur',
        unit_amount: details.amountCents,
        product_data: { name: details.title, description: details.description },
      },
    },
  ],
})

const subscriptionParamsOf = (details: SubscriptionCheckoutDetails, price: string): Stripe.Checkout.SessionCreateParams => ({
  mode: 'subscription',
  locale: 'de',
  client_reference_id: details.companyId,
  customer: details.customerId,
  expires_at: secondsOf(details.expiresAt),
  success_url: details.successUrl,
  cancel_url: details.cancelUrl,
  metadata: { company_id: details.companyId, checkout_id: details.checkoutId, plan: details.plan.key },
  subscription_data: { metadata: { company_id: details.companyId } },
  allowed_payment_method_types: methodTypes(details.methods),
  line_items: [{ quantity: 1, price }],
})

/** Reads payment and charge with a session, which show if the money is only authorized. */
const withCharge = { expand: ['payment_intent.latest_charge'] }
const inList = withCharge.expand.map((path) => `data.${path}`)

const readSession = (session: Stripe.Checkout.Session): CheckoutSession => ({
  ...readAuthorization(session.payment_intent),
  id: session.id,
  mode: session.mode === 'subscription' ? 'subscription' : 'payment',
  url: session.url,
  status: statusOf(session.status),
  isPaid: session.payment_status === 'paid' || hasSucceeded(session.payment_intent),
  delayed: delayedStateOf(session),
  amountCents: session.amount_total ?? 0,
  currency: session.currency ?? '',
  bookingId: session.mode === 'subscription' ? null : session.client_reference_id,
  companyId: session.mode === 'subscription' ? session.client_reference_id : null,
  customerEmail: session.customer_details?.email ?? null,
  subscriptionId: idOf(session.subscription),
  paymentId: idOf(session.payment_intent),
  expiresAt: dateOf(session.expires_at),
})

/** After a capture the session may still be 'unpaid' for a while; its payment is up to date. */
const hasSucceeded = (intent: Stripe.Checkout.Session['payment_intent']) =>
  intent !== null && typeof intent !== 'string' && intent.status === 'succeeded'

/** A completed session whose payment waits for the payer's bank, or was refused by it; the session itself stays complete. */
function delayedStateOf({ status, payment_status, payment_intent: intent }: Stripe.Checkout.Session) {
  if (status !== 'complete' || payment_status === 'paid' || intent === null || typeof intent === 'string') return null
  if (intent.status === 'processing') return 'processing'
  if (intent.capture_method === 'manual') return null
  return intent.status === 'requires_payment_method' || intent.status === 'canceled' ? 'failed' : null
}

/** Reads method and authorization; Stripe states the end of an authorization for cards only. */
function readAuthorization(intent: Stripe.Checkout.Session['payment_intent']) {
  if (intent === null || typeof intent === 'string')
    return { authorization: null, isReleased: false, cardFingerprint: null, capturedCents: null, method: null }
  const charge = typeof intent.latest_charge === 'string' ? null : intent.latest_charge
  return {
    method: knownMethod(charge?.payment_method_details?.type),
    cardFingerprint: charge?.payment_method_details?.card?.fingerprint ?? null,
    authorization:
      intent.status === 'requires_capture'
        ? {
            since: dateOf(charge?.created ?? intent.created),
            until: dateOrNull(charge?.payment_method_details?.card?.capture_before ?? null),
          }
        : null,
    isReleased: intent.status === 'canceled' && intent.capture_method === 'manual',
    capturedCents: intent.status === 'succeeded' ? intent.amount_received : null,
  }
}

function statusOf(status: Stripe.Checkout.Session['status']): CheckoutSession['status'] {
  if (status === 'complete') return 'complete'
  return status === 'expired' ? 'expired' : 'open'
}

const readRefund = (refund: Stripe.Refund): RefundState => {
  const hasFailed = refund.status === 'failed' || refund.status === 'canceled'
  return {
    id: refund.id,
    status: hasFailed ? 'failed' : hasLeft(refund) ? 'succeeded' : 'pending',
    amountCents: refund.amount,
    cameBack: hasFailed && Boolean(refund.failure_balance_transaction),
  }
}

/** The money has left the balance. With some methods the refund stays pending for weeks after; if it fails then, the money comes back. */
const hasLeft = ({ status, balance_transaction: movement }: Stripe.Refund) => status === 'succeeded' || movement !== null

/**
 * Checks and parses a webhook. The SDK's own check accepts timestamps of the future (a replay prepared in advance), so the age is checked
 * here in both directions.
 */
function readWebhook({
  stripe,
  body,
  signature,
  secret,
  now,
}: {
  stripe: Stripe
  body: string
  signature: string
  secret: string
  now: Date
}) {
  // With several timestamps the SDK would read another one than this function.
  if (signature.split('t=').length !== 2) return undefined
  const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1] ?? Number.NaN)
  const nowSeconds = now.getTime() / 1000
  if (!(Math.abs(nowSeconds - signedAt) <= toleranceSeconds)) return undefined
  for (const ofEndpoint of secret.split(',')) {
    try {
      return readEvent(stripe.webhooks.constructEvent(body, signature, ofEndpoint, toleranceSeconds, undefined, now.getTime()))
    } catch {
      // The signature may be of another endpoint: Stripe requires a separate one for connected accounts.
    }
  }
  return undefined
}
