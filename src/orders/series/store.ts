import { type Insertable, sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { BookingSeries, SeriesDates } from '#src/platform/server/tables.d.ts'

type Db = Database | Transaction

/** Finds a visible service that a company with a calendar currently offers for a series. */
export const findOffered = (db: Db, { companyId, serviceId }: { companyId: string; serviceId: string }) =>
  db
    .selectFrom('services')
    .innerJoin('companies', 'companies.id', 'services.companyId')
    .innerJoin('calendars', 'calendars.companyId', 'companies.id')
    .select('services.title')
    .where('services.id', '=', serviceId)
    .where('companies.id', '=', companyId)
    .where('services.hiddenAt', 'is', null)
    .where(sql<boolean>`(services.price_kind in ('fixed', 'hourly') or services.booking_mode = 'request')`, '=', true)
    .where('calendars.isOn', '=', true)
    .where(sql<boolean>`takes_bookings(companies)`, '=', true)
    .executeTakeFirst()

/** Serializes requests of one address, so that counting them is exact. Lock order: after the company's resources. */
export const lockAddress = (tx: Transaction, email: string) =>
  sql`select pg_advisory_xact_lock(hashtext('series'), hashtext(${email}))`.execute(tx)

/** Number of series that wait for an answer: of an address, and at a company. */
export async function countRequested(tx: Transaction, { email, companyId }: { email: string; companyId: string }) {
  const { rows } = await sql<{ ofAddress: number; atCompany: number }>`
    select
      count(*) filter (where email = ${email})::integer as of_address,
      count(*) filter (where company_id = ${companyId})::integer as at_company
    from booking_series
    where status = 'requested' and (email = ${email} or company_id = ${companyId})`.execute(tx)
  return rows[0] ?? { ofAddress: 0, atCompany: 0 }
}

export const insertSeries = (tx: Transaction, one: Insertable<BookingSeries>) =>
  tx.insertInto('bookingSeries').values(one).returningAll().executeTakeFirstOrThrow()
export type Series = Awaited<ReturnType<typeof insertSeries>>

export const findSeries = (db: Db, id: string) => db.selectFrom('bookingSeries').selectAll().where('id', '=', id).executeTakeFirst()

/** Locks a series. Lock order: after the company's resources, before its bookings. */
export const lockSeries = (tx: Transaction, id: string) =>
  tx.selectFrom('bookingSeries').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

export const findSeriesByToken = (db: Db, tokenHash: string) =>
  db.selectFrom('bookingSeries').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst()

/** Inputs of a series' link: its number, and the start of the last date, if there are dates. */
export const findLink = (tx: Transaction, id: string) =>
  tx
    .selectFrom('bookingSeries')
    .select('linkNumber')
    .select((query) =>
      query
        .selectFrom('seriesDates')
        .innerJoin('appointments', 'appointments.bookingId', 'seriesDates.bookingId')
        .select(({ fn }) => fn.max('appointments.startsAt').as('last'))
        .whereRef('seriesDates.seriesId', '=', 'bookingSeries.id')
        .as('lastStart'),
    )
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

type Link = { id: string; tokenHash: string; linkUntil: Date }
/**
 * Stores the hash and expiry of the link's token. All mails carry the same token until it is renewed; each writes the hash again, so that
 * it stays right after SECRET_KEY changes.
 */
export const markToken = (tx: Transaction, { id, tokenHash, linkUntil }: Link) =>
  tx.updateTable('bookingSeries').set({ tokenHash, linkUntil }).where('id', '=', id).execute()

/** Starts a new link and returns its number. */
export async function addLink(tx: Transaction, id: string) {
  const update = tx.updateTable('bookingSeries').set((row) => ({ linkNumber: row('linkNumber', '+', 1) }))
  const { linkNumber } = await update.where('id', '=', id).returning('linkNumber').executeTakeFirstOrThrow()
  return linkNumber
}

/** Marks a series as requested: the address is confirmed and all dates are held. */
export const markSeriesRequested = (
  tx: Transaction,
  { id, dates, deadlineAt, now }: { id: string; dates: number; deadlineAt: Date; now: Date },
) =>
  tx
    .updateTable('bookingSeries')
    .set({ status: 'requested', form: null, dates, deadlineAt, confirmedAt: now })
    .where('id', '=', id)
    .where('status', '=', 'unconfirmed')
    .returning('id')
    .executeTakeFirst()

export const markAccepted = (tx: Transaction, id: string) =>
  tx.updateTable('bookingSeries').set({ status: 'accepted', deadlineAt: null }).where('id', '=', id).execute()

type Ended = {
  id: string
  status: 'declined' | 'lapsed' | 'withdrawn' | 'ended'
  by: 'customer' | 'company' | 'system'
  reason: string
  now: Date
}
/** Ends a series, with the side that ended it and its reason. */
export const markOver = (tx: Transaction, { id, status, by, reason, now }: Ended) =>
  tx
    .updateTable('bookingSeries')
    .set({ status, endedAt: now, endedBy: by, endReason: reason, deadlineAt: null })
    .where('id', '=', id)
    .execute()

export const insertDate = (tx: Transaction, date: Insertable<SeriesDates>) => tx.insertInto('seriesDates').values(date).execute()

/** Finds the series of a booking, with the booking's payment dates. */
export const findDate = (db: Db, bookingId: string) =>
  db
    .selectFrom('seriesDates')
    .innerJoin('bookingSeries', 'bookingSeries.id', 'seriesDates.seriesId')
    .selectAll('seriesDates')
    .select('bookingSeries.status as seriesStatus')
    .where('seriesDates.bookingId', '=', bookingId)
    .executeTakeFirst()

/** Dates of a series in order. */
export const listDates = (db: Db, seriesIds: readonly string[]) =>
  db
    .selectFrom('seriesDates')
    .innerJoin('appointments', 'appointments.bookingId', 'seriesDates.bookingId')
    .innerJoin('bookings', 'bookings.id', 'seriesDates.bookingId')
    .select(['seriesDates.bookingId', 'seriesDates.seriesId', 'dueAt', 'until', 'appointments.startsAt', 'appointments.status'])
    .select(['bookings.bookingStatus', 'bookings.serviceTitle', 'bookings.amountCents', 'bookings.customerName'])
    .select(['bookings.location', 'bookings.description', 'bookings.customerKind'])
    .where('seriesDates.seriesId', 'in', [...seriesIds])
    .orderBy('seriesDates.position')
    .execute()
export type DateRow = Awaited<ReturnType<typeof listDates>>[number]

/** Dates of a series that wait for the company's answer or for their payment. */
export const listPending = (tx: Transaction, seriesId: string) =>
  tx
    .selectFrom('seriesDates')
    .innerJoin('bookings', 'bookings.id', 'seriesDates.bookingId')
    .select('bookings.id')
    .where('seriesDates.seriesId', '=', seriesId)
    .where('bookings.bookingStatus', '=', 'pending')
    .orderBy('bookings.id')
    .execute()

/** Series of a company that wait for its answer or have unpaid dates. */
export const listOfCompany = (db: Database, { companyId, limit }: { companyId: string; limit: number }) =>
  db
    .selectFrom('bookingSeries')
    .selectAll()
    .where('companyId', '=', companyId)
    .where((where) =>
      where.or([
        where('status', '=', 'requested'),
        where.and([
          where('status', '=', 'accepted'),
          where.exists(
            where
              .selectFrom('seriesDates')
              .innerJoin('bookings', 'bookings.id', 'seriesDates.bookingId')
              .select('bookings.id')
              .whereRef('seriesDates.seriesId', '=', 'bookingSeries.id')
              .where('bookings.bookingStatus', '=', 'pending'),
          ),
        ]),
      ]),
    )
    .orderBy('deadlineAt')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Requests that were not answered in time. */
export const listUnanswered = (db: Database, now: Date) =>
  db
    .selectFrom('bookingSeries')
    .select(['id', 'companyId'])
    .where('status', '=', 'requested')
    .where('deadlineAt', '<=', now)
    .orderBy('deadlineAt')
    .limit(100)
    .execute()

const waiting = (db: Database) =>
  db
    .selectFrom('seriesDates')
    .innerJoin('bookingSeries', 'bookingSeries.id', 'seriesDates.seriesId')
    .innerJoin('bookings', 'bookings.id', 'seriesDates.bookingId')
    .select('seriesDates.bookingId')
    .where('bookingSeries.status', '=', 'accepted')
    .where('bookings.bookingStatus', '=', 'pending')

/** Payable dates whose customer was not notified yet. */
export const listToNotify = (db: Database, now: Date) =>
  waiting(db).where('dueAt', '<=', now).where('until', '>', now).where('toldAt', 'is', null).orderBy('dueAt').limit(100).execute()

/** Dates that lapse soon, and whose customer was notified long before. */
export const listToRemind = (db: Database, { now, from, notifiedBefore }: { now: Date; from: Date; notifiedBefore: Date }) =>
  waiting(db)
    .where('until', '<=', from)
    .where('until', '>', now)
    .where('toldAt', '<=', notifiedBefore)
    .where('remindedAt', 'is', null)
    .orderBy('until')
    .limit(100)
    .execute()

/** Records that the customer was notified on this occasion; undefined if it was recorded before. */
export const markNotified = (
  tx: Transaction,
  { bookingId, occasion, now }: { bookingId: string; occasion: 'toldAt' | 'remindedAt'; now: Date },
) =>
  tx
    .updateTable('seriesDates')
    .set({ [occasion]: now })
    .where('bookingId', '=', bookingId)
    .where(occasion, 'is', null)
    .returning('bookingId')
    .executeTakeFirst()

/** Dates whose time to pay is over, and without a payment in progress. */
export const listUnpaid = (db: Database, now: Date) =>
  waiting(db)
    .where('until', '<=', now)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('checkouts')
            .select('checkouts.id')
            .whereRef('checkouts.bookingId', '=', 'seriesDates.bookingId')
            .where('checkouts.status', 'in', ['starting', 'open']),
        ),
      ),
    )
    .orderBy('until')
    .limit(100)
    .execute()

/** Deletes requests that were never confirmed. */
export const deleteUnconfirmed = (db: Database, before: Date) =>
  db.deleteFrom('bookingSeries').where('status', '=', 'unconfirmed').where('createdAt', '<=', before).execute()

/** Series of an address, for the data export of its owner. Confirmed requests only; each paid date is exported as a booking. */
export const listForExport = (db: Database, email: string) =>
  db
    .selectFrom('bookingSeries')
    .innerJoin('companies', 'companies.id', 'bookingSeries.companyId')
    .select(['bookingSeries.id', 'companyName', 'bookingSeries.status', 'weeks', 'dates', 'bookingSeries.createdAt', 'endedAt'])
    .where('bookingSeries.email', '=', email)
    .where('bookingSeries.status', '<>', 'unconfirmed')
    .orderBy('bookingSeries.id')
    .execute()
