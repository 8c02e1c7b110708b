import { type Insertable, sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { CalendarFeeds } from '#src/platform/server/tables.d.ts'
import type { Span } from '../workingHours.ts'
import type { Failure } from './rules.ts'

/** Inserts a company's feed; deletes an earlier one with its busy times. */
export async function replaceFeed(tx: Transaction, feed: Insertable<CalendarFeeds>) {
  await deleteFeed(tx, feed.companyId)
  // The later one of two parallel calls wins.
  await tx
    .insertInto('calendarFeeds')
    .values(feed)
    .onConflict((row) => row.column('companyId').doUpdateSet(feed))
    .execute()
}

export const deleteFeed = (db: Database | Transaction, companyId: string) =>
  db.deleteFrom('calendarFeeds').where('companyId', '=', companyId).execute()

/**
 * Claims the feed that is due for the longest time and sets its next fetch; failing feeds come last. Only feeds of companies with a live
 * subscription. Undefined if none is due.
 */
export async function claimDue(db: Database, { now, nextAt }: { now: Date; nextAt: Date }) {
  const { rows } = await sql<{ companyId: string; sealedUrl: string; host: string; etag: string | null; readAt: Date | null }>`
    update calendar_feeds
    set next_at = ${nextAt}
    where company_id = (
      select company_id
      from calendar_feeds
      join companies on companies.id = company_id and archived_at is null and subscription_status in ('active', 'past_due')
      where next_at <= ${now}
      order by failures > 0, next_at
      limit 1
      for update of calendar_feeds skip locked
    )
    returning company_id, sealed_url, host, etag, read_at`.execute(db)
  return rows[0]
}

type Read = { companyId: string; sealedUrl: string }

/** Marks a feed as read, changed or not; false if it was replaced or removed meanwhile. */
export async function markRead(
  db: Database | Transaction,
  { companyId, sealedUrl, read = {}, now }: Read & { read?: { etag: string | null; remarks: string } | object; now: Date },
) {
  const marked = await db
    .updateTable('calendarFeeds')
    .set({ readAt: now, failures: 0, failure: null, ...read })
    .where('companyId', '=', companyId)
    .where('sealedUrl', '=', sealedUrl)
    .returning('companyId')
    .executeTakeFirst()
  return marked !== undefined
}

/** Increments and returns the number of consecutive failures; undefined if the feed was replaced or removed meanwhile. */
export const markFailed = (tx: Transaction, { companyId, sealedUrl, failure }: Read & { failure: Failure }) =>
  tx
    .updateTable('calendarFeeds')
    .set(({ eb }) => ({ failures: eb('failures', '+', 1), failure }))
    .where('companyId', '=', companyId)
    .where('sealedUrl', '=', sealedUrl)
    .returning(['failures', 'readAt'])
    .executeTakeFirst()

/** Sets the next fetch of a feed that was just fetched, unless it was replaced meanwhile. */
export const moveNext = (db: Database, { companyId, sealedUrl, nextAt }: Read & { nextAt: Date }) =>
  db.updateTable('calendarFeeds').set({ nextAt }).where('companyId', '=', companyId).where('sealedUrl', '=', sealedUrl).execute()

/** Known busy times that end after `now`, in milliseconds. */
export async function listBusy(tx: Transaction, { companyId, now }: { companyId: string; now: Date }) {
  const { rows } = await sql<{ from: number; to: number }>`
    select extract(epoch from lower(during)) * 1000 as from, extract(epoch from upper(during)) * 1000 as to
    from busy_times
    where company_id = ${companyId} and upper(during) > ${now}`.execute(tx)
  return rows.map((row) => ({ from: Number(row.from), to: Number(row.to) }))
}

/** Replaces the busy times of a company. Equal ones keep their rows, which spares a new computation of its free times. */
export async function replaceBusy(tx: Transaction, { companyId, spans }: { companyId: string; spans: readonly Span[] }) {
  const from = spans.map((span) => new Date(span.from).toISOString())
  const to = spans.map((span) => new Date(span.to).toISOString())
  await sql`
    with
      read as (
        select tstzrange(lower, upper) as during
        from unnest(${from}::timestamptz[], ${to}::timestamptz[]) as span (lower, upper)
      ),
      gone as (
        delete from busy_times
        where company_id = ${companyId} and during not in (select during from read)
      )
    insert into busy_times (company_id, during)
    select ${companyId}, during
    from read
    where during not in (select during from busy_times where company_id = ${companyId})`.execute(tx)
}

/** Company of a feed, with its subscription and its mail address: its account's until it has paid. */
export const findOwner = (tx: Transaction, companyId: string) =>
  tx
    .selectFrom('companies')
    .leftJoin('users', (join) => join.onRef('users.id', '=', 'companies.userId').on('companies.subscriptionStatus', '=', 'incomplete'))
    .select(({ fn }) => [
      ...(['companies.companyName', 'companies.contactPerson', 'companies.subscriptionStatus'] as const),
      fn.coalesce('users.email', 'companies.email').as('email'),
    ])
    .where('companies.id', '=', companyId)
    .executeTakeFirst()

/** State of a company's feed. */
export const findFeed = (db: Database, companyId: string) =>
  db.selectFrom('calendarFeeds').select(['host', 'readAt', 'failures', 'failure']).where('companyId', '=', companyId).executeTakeFirst()

/** Number of companies whose feed has failed at least `failures` times in a row. */
export const countFailingFeeds = (db: Database, failures: number) =>
  db
    .selectFrom('calendarFeeds')
    .innerJoin('companies', 'companies.id', 'calendarFeeds.companyId')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('calendarFeeds.failures', '>=', failures)
    .where('companies.archivedAt', 'is', null)
    .executeTakeFirstOrThrow()
