import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import Stripe from 'stripe'
import type { CustomerActors } from './customerActors.ts'
import type { Mailbox } from './mailbox.ts'
import type { Operator } from './operator.ts'
import type { PlanActors } from './planActors.ts'
import {
  type BookedInvoice,
  bookedInvoices,
  expectedPlanMails,
  overdueButListed,
  type PlanCompany,
  planBookings,
  planCompanies,
  planMismatches,
  planSubjects,
} from './planInvariants.ts'
import type { System } from './system.ts'

/** Violated invariant, and the object that violates it. */
export type Breach = { invariant: string; subject: string }

/** Events of payments older than this must have been processed; newer ones are checked at the end. */
const recentMs = 45_000
/** Time for what the audit finds: a dispute that it reads may need a correction, and documents are issued every minute. */
const auditedMs = 75_000
/** Time that counts as a day for the checks that the product makes once a day. */
const dayMs = 5_000
const never = { dueMs: Number.POSITIVE_INFINITY, onLate: () => {} }

type InvariantOptions = {
  system: Pick<System, 'config' | 'sandboxUrl' | 'publicUrl'> & { database: Pick<System['database'], 'url' | 'refusals'> }
  customerActors: Pick<CustomerActors, 'payments' | 'unexpectedResponses'>
  mailbox: Pick<Mailbox, 'storedMails'>
  operator: Pick<Operator, 'audit'>
  /** `companyIds`: companies with plans; by default there are none. */
  plans?: Pick<PlanActors, 'returned' | 'unexpectedResponses' | 'passDay'> & { companyIds: readonly string[] }
}

const noPlans = { companyIds: [], returned: [], unexpectedResponses: [], passDay: async () => {} }

/**
 * Compares three independent sources: database, payment sandbox and mailbox. Uses its own queries and connections, none of the code under
 * test.
 */
export function openInvariants({ system, customerActors, mailbox, operator, plans = noPlans }: InvariantOptions) {
  const stripe = new Stripe(system.config.stripe.secretKey, { ...hostOf(system.sandboxUrl), telemetry: false })

  async function query<Row extends object>(statement: string, values: unknown[] = []) {
    const client = new pg.Client({ connectionString: system.database.url, connectionTimeoutMillis: 5_000 })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<Row>(statement, values)).rows
    } finally {
      await client.end().catch(() => {})
    }
  }
  const subjects = async (invariant: string, statement: string, values?: unknown[]): Promise<Breach[]> =>
    (await query<{ subject: string }>(statement, values)).map(({ subject }) => ({ invariant, subject }))

  /** Money that arrives later has an event of its own, which is processed some time after the sandbox has paid. */
  const recent = () =>
    customerActors.payments.filter(({ at, arrivedLater }) => !arrivedLater && at > Date.now() - recentMs).map(({ bookingId }) => bookingId)

  /** Polled during the run: invariants that must hold at every moment. */
  const processedMeansApplied = () => subjects('processedMeansApplied', processedButUnpaid, [recent()])

  /** Invariants that every state of the database must satisfy, during the run and after it. */
  const alwaysTrue = async () => [
    ...(await query<Breach>('select distinct invariant, subject from invariant_violations')),
    ...(await subjects('timesNeverOverlap', overlapping)),
    ...(await subjects('agreedKeepsItsTime', agreedWithoutTime)),
    ...(await subjects('factCoveredOnce', coveredTwice)),
    ...(await subjects('customerPapersAddUp', documentMismatches)),
    ...(await subjects('oneOfferIsTaken', quoteConflicts)),
    ...(await subjects('listedPriceIsPaid', belowTheList)),
    ...(await subjects('seriesAnsweredOnce', seriesConflicts)),
    ...(await subjects('supplementsAsAccepted', supplementConflicts)),
    ...(await subjects('tipsGivenOnce', tipConflicts)),
    ...(await subjects('paidToConfirmedTargets', paidElsewhere)),
    ...(await subjects('heldIsNotPaidOut', heldButPaid)),
    ...(await subjects('capturedOnlyIfAccepted', capturedUnasked)),
    ...(await capturedElsewise()),
  ]

  /** All invariants that can be checked during a run. Expensive, and therefore only used in runs that end at the first violation. */
  const checkAll = async () => [
    ...(await alwaysTrue()),
    ...(await missingMails()),
    ...(await sessionsTwice()),
    ...(await doneWithoutMoney()),
    ...(await capturedThoughReleased()),
    ...(await planBreaches()),
  ]

  /** Reads the PSP after our database: what we booked must have been paid there before. */
  async function planBreaches(): Promise<Breach[]> {
    const booked = await query<BookedInvoice>(bookedInvoices)
    return planBookings(await listPlans(), booked)
  }

  const listPlans = async () => ({
    subscriptions: await all(stripe.subscriptions.list({ status: 'all', limit: 100 })),
    invoices: await all(stripe.invoices.list({ limit: 100 })),
  })

  /** Plans at the PSP that differ from ours. */
  async function planDifferences(): Promise<Breach[]> {
    const booked = await query<BookedInvoice>(bookedInvoices)
    const companies = await query<PlanCompany>(planCompanies, [plans.companyIds])
    return planMismatches({ atPsp: await listPlans(), booked, companies, returned: plans.returned })
  }

  /** Operations that are still pending; empty once all is settled. */
  async function unsettled({ isWhole = false } = {}) {
    const paid = customerActors.payments.map(({ bookingId }) => bookingId)
    const open = [
      ...(await subjects('paidBookingLost', paidButUnknown, [paid])),
      ...(await subjects('nothingStaysOnItsWay', onItsWay)),
      ...(await subjects('owingIsHidden', overdueButListed)),
    ]
    const late = open.length === 0 ? [...(await authorizationMismatches()), ...(await planDifferences())] : []
    return [...open, ...late, ...(open.length === 0 || isWhole ? await missingMails() : [])]
  }

  /** Mails that are neither queued nor delivered. */
  async function missingMails(): Promise<Breach[]> {
    const { hostname } = new URL(system.publicUrl)
    const gone = await query<{ occasion: string }>(mailsNotWaiting)
    const arrived = new Set(mailbox.storedMails.map(({ messageId }) => messageId))
    return gone
      .filter(({ occasion }) => !arrived.has(`<${createHash('sha256').update(occasion).digest('hex').slice(0, 40)}@${hostname}>`))
      .map(({ occasion }) => ({ invariant: 'mailMissing', subject: occasion }))
  }

  /** One confirmation mail per booking: another Message-ID would be a second mail. */
  function mailsTwice(): Breach[] {
    const confirmations = mailbox.storedMails.filter(({ subject }) => subject.includes('best=C3=A4tigt') || subject.includes('bestätigt'))
    const ofCustomer = Map.groupBy(confirmations, ({ to }) => to)
    return [...ofCustomer]
      .filter(([to, mails]) => to.startsWith('kunde') && new Set(mails.map(({ messageId }) => messageId)).size > 1)
      .map(([subject]) => ({ invariant: 'mailTwice', subject }))
  }

  /** More mails about plans than there are subscriptions, or returned payments. */
  async function planMailsTwice(): Promise<Breach[]> {
    const { subscriptions } = await listPlans()
    const sent = (subject: RegExp) =>
      new Set(mailbox.storedMails.filter((one) => subject.test(one.subject)).map(({ messageId }) => messageId)).size
    const most = { started: subscriptions.length, returned: plans.returned.length }
    return (['started', 'returned'] as const)
      .filter((kind) => sent(planSubjects[kind]) > most[kind])
      .map((kind) => ({ invariant: 'planMailTwice', subject: `${kind}: ${sent(planSubjects[kind])} of ${most[kind]}` }))
  }

  /** A checkout is stored before the PSP is called, so the PSP never has more sessions than there are checkouts. */
  async function sessionsTwice(): Promise<Breach[]> {
    const sessions = await all(stripe.checkout.sessions.list({ limit: 100 }))
    const checkouts = new Map((await query<{ id: string; n: number }>(checkoutsByReference)).map(({ id, n }) => [id, n]))
    return [...Map.groupBy(sessions, (one) => one.client_reference_id ?? '')].flatMap(([subject, made]) => [
      ...(made.length > (checkouts.get(subject) ?? 0) ? [{ invariant: 'oneSessionPerCheckout', subject }] : []),
      ...(made.filter((one) => one.mode === 'payment' && one.payment_status === 'paid').length > 1
        ? [{ invariant: 'chargedTwice', subject }]
        : []),
    ])
  }

  /** Authorizations at the PSP and their state in our database, read in this order. */
  async function listAuthorizations() {
    const intents = await all(stripe.paymentIntents.list({ limit: 100 }))
    const ours = new Map((await query<StoredAuthorization>(authorizationsOfCheckouts)).map((one) => [one.id, one]))
    return { authorizations: intents.filter((one) => one.capture_method === 'manual'), ours }
  }
  const authorizationMismatch = ({ id, status }: Stripe.PaymentIntent, own: StoredAuthorization | undefined) => ({
    invariant: 'promiseFollowsTheAnswer',
    subject: `${id} ${status} ${JSON.stringify(own)}`,
  })

  /** Authorizations that we recorded as released, but that were captured. */
  async function capturedThoughReleased(): Promise<Breach[]> {
    const { authorizations, ours } = await listAuthorizations()
    return authorizations
      .filter(({ id, status }) => status === 'succeeded' && ours.get(id)?.checkout === 'released')
      .map((one) => authorizationMismatch(one, ours.get(one.id)))
  }

  /** Captured authorizations of which another amount was taken than was agreed: for an estimate the price that the company named. */
  async function capturedElsewise(): Promise<Breach[]> {
    const { authorizations, ours } = await listAuthorizations()
    return authorizations
      .filter(({ id, status, amount_received: cents }) => status === 'succeeded' && ours.has(id) && ours.get(id)?.agreedCents !== cents)
      .map(({ id, amount_received: cents }) => ({
        invariant: 'capturedAsAgreed',
        subject: `${id} ${cents} ${JSON.stringify(ours.get(id))}`,
      }))
  }

  /** Authorizations that were not captured although both sides agreed, or not released although they did not. */
  async function authorizationMismatches(): Promise<Breach[]> {
    const { authorizations, ours } = await listAuthorizations()
    const right: Record<string, (one: StoredAuthorization | undefined) => boolean> = {
      succeeded: (one) => one?.checkout === 'paid',
      canceled: (one) => one?.checkout !== 'authorised' && one?.checkout !== 'paid',
      requires_capture: (one) => one?.checkout === 'authorised' && ['requested', 'countered'].includes(one.appointment),
    }
    return authorizations
      .filter(({ id, status }) => right[status]?.(ours.get(id)) === false)
      .map((one) => authorizationMismatch(one, ours.get(one.id)))
  }

  const listOurs = async () => ({
    refunds: new Map((await query<Moved>(ourRefunds)).map((one) => [one.id, one])),
    payouts: new Map((await query<Moved>(sentPayouts)).map((one) => [one.id, one])),
  })
  const listTheirs = async () => {
    const [refunds, transfers] = await Promise.all([all(stripe.refunds.list({ limit: 100 })), all(stripe.transfers.list({ limit: 100 }))])
    return { refunds, transfers }
  }

  /** Operations that we recorded as done without an effect at the PSP. The PSP is read after our database. */
  async function doneWithoutMoney(): Promise<Breach[]> {
    const ours = await listOurs()
    const { refunds, transfers } = await listTheirs()
    const moved = new Set([...refunds.map((one) => one.metadata?.refund_id), ...transfers.map((one) => one.metadata?.payout_id)])
    const isMissing = (done: string) => (one: Moved) => one.status === done && !moved.has(one.id)
    return [
      ...[...ours.refunds.values()].filter(isMissing('succeeded')).map(({ id }) => ({ invariant: 'refundWithoutMoney', subject: id })),
      ...[...ours.payouts.values()].filter(isMissing('completed')).map(({ id }) => ({ invariant: 'payoutWithoutMoney', subject: id })),
    ]
  }

  /** All movements at the PSP, checked by their purpose. */
  async function pspBreaches() {
    const { refunds, transfers } = await listTheirs()
    const ours = await listOurs()
    const breaches = [...(await sessionsTwice()), ...(await doneWithoutMoney()), ...(await authorizationMismatches())]
    const found = (invariant: string, subject: string, isBroken: boolean) => isBroken && breaches.push({ invariant, subject })
    for (const [id, made] of Map.groupBy(refunds, (one) => one.metadata?.refund_id ?? '')) {
      const own = ours.refunds.get(id)
      found('refundTwice', id, made.length > 1)
      const right = made[0]?.status === 'failed' ? 'returned' : 'succeeded'
      found('refundUnknown', id, own?.status !== right || made[0]?.amount !== own.cents)
    }
    for (const [id, made] of Map.groupBy(transfers, (one) => one.metadata?.payout_id ?? '')) {
      const own = ours.payouts.get(id)
      found('payoutTwice', id, made.length > 1)
      found('payoutUnknown', id, own === undefined || own.status === 'failed' || made[0]?.amount !== own.cents)
    }
    return breaches
  }

  /** Errors of the database since the last call (constraints, deadlocks): the code must never cause one. */
  const refusals = (): Breach[] => system.database.refusals().map((line) => ({ invariant: 'databaseNeverHasToRefuse', subject: line }))

  /** The verdict, once all is settled or `timeoutMs` is over; the operator runs the audit first. */
  async function check() {
    await operator.audit()
    await settle(auditedMs)
    const [balance] = await query<{ cents: string }>(
      "select coalesce(sum(amount_cents), 0) as cents from ledger_entry where account = 'psp_balance'",
    )
    const psp = await stripe.balance.retrieve()
    const pspCents = [...psp.available, ...psp.pending].reduce((sum, { amount }) => sum + amount, 0)
    const differenceCents = Number(balance?.cents) - pspCents
    const breaches = [
      ...(await unsettled({ isWhole: true })),
      ...(await alwaysTrue()),
      ...(await subjects('breaksAreClosed', openDiscrepancies)),
      ...(await pspBreaches()),
      ...mailsTwice(),
      ...(await planMailsTwice()),
      ...(await planDifferences()),
      ...refusals(),
      ...(differenceCents === 0 ? [] : [{ invariant: 'ledgerMatchesPsp', subject: `${differenceCents} cents` }]),
      ...[...customerActors.unexpectedResponses, ...plans.unexpectedResponses].map((subject) => ({
        invariant: 'answersMakeSense',
        subject,
      })),
    ]
    const [counts] = await query<Counts>(counted)
    if (!counts) throw new Error('nothing was counted')
    const mails = await query<{ occasion: string }>(expectedMails)
    return { breaches, counts, differenceCents, mails: mails.length }
  }

  /**
   * Returns the time until no operation is pending; undefined if longer than `timeoutMs`. `onLate` is called once with the pending ones
   * after `dueMs`.
   */
  async function settle(timeoutMs: number, { dueMs, onLate }: { dueMs: number; onLate: (late: Breach[]) => void } = never) {
    const began = Date.now()
    let isLate = false
    let dayEndsAt = began
    while (Date.now() - began < timeoutMs) {
      // Lost events of plans are found once a day.
      if (Date.now() >= dayEndsAt) {
        await plans.passDay()
        dayEndsAt = Date.now() + dayMs
      }
      const open = await unsettled()
      if (open.length === 0) return Date.now() - began
      if (!isLate && Date.now() - began > dueMs) {
        isLate = true
        onLate(open)
      }
      await pause(500)
    }
    return undefined
  }
  return { processedMeansApplied, checkAll, refusals, unsettled, settle, check }
}

/** A refund returned by the bank has moved its money twice. */
const ourRefunds = `
  select id, case when returned_at is null then status else 'returned' end as status, amount_cents as cents from refunds`

type Moved = { id: string; status: string; cents: number }
type StoredAuthorization = { id: string; checkout: string; appointment: string; agreedCents: number }
type Counted =
  | 'bookings'
  | 'refunds'
  | 'payouts'
  | 'appointments'
  | 'moved'
  | 'cancelled'
  | 'offers'
  | 'documents'
  | 'toCustomers'
  | 'takenBack'
  | 'series'
  | 'datesPaid'
  | 'datesLapsed'
  | 'planInvoices'
  | 'supplements'
  | 'supplementsPaid'
  | 'instalments'
  | 'instalmentsPaid'
  | 'tips'
  | 'tipsGiven'
type Counts = Record<Counted, number>

function hostOf(url: string) {
  const { hostname, port } = new URL(url)
  return { host: hostname, port, protocol: 'http' as const }
}

async function all<Item>(list: AsyncIterable<Item>) {
  const items: Item[] = []
  for await (const item of list) items.push(item)
  return items
}

/** Delayed money has an event of its own. A released authorization took none: its booking was paid by another checkout. */
const processedButUnpaid = `
  select event.id as subject
  from payment_events as event
  join checkouts on checkouts.session_id = event.object_id
  where event.type = case
      when checkouts.processing_at is null then 'checkout.session.completed'
      else 'checkout.session.async_payment_succeeded'
    end
    and event.processed_at is not null
    and checkouts.status not in ('paid', 'released')
    and checkouts.booking_id = any($1::uuid[])`

const paidButUnknown = `
  select paid.id::text as subject
  from unnest($1::uuid[]) as paid (id)
  left join bookings on bookings.id = paid.id and bookings.paid_at is not null
  left join payment_transactions as noted on noted.booking_id = paid.id
  left join ledger_tx as charge on charge.kind = 'charge' and charge.reference = paid.id::text
  where bookings.id is null or noted.id is null or charge.id is null`

/** Payouts count only if they are transfers: a bank file waits for the bank. Jobs with a later due time do not count. */
const onItsWay = `
  select 'refund ' || id as subject from refunds where status = 'pending'
  union all
  select 'payment ' || id from checkouts where status = 'open' and processing_at is not null
  union all
  select 'transfer of payout ' || id from payouts where status = 'pending' and rail = 'transfer'
  union all
  select 'reversal ' || reversal.id
  from transfer_reversals as reversal
  join payouts on payouts.id = reversal.payout_id
  where reversal.status = 'pending' and payouts.status <> 'pending'
  union all
  select 'files of document ' || number from documents where rendered_at is null
  union all
  select 'invoice for ' || line.tx_id
  from revenue_lines as line
  where line.company_id is not null
    and (line.fee_cents <> 0 or line.vat_cents <> 0)
    and line.on_day < date_trunc('month', now() at time zone 'Europe/Berlin')::date
    and not exists (
      select from document_covers as cover
      where cover.ledger_tx_id = line.tx_id and cover.side = 'operator' and cover.released_by is null
    )
  union all
  select 'customer paper for booking ' || booking.id
  from invoice_mandates as mandate
  join bookings as booking on booking.company_id = mandate.company_id and booking.customer_kind = 'business'
  join ledger_tx as head on head.booking_id = booking.id
  join revenue_lines as line on line.tx_id = head.id
  left join document_covers as cover on cover.ledger_tx_id = line.tx_id and cover.side = 'customer' and cover.released_by is null
  -- A supplement waits with the held invoice of its job.
  where not exists (
      select from invoice_drafts as draft
      where draft.booking_id in (booking.id, booking.parent_id) and draft.held_at is not null
    )
    and booking.booking_date >= (mandate.accepted_at at time zone 'Europe/Berlin')::date
    -- The final invoice of a job with a deposit waits for its rest, and for the end of the work.
    and not exists (
      select
      from payment_plans as plan
      join bookings as job on job.id = plan.booking_id
      where plan.booking_id in (booking.id, booking.parent_id)
        and (
          job.booking_date >= (now() at time zone 'Europe/Berlin')::date - 1
          or exists (select from instalments where instalments.booking_id = job.id and instalments.status in ('planned', 'due'))
        )
    )
  group by booking.id
  -- A booking that was refunded in full or cancelled before its invoice gets none.
  having count(*) > count(cover.document_id)
    and (count(cover.document_id) > 0 or sum(line.booking_cents) > 0 and booking.booking_status = 'confirmed')
  union all
  select concat_ws(' ', 'event', event.id, event.type, 'received', clock_timestamp() - event.received_at, 'job', job.id, job.attempts)
  from payment_events as event
  left join graphile_worker._private_jobs as job on job.key = 'converge:' || event.object_id
  where event.processed_at is null
  union all
  select concat_ws(' ', 'job', job.id, task.identifier, 'tried', job.attempts, 'locked', clock_timestamp() - job.locked_at, 'due', job.run_at - clock_timestamp(), job.last_error)
  from graphile_worker._private_jobs as job
  join graphile_worker._private_tasks as task on task.id = job.task_id
  where task.identifier in ('mails.send', 'mails.sendSecret', 'payments.converge', 'payments.refund', 'payouts.reverse',
      'bookings.capture', 'bookings.withdraw', 'bookings.payAgain', 'plans.announceDebit', 'plans.billReturned', 'plans.end')
    and job.attempts < job.max_attempts`

/**
 * The operator decides about refunds that the PSP refuses because the payment is disputed meanwhile, about returned ones, about returned
 * payments of plans, and about plans that a company paid twice before the first payment arrived here.
 */
const openDiscrepancies = `
  select kind || ' ' || reference as subject
  from reconciliation_breaks
  where closed_at is null
    and kind not in ('subscriptionDispute', 'secondSubscription')
    and not (kind = 'refundFailed' and booking_id in (select booking_id from disputes))
    and not (kind = 'refundFailed' and reference in (select psp_refund_id from refunds where returned_at is not null))`

const hasCalendar = (table: string) => `exists (select from resources where resources.company_id = ${table}.company_id)`

/**
 * Agreed appointments that begin when all people of the company are occupied, computed from the appointments alone. A company without a
 * calendar has no people; its appointments, agreed by request, may overlap.
 */
const overlapping = `
  select booking_id::text as subject
  from appointments as one
  where status = 'agreed' and ${hasCalendar('one')} and (
      select count(*) from appointments as other
      where other.company_id = one.company_id
        and other.status = 'agreed'
        and coalesce(other.parts, tstzmultirange(tstzrange(other.starts_at, other.ends_at))) @> one.starts_at
    ) > (select count(*) from resources where resources.company_id = one.company_id)`

/** Agreed appointments whose time is free in the calendar, so that another customer could book it. */
const agreedWithoutTime = `
  select booking_id::text as subject
  from appointments
  where status = 'agreed' and ${hasCalendar('appointments')} and not exists (
      select from occupancies
      where occupancies.booking_id = appointments.booking_id and occupancies.kind = 'booking'
    )`

/** Checked independently of the database's own unique index. */
const coveredTwice = `
  select ledger_tx_id::text as subject
  from document_covers
  where released_by is null
  group by ledger_tx_id, side
  having count(*) > 1`

/** Documents of a booking, including cancelled ones, that do not match the ledger entries covered by them: its own, and its supplements'. */
const documentMismatches = `
  select document.booking_id::text as subject
  from documents as document
  where document.issuer_company_id is not null
  group by document.booking_id
  having sum(document.gross_cents) <> (
    select coalesce(sum(line.booking_cents), 0)
    from ledger_tx as head
    join revenue_lines as line on line.tx_id = head.id
    join document_covers as cover on cover.ledger_tx_id = line.tx_id and cover.side = 'customer' and cover.released_by is null
    join documents as covering on covering.id = cover.document_id
    where covering.booking_id = document.booking_id
  )`

/** Bookings without a service at a company that shows one, other than accepted quotes and supplements: a free amount in place of the listed price. */
const belowTheList = `
  select bookings.id::text as subject
  from bookings
  where service_id is null
    and parent_id is null
    and exists (select from services where company_id = bookings.company_id and hidden_at is null)
    and not exists (select from quote_bookings where booking_id = bookings.id)`

/** Requests with an accepted quote while others are still open, and requests with two confirmed orders. */
const quoteConflicts = `
  select request_id::text as subject
  from quotes
  group by request_id
  having bool_or(status = 'accepted') and bool_or(status in ('open', 'offered'))
  union all
  select request_id::text
  from quotes
  join quote_bookings on quote_bookings.quote_id = quotes.id
  join bookings on bookings.id = quote_bookings.booking_id and bookings.booking_status = 'confirmed'
  group by request_id
  having count(*) > 1`

/** Payouts to connected accounts whose bank account the owner never confirmed. */
const paidElsewhere = `
  select payout.id::text as subject
  from payouts as payout
  join payout_accounts as account using (company_id)
  where payout.rail = 'transfer' and account.confirmed_target is distinct from account.target`

/** Dates of series with a duplicated event, dates booked twice, and dates of running series that were not accepted. */
const seriesConflicts = `
  select series_id::text || ' twice' as subject
  from series_dates
  group by series_id, position
  having count(*) > 1
  union all
  select booking_id::text || ' ' || event.act as subject
  from series_dates
  join appointment_events as event using (booking_id)
  where event.act <> 'moved'
  group by booking_id, event.act
  having count(*) > 1
  union all
  select booking_id::text || ' running'
  from series_dates as one
  join booking_series as series on series.id = one.series_id and series.status in ('accepted', 'ended')
  where not exists (
    select from appointment_events as event where event.booking_id = one.booking_id and event.act = 'accepted'
  )`

/**
 * Supplements and instalments: accepted without a paid order of the same amount, orders that are confirmed beside them, without a consumer's consent, or
 * although the job is cancelled, and jobs that grew by more than 30 %.
 */
const supplementConflicts = `
  select supplements.id::text || ' unpaid' as subject
  from supplements
  left join bookings as paid on paid.id = supplements.order_id and paid.paid_at is not null and paid.amount_cents = supplements.total_cents
  where supplements.status = 'accepted' and paid.id is null
  union all
  select parent_id::text || ' charged twice'
  from bookings
  where parent_id is not null and booking_status = 'confirmed' and not exists (select from tips where tips.order_id = bookings.id)
  group by parent_id
  having count(*) > (select count(*) from supplements where supplements.booking_id = parent_id and supplements.status = 'accepted')
    + (select count(*) from instalments where instalments.booking_id = parent_id and instalments.status = 'paid')
  union all
  select instalments.id::text || ' unpaid'
  from instalments
  left join bookings as paid on paid.id = instalments.order_id and paid.paid_at is not null and paid.amount_cents = instalments.total_cents
  where instalments.status = 'paid' and paid.id is null
  union all
  select part.id::text || ' without consent'
  from bookings as part
  where part.parent_id is not null
    and part.booking_status = 'confirmed'
    and part.customer_kind = 'consumer'
    and part.early_start_version is null
    and not exists (select from instalments where instalments.order_id = part.id)
    and not exists (select from tips where tips.order_id = part.id)
    and part.booking_date <= (part.created_at at time zone 'Europe/Berlin')::date + 14
  union all
  select part.id::text || ' of a cancelled job'
  from bookings as part
  join bookings as job on job.id = part.parent_id and job.booking_status = 'cancelled'
  where part.booking_status = 'confirmed'
    and not exists (select from disputes where disputes.booking_id = part.id)
  union all
  select job.id::text || ' grew too much'
  from bookings as job
  join supplements on supplements.booking_id = job.id and supplements.status = 'accepted'
  left join payment_plans as plan on plan.booking_id = job.id
  group by job.id, plan.total_cents
  having sum(supplements.total_cents) > coalesce(plan.total_cents, job.amount_cents) * 0.3`

/** Jobs with two tips, tips that were given without their payment or with a commission, and paid ones that neither count nor go back. */
const tipConflicts = `
  select parent_id::text || ' tipped twice' as subject
  from bookings
  join tips on tips.order_id = bookings.id
  where bookings.booking_status = 'confirmed'
  group by parent_id
  having count(*) > 1
  union all
  select tips.order_id::text || ' unpaid'
  from tips
  join bookings on bookings.id = tips.order_id
  where tips.given_at is not null and (bookings.paid_at is null or bookings.amount_cents <> tips.amount_cents)
  union all
  select tips.order_id::text || ' with a commission'
  from tips
  join bookings on bookings.id = tips.order_id
  where bookings.fee_cents > 0
  union all
  select tips.order_id::text || ' kept'
  from tips
  join bookings on bookings.id = tips.order_id
  where bookings.paid_at is not null
    and tips.given_at is null
    and not exists (select from refunds where refunds.booking_id = bookings.id)
    and not exists (select from disputes where disputes.booking_id = bookings.id)`

/** Bookings that were paid out while a complaint was open. */
const heldButPaid = `
  select item.booking_id::text as subject
  from payout_items as item
  join payouts on payouts.id = item.payout_id
  join bookings as paid on paid.id = item.booking_id
  join complaints as complaint on complaint.booking_id in (paid.id, paid.parent_id)
  where payouts.created_at > complaint.reported_at and payouts.created_at < coalesce(complaint.closed_at, 'infinity')`

const checkoutsByReference = `
  select booking_id::text as id, count(*)::integer as n
  from checkouts
  group by booking_id
  union all
  select company_id::text, count(*)::integer
  from subscription_checkouts
  group by company_id`

const authorizationsOfCheckouts = `
  select
    checkouts.payment_id as id,
    checkouts.status as checkout,
    appointments.status as appointment,
    coalesce(least(estimate.price_cents, estimate.ceiling_cents), checkouts.amount_cents) as "agreedCents"
  from checkouts
  join appointments using (booking_id)
  left join booking_estimates as estimate using (booking_id)
  where checkouts.is_held and checkouts.payment_id is not null`

/** Captured authorizations that neither side's act accepted. */
const capturedUnasked = `
  select checkouts.booking_id::text as subject
  from checkouts
  where checkouts.is_held
    and checkouts.status = 'paid'
    and not exists (
      select from appointment_events as event where event.booking_id = checkouts.booking_id and event.act = 'accepted'
    )`

const sentPayouts = `
  select id::text, status, (company_amount_cents - netted_cents)::integer as cents
  from payouts
  where rail = 'transfer' and company_amount_cents > netted_cents`

const expectedMails = `
  ${expectedPlanMails}
  union all
  select 'quote:' || id || ':told' as occasion
  from quotes
  where status = 'declined' and ended_by = 'customer'
  union all
  select 'series:' || id || ':asked:' || side
  from booking_series
  cross join unnest(array['customer', 'company']) as side
  where confirmed_at is not null
  union all
  select 'series:' || id || ':accepted' from booking_series where status in ('accepted', 'ended')
  union all
  select 'series:' || id || ':declined' from booking_series where status = 'declined'
  union all
  select 'series:' || id || ':lapsed:' || side
  from booking_series
  cross join unnest(array['customer', 'company']) as side
  where status = 'lapsed'
  union all
  select 'series:' || id || ':ended:' || case ended_by when 'customer' then 'company' else 'customer' end
  from booking_series
  where status in ('ended', 'withdrawn')
  union all
  select 'series:date:' || booking_id || ':due' from series_dates where told_at is not null
  union all
  select 'series:date:' || booking_id || ':lapsed:' || side
  from series_dates as one
  join booking_series as series on series.id = one.series_id and series.status in ('accepted', 'ended')
  join appointments as appointment using (booking_id)
  cross join unnest(array['customer', 'company']) as side
  where appointment.status = 'lapsed'
  union all
  select 'booking:' || id || ':confirmed:' || side as occasion
  from bookings
  cross join unnest(array['customer', 'company']) as side
  where booking_status = 'confirmed' and paid_at is not null
  union all
  select 'supplement:' || id || ':proposed' from supplements
  union all
  select 'instalment:' || id || ':due' from instalments where due_at is not null
  union all
  select 'supplement:' || id || ':' || status from supplements where status in ('declined', 'lapsed')
  union all
  select 'refund:' || id || side
  from refunds
  cross join unnest(array['', ':company']) as side
  where (status = 'succeeded' or returned_at is not null) and (side = '' or amount_cents > owed_cents)
  union all
  select 'refund:' || id || ':returned' from refunds where returned_at is not null
  union all
  select 'payout:sent:' || id from payouts where status = 'completed'
  union all
  select 'payout:failed:' || id from payouts where status = 'failed' and error_code <> 'uncovered'
  union all
  select 'dispute:' || id || ':opened:' || side
  from disputes
  cross join unnest(array['operator', 'company']) as side
  where held_at is not null and booking_id is not null
  union all
  select 'dispute:' || id || ':' || status || ':' || side
  from disputes
  cross join unnest(array['operator', 'company']) as side
  where status in ('won', 'lost') and held_at is not null and booking_id is not null
  union all
  select 'document:' || id from documents where rendered_at is not null
  union all
  select 'documentCancelled:' || documents.id
  from audit_log
  join documents on documents.id::text = audit_log.object_id
  where audit_log.action = 'documents.cancel' and documents.issuer_company_id is not null`

const mailsNotWaiting = `
  select expected.occasion
  from (${expectedMails}) as expected
  where not exists (select from graphile_worker._private_jobs as job where job.key = 'mail:' || expected.occasion and job.attempts < job.max_attempts)`

const counted = `
  select
    (select count(*) from bookings where paid_at is not null)::integer as bookings,
    (select count(*) from refunds where status = 'succeeded')::integer as refunds,
    (select count(*) from payouts where status = 'completed')::integer as payouts,
    (select count(*) from quote_requests where status = 'accepted')::integer as offers,
    (select count(*) from booking_series where confirmed_at is not null)::integer as series,
    (select count(*) from series_dates join bookings on bookings.id = booking_id where paid_at is not null)::integer as "datesPaid",
    (select count(*) from series_dates join appointments using (booking_id) where status = 'lapsed')::integer as "datesLapsed",
    (select count(*) from supplements)::integer as supplements,
    (select count(*) from supplements where status = 'accepted')::integer as "supplementsPaid",
    (select count(*) from instalments)::integer as instalments,
    (select count(*) from instalments where status = 'paid')::integer as "instalmentsPaid",
    (select count(*) from tips)::integer as tips,
    (select count(*) from tips where given_at is not null)::integer as "tipsGiven",
    (select count(*) from appointments where status = 'agreed')::integer as appointments,
    (select count(*) from appointments where moves > 0)::integer as moved,
    (select count(*) from appointments where status = 'cancelled')::integer as cancelled,
    (select count(*) from documents)::integer as documents,
    (select count(*) from documents where issuer_company_id is not null)::integer as "toCustomers",
    (select count(*) from subscription_invoices where posted_at is not null)::integer as "planInvoices",
    (select count(*) from documents where is_cancellation)::integer as "takenBack"`
