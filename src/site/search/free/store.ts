import { sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { AvailabilityIndex } from '#src/supply/calendars/availability/rules.ts'

/** Takes some of the companies whose calendars changed, the latest changes first. Later changes are noted again. */
export async function takeChanged(tx: Transaction, most: number) {
  const { rows } = await sql<{ companyId: string }>`
    with taken as (
      delete from calendar_changes
      where id in (select id from calendar_changes order by id desc limit ${most} for update skip locked)
      returning company_id
    )
    select distinct company_id from taken`.execute(tx)
  return rows.map(({ companyId }) => companyId)
}

/** Locks their rows, so that of two updates of a company the later one is read and written later; returns the companies in the search. */
export async function lockSearched(tx: Transaction, companyIds: readonly string[]) {
  const { rows } = await sql<{ companyId: string }>`
    select company_id
    from search_companies
    where company_id = any(${companyIds}::uuid[])
    order by company_id
    for no key update`.execute(tx)
  return rows.map(({ companyId }) => companyId)
}

export const updateAvailability = (tx: Transaction, hints: ReadonlyMap<string, AvailabilityIndex | null>, today: string) =>
  sql`
    update search_companies
    set
      free = case when hint ->> 'free' is not null then array(select jsonb_array_elements_text(hint -> 'free')::integer) end,
      free_from = case when hint ->> 'free' is not null then ${today}::date end,
      free_notice = (hint ->> 'noticeHours')::integer
    from jsonb_each(${JSON.stringify(Object.fromEntries(hints))}::jsonb) as given (id, hint)
    where company_id = id::uuid`.execute(tx)

/** Notes every company whose availability index does not begin today. */
export const noteOutdated = (db: Database, today: string) =>
  sql`
    insert into calendar_changes (company_id)
    select company_id
    from search_companies
    where free_from < ${today}::date`.execute(db)
