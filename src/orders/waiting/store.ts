import { type Insertable, sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { WaitingEntries } from '#src/platform/server/tables.d.ts'

type Db = Database | Transaction

/** Serializes entries of one address, so that counting them is exact. */
export const lockAddress = (tx: Transaction, email: string) =>
  sql`select pg_advisory_xact_lock(hashtext('waiting'), hashtext(${email}))`.execute(tx)

/** Number of confirmed open entries: of an address, and at a company. */
export async function countLive(tx: Transaction, { email, companyId }: { email: string; companyId: string }) {
  const { rows } = await sql<{ ofAddress: number; atCompany: number }>`
    select
      count(*) filter (where email = ${email}) as of_address,
      count(*) filter (where company_id = ${companyId}) as at_company
    from waiting_entries
    where (email = ${email} or company_id = ${companyId}) and status in ('waiting', 'offered')`.execute(tx)
  return rows[0] ?? { ofAddress: 0, atCompany: 0 }
}

/** Finds a company with a calendar that takes bookings for one of its services; without a service id, for its default service. */
export const findBookable = (db: Db, { companyId, serviceId }: { companyId: string; serviceId: string | null }) =>
  db
    .selectFrom('companies')
    .innerJoin('calendars', 'calendars.companyId', 'companies.id')
    .leftJoin('services', (join) =>
      join.onRef('services.companyId', '=', 'companies.id').on('services.id', '=', serviceId).on('services.hiddenAt', 'is', null),
    )
    .select(['companies.id', 'companyName', 'services.title as serviceTitle'])
    .where('companies.id', '=', companyId)
    .where('calendars.isOn', '=', true)
    .where(sql<boolean>`takes_bookings(companies)`, '=', true)
    .where((where) => (serviceId === null ? where.val(true) : where('services.id', 'is not', null)))
    .executeTakeFirst()

/** Inserts an entry; undefined if its booking has an open one. */
export const insertEntry = (tx: Transaction, entry: Insertable<WaitingEntries>) =>
  tx
    .insertInto('waitingEntries')
    .values(entry)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()

export const findLinkNumber = async (tx: Transaction, id: string) =>
  (await tx.selectFrom('waitingEntries').select('linkNumber').where('id', '=', id).executeTakeFirstOrThrow()).linkNumber

/** Starts a new link and returns its number. */
export async function addLink(tx: Transaction, id: string) {
  const update = tx.updateTable('waitingEntries').set((row) => ({ linkNumber: row('linkNumber', '+', 1) }))
  const { linkNumber } = await update.where('id', '=', id).returning('linkNumber').executeTakeFirstOrThrow()
  return linkNumber
}

/**
 * Stores the hash of the link's token. All mails carry the same token until it is renewed; each writes the hash again, so that it stays
 * right after SECRET_KEY changes.
 */
export const markToken = (tx: Transaction, { id, tokenHash }: { id: string; tokenHash: string }) =>
  tx.updateTable('waitingEntries').set({ tokenHash }).where('id', '=', id).execute()

const entries = (db: Db) =>
  db
    .selectFrom('waitingEntries')
    .innerJoin('companies', 'companies.id', 'waitingEntries.companyId')
    .leftJoin('services', 'services.id', 'waitingEntries.serviceId')
    .selectAll('waitingEntries')
    .select(['companyName', 'services.title as serviceTitle'])

export const findEntryByToken = (db: Db, tokenHash: string) =>
  entries(db).where('waitingEntries.tokenHash', '=', tokenHash).executeTakeFirst()
export type Entry = NonNullable<Awaited<ReturnType<typeof findEntryByToken>>>

/** Current or latest entry of a booking. */
export const findEntryOfBooking = (db: Db, bookingId: string) =>
  entries(db).where('waitingEntries.bookingId', '=', bookingId).orderBy('waitingEntries.id', 'desc').limit(1).executeTakeFirst()

export const findEntry = (db: Db, id: string) => entries(db).where('waitingEntries.id', '=', id).executeTakeFirst()

/** Locks an entry. Lock order: after the company's resources. */
export const lockEntry = (tx: Transaction, id: string) =>
  entries(tx).where('waitingEntries.id', '=', id).forUpdate('waitingEntries').executeTakeFirst()

export const markWaiting = (tx: Transaction, { id, now }: { id: string; now: Date }) =>
  tx
    .updateTable('waitingEntries')
    .set({ status: 'waiting', queuedAt: now, offeredStart: null, offeredUntil: null })
    .where('id', '=', id)
    .execute()

export const markOffered = (tx: Transaction, { id, start, until }: { id: string; start: Date; until: Date }) =>
  tx
    .updateTable('waitingEntries')
    .set((row) => ({ status: 'offered', offeredStart: start, offeredUntil: until, offers: row('offers', '+', 1) }))
    .where('id', '=', id)
    .execute()

export const markOver = (tx: Transaction, { id, status, now }: { id: string; status: 'taken' | 'left' | 'ended'; now: Date }) =>
  tx.updateTable('waitingEntries').set({ status, endedAt: now }).where('id', '=', id).execute()

/** Entries with a hold that was not taken in time. */
export const listUnanswered = (db: Database, now: Date) =>
  db
    .selectFrom('waitingEntries')
    .select(['id', 'companyId'])
    .where('status', '=', 'offered')
    .where('offeredUntil', '<=', now)
    .orderBy('offeredUntil')
    .orderBy('id')
    .limit(500)
    .execute()

/** Ends entries whose days are past. */
export const endPast = (db: Database, { today, now }: { today: string; now: Date }) =>
  db
    .updateTable('waitingEntries')
    .set({ status: 'ended', endedAt: now })
    .where('status', '=', 'waiting')
    .where('lastDay', '<', today)
    .execute()

/**
 * Picks the entries to process next and records that. Companies are taken as a whole, the longest unprocessed first, and their entries in
 * the order of the queue, until there are at least `most`.
 */
export async function claimDue(db: Database, { most, now }: { most: number; now: Date }) {
  const { rows } = await sql<{ id: string; companyId: string }>`
    with
      lines as (
        select company_id, min(coalesce(looked_at, '-infinity')) as looked_at, count(*) as waiting
        from waiting_entries
        where status = 'waiting'
        group by company_id
      ),
      chosen as (
        select company_id, looked_at, sum(waiting) over (order by looked_at, company_id) - waiting as before
        from lines
      ),
      looked as (
        update waiting_entries
        set looked_at = ${now}
        from chosen
        where chosen.company_id = waiting_entries.company_id and waiting_entries.status = 'waiting' and before < ${most}
        returning waiting_entries.id, waiting_entries.company_id, queued_at, before
      )
    select id, company_id
    from looked
    order by before, queued_at, id`.execute(db)
  return rows
}

/** Deletes ended entries, and those that were never confirmed. */
export async function deleteOld(db: Database, { endedUntil, unconfirmedUntil }: { endedUntil: Date; unconfirmedUntil: Date }) {
  await sql`
    delete from waiting_entries
    where ended_at <= ${endedUntil} or (status = 'awaiting' and created_at <= ${unconfirmedUntil})`.execute(db)
}

export const deleteOfAddress = (tx: Transaction, email: string) => tx.deleteFrom('waitingEntries').where('email', '=', email).execute()

/** Entries of an address, for the data export of its owner. Confirmed entries only. */
export const listForExport = (db: Database, email: string) =>
  db
    .selectFrom('waitingEntries')
    .innerJoin('companies', 'companies.id', 'waitingEntries.companyId')
    .leftJoin('services', 'services.id', 'waitingEntries.serviceId')
    .select(['companyName', 'services.title as serviceTitle', 'waitingEntries.postcode', 'firstDay', 'lastDay', 'dayPart'])
    .select(['waitingEntries.status', 'waitingEntries.createdAt', 'endedAt'])
    .where('waitingEntries.email', '=', email)
    .where('waitingEntries.status', '<>', 'awaiting')
    .orderBy('waitingEntries.id')
    .execute()
