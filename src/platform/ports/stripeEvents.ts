import type Stripe from 'stripe'
import { cleanText } from '#src/platform/kit/text.ts'
import type { PspObject } from '../kit/psp.ts'
import type { PaymentEvent } from './pspTransactions.ts'

const objects: ReadonlyMap<string, PspObject> = new Map([
  ['checkout.session', 'checkout'],
  ['refund', 'refund'],
  ['dispute', 'dispute'],
  ['payout', 'bankPayout'],
  ['transfer', 'transfer'],
  ['subscription', 'subscription'],
  ['invoice', 'invoice'],
  ['account', 'payoutAccount'],
])

/** Reads what the port needs of an event; objects without a name in the port (the charge behind a session) add nothing. */
export function readEvent({ id, type, data }: Stripe.Event): PaymentEvent {
  const object: { id?: unknown; object?: unknown } = { ...data.object }
  return { id: textOf(id), type: textOf(type), object: objects.get(textOf(object.object)) ?? null, objectId: textOf(object.id) }
}

const textOf = (value: unknown) => (typeof value === 'string' ? cleanText(value) : '')

/** Stripe's events that the webhook endpoint must receive; `npm run admin -- stripe-check` compares them with the registered ones. */
export const neededEvents = [
  'account.updated',
  'charge.dispute.closed',
  'charge.dispute.created',
  'charge.dispute.funds_reinstated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.updated',
  'checkout.session.async_payment_failed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.completed',
  'checkout.session.expired',
  'customer.subscription.created',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.pending_update_applied',
  'customer.subscription.pending_update_expired',
  'customer.subscription.resumed',
  'customer.subscription.updated',
  'invoice.marked_uncollectible',
  'invoice.paid',
  'invoice.payment_action_required',
  'invoice.payment_failed',
  'invoice.voided',
  'payout.canceled',
  'payout.created',
  'payout.failed',
  'payout.paid',
  'refund.created',
  'refund.failed',
  'refund.updated',
  'transfer.reversed',
] as const
