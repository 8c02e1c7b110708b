import { sql } from 'kysely'
import { standingStatuses } from '#src/money/payments/bookingStates.ts'
import type { Database } from '#src/platform/server/db.ts'
import { figureLimits, type Trust } from './rules.ts'

/**
 * Reads a company's valid proofs and its figures, in one statement. The proofs of the badge apply only while it has it; checked business
 * details of a person prove its identity, those of a company its register entry.
 */
export async function readTrust(db: Database, { companyId, today }: { companyId: string; today: string }): Promise<Trust> {
  const { rows } = await sql<Trust>`
    with proofs as (
      select proof.kind, proof.valid_until, 1 as position
      from company_proofs proof
      join companies company on company.id = proof.company_id
      where proof.company_id = ${companyId} and company.verified
      union all
      select
        case
          when details.kind = 'person' then 'identity'
          when coalesce(company.register_number, '') <> '' and not details.has_no_register then 'register'
          else 'firm'
        end,
        details.valid_until,
        2
      from business_details details
      join companies company on company.id = details.company_id
      where details.company_id = ${companyId} and details.status = 'checked' and details.kind is not null
    )
    select
      (
        select coalesce(json_agg(json_build_object('kind', kind, 'validUntil', valid_until) order by position, kind), '[]')
        from proofs
        where valid_until >= ${today}::date
      ) as proofs,
      exists (select from company_proofs where company_id = ${companyId}) as has_proofs,
      (select answer_minutes from company_figures where company_id = ${companyId}) as answer_minutes,
      (select repeat_customers from company_figures where company_id = ${companyId}) as repeat_customers`.execute(db)
  return rows[0] ?? { proofs: [], hasProofs: false, answerMinutes: null, repeatCustomers: null }
}

type Period = { since: Date; today: string }

/**
 * Writes the figures of all companies (docs/spec.md#trust-figures). A request that lapsed without an answer counts as never answered; one
 * that its customer withdrew before does not count. A customer who booked again has two paid, past orders; all dates of a series are one.
 */
export const writeFigures = (db: Database, { since, today }: Period) =>
  sql`
    with answers as (
      select
        appointment.company_id,
        coalesce(extract(epoch from answered.at - appointment.requested_at)::float8 / 60, 'infinity') as minutes
      from appointments appointment
      left join lateral (
        select min(event.at) as at
        from appointment_events event
        where event.booking_id = appointment.booking_id and event.actor = 'company' and event.at >= appointment.requested_at
      ) answered on true
      where appointment.requested_at >= ${since} and (answered.at is not null or appointment.status = 'lapsed')
      union all
      select company_id, coalesce(extract(epoch from answered_at - asked_at)::float8 / 60, 'infinity')
      from (
        select company_id, asked_at, status, coalesce(offered_at, case when ended_by = 'company' then ended_at end) as answered_at
        from quotes
        where asked_at >= ${since}
      ) quote
      where answered_at is not null or status = 'lapsed'
    ),
    answer_times as (
      select company_id, percentile_disc(${figureLimits.answeredShare}) within group (order by minutes) as minutes
      from answers
      group by company_id
      having count(*) >= ${figureLimits.fewest}
    ),
    customers as (
      select booking.company_id
      from bookings booking
      left join series_dates on series_dates.booking_id = booking.id
      where
        booking.paid_at is not null
        and booking.parent_id is null
        and booking.booking_status = any(${standingStatuses})
        and booking.payment_status in ('paid', 'completed')
        and booking.booking_date < ${today}::date
        and booking.insider is null
      group by booking.company_id, booking.customer_email
      having count(distinct coalesce(series_dates.series_id, booking.id)) >= 2
    ),
    repeats as (
      select company_id, count(*)::integer as customers
      from customers
      group by company_id
      having count(*) >= ${figureLimits.fewest}
    ),
    figures as (
      select
        company.id as company_id,
        case when minutes <= ${figureLimits.longestMinutes} then greatest(ceil(minutes)::integer, 1) end as answer_minutes,
        repeats.customers as repeat_customers
      from companies company
      left join answer_times on answer_times.company_id = company.id
      left join repeats on repeats.company_id = company.id
    )
    insert into company_figures (company_id, answer_minutes, repeat_customers)
    select figures.*
    from figures
    left join company_figures known on known.company_id = figures.company_id
    where (figures.answer_minutes, figures.repeat_customers) is distinct from (known.answer_minutes, known.repeat_customers)
    on conflict (company_id) do update
    set answer_minutes = excluded.answer_minutes, repeat_customers = excluded.repeat_customers`.execute(db)
