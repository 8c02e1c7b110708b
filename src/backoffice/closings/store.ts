import { sql } from 'kysely'
import { standingStatuses } from '#src/money/payments/bookingStates.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import { type ClosingFacts, returnableDays } from './rules.ts'

type Db = Database | Transaction
type Params = { companyId: string; now: Date }

const isAhead = (now: Date) => sql`(b.booking_date + b.booking_time) at time zone 'Europe/Berlin' > ${now}`
/** Condition: an honoured booking, paid out or not. */
const isHonoured = sql`b.booking_status = any(${standingStatuses}) and b.payment_status in ('paid', 'completed')`
/** Condition: the checkout can still be paid, regardless of the booking's state. */
const isOpenCheckout = sql`(checkouts.status in ('starting', 'open') or (checkouts.session_id is not null and checkouts.closed_at is null))`

/** Reads the facts that decide how a company is closed. */
export async function findClosingFacts(db: Db, { companyId, now }: Params) {
  const returnableSince = new Date(now.getTime() - returnableDays * 86_400_000)
  const ofCompany = sql`select id from bookings where company_id = ${companyId}`
  const { rows } = await sql<ClosingFacts>`
    select
      mine.*,
      (select count(*) from reviews where company_id = ${companyId}) as reviews,
      (select count(*) from checkouts where booking_id in (${ofCompany}) and ${isOpenCheckout}) as open_checkouts,
      (
        select count(*)
        from subscription_checkouts
        where company_id = ${companyId} and (status in ('starting', 'open') or (session_id is not null and closed_at is null))
      ) as open_plan_checkouts,
      coalesce(owed.payable_cents, 0)::bigint as payable_cents,
      coalesce(owed.receivable_cents, 0)::bigint as receivable_cents,
      (select count(*) from payouts where company_id = ${companyId} and status = 'pending') as pending_payouts,
      (
        select count(*)
        from payouts
        where company_id = ${companyId} and rail = 'sepa' and status = 'completed' and processed_at > ${returnableSince}
      ) as returnable_payouts,
      (select count(*) from refunds where booking_id in (${ofCompany}) and status = 'pending') as pending_refunds,
      (select count(*) from transfer_reversals where booking_id in (${ofCompany}) and status = 'pending') as pending_reversals,
      (select count(*) from disputes where company_id = ${companyId} and status in ('inquiry', 'open')) as open_disputes,
      exists (select 1 from subscriptions where company_id = ${companyId}) as has_subscription,
      exists (select 1 from subscriptions where company_id = ${companyId} and status <> 'canceled') as is_subscribed,
      exists (select 1 from ledger_entry where company_id = ${companyId})
        or exists (select 1 from payouts where company_id = ${companyId})
        or exists (select 1 from disputes where company_id = ${companyId})
        or exists (select 1 from subscription_invoices where company_id = ${companyId} and (posted_at is not null or status = 'paid'))
        or exists (select 1 from subscription_checkouts where company_id = ${companyId} and status = 'paid')
        or exists (select 1 from reconciliation_breaks where booking_id in (${ofCompany}))
        or exists (
          select 1
          from checkouts
          where booking_id in (${ofCompany}) and (status in ('paid', 'broken') or payment_id is not null)
        ) as is_in_books
    from (
      select
        count(*) as bookings,
        count(*) filter (where b.paid_at is not null) as paid_bookings,
        count(*) filter (where ${isHonoured} and ${isAhead(now)}) as future_bookings,
        coalesce(
          sum(b.amount_cents - b.refunded_cents - coalesce(under_way.cents, 0)) filter (where ${isHonoured} and ${isAhead(now)}),
          0
        )::bigint as refund_cents,
        coalesce(
          sum(b.amount_cents - b.refunded_cents - b.fee_cents)
            filter (where ${isHonoured} and ${isAhead(now)} and b.payout_processed_at is null),
          0
        )::bigint as future_share_cents
      from bookings as b
      left join lateral (
        select sum(amount_cents) as cents
        from refunds
        where refunds.booking_id = b.id and refunds.status = 'pending'
      ) as under_way on true
      where b.company_id = ${companyId}
    ) as mine
    cross join (
      select
        -sum(amount_cents) filter (where account = 'company_payable') as payable_cents,
        sum(amount_cents) filter (where account = 'company_receivable') as receivable_cents
      from ledger_entry
      where company_id = ${companyId}
    ) as owed`.execute(db)
  const [facts] = rows
  if (!facts) throw new Error('the query of a closing returned no row')
  return facts
}

/** Lists bookings whose checkout can still be paid. */
export const listOpenCheckouts = async (db: Db, companyId: string) => {
  const { rows } = await sql<{ bookingId: string }>`
    select distinct checkouts.booking_id
    from checkouts
    join bookings as b on b.id = checkouts.booking_id
    where b.company_id = ${companyId}
      and ${isOpenCheckout}`.execute(db)
  return rows.map(({ bookingId }) => bookingId)
}

/** Lists the unpaid and future bookings of a company that leaves the marketplace. */
export const listBookingsToCancel = async (db: Db, { companyId, now, limit }: Params & { limit: number }) => {
  const { rows } = await sql<{ id: string }>`
    select b.id
    from bookings as b
    where b.company_id = ${companyId}
      and (b.booking_status = 'pending' or (${isHonoured} and ${isAhead(now)}))
      and not exists (
        select 1
        from disputes
        where disputes.booking_id = b.id and disputes.status in ('inquiry', 'open')
      )
      and b.amount_cents - b.refunded_cents > coalesce(
        (
          select sum(amount_cents)
          from refunds
          where refunds.booking_id = b.id and refunds.status = 'pending'
        ),
        0
      )
    order by b.id
    limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Lists archived companies with something open, or whose data were not overwritten completely. */
export const listClosing = async (db: Db) => {
  const rows = await db
    .selectFrom('companies')
    .select('id')
    .where('archivedAt', 'is not', null)
    .where('anonymisedAt', 'is', null)
    .orderBy('archivedAt')
    .execute()
  return rows.map(({ id }) => id)
}
