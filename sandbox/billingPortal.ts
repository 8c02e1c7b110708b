import type Stripe from 'stripe'
import { closedPortalPage, portalPage } from './billingPortalView.ts'
import { blankCardForm, readFields } from './cardFormView.ts'
import { declines, readCardForm } from './cards.ts'
import type { IncomingRequest, OutgoingResponse } from './http.ts'
import { newId } from './ids.ts'
import { chargeInvoice } from './invoicePayment.ts'
import { finalizeInvoice, findInvoice } from './invoiceStore.ts'
import { type Box, type Call, operation, seconds } from './operations.ts'
import { invalidRequest, missingObject } from './problems.ts'
import { changeCard } from './savedCards.ts'
import { findSubscription, hasEnded } from './subscriptionStore.ts'
import { updateSubscription } from './subscriptions.ts'
import type { WireSubscription } from './tables.ts'

const lifeSeconds = 60 * 60

export const portalOperations = [
  operation<Stripe.BillingPortal.SessionCreateParams>('BillingPortal/Sessions.create', ['customer', 'return_url', 'locale'], openPortal),
]

function openPortal({ box, params }: Call<Stripe.BillingPortal.SessionCreateParams>): Stripe.BillingPortal.Session {
  if (!params.customer) throw invalidRequest('Missing required param: customer.', { code: 'parameter_missing', param: 'customer' })
  if (!box.store.get('customer', params.customer)) throw missingObject('customer', params.customer, 'customer')
  if (params.return_url && !/^https?:\/\//.test(params.return_url))
    throw invalidRequest('Not a valid URL', { code: 'url_invalid', param: 'return_url' })
  const secret = `test_${newId('', 48)}`
  const session: Stripe.BillingPortal.Session = {
    id: newId('bps_'),
    object: 'billing_portal.session',
    configuration: 'bpc_sandbox',
    created: seconds(box),
    customer: params.customer,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: params.locale ?? null,
    on_behalf_of: null,
    return_url: params.return_url ?? null,
    url: `${box.url()}/p/session/${secret}`,
  }
  box.store.put('portalSession', secret, session)
  return session
}

/** Page on which a customer manages a subscription: `GET /p/session/{secret}` shows it, `POST` takes its forms. Needs no JavaScript. */
export async function answerPortalPage(box: Box, incoming: IncomingRequest): Promise<OutgoingResponse> {
  const secret = /^\/p\/session\/(test_[A-Za-z0-9]+)$/.exec(incoming.path)?.[1]
  const session = secret ? box.store.get('portalSession', secret) : undefined
  const customer = session && box.store.get('customer', session.customer)
  if (!session || !customer || session.created + lifeSeconds <= seconds(box)) return closedPortalPage(session?.return_url ?? null)
  const form = blankCardForm(customer.email ?? '')
  if (incoming.method !== 'POST') return portalPage({ box, session, customer, form, errors: {} })
  const fields = new URLSearchParams(incoming.body)
  const outcome = box.store.transact(() => takeForm(box, { customer, fields }))
  await box.store.durable()
  box.wakeDeliveries()
  return portalPage({ box, session, customer, form, errors: {}, ...outcome })
}

type Outcome = Partial<Parameters<typeof portalPage>[0]>

function takeForm(box: Box, { customer, fields }: { customer: Stripe.Customer; fields: URLSearchParams }): Outcome {
  const [intention, id = ''] = (fields.get('intention') ?? '').split(':')
  if (intention === 'card') return takeCard(box, customer, fields)
  if (intention === 'pay') return payInvoice(box, customer, id)
  if (intention === 'cancel' || intention === 'resume') return setCancel(box, { customer, id, cancel: intention === 'cancel' })
  return {}
}

function takeCard(box: Box, customer: Stripe.Customer, fields: URLSearchParams): Outcome {
  const form = { ...readFields(fields), email: customer.email ?? 'kundin@kunde.example' }
  const read = readCardForm(form, box.now())
  if ('errors' in read) return { form, errors: read.errors }
  changeCard(box, { customer: customer.id, card: read.card, payer: { email: form.email, name: form.name.trim() } })
  return { said: { isGood: true, text: 'Ihre Karte wurde geändert.' } }
}

function payInvoice(box: Box, customer: Stripe.Customer, id: string): Outcome {
  const invoice = findInvoice(box, id)
  if (invoice.customer !== customer.id || (invoice.status !== 'open' && invoice.status !== 'draft')) return {}
  const open = invoice.status === 'draft' ? finalizeInvoice(box, invoice) : invoice
  const { decline } = chargeInvoice(box, { invoice: open, isScheduled: false })
  if (decline) return { said: { isGood: false, text: declines[decline].german } }
  return { said: { isGood: true, text: 'Die Rechnung ist bezahlt.' } }
}

/**
 * In flexible billing mode (the default) the portal cancels by a time and leaves `cancel_at_period_end` false; it resumes from either
 * kind.
 */
const resumed = ({ cancel_at_period_end: isFlagged }: WireSubscription): Stripe.SubscriptionUpdateParams =>
  isFlagged ? { cancel_at_period_end: false } : { cancel_at: '' }

function setCancel(box: Box, { customer, id, cancel }: { customer: Stripe.Customer; id: string; cancel: boolean }): Outcome {
  const subscription = findSubscription(box, id)
  if (subscription.customer !== customer.id || hasEnded(subscription)) return {}
  updateSubscription({
    box,
    params: cancel ? { cancel_at: 'min_period_end' } : resumed(subscription),
    pathId: id,
    request: { id: newId('req_', 14), idempotencyKey: null },
  })
  return { said: { isGood: true, text: cancel ? 'Das Abonnement endet mit dem Zeitraum.' : 'Das Abonnement läuft weiter.' } }
}
