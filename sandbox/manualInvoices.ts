import type Stripe from 'stripe'
import { newId } from './ids.ts'
import { blankInvoice } from './invoiceShape.ts'
import { customerOfInvoice, finalizeInvoice, findInvoice, subscriptionOf } from './invoiceStore.ts'
import { readMetadata } from './metadata.ts'
import { type Call, operation, seconds } from './operations.ts'
import { invalidRequest, notInSandbox } from './problems.ts'
import { findSubscription } from './subscriptionStore.ts'
import type { WireInvoice, WireInvoiceLine } from './tables.ts'

/** Invoices that the account writes by itself, beside those of a subscription's periods, which they do not change. */
export const manualInvoiceOperations = [
  operation<Stripe.InvoiceCreateParams>(
    'Invoices.create',
    ['customer', 'subscription', 'collection_method', 'days_until_due', 'auto_advance', 'metadata', 'description'],
    createInvoice,
  ),
  operation<Stripe.InvoiceItemCreateParams>(
    'InvoiceItems.create',
    ['customer', 'invoice', 'amount', 'currency', 'description', 'period'],
    createItem,
  ),
  operation<Stripe.InvoiceFinalizeInvoiceParams>('Invoices.finalizeInvoice', ['auto_advance'], ({ box, pathId }) => {
    if (findInvoice(box, pathId).status !== 'draft') throw invalidRequest('Only draft invoices can be finalized.')
    return finalizeInvoice(box, { id: pathId })
  }),
]

function createInvoice({ box, params }: Call<Stripe.InvoiceCreateParams>): WireInvoice {
  if (!params.subscription || params.collection_method !== 'send_invoice') throw notInSandbox('invoices without a subscription, or charged')
  const subscription = findSubscription(box, params.subscription)
  const now = seconds(box)
  const blank = blankInvoice({
    subscription,
    customer: customerOfInvoice(box, subscription.customer),
    reason: 'manual',
    lines: [],
    period: { start: now, end: now },
    isAutomatic: false,
    now,
  })
  const invoice: WireInvoice = {
    ...blank,
    collection_method: 'send_invoice',
    description: params.description ?? null,
    due_date: now + (params.days_until_due ?? 30) * 86_400,
    metadata: readMetadata(params.metadata),
  }
  box.store.put('invoice', invoice.id, invoice)
  return invoice
}

function createItem({ box, params }: Call<Stripe.InvoiceItemCreateParams>) {
  const { amount, currency = 'eur', description = null } = params
  if (!params.invoice || amount === undefined) throw notInSandbox('invoice items without an invoice or an amount')
  const invoice = findInvoice(box, params.invoice)
  if (invoice.status !== 'draft') throw invalidRequest('You can only add invoice items to draft invoices.')
  const period = params.period ?? { start: seconds(box), end: seconds(box) }
  const item = newId('ii_')
  const total = invoice.total + amount
  const data = [...invoice.lines.data, lineOf(invoice, { item, amount, currency, description, period })]
  const amounts = {
    amount_due: total,
    amount_remaining: total,
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
  }
  box.store.put('invoice', invoice.id, { ...invoice, ...amounts, lines: { ...invoice.lines, data } })
  return {
    ...{ id: item, object: 'invoiceitem', amount, currency, customer: invoice.customer, customer_account: null, date: seconds(box) },
    ...{ description, discountable: true, discounts: [], invoice: invoice.id, livemode: false, metadata: {}, parent: null, period },
    ...{ pricing: null, proration: false, quantity: 1, quantity_decimal: '1', tax_rates: [], test_clock: null },
  }
}

type Item = { item: string; amount: number; currency: string; description: string | null; period: { start: number; end: number } }

const lineOf = (invoice: WireInvoice, { item, amount, currency, description, period }: Item): WireInvoiceLine => ({
  id: newId('il_'),
  object: 'line_item',
  amount,
  currency,
  description,
  discount_amounts: [],
  discountable: true,
  discounts: [],
  invoice: invoice.id,
  livemode: false,
  metadata: {},
  parent: {
    invoice_item_details: { invoice_item: item, proration: false, proration_details: null, subscription: subscriptionOf(invoice) },
    subscription_item_details: null,
    type: 'invoice_item_details',
  },
  period,
  pretax_credit_amounts: [],
  pricing: null,
  quantity: 1,
  quantity_decimal: '1',
  subscription: subscriptionOf(invoice),
  subtotal: amount,
  taxes: [],
})
