import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import { readSettings } from '#src/platform/server/settings.ts'
import type { Withdrawals } from '#src/platform/server/tables.d.ts'
import type { WithdrawalFilter, WithdrawalSort } from './listRules.ts'

type Db = Database | Transaction

/** Inserts a declaration. Of two equal concurrent ones, the second is counted as a repetition. */
export const insertWithdrawal = (tx: Db, withdrawal: Insertable<Withdrawals>) =>
  tx
    .insertInto('withdrawals')
    .values(withdrawal)
    .onConflict((conflict) =>
      conflict.column('fingerprint').where('status', '<>', 'rejected').doUpdateSet({
        times: sql`withdrawals.times + 1`,
        lastDeclaredAt: sql`greatest(withdrawals.last_declared_at, excluded.last_declared_at)`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()

/** Counts a repetition; undefined for a new declaration, or if the earlier ones were rejected. */
export const countWithdrawalAgain = (tx: Transaction, { fingerprint, at }: { fingerprint: string; at: Date }) =>
  tx
    .updateTable('withdrawals')
    .set({ times: sql`times + 1`, lastDeclaredAt: sql`greatest(last_declared_at, ${at})` })
    .where('fingerprint', '=', fingerprint)
    .where('status', '<>', 'rejected')
    .returningAll()
    .executeTakeFirst()

/** Lists the bookings of an address whose ids end with the given numbers. */
export const listBookingsByNumber = (db: Db, { email, numbers }: { email: string; numbers: readonly string[] }) =>
  db
    .selectFrom('bookings')
    .select('id')
    .where('customerEmail', '=', email)
    .where(sql<string>`right(id::text, 8)`, 'in', numbers)
    .limit(2)
    .execute()

const bookingColumns = [
  'bookings.id',
  'bookings.serviceTitle',
  'companies.companyName',
  'bookings.bookingDate',
  'bookings.bookingTime',
  'bookings.bookingStatus',
  'bookings.customerName',
  'bookings.customerEmail',
  'bookings.customerKind',
  'bookings.earlyStartVersion',
  'bookings.paidAt',
  'bookings.amountCents',
  'bookings.refundedCents',
] as const

const bookingsWithCompany = (db: Db) =>
  db.selectFrom('bookings').innerJoin('companies', 'companies.id', 'bookings.companyId').select(bookingColumns)

export const findDeclaredBooking = (db: Db, id: string) => bookingsWithCompany(db).where('bookings.id', '=', id).executeTakeFirst()
export type BookingRow = NonNullable<Awaited<ReturnType<typeof findDeclaredBooking>>>

/** Lists the bookings that a declaration may mean: of the address, or with one of the numbers; newest first. */
export const listCandidates = (db: Db, { email, numbers }: { email: string; numbers: readonly string[] }) =>
  bookingsWithCompany(db)
    .where(({ or, eb }) =>
      or([
        eb('bookings.customerEmail', '=', email),
        ...(numbers.length ? [eb(sql<string>`right(bookings.id::text, 8)`, 'in', numbers)] : []),
      ]),
    )
    .orderBy('bookings.createdAt', 'desc')
    .limit(10)
    .execute()

const orders: Record<WithdrawalSort, RawBuilder<unknown>> = {
  newest: sql`withdrawals.last_declared_at desc, withdrawals.id desc`,
  oldest: sql`withdrawals.last_declared_at, withdrawals.id`,
}

function matching(db: Db, { search, status }: WithdrawalFilter) {
  let query = db.selectFrom('withdrawals')
  if (status) query = query.where('withdrawals.status', '=', status)
  if (!search) return query
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const found = sql<boolean>`(
    withdrawals.name ilike ${pattern}
    or withdrawals.email ilike ${pattern}
    or withdrawals.contract ilike ${pattern}
    or right(withdrawals.booking_id::text, 8) ilike ${pattern}
  )`
  return query.where(found)
}

type Page = { filter: WithdrawalFilter; sort: WithdrawalSort; limit: number; offset: number }

const withCompany = (db: Db, filter: WithdrawalFilter) =>
  matching(db, filter)
    .leftJoin('bookings', 'bookings.id', 'withdrawals.bookingId')
    .leftJoin('companies', 'companies.id', 'bookings.companyId')
    .selectAll('withdrawals')
    .select('companies.companyName')

export const listWithdrawals = (db: Database, { filter, sort, limit, offset }: Page) =>
  withCompany(db, filter).orderBy(orders[sort]).limit(limit).offset(offset).execute()

export const countWithdrawals = (db: Database, filter: WithdrawalFilter) =>
  matching(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()

export const findWithdrawal = (db: Db, id: string) => withCompany(db, {}).where('withdrawals.id', '=', id).executeTakeFirst()
export type WithdrawalRow = NonNullable<Awaited<ReturnType<typeof findWithdrawal>>>

/** Stores the booking of an open declaration that has none; undefined otherwise. */
export const markAssigned = (tx: Transaction, { id, bookingId }: { id: string; bookingId: string }) =>
  tx
    .updateTable('withdrawals')
    .set({ bookingId, proof: 'operator' })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .where('bookingId', 'is', null)
    .returning('id')
    .executeTakeFirst()

type Decided = {
  id: string
  status: 'accepted' | 'rejected'
  bookingId: string | null
  reason: string
  refundCents: number | null
  at: Date
}

/** Stores the decision; returns the row to the first caller only. */
export const markDecided = (tx: Transaction, { id, at, ...decided }: Decided) =>
  tx
    .updateTable('withdrawals')
    .set({
      ...decided,
      proof: sql`coalesce(proof, case when ${decided.bookingId}::uuid is not null then 'operator' end)`,
      decidedAt: at,
      decidedBy: 'operator',
    })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returningAll()
    .executeTakeFirst()

/** Lists the declarations of an address, for its owner's export. */
export const listWithdrawalsForExport = (db: Database, email: string) =>
  db
    .selectFrom('withdrawals')
    .select([
      'id',
      'name',
      'contract',
      'email',
      'declaredAt',
      'lastDeclaredAt',
      'times',
      'bookingId',
      'status',
      'decidedAt',
      'reason',
      'refundCents',
    ])
    .where('email', '=', email)
    .orderBy('declaredAt')
    .execute()

/** Deletes declarations decided before this moment. */
export const deleteDecidedBefore = (db: Database, moment: Date) =>
  db.deleteFrom('withdrawals').where('status', '<>', 'open').where('decidedAt', '<', moment).execute()

/** Finds the operator's address, for declarations by mail. */
export const findOperatorEmail = async (db: Database) => (await readSettings(db)).operator.email
