import { sql } from 'kysely'
import type { Database } from '#src/platform/server/db.ts'
import { type WaitingArea, waitingAreas, waitingNames } from './waitingRules.ts'

type Row = { area: WaitingArea; count: number; overdue: number; oldestAt: Date }

/** Lists the operator's tasks in each area; omits areas without any. */
export async function listWaiting(db: Database, now: Date): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with
      waiting (area, since) as (
        select 'bookings', opened_at from disputes where closed_at is null
        union all
        select 'reviews', objected_at from reviews where objected_at is not null and objection_decided_at is null
        union all
        select 'payouts', created_at from sepa_files where executed_at is null
        union all
        select 'payouts', found_at from reconciliation_breaks where closed_at is null
        union all
        select 'verifizierungen', coalesce(asked_at, started_at) from verification_requests where status = 'open'
        union all
        select 'geschaeftsangaben', submitted_at from business_details where status = 'submitted'
        union all
        select 'widerrufe', declared_at from withdrawals where status = 'open'
        union all
        select 'widersprueche', updated_at from appointments where status = 'contested'
        union all
        select 'probleme', escalated_at from complaints where status = 'escalated'
        union all
        select 'meldungen', created_at from content_reports where decided_at is null and not is_suspect
        union all
        select 'nachrichten', created_at from contact_messages where done_at is null and not is_suspect
        union all
        select 'gespraeche', reported_at from thread_reports where closed_at is null
      ),
      allowed as (
        select *
        from unnest(${waitingNames}::text[], ${waitingNames.map((name) => waitingAreas[name].days)}::integer[]) as allowed (area, days)
      )
    select
      area,
      count(*)::integer as count,
      (count(*) filter (where since < ${now}::timestamptz - days * interval '1 day'))::integer as overdue,
      min(since) as oldest_at
    from waiting
    join allowed using (area)
    group by area
    order by min(since)`.execute(db)
  return rows
}
