import type Stripe from 'stripe'
import type { Breach } from './invariants.ts'

/** Subscriptions and invoices as the PSP stores them. */
export type PlansAtPsp = { subscriptions: Stripe.Subscription[]; invoices: Stripe.Invoice[] }
export type BookedInvoice = { reference: string; kind: string; cents: number; times: number }
export type PlanCompany = { id: string; status: string; isListed: boolean; isOwing: boolean }

const isLive = ({ status }: Stripe.Subscription) => status === 'active' || status === 'past_due'
const replacedBy = (invoice: Stripe.Invoice) => invoice.metadata?.replaces_invoice
const breach = (invariant: string, subject: string): Breach => ({ invariant, subject })

/** Invoices that are booked twice or without a payment, and returned payments that were billed twice: true at every moment. */
export function planBookings({ invoices }: PlansAtPsp, booked: readonly BookedInvoice[]): Breach[] {
  const paid = new Map(invoices.filter(({ status }) => status === 'paid').map((one) => [one.id, one]))
  const again = Map.groupBy(
    invoices.filter((one) => replacedBy(one) && one.status !== 'void'),
    (one) => replacedBy(one) ?? '',
  )
  return [
    ...booked.filter(({ times }) => times > 1).map(({ reference }) => breach('planInvoiceBookedTwice', reference)),
    ...booked
      .filter(({ reference, kind, cents }) => !isBookedAs(paid.get(reference), { kind, cents }))
      .map((one) => breach('planBookedAsPaid', JSON.stringify(one))),
    ...[...again].filter(([, bills]) => bills.length > 1).map(([subject]) => breach('returnBilledOnce', subject)),
  ]
}

const isBookedAs = (invoice: Stripe.Invoice | undefined, { kind, cents }: { kind: string; cents: number }) =>
  invoice?.amount_paid === cents && kind === (replacedBy(invoice) ? 'debitRepaid' : 'subscription')

type PlanState = { atPsp: PlansAtPsp; booked: readonly BookedInvoice[]; companies: readonly PlanCompany[]; returned: readonly string[] }

/** Differences between the plans at the PSP and ours once all has settled; a company is listed exactly as long as its plan lives. */
export function planMismatches({ atPsp, booked, companies, returned }: PlanState): Breach[] {
  const known = new Set(booked.map(({ reference }) => reference))
  const ofCompany = Map.groupBy(atPsp.subscriptions, ({ metadata }) => metadata.company_id ?? '')
  const billed = new Set(atPsp.invoices.map(replacedBy))
  return [
    ...planBookings(atPsp, booked),
    ...atPsp.invoices
      .filter(({ id, status, amount_paid: cents }) => status === 'paid' && cents > 0 && !known.has(id))
      .map(({ id }) => breach('paidPlanBooked', id)),
    ...returned.filter((id) => !billed.has(id)).map((id) => breach('returnIsBilled', id)),
    ...companies.flatMap((company) => companyMismatches(company, ofCompany.get(company.id) ?? [])),
  ]
}

function companyMismatches(company: PlanCompany, subscriptions: readonly Stripe.Subscription[]): Breach[] {
  const live = subscriptions.filter(isLive)
  // Its first debit was refused within a day: past due here, or unknown if it was refused before the first read.
  if (live.length === 0 && subscriptions.some(({ status }) => status === 'incomplete')) return []
  const subject = `${JSON.stringify(company)} ${subscriptions.map(({ id, status }) => `${id} ${status}`).join(', ')}`
  const isPastDue = live.some(({ status }) => status !== 'active') || company.isOwing
  const expected = live.length > 0 ? (isPastDue ? 'past_due' : 'active') : undefined
  return [
    ...(live.length > 1 ? [breach('onePlanAtATime', subject)] : []),
    ...(company.isListed === live.length > 0 ? [] : [breach(company.isListed ? 'owingIsHidden' : 'paidIsListed', subject)]),
    ...(expected === undefined || company.status === expected ? [] : [breach('planFollowsThePsp', subject)]),
  ]
}

export const bookedInvoices = `
  select tx.reference, min(tx.kind) as kind, sum(entry.amount_cents)::integer as cents, count(distinct tx.id)::integer as times
  from ledger_tx as tx
  join ledger_entry as entry on entry.tx_id = tx.id and entry.account = 'psp_balance'
  where tx.kind in ('subscription', 'debitRepaid')
  group by tx.reference`

const unpaidReturn = `
  returned.returned_at is not null and not exists (
    select from subscription_invoices as again where again.replaces_id = returned.id and again.status in ('paid', 'void')
  )`

export const planCompanies = `
  select
    company.id,
    company.subscription_status as status,
    company.is_listed as "isListed",
    exists (select from subscription_invoices as returned where returned.company_id = company.id and ${unpaidReturn}) as "isOwing"
  from companies as company
  where company.id = any($1::uuid[])`

/** Listed companies whose grace for a returned payment is over; a debit that pays it is awaited. */
export const overdueButListed = `
  select company.id::text as subject
  from subscription_invoices as returned
  join companies as company on company.id = returned.company_id and company.is_listed
  where ${unpaidReturn}
    and returned.returned_at < now() - interval '14 days'
    and not exists (
      select from subscription_invoices as again where again.replaces_id = returned.id and again.processing_at is not null
    )`

/**
 * Mails about plans that must have been sent or be queued: each has one occasion, and one Message-ID. A second subscription of a company is
 * ended at once and has no mail about its start.
 */
export const expectedPlanMails = `
  select distinct 'subscription:started:' || invoice.subscription_id as occasion
  from subscription_invoices as invoice
  join subscriptions on subscriptions.psp_id = invoice.subscription_id and subscriptions.status <> 'canceled'
  where invoice.posted_at is not null and invoice.replaces_id is null
  union all
  select 'subscription:returned:' || id from subscription_invoices where returned_at is not null
  union all
  select 'subscription:debit:' || invoice.id
  from subscription_invoices as invoice
  where invoice.announced_at is not null
    and not exists (
      select from graphile_worker.jobs as job
      where job.key = 'plans:announce:' || invoice.id and job.attempts < job.max_attempts
    )
  union all
  select 'subscription:ended:' || psp_id from subscriptions where status = 'canceled' and not cancel_at_period_end
  union all
  select 'subscription:cancelled:' || psp_id || ':' || number
  from subscriptions
  cross join generate_series(1, cancellations) as number`

/** Subjects of mails of which a company gets one for each subscription, or for each returned payment. */
export const planSubjects = { started: /^Ihr Abonnement hat begonnen$/, returned: /zur(ü|=C3=BC)ckgebucht/i } as const
