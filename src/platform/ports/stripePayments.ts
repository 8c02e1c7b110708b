import type Stripe from 'stripe'
import { cleanText, shortId } from '#src/platform/kit/text.ts'
import type { CheckoutDetails, CheckoutSession, Payments, RefundState, SubscriptionCheckoutDetails } from './payments.ts'
import { asking, dateOf, idOf, type KeyAlarm, lookUp } from './stripeAnswers.ts'
import { stripeBooks } from './stripeBooks.ts'
import { stripePayoutAccounts } from './stripePayoutAccounts.ts'
import { ensurePrice, stripeSubscriptions } from './stripeSubscriptions.ts'
import { stripeTransfers } from './stripeTransfers.ts'

type Access = { secretKey: string; webhookSecret: string; apiUrl: string | undefined; onKeyRefused?: KeyAlarm }

/** Maximum difference between a webhook's timestamp and now, in both directions (docs/spec.md#webhook). */
const toleranceSeconds = 300

/**
 * Adapter for Stripe: the official SDK, which calls Stripe or, by `apiUrl`, the sandbox, so that the tested code is the code in production.
 * Loaded with the first call, because a server starts 5 % faster without it (docs/decisions/0035).
 */
export function stripePayments({ secretKey, webhookSecret, apiUrl, onKeyRefused }: Access): Payments {
  const access = { ...addressOf(apiUrl), maxNetworkRetries: 2, timeout: 15_000, telemetry: false }
  const open = () => import('stripe').then(({ default: Stripe }) => ({ stripe: new Stripe(secretKey, access), errors: Stripe.errors }))
  const asked = asking(open, onKeyRefused)
  const { ask, find } = asked
  return {
    ...stripeSubscriptions(asked),
    ...stripePayoutAccounts(asked),
    ...stripeTransfers(asked),
    ...stripeBooks(asked),
    checkoutOrigin: apiUrl ? new URL(apiUrl).origin : 'https://checkout.stripe.com',
    startCheckout: (details) =>
      ask(async (stripe) =>
        readSession(await stripe.checkout.sessions.create(paramsOf(details), { idempotencyKey: details.idempotencyKey })),
      ),
    startSubscriptionCheckout: (details) =>
      ask(async (stripe, errors) => {
        const price = await ensurePrice({ stripe, errors }, details.plan)
        const params = subscriptionParamsOf(details, price.id)
        return readSession(await stripe.checkout.sessions.create(params, { idempotencyKey: details.idempotencyKey }))
      }),
    findCheckout: (sessionId) =>
      find(async (stripe) => readSession(await stripe.checkout.sessions.retrieve(sessionId, withCharge, lookUp))),
    findCheckoutOfPayment: (paymentId) =>
      ask(async (stripe) => {
        const [session] = (await stripe.checkout.sessions.list({ payment_intent: paymentId, limit: 1, expand: inList }, lookUp)).data
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
    capture: (paymentId) =>
      ask(async (stripe) => {
        await stripe.paymentIntents.capture(paymentId)
      }),
    release: (paymentId) =>
      ask(async (stripe) => {
        const isPromised = async () => (await stripe.paymentIntents.retrieve(paymentId, undefined, lookUp)).status === 'requires_capture'
        if (!(await isPromised())) return
        await stripe.paymentIntents.cancel(paymentId).catch(async (error: unknown) => {
          // Captured or released since it was read: that is no failure.
          if (await isPromised()) throw error
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
        const refund = await stripe.refunds.retrieve(id, undefined, lookUp)
        return { ...readRefund(refund), refundId: refund.metadata?.refund_id ?? null }
      }),
    readWebhook: ({ body, signature, now }) => ask(async (stripe) => readEvent({ stripe, body, signature, secret: webhookSecret, now })),
  }
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
  expires_at: Math.floor(details.expiresAt.getTime() / 1000),
  success_url: details.successUrl,
  cancel_url: details.cancelUrl,
  metadata: { booking_id: details.bookingId },
  payment_intent_data: {
    metadata: { booking_id: details.bookingId },
    // Appended to the platform's name on the card statement; Stripe requires a letter in it.
    statement_descriptor_suffix: `B ${shortId(details.bookingId)}`,
    ...(details.isHeld ? { capture_method: 'manual' as const } : {}),
  },
  allowed_payment_method_types: ['card'],
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
  expires_at: Math.floor(details.expiresAt.getTime() / 1000),
  success_url: details.successUrl,
  cancel_url: details.cancelUrl,
  metadata: { company_id: details.companyId, checkout_id: details.checkoutId, plan: details.plan.key },
  subscription_data: { metadata: { company_id: details.companyId } },
  allowed_payment_method_types: ['card'],
  line_items: [{ quantity: 1, price }],
})

/** Reads payment and charge with a session, which show if the money is only authorized. */
const withCharge = { expand: ['payment_intent.latest_charge'] }
const inList = withCharge.expand.map((path) => `data.${path}`)

const readSession = (session: Stripe.Checkout.Session): CheckoutSession => ({
  ...readPromise(session.payment_intent),
  id: session.id,
  mode: session.mode === 'subscription' ? 'subscription' : 'payment',
  url: session.url,
  status: statusOf(session.status),
  isPaid: session.payment_status === 'paid' || hasSucceeded(session.payment_intent),
  amountCents: session.amount_total ?? 0,
  currency: session.currency ?? '',
  bookingId: session.mode === 'subscription' ? null : session.client_reference_id,
  companyId: session.mode === 'subscription' ? session.client_reference_id : null,
  subscriptionId: idOf(session.subscription),
  paymentId: idOf(session.payment_intent),
  expiresAt: new Date(session.expires_at * 1000),
})

/** After a capture the session may still be 'unpaid' for a while; its payment is up to date. */
const hasSucceeded = (intent: Stripe.Checkout.Session['payment_intent']) =>
  intent !== null && typeof intent !== 'string' && intent.status === 'succeeded'

/** Reads a card authorization. It is valid as long as its charge states; without a charge for the minimum of all cards. */
function readPromise(intent: Stripe.Checkout.Session['payment_intent']) {
  if (intent === null || typeof intent === 'string') return { heldUntil: null, isReleased: false, cardFingerprint: null }
  const charge = typeof intent.latest_charge === 'string' ? null : intent.latest_charge
  const until = charge?.payment_method_details?.card?.capture_before ?? intent.created + leastHoldSeconds
  return {
    cardFingerprint: charge?.payment_method_details?.card?.fingerprint ?? null,
    heldUntil: intent.status === 'requires_capture' ? dateOf(until) : null,
    isReleased: intent.status === 'canceled' && intent.capture_method === 'manual',
  }
}
const leastHoldSeconds = 4 * 86_400

function statusOf(status: Stripe.Checkout.Session['status']): CheckoutSession['status'] {
  if (status === 'complete') return 'complete'
  return status === 'expired' ? 'expired' : 'open'
}

const readRefund = (refund: Stripe.Refund): RefundState => {
  const hasFailed = refund.status === 'failed' || refund.status === 'canceled'
  return {
    id: refund.id,
    status: hasFailed ? 'failed' : refund.status === 'succeeded' ? 'succeeded' : 'pending',
    amountCents: refund.amount,
    cameBack: hasFailed && Boolean(refund.failure_balance_transaction),
  }
}

/**
 * Checks and parses a webhook. The SDK's own check accepts timestamps of the future (a replay prepared in advance), so the age is checked
 * here in both directions.
 */
function readEvent({
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
      const event = stripe.webhooks.constructEvent(body, signature, ofEndpoint, toleranceSeconds, undefined, now.getTime())
      const object = event.data.object as { id?: unknown; object?: unknown }
      return { id: textOf(event.id), type: textOf(event.type), objectType: textOf(object.object), objectId: textOf(object.id) }
    } catch {
      // The signature may be of another endpoint: Stripe requires a separate one for connected accounts.
    }
  }
  return undefined
}

const textOf = (value: unknown) => (typeof value === 'string' ? cleanText(value) : '')
