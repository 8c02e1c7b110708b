import { blankCardForm, readFields } from './cardFormView.ts'
import { type CardForm, type CardFormErrors, declines, readCardForm } from './cards.ts'
import { closedPage, confirmationPage, missingPage, paymentPage } from './checkoutView.ts'
import type { Answered, Asked } from './http.ts'
import type { Box } from './operations.ts'
import { type PaymentResult, payCheckout, refuseConfirmation } from './payment.ts'

type Intention = 'pay' | 'cancel' | 'confirm' | 'refuse'

/** Page on which a customer pays: `GET /c/pay/{session}` shows it, `POST` takes its form. Needs no JavaScript. */
export async function answerCheckoutPage(box: Box, asked: Asked): Promise<Answered> {
  const id = /^\/c\/pay\/(cs_test_[A-Za-z0-9]+)$/.exec(asked.path)?.[1]
  const session = id ? box.store.get('checkoutSession', id) : undefined
  if (!session) return missingPage()
  if (session.status !== 'open') return answerClosed(box, session.id)
  if (asked.method !== 'POST') return paymentPage({ box, session, form: blankCardForm(session.customer_details?.email ?? ''), errors: {} })
  const fields = new URLSearchParams(asked.body)
  const intention = readIntention(fields.get('intention'))
  if (intention === 'cancel') return redirect(session.cancel_url ?? asked.path)
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
    card: read.card,
    outcome: read.outcome,
    payer,
    isConfirmed: intention === 'confirm',
  })
  return answerResult(box, { session: session.id, result, form })
}

async function answerResult(box: Box, input: { session: string; result: PaymentResult; form: CardForm }): Promise<Answered> {
  const { result, form } = input
  await box.store.durable()
  box.wakeDeliveries()
  const session = box.store.get('checkoutSession', input.session)
  if (!session) return missingPage()
  if (result.state === 'closed') return answerClosed(box, session.id)
  if (result.state === 'paid') return redirect(successUrlOf(session.success_url ?? '', session.id))
  if (result.state === 'confirmationNeeded') return confirmationPage({ box, session, form })
  const errors: CardFormErrors = { number: declines[result.decline].german }
  return paymentPage({ box, session, form, errors })
}

function answerClosed(box: Box, id: string): Answered {
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

function redirect(location: string): Answered {
  return { status: 303, headers: { location, 'cache-control': 'no-store' }, body: '' }
}
