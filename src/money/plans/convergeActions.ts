import { z } from 'zod'
import { recordDiscrepancy } from '#src/money/payments/actions.ts'
import { debitRepaidEntries } from '#src/money/payments/entryRules.ts'
import { subscriptionEntries } from '#src/money/payments/rules.ts'
import { insertLedgerTransaction } from '#src/money/payments/store.ts'
import type { InvoiceState, SubscriptionState } from '#src/platform/ports/subscriptions.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { announce } from '#src/platform/server/live.ts'
import { readSettings } from '#src/platform/server/settings.ts'
import { requestEmailProof } from '#src/supply/companies/email/actions.ts'
import { findSubscriber, markSubscribed } from '#src/supply/companies/register/store.ts'
import { isLive } from '#src/supply/companies/rules.ts'
import { announceDebits, findDebtSince } from './debits/actions.ts'
import { claimUnpostedInvoices, upsertInvoices } from './invoiceStore.ts'
import { notifyOfChange } from './mailActions.ts'
import { parsePlan } from './rules.ts'
import { findByPspId, findSubscription, lockCompany, markSubscriptionChecked, takeReadNumber, upsertSubscription } from './store.ts'
import type { SubscriptionFacts } from './subscriptionRules.ts'

/**
 * Converges the company's status and plan to the PSP's subscription; no other code changes them (docs/spec.md#subscriptions). Called by
 * webhook, return page, our own changes and reconciliation, any number of times and in any order. Reads the PSP, then applies the result
 * in one transaction that locks the company. Each read takes a sequence number before it begins, and an older read never overwrites a
 * newer one. A caller that learns of a change must therefore start a new read. Throws PaymentsUnavailable if the PSP cannot be read.
 */
export async function convergeSubscription(app: App, subscriptionId: string) {
  const { other, owing } = await look(app, subscriptionId)
  if (owing !== undefined) await look(app, owing)
  if (other === undefined) return
  // Our state of the first subscription may be stale. This one is a second only if the first still runs.
  const first = await look(app, other)
  if (first.isMissing) return
  const again = await look(app, subscriptionId)
  if (again.other !== undefined) await endSecondSubscription(app, subscriptionId)
}

/**
 * Result of a read. `other`: the subscription that the company already has, so that this one must end. `owing`: the subscription that the
 * company has after this ended one, whose state depends on the debts of both.
 */
type Sight = { isMissing?: true; other?: string; owing?: string }

async function look(app: App, subscriptionId: string): Promise<Sight> {
  const number = await takeReadNumber(app.db)
  const state = await app.payments.findSubscription(subscriptionId)
  if (!state) return noteMissing(app, subscriptionId)
  const { status } = state
  const isKnown = (await findByPspId(app.db, subscriptionId)) !== undefined
  // The first payment is still missing and may never come.
  if (!isKnown && (status === 'incomplete' || (status === 'canceled' && !state.paidPlan))) return {}
  const invoices = await app.payments.listInvoices(subscriptionId)
  // A known subscription began with a debit, which was refused.
  const started = { ...state, status: status === 'incomplete' ? ('past_due' as const) : status }
  return app.db.transaction().execute((tx) => apply(app, tx, { look: number, state: started, invoices }))
}

/** A subscription that was paid at least once, or whose first debit is under way. */
type Started = SubscriptionState & { status: Exclude<SubscriptionState['status'], 'incomplete'> }
type Snapshot = { look: number; state: Started; invoices: InvoiceState[] }

async function apply(app: App, tx: Transaction, found: Snapshot): Promise<Sight> {
  const { state } = found
  const company = await lockSubscriber(tx, state.companyId)
  if (!company || company.subscriptionKind === 'granted') return recordUnknown(app, tx, found)
  const known = await findSubscription(tx, company.id)
  const before = known?.pspId === state.id ? known : undefined
  const stays = known && !before && (known.status !== 'canceled' || state.status === 'canceled')
  const debtSince = await findDebtSince(tx, { companyId: company.id, invoices: found.invoices })
  const after = rowOf(found, { companyId: company.id, before, debtSince, now: app.now() })
  // One statement decides which of several reads is the newest; only that read applies the rest.
  const isNewest = stays || (await upsertSubscription(tx, after))
  if (!isNewest) return {}
  const posted = await storeInvoices(app, tx, { companyId: company.id, found })
  await announceDebits(app, tx, state.id)
  if (stays && state.status !== 'canceled') return { other: known.pspId }
  if (stays) return known.status === 'canceled' ? {} : { owing: known.pspId }
  await markSubscribed(tx, copyOf(after, app.now()))
  if (posted > 0 || hasChanged(before, after)) await announce(tx, { companyId: company.id, kind: 'subscription', id: company.id })
  const isUnderWay = found.invoices.some((invoice) => invoice.isUnderWay)
  await notifyOfChange(app, tx, { company, before, after: { ...after, isUnderWay, isReturned: debtSince !== undefined } })
  // First mail to the company's own address; until now only the account received mails.
  if (!before && isLive(after.status)) await requestEmailProof(app, tx, { companyId: company.id, requestId: 'psp' })
  return {}
}

type Known = NonNullable<Awaited<ReturnType<typeof findSubscription>>>

/** Locks the company until the transaction ends, which serializes the reads of one company. */
async function lockSubscriber(tx: Transaction, companyId: string | null) {
  if (!z.uuid().safeParse(companyId).success || companyId === null) return undefined
  const held = await lockCompany(tx, companyId)
  return held && findSubscriber(tx, companyId)
}

function rowOf({ look, state, invoices }: Snapshot, { companyId, before, debtSince, now }: Context): SubscriptionFacts {
  // The PSP knows nothing of a debt whose invoice was paid before the money went back.
  const status = state.status === 'active' && debtSince ? 'past_due' : state.status
  const isNewlyCancelled = isLive(state.status) && state.cancelAtPeriodEnd && !before?.cancelAtPeriodEnd
  return {
    companyId,
    pspId: state.id,
    customerId: state.customerId,
    status,
    method: state.method,
    paidPlan: parsePlan(state.paidPlan) ?? null,
    renewsAs: parsePlan(state.renewsAs) ?? null,
    currentPeriodEnd: state.currentPeriodEnd,
    cancelAtPeriodEnd: state.cancelAtPeriodEnd,
    cancelAt: state.cancelAt,
    cancellations: (before?.cancellations ?? 0) + (isNewlyCancelled ? 1 : 0),
    pastDueSince: status === 'past_due' ? (before?.pastDueSince ?? debtSince ?? now) : null,
    startedAt: state.startedAt,
    endedAt: state.status === 'canceled' ? (state.endedAt ?? now) : state.endedAt,
    latestInvoiceId: state.latestInvoiceId ?? invoices[0]?.id ?? null,
    look,
    checkedAt: now,
  }
}
type Context = { companyId: string; before: Known | undefined; debtSince: Date | undefined; now: Date }

/** True if the read changed anything; only then open dashboards are notified. */
const hasChanged = (before: Known | undefined, { look: _look, checkedAt: _checkedAt, ...facts }: SubscriptionFacts) => {
  if (!before) return true
  const then: Record<string, unknown> = before
  return Object.entries(facts).some(([name, value]) => JSON.stringify(then[name]) !== JSON.stringify(value))
}

/** Columns of the company: its plan is the one last paid, never the one last chosen (docs/spec.md#premium). */
const copyOf = ({ companyId, status, paidPlan, customerId }: SubscriptionFacts, now: Date) => ({
  id: companyId,
  status,
  plan: isLive(status) ? (paidPlan ?? 'basic') : paidPlan,
  premium: isLive(status) && paidPlan === 'premium',
  customerId,
  now,
})

/** Stores the invoices and posts each paid one to the ledger, once, at the current VAT rate. Returns the number posted. */
async function storeInvoices(app: App, tx: Transaction, { companyId, found }: { companyId: string; found: Snapshot }) {
  const { state, invoices } = found
  if (invoices.length === 0) return 0
  await upsertInvoices(
    tx,
    invoices.map((invoice) => invoiceRow(invoice, { companyId, subscriptionId: state.id, now: app.now() })),
  )
  const { vatBasisPoints } = await readSettings(tx)
  const paid = await claimUnpostedInvoices(tx, { subscriptionId: state.id, vatBasisPoints, now: app.now() })
  for (const { id, amountPaidCents, paidAt, replacesId } of paid) {
    await insertLedgerTransaction(tx, {
      kind: replacesId ? 'debitRepaid' : 'subscription',
      reference: id,
      bookingId: null,
      occurredAt: paidAt ?? app.now(),
      entries: replacesId ? debitRepaidEntries(amountPaidCents) : subscriptionEntries(amountPaidCents, vatBasisPoints),
    })
  }
  return paid.length
}

type Billed = { companyId: string; subscriptionId: string; now: Date }
const invoiceRow = ({ isUnderWay, ...invoice }: InvoiceState, { now, ...ids }: Billed) => ({
  ...invoice,
  ...ids,
  processingAt: isUnderWay ? now : null,
})

/** Records a discrepancy: a payment for a subscription without a company, or of a company whose plan the operator granted. */
async function recordUnknown(app: App, tx: Transaction, { state, invoices }: Snapshot): Promise<Sight> {
  if (state.status === 'canceled') return {}
  await recordDiscrepancy(app, tx, {
    kind: 'unknownSubscription',
    reference: state.id,
    amountCents: paidCents(invoices),
    details: { companyId: state.companyId, customerId: state.customerId },
  })
  return {}
}

const paidCents = (invoices: InvoiceState[]) => invoices.reduce((sum, { amountPaidCents }) => sum + amountPaidCents, 0)

/** Ends a company's second subscription at the PSP and records the amount paid as a discrepancy; the operator refunds it. */
async function endSecondSubscription(app: App, subscriptionId: string) {
  const invoices = await app.payments.listInvoices(subscriptionId)
  await app.db.transaction().execute((tx) =>
    recordDiscrepancy(app, tx, {
      kind: 'secondSubscription',
      reference: subscriptionId,
      amountCents: paidCents(invoices),
      details: { invoices: invoices.map(({ id }) => id) },
    }),
  )
  await app.payments.endSubscription({ subscriptionId, idempotencyKey: `subscription:${subscriptionId}:end` })
}

async function noteMissing(app: App, subscriptionId: string): Promise<Sight> {
  const known = await findByPspId(app.db, subscriptionId)
  if (!known || known.status === 'canceled') return { isMissing: true }
  await markSubscriptionChecked(app.db, { companyId: known.companyId, now: app.now() })
  await app.db
    .transaction()
    .execute((tx) => recordDiscrepancy(app, tx, { kind: 'subscriptionMissing', reference: subscriptionId, amountCents: 0, details: known }))
  return { isMissing: true }
}
