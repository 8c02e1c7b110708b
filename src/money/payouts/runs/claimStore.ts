import { type RawBuilder, sql } from 'kysely'
import { standingStatuses } from '#src/money/payments/bookingStates.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import { rhythmOfPlan } from './holidays.ts'
import type { CompanyState, RunScope, RunTakes } from './rules.ts'
import type { PayoutRail } from './texts.ts'

/** SQL condition on booking `b`: ready for payout (docs/spec.md#payout-readiness) and not part of a pending or completed payout. */
export const isReady = ({ takes, now }: { takes: RunTakes; now: Date }) => sql`
  b.payment_status = 'paid'
  and (
    b.booking_status = any(${standingStatuses})
    or exists (
      select 1
      from appointments as kept
      where kept.booking_id = b.id and kept.retained_cents > 0
    )
  )
  and b.payout_processed_at is null
  and ${isTaken(takes, now)}
  and (b.payout_hold_days = 0 or b.payable_at <= ${now}) and (b.returnable_until is null or b.returnable_until <= ${now})
  and not exists (
    select 1
    from payout_items as item
    where item.booking_id = b.id and item.released_at is null
  )`

/** SQL condition: no pending refund, open dispute or complaint, nor one about its job, and the deadline to object to an absence is over. */
export const isAtRest = (bookingId: RawBuilder<unknown>) => sql`
  not exists (
    select 1
    from refunds
    where refunds.booking_id = ${bookingId} and refunds.status = 'pending'
  )
  and not exists (
    select 1
    from disputes
    where disputes.booking_id = ${bookingId} and disputes.status in ('inquiry', 'open')
  )
  and not exists (
    select 1
    from appointments
    where appointments.booking_id = ${bookingId}
      and (appointments.status = 'contested' or (appointments.status = 'missed' and appointments.deadline_at is not null))
  )
  and not exists (
    select 1
    from complaints
    where complaints.closed_at is null and complaints.booking_id in (${bookingId}, (select parent_id from bookings where id = ${bookingId}))
  )`

const isTaken = (takes: RunTakes, now: Date) => {
  if (takes === 'everything') return sql`true`
  if (takes === 'payable') return sql`b.payable_at <= ${now}`
  return isPast(now)
}

const isPast = (now: Date) => sql`(b.booking_date + b.booking_time) at time zone 'Europe/Berlin' <= ${now}`

/** SQL condition: refunded in full after a payout that then failed. Its share is still netted with the company's refund debt. */
const isLeftOver = sql`
  b.payment_status = 'refunded'
  and b.payout_processed_at is null
  and exists (
    select 1
    from payout_items as item
    where item.booking_id = b.id and item.released_at is not null
  )
  and not exists (
    select 1
    from payout_items as item
    where item.booking_id = b.id and item.released_at is null
  )`

/** SQL condition: an earlier payout failed because of the balance or a missing answer. Retried on the next bank day, on every plan. */
const isRetried = sql`
  exists (
    select 1
    from payout_items as item
    join payouts as earlier on earlier.id = item.payout_id
    where item.booking_id = b.id and earlier.status = 'failed' and earlier.returned_at is null
  )`

const rhythmOf = sql`case company.plan when 'premium' then ${rhythmOfPlan.premium} else ${rhythmOfPlan.basic} end`

const companyState = sql`
  company.id as company_id,
  company.company_name,
  company_mailbox(company) as email,
  company.suspended_at is not null as is_suspended,
  exists (
    select 1
    from payout_holds as hold
    where hold.company_id = company.id and hold.lifted_at is null
  ) as is_held,
  exists (
    select 1
    from business_details as details
    where details.company_id = company.id and details.payouts_withheld_at is not null
  ) as is_withheld,
  greatest(bank.changed_at, account.changed_at) as bank_changed_at,
  bank.company_id is not null as has_bank_details,
  case when account.can_be_paid and account.confirmed_target = account.target then account.account_id end as account_id,
  (
    select paid.paid_at
    from bookings as paid
    where paid.company_id = company.id and paid.paid_at is not null
    order by paid.created_at
    limit 1
  ) as first_paid_at`

export type DueCompany = CompanyState & { companyId: string; companyName: string; email: string; sealed: string | null }
type Batch = RunScope & { after: string | null; now: Date; limit: number }

/** The next companies, by id, with a booking for this run, and the data that decides their rail. */
export async function listDueCompanies(tx: Transaction, { takes, rhythms, after, now, limit }: Batch) {
  const { rows } = await sql<DueCompany>`
    select
      ${companyState},
      bank.sealed
    from companies as company
    left join bank_details as bank on bank.company_id = company.id
    left join payout_accounts as account on account.company_id = company.id
    where company.id > ${after ?? '00000000-0000-0000-0000-000000000000'}::uuid
      and (
        exists (
          select 1
          from bookings as b
          where b.company_id = company.id
            and ${isReady({ takes, now })}
            and (${rhythmOf} = any(${[...rhythms]}::text[]) or ${isRetried})
        )
        or exists (
          select 1
          from bookings as b
          where b.company_id = company.id and ${isLeftOver}
        )
      )
    order by company.id
    limit ${limit}`.execute(tx)
  return rows
}

/** Data that decides the rail of one company; undefined if the company does not exist. */
export async function findCompanyState(db: Database, companyId: string) {
  const { rows } = await sql<Omit<DueCompany, 'sealed'>>`
    select ${companyState}
    from companies as company
    left join bank_details as bank on bank.company_id = company.id
    left join payout_accounts as account on account.company_id = company.id
    where company.id = ${companyId}`.execute(db)
  return rows[0]
}

type Due = { companyIds: readonly string[]; takes: RunTakes; now: Date }

/** Booking locked until the end of the transaction. Amount and fee in cents, without the refunded part. */
export type LockedBooking = { id: string; companyId: string; bookingDate: string; amountCents: number; feeCents: number }

/**
 * Locks the due bookings of these companies, always in the same order, and returns their state under the lock. Read their ledger values in
 * a later statement: a statement that waited for a lock still sees the ledger as it was before.
 */
export async function lockDueBookings(tx: Transaction, { companyIds, takes, now }: Due) {
  const { rows } = await sql<LockedBooking>`
    select b.id, b.company_id, b.booking_date, b.amount_cents - b.refunded_cents as amount_cents, b.fee_cents
    from bookings as b
    where b.company_id = any(${companyIds}::uuid[])
      and ((${isReady({ takes, now })}) or (${isLeftOver}))
    order by b.id
    for no key update of b`.execute(tx)
  return rows
}

type Chosen = { companyId: string; rail: PayoutRail; accountId: string | null }
export type ClaimedPayout = {
  id: string
  companyId: string
  rail: PayoutRail
  companyAmountCents: number
  nettedCents: number
}

/**
 * Inserts one payout per company for its locked bookings, with its items. Amounts come from the ledger; bookings with an open dispute or a
 * pending refund are left for later. Returns the payouts.
 */
export async function insertPayouts(
  tx: Transaction,
  { runId, bookings, chosen, now }: { runId: string; bookings: readonly LockedBooking[]; chosen: readonly Chosen[]; now: Date },
) {
  const { rows } = await sql<ClaimedPayout>`
    with lines as materialized (
      select locked.*, owed.ledger_entry_id, owed.share_cents
      from unnest(
        ${bookings.map(({ id }) => id)}::uuid[],
        ${bookings.map(({ companyId }) => companyId)}::uuid[],
        ${bookings.map(({ bookingDate }) => bookingDate)}::date[],
        ${bookings.map(({ amountCents }) => amountCents)}::bigint[],
        ${bookings.map(({ feeCents }) => feeCents)}::bigint[]
      ) as locked (booking_id, company_id, booking_date, amount_cents, fee_cents)
      cross join lateral (
        select
          -sum(entry.amount_cents) as share_cents,
          (array_agg(entry.id) filter (where head.kind = 'charge'))[1] as ledger_entry_id
        from ledger_tx as head
        join ledger_entry as entry on entry.tx_id = head.id and entry.account = 'company_payable'
        where head.booking_id = locked.booking_id
      ) as owed
      where owed.share_cents > 0
        and owed.ledger_entry_id is not null
        and ${isAtRest(sql`locked.booking_id`)}
    ),
    sums as (
      select
        company_id,
        min(booking_date) as period_start,
        max(booking_date) as period_end,
        count(*) as bookings,
        sum(amount_cents) as amount_cents,
        sum(fee_cents) as platform_fee_cents,
        sum(share_cents) as company_amount_cents
      from lines
      group by company_id
    ),
    made as (
      insert into payouts (
        company_id, run_id, rail, account_id, period_start, period_end, bookings, amount_cents, platform_fee_cents, company_amount_cents,
        netted_cents, created_at
      )
      select
        sums.company_id, ${runId}, chosen.rail, chosen.account_id, sums.period_start, sums.period_end, sums.bookings, sums.amount_cents,
        sums.platform_fee_cents, sums.company_amount_cents,
        least(sums.company_amount_cents, greatest(0, coalesce(nettable.cents, 0))),
        ${now}
      from sums
      join unnest(
        ${chosen.map(({ companyId }) => companyId)}::uuid[],
        ${chosen.map(({ rail }) => rail)}::text[],
        ${chosen.map(({ accountId }) => accountId)}::text[]
      ) as chosen (company_id, rail, account_id) on chosen.company_id = sums.company_id
      left join nettable_receivables as nettable on nettable.company_id = sums.company_id
      returning id, company_id, rail, company_amount_cents, netted_cents
    ),
    items as (
      insert into payout_items (payout_id, booking_id, ledger_entry_id, amount_cents)
      select made.id, lines.booking_id, lines.ledger_entry_id, lines.share_cents
      from lines
      join made on made.company_id = lines.company_id
    )
    select *
    from made`.execute(tx)
  return rows
}

export type PreviewRow = Omit<DueCompany, 'sealed'> & {
  dueBookings: number
  dueCents: number
  upcomingBookings: number
  upcomingCents: number
}

/** Preview of a manual run: for each company the due and the upcoming bookings with their cents. */
export async function listPreview(db: Database, now: Date) {
  const { rows } = await sql<PreviewRow>`
    select
      ${companyState},
      due.due_bookings,
      due.due_cents,
      due.upcoming_bookings,
      due.upcoming_cents
    from (
      select
        b.company_id,
        count(*) filter (where ${isPast(now)}) as due_bookings,
        coalesce(sum(b.amount_cents - b.refunded_cents - b.fee_cents) filter (where ${isPast(now)}), 0) as due_cents,
        count(*) filter (where not (${isPast(now)})) as upcoming_bookings,
        coalesce(sum(b.amount_cents - b.refunded_cents - b.fee_cents) filter (where not (${isPast(now)})), 0) as upcoming_cents
      from bookings as b
      where ${isReady({ takes: 'everything', now })}
        and ${isAtRest(sql`b.id`)}
      group by b.company_id
    ) as due
    join companies as company on company.id = due.company_id
    left join bank_details as bank on bank.company_id = company.id
    left join payout_accounts as account on account.company_id = company.id`.execute(db)
  return rows
}
