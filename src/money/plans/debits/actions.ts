import type { InvoiceState } from '#src/platform/ports/subscriptions.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { describeError } from '#src/platform/server/log.ts'
import { enqueueMail } from '#src/platform/server/mail/mail.ts'
import { readSettings } from '#src/platform/server/settings.ts'
import { findSubscriber } from '#src/supply/companies/register/store.ts'
import { debitNoticeMail } from './mails.ts'
import { dayMs, debitDays } from './rules.ts'
import { claimUnannounced, findInvoice, listUnannouncedRenewals, listUnpaidReturns, markNoticed } from './store.ts'

/** Enqueues, with the transaction, the notices of debits that began without one: the first debit and those of upgrades. */
export async function announceDebits(app: App, tx: Transaction, subscriptionId: string) {
  for (const { id } of await claimUnannounced(tx, { subscriptionId, now: app.now() }))
    await enqueue(tx, { name: 'plans.announceDebit', payload: { invoiceId: id }, key: `plans:announce:${id}` })
}

/** Mails the notice of an invoice's debit. Throws PaymentsUnavailable; the job retries. */
export async function announceDebit(app: App, invoiceId: string) {
  const invoice = await findInvoice(app.db, invoiceId)
  if (!invoice) return
  const { companyId, subscriptionId, amountDueCents: amountCents } = invoice
  const from = new Date(app.now().getTime() + debitDays.leastNotice * dayMs)
  const mail = await noticeOf(app, { companyId, subscriptionId, key: invoiceId, amountCents, from })
  if (mail) await app.db.transaction().execute((tx) => enqueueMail(tx, mail))
}

/** Mails the notices of renewals whose debit is some days ahead, once for each period. */
export async function announceRenewals(app: App) {
  const now = app.now()
  const before = new Date(now.getTime() + debitDays.noticeAhead * dayMs)
  for (const renewal of await listUnannouncedRenewals(app.db, { now, before, limit: renewalBatch })) {
    await announceRenewal(app, renewal).catch((error: unknown) => {
      app.log.warn({ companyId: renewal.companyId, error: describeError(error) }, 'debit not announced')
    })
  }
}
const renewalBatch = 500

/** Amount and cancellation are read from the PSP: the stored state may be a day old. */
async function announceRenewal(app: App, { companyId, pspId, currentPeriodEnd: periodEnd }: Renewal) {
  const state = await app.payments.findSubscription(pspId)
  if (state?.status !== 'active' || state.cancelAtPeriodEnd || state.method !== 'sepaDebit') return
  const key = `${pspId}:${periodEnd.toISOString().slice(0, 10)}`
  const mail = await noticeOf(app, { companyId, subscriptionId: pspId, key, amountCents: state.renewalCents, from: periodEnd })
  await app.db.transaction().execute(async (tx) => {
    if (mail && (await markNoticed(tx, { pspId, periodEnd }))) await enqueueMail(tx, mail)
  })
}
type Renewal = Awaited<ReturnType<typeof listUnannouncedRenewals>>[number]

type Debit = { companyId: string; subscriptionId: string; key: string; amountCents: number; from: Date }

async function noticeOf(app: App, { companyId, subscriptionId, ...debit }: Debit) {
  const company = await findSubscriber(app.db, companyId)
  if (!company) return undefined
  const { companyName, ownerEmail, email } = company
  const { operator } = await readSettings(app.db)
  const recipient = { to: ownerEmail ?? email, companyName, publicUrl: app.config.publicUrl }
  return debitNoticeMail({ ...recipient, ...debit, creditor: operator.name, mandate: await app.payments.findMandate(subscriptionId) })
}

type Owing = { companyId: string; invoices: InvoiceState[] }

/**
 * Time since which a company owes an invoice whose payment came back, of this or an earlier subscription; undefined if it was paid again,
 * or billed without effect. `invoices`: those just read, which are not stored yet.
 */
export async function findDebtSince(tx: Transaction, { companyId, invoices }: Owing) {
  const isSettled = (id: string) => invoices.some(({ replacesId, status }) => replacesId === id && (status === 'paid' || status === 'void'))
  const returns = await listUnpaidReturns(tx, companyId)
  return returns.find(({ id }) => !isSettled(id))?.returnedAt
}
