import type Stripe from 'stripe'
import { blankCardForm, readFields } from './cardFormView.ts'
import { type CardForm, type CardFormErrors, declines, readCardForm } from './cards.ts'
import { closedPage, confirmationPage, missingPage, paymentPage, providerPage } from './checkoutView.ts'
import type { IncomingRequest, OutgoingResponse } from './http.ts'
import { cardMeans, type OtherMethod, otherMethodOf } from './methods.ts'
import type { Box } from './operations.ts'
import { type PaymentResult, payCheckout, refuseConfirmation } from './payment.ts'

type Intention = 'pay' | 'cancel' | 'confirm' | 'refuse'

/** Page on which a customer pays: `GET /c/pay/{session}` shows it, `POST` takes its form. Needs no JavaScript. */
export async function answerCheckoutPage(box: Box, incoming: IncomingRequest): Promise<OutgoingResponse> {
  const id = /^\/c\/pay\/(cs_test_[A-Za-z0-9]+)$/.exec(incoming.path)?.[1]
  const session = id ? box.store.get('checkoutSession', id) : undefined
  if (!session) return missingPage()
  if (session.status !== 'open') return answerClosed(box, session.id)
  if (incoming.method !== 'POST')
    return paymentPage({ box, session, form: blankCardForm(session.customer_details?.email ?? ''), errors: {} })
  const fields = new URLSearchParams(incoming.body)
  const method = otherMethodOf(fields.get('method'))
  if (method && session.payment_method_types.includes(method))
    return answerProvider(box, { session, method, decision: fields.get('decision') })
  const intention = readIntention(fields.get('intention'))
  if (intention === 'cancel') return redirect(session.cancel_url ?? incoming.path)
  const form = readFields(fields)
  if (intention === 'refuse') {
    const result = refuseConfirmation(box, { session: session.id })
    return answerResult(box, { session: session.id, result, form })
  }
  const read = readCardForm(form, box.now())
  if ('errors' in read) return paymentPage({ box, session, form, errors: read.errors })
  const payer = { email: form.email.trim(), name: form.name.trim() }
  const result = payCheckout(box, {
    session: session.id,
    means: cardMeans(read.card),
    outcome: read.outcome,
    payer,
    isConfirmed: intention === 'confirm',
  })
  return answerResult(box, { session: session.id, result, form })
}

type Asked = { session: Stripe.Checkout.Session; method: OtherMethod; decision: string | null }

/** The provider's page, and the customer's decision on it. */
async function answerProvider(box: Box, { session, method, decision }: Asked): Promise<OutgoingResponse> {
  const form = blankCardForm(session.customer_details?.email ?? '')
  if (decision === 'back') return paymentPage({ box, session, form, errors: {} })
  if (decision !== 'agree' && decision !== 'refuse') return providerPage({ box, session, method })
  const payer = { email: session.customer_details?.email ?? 'kundin@kunde.example', name: 'Katrin Bergmann' }
  const outcome = decision === 'agree' ? 'pays' : 'refused'
  const result = payCheckout(box, { session: session.id, means: { type: method }, outcome, payer, isConfirmed: true })
  if (result.state !== 'declined') return answerResult(box, { session: session.id, result, form })
  await box.store.durable()
  box.wakeDeliveries()
  return providerPage({ box, session, method, error: declines[result.decline].german })
}

async function answerResult(box: Box, input: { session: string; result: PaymentResult; form: CardForm }): Promise<OutgoingResponse> {
  const { result, form } = input
  await box.store.durable()
  box.wakeDeliveries()
  const session = box.store.get('checkoutSession', input.session)
  if (!session) return missingPage()
  if (result.state === 'closed') return answerClosed(box, session.id)
  if (result.state === 'paid' || result.state === 'processing') return redirect(successUrlOf(session.success_url ?? '', session.id))
  if (result.state === 'confirmationNeeded') return confirmationPage({ box, session, form })
  const errors: CardFormErrors = { number: declines[result.decline].german }
  return paymentPage({ box, session, form, errors })
}

function answerClosed(box: Box, id: string): OutgoingResponse {
  const session = box.store.get('checkoutSession', id)
  if (!session) return missingPage()
  return closedPage({ session, backUrl: session.status === 'complete' ? successUrlOf(session.success_url ?? '', id) : session.cancel_url })
}

export function successUrlOf(pattern: string, session: string): string {
  return pattern.replaceAll('{CHECKOUT_SESSION_ID}', session)
}

function readIntention(text: string | null): Intention {
  return text === 'cancel' || text === 'confirm' || text === 'refuse' ? text : 'pay'
}

function redirect(location: string): OutgoingResponse {
  return { status: 303, headers: { location, 'cache-control': 'no-store' }, body: '' }
}
