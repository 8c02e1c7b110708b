import { type Insertable, type SqlBool, sql } from 'kysely'
import { countRows, type Database, type Transaction } from '#src/platform/server/db.ts'
import type { SearchAlerts } from '#src/platform/server/tables.d.ts'
import type { DemandFilter, DemandSort } from './rules.ts'

type Db = Database | Transaction

/** Serializes alerts of one address, so that counting them is exact. */
export const lockAddress = (tx: Transaction, email: string) =>
  sql`select pg_advisory_xact_lock(hashtext('alerts'), hashtext(${email}))`.execute(tx)

/** Number of confirmed open alerts of an address. */
export const countOpen = (tx: Transaction, email: string) =>
  countRows(tx.selectFrom('searchAlerts').where('email', '=', email).where('confirmedAt', 'is not', null).where('servedAt', 'is', null))

export const insertAlert = (tx: Transaction, alert: Insertable<SearchAlerts>) =>
  tx.insertInto('searchAlerts').values(alert).returning('id').executeTakeFirstOrThrow()

/** Stores the hash of the link's token; written again with each mail, so that it stays right after SECRET_KEY changes. */
export const markToken = (tx: Transaction, { id, tokenHash }: { id: string; tokenHash: string }) =>
  tx.updateTable('searchAlerts').set({ tokenHash }).where('id', '=', id).execute()

const alerts = (db: Db) =>
  db
    .selectFrom('searchAlerts')
    .leftJoin('catalogueServices', 'catalogueServices.id', 'searchAlerts.catalogueId')
    .selectAll('searchAlerts')
    .select(serviceName.as('service'))

const serviceName = sql<string | null>`coalesce(catalogue_services.own_name, catalogue_services.name)`

export const findByToken = (db: Db, tokenHash: string) => alerts(db).where('tokenHash', '=', tokenHash).executeTakeFirst()

export const markConfirmed = (tx: Transaction, { id, now }: { id: string; now: Date }) =>
  tx.updateTable('searchAlerts').set({ confirmedAt: now }).where('id', '=', id).where('confirmedAt', 'is', null).execute()

/** Deletes other open alerts of the same address for the same search. */
export const deleteDuplicates = (tx: Transaction, id: string) =>
  sql`
    delete from search_alerts as other
    using search_alerts as kept
    where kept.id = ${id} and other.id <> kept.id and other.email = kept.email and other.served_at is null
      and (other.words, other.location, other.category, other.catalogue_id, other.radius_km)
        is not distinct from (kept.words, kept.location, kept.category, kept.catalogue_id, kept.radius_km)`.execute(tx)

/** Picks the open alerts to check next, the longest unchecked first, and records that. */
export async function claimOpen(db: Database, { most, now }: { most: number; now: Date }) {
  const { rows } = await sql<{ id: string }>`
    update search_alerts
    set looked_at = ${now}
    where id in (
      select id
      from search_alerts
      where confirmed_at is not null and served_at is null
      order by looked_at nulls first, id
      limit ${most}
      for update skip locked
    )
    returning id`.execute(db)
  const ids = rows.map(({ id }) => id)
  return ids.length === 0 ? [] : alerts(db).where('searchAlerts.id', 'in', ids).orderBy('searchAlerts.id').execute()
}

/** Returns undefined if the alert was served or ended meanwhile. */
export const markServed = (tx: Transaction, { id, now }: { id: string; now: Date }) =>
  tx
    .updateTable('searchAlerts')
    .set({ servedAt: now })
    .where('id', '=', id)
    .where('servedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()

export const deleteAlert = (tx: Transaction | Database, id: string) => tx.deleteFrom('searchAlerts').where('id', '=', id).execute()

export const deleteOfAddress = (tx: Transaction, email: string) => tx.deleteFrom('searchAlerts').where('email', '=', email).execute()

type Ends = { unconfirmedUntil: Date; servedUntil: Date; createdUntil: Date }
export async function deleteOld(db: Database, { unconfirmedUntil, servedUntil, createdUntil }: Ends) {
  await sql`
    delete from search_alerts
    where (confirmed_at is null and created_at <= ${unconfirmedUntil}) or served_at <= ${servedUntil} or created_at <= ${createdUntil}`.execute(
    db,
  )
}

/** Alerts of an address, for the data export of its owner. Confirmed alerts only. */
export const listForExport = (db: Database, email: string) =>
  db
    .selectFrom('searchAlerts')
    .select(['words', 'location', 'category', 'catalogueId', 'radiusKm', 'createdAt', 'confirmedAt', 'servedAt'])
    .where('email', '=', email)
    .where('confirmedAt', 'is not', null)
    .orderBy('id')
    .execute()

/** Searches of confirmed open alerts, each once. */
function demand(db: Database, { search, category }: DemandFilter) {
  let query = db
    .selectFrom('searchAlerts')
    .leftJoin('catalogueServices', 'catalogueServices.id', 'searchAlerts.catalogueId')
    .select([
      sql<string>`min(search_alerts.id::text)`.as('id'),
      sql<string>`min(search_alerts.words)`.as('words'),
      serviceName.as('service'),
      'searchAlerts.category',
      'searchAlerts.location',
      'searchAlerts.radiusKm',
      sql<number>`count(distinct search_alerts.email)`.as('people'),
      sql<Date>`max(search_alerts.created_at)`.as('lastAt'),
    ])
    .where('confirmedAt', 'is not', null)
    .where('servedAt', 'is', null)
    .groupBy([sql`lower(search_alerts.words)`, serviceName, 'searchAlerts.category', 'searchAlerts.location', 'searchAlerts.radiusKm'])
  if (category) query = query.where('searchAlerts.category', '=', category)
  if (!search) return query
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return query.where(
    sql<SqlBool>`(search_alerts.words ilike ${pattern} or search_alerts.location ilike ${pattern} or ${serviceName} ilike ${pattern})`,
  )
}

type Page = { filter: DemandFilter; sort: DemandSort; limit: number; offset: number }

export function listDemand(db: Database, { filter, sort, limit, offset }: Page) {
  const query = db.selectFrom(demand(db, filter).as('demand')).selectAll()
  const ordered = sort === 'most' ? query.orderBy('people', 'desc') : query
  return ordered.orderBy('lastAt', 'desc').orderBy('id').limit(limit).offset(offset).execute()
}

export const countDemand = (db: Database, filter: DemandFilter) => countRows(db.selectFrom(demand(db, filter).as('demand')))
