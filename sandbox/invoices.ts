import type Stripe from 'stripe'
import { payNow } from './invoicePayment.ts'
import { findInvoice, subscriptionOf } from './invoiceStore.ts'
import { listPage } from './listing.ts'
import { operation } from './operations.ts'

export const invoiceOperations = [
  operation<Stripe.InvoiceRetrieveParams>('Invoices.retrieve', [], ({ box, pathId }) => findInvoice(box, pathId)),
  operation<Stripe.InvoiceListParams>(
    'Invoices.list',
    ['limit', 'starting_after', 'ending_before', 'created', 'customer', 'subscription', 'status'],
    ({ box, params }) =>
      listPage({
        items: box.store.all('invoice'),
        params,
        noun: 'invoice',
        url: '/v1/invoices',
        keep: (invoice) =>
          (!params.customer || invoice.customer === params.customer) &&
          (!params.subscription || subscriptionOf(invoice) === params.subscription) &&
          (!params.status || invoice.status === params.status),
      }),
  ),
  operation<Stripe.InvoiceListLineItemsParams>(
    'Invoices.listLineItems',
    ['limit', 'starting_after', 'ending_before'],
    ({ box, params, pathId }) =>
      listPage({
        items: findInvoice(box, pathId).lines.data.toReversed(),
        params,
        noun: 'invoice line item',
        url: `/v1/invoices/${pathId}/lines`,
        keep: () => true,
      }),
  ),
  operation<Stripe.InvoicePayParams>('Invoices.pay', ['payment_method'], ({ box, params, pathId }) =>
    payNow(box, { invoice: findInvoice(box, pathId), method: params.payment_method }),
  ),
  operation<Stripe.InvoicePaymentListParams>(
    'InvoicePayments.list',
    ['limit', 'starting_after', 'ending_before', 'invoice', 'status', 'payment.type', 'payment.payment_intent'],
    ({ box, params }) =>
      listPage({
        items: box.store.all('invoicePayment'),
        params,
        noun: 'invoice_payment',
        url: '/v1/invoice_payments',
        keep: (payment) =>
          (!params.invoice || payment.invoice === params.invoice) &&
          (!params.status || payment.status === params.status) &&
          (!params.payment?.payment_intent || payment.payment.payment_intent === params.payment.payment_intent),
      }),
  ),
]
