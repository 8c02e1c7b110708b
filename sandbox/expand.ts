import { presentBalanceTransaction } from './balance.ts'
import { lineItemsOf } from './checkoutSessions.ts'
import type { Box } from './operations.ts'
import { invalidRequest } from './problems.ts'

const deepest = 4

/** Replaces ids by their objects as requested by `expand` (`payment_intent.latest_charge`, in lists `data.customer`). */
export function expandAnswer(box: Box, answer: unknown, params: unknown): unknown {
  if (!isRecord(params) || !Array.isArray(params.expand)) return answer
  return params.expand.reduce(
    (expanded: unknown, path: unknown) => expandPath(box, { value: expanded, steps: String(path).split('.'), whole: String(path) }),
    answer,
  )
}

function expandPath(box: Box, input: { value: unknown; steps: string[]; whole: string }): unknown {
  const { value, whole } = input
  const [step, ...rest] = input.steps
  if (step === undefined) return value
  if (input.steps.length > deepest)
    throw invalidRequest(`You cannot expand more than ${deepest} levels of a property. Property: ${whole}`, { param: 'expand' })
  if (Array.isArray(value)) return value.map((item) => expandPath(box, { value: item, steps: input.steps, whole }))
  if (!isRecord(value)) return value
  const found = Object.hasOwn(value, step) ? value[step] : undefined
  const inner = typeof found === 'string' ? objectOf(box, found) : (found ?? includable(box, value, step))
  // A part without an id (`payment` of an invoice payment) leads to the object inside it.
  const isPart = isRecord(inner) && rest.length > 0
  const isExpandable = found === null || Array.isArray(inner) || isPart || (isRecord(inner) && typeof inner.object === 'string')
  if (!isExpandable) {
    throw invalidRequest(`This property cannot be expanded (${step}).`, { param: 'expand' })
  }
  if (inner === undefined || inner === null) return value
  return { ...value, [step]: expandPath(box, { value: inner, steps: rest, whole }) }
}

/** Parts of an object that Stripe sends only on request. */
function includable(box: Box, value: Record<string, unknown>, step: string): unknown {
  const id = String(value.id)
  if (value.object === 'checkout.session' && step === 'line_items') {
    return {
      object: 'list',
      data: lineItemsOf(box, id).slice(0, 10),
      has_more: lineItemsOf(box, id).length > 10,
      url: `/v1/checkout/sessions/${id}/line_items`,
    }
  }
  if (value.object === 'charge' && step === 'refunds') {
    const data = box.store
      .all('refund')
      .filter((refund) => refund.charge === id)
      .reverse()
    return { object: 'list', data: data.slice(0, 10), has_more: data.length > 10, url: `/v1/charges/${id}/refunds` }
  }
  return undefined
}

function objectOf(box: Box, id: string): unknown {
  const { store } = box
  if (id.startsWith('txn_')) {
    const transaction = store.get('balanceTransaction', id)
    return transaction && presentBalanceTransaction(box, transaction)
  }
  if (id.startsWith('pi_')) return store.get('paymentIntent', id)
  if (id.startsWith('ch_')) return store.get('charge', id)
  if (id.startsWith('re_')) return store.get('refund', id)
  if (id.startsWith('tr_')) return store.get('transfer', id)
  if (id.startsWith('trr_')) return store.get('transferReversal', id)
  if (id.startsWith('du_')) return store.get('dispute', id)
  if (id.startsWith('po_')) return store.get('payout', id)
  if (id.startsWith('acct_')) return store.get('account', id)
  if (id.startsWith('cus_')) return store.get('customer', id)
  if (id.startsWith('sub_')) return store.get('subscription', id)
  if (id.startsWith('in_')) return store.get('invoice', id)
  if (id.startsWith('pm_')) return store.get('paymentMethod', id)
  if (id.startsWith('price_')) return store.get('price', id)
  if (id.startsWith('prod_')) return store.get('product', id)
  if (id.startsWith('cs_')) return store.get('checkoutSession', id)
  return undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
