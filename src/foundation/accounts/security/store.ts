import { sql } from 'kysely'
import { countRows, type Database, type Transaction } from '#src/platform/server/db.ts'
import type { SecurityKind } from './rules.ts'

type Db = Database | Transaction
export type NewSecurityEvent = { userId: string | null; kind: SecurityKind; at: Date; network: string; device: string }

/**
 * Inserts an event, always by this one statement, so that its time does not reveal if there is an account. Events that strangers can cause
 * without limit are counted in one row per day and network.
 */
export const insertSecurityEvent = (db: Db, { userId, kind, at, network, device }: NewSecurityEvent) =>
  sql`
    insert into security_events as known (user_id, kind, at, network, device)
    values (${userId}, ${kind}, ${at}, ${network}, ${device})
    on conflict (kind, network, ((at at time zone 'utc')::date)) where kind in ('unknownAddress', 'operatorLocked')
    do update set at = excluded.at, device = excluded.device, times = known.times + 1`.execute(db)

type Whose = { userId: string | null }
const of = (db: Database, { userId }: Whose) => {
  const all = db.selectFrom('securityEvents')
  return userId === null ? all.where('userId', 'is', null) : all.where('userId', '=', userId)
}

/** Events of an account, or those without one, newest first. */
export const listSecurityEvents = (db: Database, { limit, offset, ...whose }: Whose & { limit: number; offset: number }) =>
  of(db, whose)
    .select(['id', 'kind', 'at', 'network', 'device', 'times'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const countSecurityEvents = (db: Database, whose: Whose) => countRows(of(db, whose))

export const deleteOldSecurityEvents = (db: Database, before: Date) => db.deleteFrom('securityEvents').where('at', '<', before).execute()

/** Account of a company; undefined for an unknown company and for one without an account. */
export const findAccountOf = (db: Database, companyId: string) =>
  db.selectFrom('companies').select('userId').where('id', '=', companyId).where('userId', 'is not', null).executeTakeFirst()
