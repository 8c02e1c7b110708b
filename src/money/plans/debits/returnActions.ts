import type { App } from '#src/platform/server/app.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { enqueueMail } from '#src/platform/server/mail/mail.ts'
import { findSubscriber } from '#src/supply/companies/register/store.ts'
import { convergeSubscription } from '../convergeActions.ts'
import { endForGood } from '../endActions.ts'
import { findSubscription } from '../store.ts'
import { paymentReturnedMail } from './mails.ts'
import { debitDays, graceEnd } from './rules.ts'
import { findInvoice, listUnpaidReturns, markReturned } from './store.ts'

type Returned = { invoiceId: string; amountCents: number }

/**
 * Records that the payment of a subscription's invoice came back: the company is past due, is notified, and gets an invoice to pay again.
 * No-op if it was recorded before. Throws PaymentsUnavailable to be retried.
 */
export async function noteReturnedPayment(app: App, { invoiceId, amountCents }: Returned) {
  await requireStored(app, invoiceId)
  await app.db.transaction().execute(async (tx) => {
    const now = app.now()
    const returned = await markReturned(tx, { id: invoiceId, now })
    const company = returned && (await findSubscriber(tx, returned.companyId))
    if (!returned || !company) return
    await enqueue(tx, { name: 'plans.billReturned', payload: { invoiceId, amountCents }, key: `plans:returned:${invoiceId}` })
    const recipient = { to: company.ownerEmail ?? company.email, companyName: company.companyName, publicUrl: app.config.publicUrl }
    const payUntil = company.subscriptionStatus === 'canceled' ? null : graceEnd(now)
    await enqueueMail(tx, paymentReturnedMail({ ...recipient, invoiceId, amountCents, payUntil }))
  })
}

/** The payment may come back before we learned that it was made. */
async function requireStored(app: App, invoiceId: string) {
  if ((await findInvoice(app.db, invoiceId))?.status === 'paid') return
  const invoice = await app.payments.findInvoice(invoiceId)
  if (invoice?.subscriptionId) await convergeSubscription(app, invoice.subscriptionId)
}

/** Bills a returned payment again and sets the subscription to past due. Throws PaymentsUnavailable; the job retries. */
export async function billReturned(app: App, { invoiceId, amountCents }: Returned) {
  const invoice = await findInvoice(app.db, invoiceId)
  const subscription = invoice && (await findSubscription(app.db, invoice.companyId))
  if (!invoice || !subscription) return
  const { subscriptionId, periodStart, periodEnd, number } = invoice
  await app.payments.billReturnedPayment({
    ...{ subscriptionId, customerId: subscription.customerId, invoiceId, amountCents, dueDays: debitDays.grace },
    description: `Zurückgebuchte Zahlung der Rechnung ${number ?? invoiceId}`,
    period: { start: periodStart, end: periodEnd },
  })
  await convergeSubscription(app, subscriptionId)
}

/**
 * Ends the subscription of a company that did not pay a returned invoice again in time: it is hidden, so it must not be charged. Waits
 * for a payment under way.
 */
export async function endOverdue(app: App, companyId: string) {
  const returns = await listUnpaidReturns(app.db, companyId)
  const overdue = returns.some(({ returnedAt, isUnderWay }) => graceEnd(returnedAt) <= app.now() && !isUnderWay)
  if (overdue) await endForGood(app, companyId)
}
