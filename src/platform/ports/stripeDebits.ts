import type Stripe from 'stripe'
import { type Asking, type Creation, createPastFailure, promptOptions, type Sdk, secondsOf } from './stripeCalls.ts'
import type { Subscriptions } from './subscriptions.ts'

/** Adapter for SEPA debits of subscriptions at Stripe: mandates, and invoices for returned debits. */
export function stripeDebits({ ask }: Asking): Pick<Subscriptions, 'findMandate' | 'billReturnedPayment'> {
  return {
    findMandate: (subscriptionId) =>
      ask(async (stripe, errors) => {
        const { data } = await stripe.invoices.list({ subscription: subscriptionId, limit: 10 }, promptOptions)
        for (const { id } of data) {
          const debit = await findDebit(stripe, id)
          if (debit?.mandate) return describeMandate({ stripe, errors }, { mandate: debit.mandate, last4: debit.last4 })
        }
        return undefined
      }),
    billReturnedPayment: (details) => ask((stripe, errors) => billReturned({ stripe, errors }, details)),
  }
}

/** True if an open invoice's debit is under way: its payment waits for the payer's bank. */
export async function isInvoiceUnderWay(stripe: Stripe, { id, status }: Stripe.Invoice) {
  if (status !== 'open') return false
  const intents = await listIntents(stripe, id, ['data.payment.payment_intent'])
  return intents.some((intent) => intent.status === 'processing')
}

async function findDebit(stripe: Stripe, invoice: string) {
  for (const { latest_charge: charge } of await listIntents(stripe, invoice, ['data.payment.payment_intent.latest_charge'])) {
    const debit = typeof charge === 'string' ? undefined : charge?.payment_method_details?.sepa_debit
    if (debit) return debit
  }
  return undefined
}

async function listIntents(stripe: Stripe, invoice: string, expand: string[]) {
  const { data } = await stripe.invoicePayments.list({ invoice, limit: 10, expand }, promptOptions)
  return data.flatMap(({ payment: { payment_intent: intent } }) => (typeof intent === 'object' && intent !== null ? [intent] : []))
}

async function describeMandate({ stripe, errors }: Sdk, { mandate, last4 }: { mandate: string; last4: string | null }) {
  const { payment_method_details: details } = await stripe.mandates.retrieve(mandate, undefined, promptOptions)
  return { reference: details.sepa_debit?.reference ?? '', creditorId: await findCreditorId({ stripe, errors }), last4 }
}

/** A restricted key may lack the permission to read the account: a notice without the identifier is better than none. */
async function findCreditorId({ stripe, errors }: Sdk) {
  try {
    const { settings } = await stripe.accounts.retrieveCurrent(undefined, promptOptions)
    return settings?.sepa_debit_payments?.creditor_id ?? null
  } catch (error) {
    if (error instanceof errors.StripePermissionError) return null
    throw error
  }
}

type Returned = Parameters<Subscriptions['billReturnedPayment']>[0]

/**
 * The invoice names the one that it replaces. It is sent, not charged: another debit could come back again. Each step first looks up
 * the result of an earlier call, because its response may have been lost or stored as an error.
 */
async function billReturned({ stripe, errors }: Sdk, { subscriptionId, customerId, invoiceId, period, ...details }: Returned) {
  const once = <T>(step: string, creation: Creation<T>) => createPastFailure({ stripe, errors }, `returned:${invoiceId}:${step}`, creation)
  const find = () => findBill(stripe, { subscriptionId, invoiceId })
  const params: Stripe.InvoiceCreateParams = {
    customer: customerId,
    subscription: subscriptionId,
    collection_method: 'send_invoice',
    days_until_due: details.dueDays,
    auto_advance: false,
    metadata: { [replacesKey]: invoiceId },
  }
  const bill =
    (await find()) ?? (await once('invoice', { find, create: (idempotencyKey) => stripe.invoices.create(params, { idempotencyKey }) }))
  if (bill.status !== 'draft') return
  const line = {
    ...{ customer: customerId, invoice: bill.id, amount: details.amountCents, currency: 'eur', description: details.description },
    period: { start: secondsOf(period.start), end: secondsOf(period.end) },
  }
  const read = () => stripe.invoices.retrieve(bill.id)
  if (bill.lines.data.length === 0)
    await once<unknown>('line', {
      find: async () => (await read()).lines.data[0],
      create: (idempotencyKey) => stripe.invoiceItems.create(line, { idempotencyKey }),
    })
  await once<unknown>('final', {
    find: async () => ((await read()).status === 'draft' ? undefined : bill),
    create: (idempotencyKey) => stripe.invoices.finalizeInvoice(bill.id, { auto_advance: false }, { idempotencyKey }),
  })
}

/** Invoice that bills a returned payment again, in any status. */
async function findBill(stripe: Stripe, { subscriptionId, invoiceId }: { subscriptionId: string; invoiceId: string }) {
  for await (const invoice of stripe.invoices.list({ subscription: subscriptionId, limit: 100 }, promptOptions)) {
    if (replacedBy(invoice) === invoiceId) return invoice
  }
  return undefined
}

const replacesKey = 'replaces_invoice'

/** Invoice whose payment came back and is billed again by this one. */
export const replacedBy = (invoice: Stripe.Invoice): string | null => invoice.metadata?.[replacesKey] ?? null
