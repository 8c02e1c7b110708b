import { sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'

/** Companies that take bookings in a calendar, after an id. */
export async function listBookable(db: Database, { after, most }: { after: string; most: number }) {
  const { rows } = await sql<{ id: string }>`
    select companies.id
    from companies
    join calendars on calendars.company_id = companies.id
    where calendars.is_on and companies.is_listed and takes_bookings(companies) and companies.id > ${after}
    order by companies.id
    limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

type Found = { companyIds: readonly string[]; serviceIds: readonly string[]; now: Date }

/** Records which services of these companies have no free time; the others are forgotten, so that they count anew. */
export async function markUnbookable(tx: Transaction, { companyIds, serviceIds, now }: Found) {
  await sql`
    delete from unbookable_services
    using services
    where services.id = unbookable_services.service_id
      and services.company_id = any(${companyIds}::uuid[])
      and services.id <> all(${serviceIds}::uuid[])`.execute(tx)
  await sql`
    insert into unbookable_services (service_id, since)
    select id, ${now}
    from services
    where id = any(${serviceIds}::uuid[])
    on conflict do nothing`.execute(tx)
}

/** Claims the services of a company that have had no free time since `before` and were not mailed yet; returns their titles by id. */
export async function claimWarnings(tx: Transaction, { companyId, before, now }: { companyId: string; before: Date; now: Date }) {
  const { rows } = await sql<{ id: string; title: string }>`
    update unbookable_services
    set mailed_at = ${now}
    from services
    where services.id = unbookable_services.service_id
      and services.company_id = ${companyId}
      and services.hidden_at is null
      and unbookable_services.since <= ${before}
      and unbookable_services.mailed_at is null
    returning services.id, services.title`.execute(tx)
  return rows
}

/** Contact of a company. */
export const findContact = (tx: Transaction, companyId: string) =>
  tx
    .selectFrom('companies')
    .select(['companyName', 'contactPerson'])
    .select(sql<string>`company_mailbox(companies)`.as('mailbox'))
    .where('id', '=', companyId)
    .executeTakeFirst()
