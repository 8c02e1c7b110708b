import type Stripe from 'stripe'
import { findFirstIntent, findSession } from './checkoutSessions.ts'
import { emitEvent } from './events.ts'
import { failInvoice, settleInvoice } from './invoicePayment.ts'
import { findInvoice, subscriptionOf } from './invoiceStore.ts'
import { type Box, seconds } from './operations.ts'
import { invalidRequest } from './problems.ts'
import { endCharge } from './processing.ts'
import { expireSubscription, expiryOf } from './subscriptionExpiry.ts'
import { findSubscription, putSubscription } from './subscriptionStore.ts'

type Ending = { session?: string | undefined; invoice?: string | undefined; outcome: 'succeeded' | 'failed' }

/** Verb `endProcessing` of the control interface: the payer's bank pays or refuses the debit of a session or of an invoice. */
export function endProcessing(box: Box, { session: sessionId, invoice: invoiceId, outcome }: Ending) {
  return box.store.transact(() => {
    const session = sessionId === undefined ? undefined : findSession(box, sessionId)
    const ofSession = typeof session?.invoice === 'string' ? session.invoice : undefined
    const invoice = invoiceId ?? ofSession
    const intent = invoice ? intentOfInvoice(box, invoice) : session && findFirstIntent(box, session)
    const charge = typeof intent?.latest_charge === 'string' ? box.store.get('charge', intent.latest_charge) : undefined
    if (intent?.status !== 'processing' || !charge) throw invalidRequest(`The session ${sessionId ?? invoiceId} has no payment in process.`)
    endCharge(box, { intent, charge, outcome })
    if (invoice) endInvoice(box, { invoice, intent, outcome })
    return session ? endSession(box, { session, outcome }) : findInvoice(box, invoice ?? '')
  })
}

function intentOfInvoice(box: Box, invoice: string) {
  const intent = box.store.get('invoicePayment', invoice)?.payment.payment_intent
  return typeof intent === 'string' ? box.store.get('paymentIntent', intent) : undefined
}

function endInvoice(
  box: Box,
  { invoice: id, intent, outcome }: { invoice: string; intent: Stripe.PaymentIntent; outcome: Ending['outcome'] },
) {
  const invoice = findInvoice(box, id)
  const subscription = findSubscription(box, subscriptionOf(invoice))
  if (outcome === 'succeeded') {
    if (subscription.status === 'incomplete') putSubscription(box, subscription, { default_payment_method: methodOf(intent) })
    return settleInvoice(box, { invoice, amount: intent.amount, intent: intent.id })
  }
  // A debit is refused days after it was begun: the schedule of retries counts from the refusal.
  failInvoice(box, { invoice, isScheduled: true, isDebit: true })
  if (expiryOf(box, subscription) <= seconds(box)) expireSubscription(box, subscription)
}

const methodOf = ({ payment_method: method }: Stripe.PaymentIntent) => (typeof method === 'string' ? method : null)

function endSession(box: Box, { session, outcome }: { session: Stripe.Checkout.Session; outcome: Ending['outcome'] }) {
  const isPaid = outcome === 'succeeded'
  const ended: Stripe.Checkout.Session = isPaid ? { ...session, payment_status: 'paid' } : session
  box.store.put('checkoutSession', ended.id, ended)
  emitEvent(box, { type: `checkout.session.async_payment_${isPaid ? 'succeeded' : 'failed'}`, object: ended })
  return ended
}
