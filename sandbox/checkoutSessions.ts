import type Stripe from 'stripe'
import { blankSession, longestLifeSeconds } from './checkoutSessionShape.ts'
import { emitEvent } from './events.ts'
import { newId } from './ids.ts'
import { buildLineItems } from './lineItems.ts'
import { listPage } from './listing.ts'
import { readMetadata } from './metadata.ts'
import { offeredTypes } from './methods.ts'
import { type Box, type Call, operation, type RequestFacts, seconds } from './operations.ts'
import { invalidRequest, missingObject, notInSandbox } from './problems.ts'
import type { WireLineItem } from './tables.ts'

type CreateParams = Stripe.Checkout.SessionCreateParams

const shortestLifeSeconds = 30 * 60

export const checkoutSessionOperations = [
  operation<CreateParams>(
    'Checkout/Sessions.create',
    [
      ...[
        'mode',
        'ui_mode',
        'line_items.quantity',
        'line_items.metadata',
        'line_items.price_data',
        'line_items.price',
        'success_url',
        'cancel_url',
        'expires_at',
        'locale',
      ],
      ...[
        'client_reference_id',
        'metadata',
        'customer',
        'customer_email',
        'customer_creation',
        'allowed_payment_method_types',
        'submit_type',
      ],
      ...[
        'payment_intent_data.description',
        'payment_intent_data.metadata',
        'payment_intent_data.receipt_email',
        'payment_intent_data.capture_method',
      ],
      ...[
        'payment_intent_data.statement_descriptor',
        'payment_intent_data.statement_descriptor_suffix',
        'payment_intent_data.transfer_group',
        'subscription_data.metadata',
        'subscription_data.description',
      ],
    ],
    createSession,
  ),
  operation<Stripe.Checkout.SessionRetrieveParams>('Checkout/Sessions.retrieve', [], ({ box, pathId }) => findSession(box, pathId)),
  operation<Stripe.Checkout.SessionExpireParams>('Checkout/Sessions.expire', [], ({ box, pathId, request }) => {
    const session = findSession(box, pathId)
    if (session.status !== 'open') {
      throw invalidRequest(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      )
    }
    return expireSession(box, session, request)
  }),
  operation<Stripe.Checkout.SessionListParams>(
    'Checkout/Sessions.list',
    [
      'limit',
      'starting_after',
      'ending_before',
      'created',
      'customer',
      'customer_details.email',
      'payment_intent',
      'status',
      'subscription',
    ],
    ({ box, params }) =>
      listPage({
        items: box.store.all('checkoutSession'),
        params,
        noun: 'checkout.session',
        url: '/v1/checkout/sessions',
        keep: (session) =>
          (!params.status || session.status === params.status) &&
          (!params.customer || session.customer === params.customer) &&
          (!params.payment_intent || session.payment_intent === params.payment_intent) &&
          (!params.subscription || session.subscription === params.subscription) &&
          (!params.customer_details || session.customer_details?.email === params.customer_details.email),
      }),
  ),
  operation<Stripe.Checkout.SessionListLineItemsParams>(
    'Checkout/Sessions.listLineItems',
    ['limit', 'starting_after', 'ending_before'],
    ({ box, pathId, params }) => {
      const { id } = findSession(box, pathId)
      return listPage({
        items: lineItemsOf(box, id).toReversed(),
        params,
        noun: 'item',
        url: `/v1/checkout/sessions/${id}/line_items`,
        keep: () => true,
      })
    },
  ),
]

export function findSession(box: Box, id: string): Stripe.Checkout.Session {
  const session = box.store.get('checkoutSession', id)
  if (!session) throw missingObject('checkout.session', id)
  return session
}

export function lineItemsOf(box: Box, session: string): WireLineItem[] {
  return box.store.get('checkoutDetails', session)?.lineItems ?? []
}

/** Payment intent of the attempts so far; in mode subscription the session does not expose it. */
export function findFirstIntent(box: Box, session: Stripe.Checkout.Session): Stripe.PaymentIntent | undefined {
  const id = session.payment_intent ?? box.store.get('checkoutDetails', session.id)?.firstIntent
  return typeof id === 'string' ? box.store.get('paymentIntent', id) : undefined
}

/** Expires every open session that is due by the sandbox's clock. */
export function expireDueSessions(box: Box) {
  const now = seconds(box)
  for (const session of box.store.all('checkoutSession')) {
    if (session.status === 'open' && session.expires_at <= now) box.store.transact(() => expireSession(box, session))
  }
}

/** Expires an open session at once; a closed one is unchanged. */
export function expireAtOnce(box: Box, id: string) {
  const session = findSession(box, id)
  return session.status === 'open' ? box.store.transact(() => expireSession(box, session)) : session
}

function expireSession(box: Box, session: Stripe.Checkout.Session, request?: RequestFacts): Stripe.Checkout.Session {
  const expired: Stripe.Checkout.Session = {
    ...session,
    status: 'expired',
    url: null,
  }
  box.store.put('checkoutSession', session.id, expired)
  const intent = findFirstIntent(box, session)
  if (intent) {
    const cancelled: Stripe.PaymentIntent = {
      ...intent,
      status: 'canceled',
      canceled_at: seconds(box),
      cancellation_reason: 'expired',
      next_action: null,
    }
    box.store.put('paymentIntent', intent.id, cancelled)
    emitEvent(box, { type: 'payment_intent.canceled', object: cancelled, request })
  }
  emitEvent(box, { type: 'checkout.session.expired', object: expired, request })
  return expired
}

function createSession({ box, params }: Call<CreateParams>): Stripe.Checkout.Session {
  refuseWrongParams(box, params)
  const lineItems = buildLineItems(box, params)
  const currency = lineItems[0]?.currency ?? 'eur'
  const total = lineItems.reduce((sum, item) => sum + item.amount_total, 0)
  refuseWrongTotal(total, currency)
  const id = newId('cs_test_a1', 58)
  const session = { ...blankSession(box, { id, params, currency, total }), payment_method_types: offeredTypes(box, params) }
  box.store.put('checkoutSession', id, session)
  const data = params.payment_intent_data ?? {}
  box.store.put('checkoutDetails', id, {
    descriptions: (params.line_items ?? []).map((item) => item.price_data?.product_data?.description),
    lineItems,
    paymentIntentData: { ...data, metadata: readMetadata(data.metadata, 'payment_intent_data[metadata]') },
    ...(params.mode === 'subscription' ? { subscriptionData: readSubscriptionData(params) } : {}),
  })
  return session
}

function readSubscriptionData({ subscription_data: data }: CreateParams) {
  return { description: data?.description, metadata: readMetadata(data?.metadata, 'subscription_data[metadata]') }
}

function refuseWrongParams(box: Box, params: CreateParams) {
  if (!params.mode) throw invalidRequest('You must provide a mode for the Checkout Session.', { code: 'parameter_missing', param: 'mode' })
  if (params.mode !== 'payment' && params.mode !== 'subscription') throw notInSandbox(`checkout sessions in mode ${params.mode}`)
  refuseOtherModes(params)
  if (params.ui_mode && params.ui_mode !== 'hosted_page') throw notInSandbox(`the ui_mode ${params.ui_mode}`)
  if (offeredTypes(box, params).length === 0) {
    throw invalidRequest('None of the payment methods in `allowed_payment_method_types` is available for this Checkout Session.', {
      param: 'allowed_payment_method_types',
    })
  }
  if (!params.success_url) {
    throw invalidRequest('You must provide a `success_url` when `ui_mode` is `hosted_page`.', {
      code: 'parameter_missing',
      param: 'success_url',
    })
  }
  refuseWrongUrl(params.success_url, 'success_url')
  if (params.cancel_url) refuseWrongUrl(params.cancel_url, 'cancel_url')
  if (params.customer && params.customer_email)
    throw invalidRequest('You may only specify one of these parameters: customer, customer_email.')
  if (params.customer && !box.store.get('customer', params.customer)) throw missingObject('customer', params.customer, 'customer')
  if (params.customer_email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(params.customer_email)) {
    throw invalidRequest(`Invalid email address: ${params.customer_email}`, { code: 'email_invalid', param: 'customer_email' })
  }
  if (params.client_reference_id && params.client_reference_id.length > 200) {
    throw invalidRequest('Invalid string: must be at most 200 characters', { param: 'client_reference_id' })
  }
  refuseWrongLife(params.expires_at, seconds(box))
}

function refuseOtherModes(params: CreateParams) {
  const isSubscription = params.mode === 'subscription'
  const other = isSubscription ? 'payment_intent_data' : 'subscription_data'
  if (params[other]) throw invalidRequest(`You can not pass \`${other}\` in \`${params.mode}\` mode.`, { param: other })
  if (isSubscription && params.customer_creation)
    throw invalidRequest('`customer_creation` can only be used in `payment` mode.', { param: 'customer_creation' })
}

function refuseWrongUrl(url: string, param: string) {
  if (URL.canParse(url) && /^https?:/.test(url)) return
  throw invalidRequest('Not a valid URL', { code: 'url_invalid', param })
}

function refuseWrongLife(expiresAt: number | undefined, now: number) {
  if (expiresAt === undefined) return
  const refuse = (rule: string) =>
    invalidRequest(`The \`expires_at\` timestamp must be ${rule} from Checkout Session creation.`, { param: 'expires_at' })
  if (!Number.isInteger(expiresAt))
    throw invalidRequest(`Invalid integer: ${expiresAt}`, { code: 'parameter_invalid_integer', param: 'expires_at' })
  if (expiresAt < now + shortestLifeSeconds) throw refuse('at least 30 minutes')
  if (expiresAt > now + longestLifeSeconds) throw refuse('less than 24 hours')
}

function refuseWrongTotal(total: number, currency: string) {
  if (total < 50) {
    const message = `The Checkout Session's total amount due must add up to at least 0.50 ${currency}`
    throw invalidRequest(message, { code: 'amount_too_small', param: 'line_items' })
  }
  if (total > 99_999_999) {
    throw invalidRequest(`The Checkout Session's total amount due must be no more than 999,999.99 ${currency}`, {
      code: 'amount_too_large',
      param: 'line_items',
    })
  }
}
