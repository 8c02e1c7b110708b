import { type Insertable, sql } from 'kysely'
import type { Cents } from '#src/platform/kit/money.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { Supplements } from '#src/platform/server/tables.d.ts'
import type { SupplementStatus } from './texts.ts'

type Db = Database | Transaction

/** Inserts a supplement; undefined if one with this id exists: it was sent before. */
export const insertSupplement = (tx: Transaction, supplement: Insertable<Supplements>) =>
  tx
    .insertInto('supplements')
    .values(supplement)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()

export const findSupplement = (db: Db, id: string) => db.selectFrom('supplements').selectAll().where('id', '=', id).executeTakeFirst()

/** Locks a supplement. The booking of its job is locked before. */
export const lockSupplement = (tx: Transaction, id: string) =>
  tx.selectFrom('supplements').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
export type Supplement = NonNullable<Awaited<ReturnType<typeof lockSupplement>>>

/** Locks the supplement that a booking orders. */
export const lockSupplementOfOrder = (tx: Transaction, orderId: string) =>
  tx.selectFrom('supplements').selectAll().where('orderId', '=', orderId).forUpdate().executeTakeFirst()

/** Supplements of a job in the order of their proposals, with the refunds of their orders in cents, and photographed receipts. */
export const listSupplements = (db: Db, bookingId: string) =>
  db
    .selectFrom('supplements')
    .leftJoin('bookings as order', 'order.id', 'supplements.orderId')
    .leftJoin('workPhotos as receipt', 'receipt.supplementId', 'supplements.id')
    .selectAll('supplements')
    .select(['receipt.id as receiptId', 'receipt.name as receiptName', 'receipt.uploadedAt as receiptAt'])
    .select(sql<number>`coalesce("order".refunded_cents, 0)`.as('refundedCents'))
    .where('supplements.bookingId', '=', bookingId)
    .orderBy('supplements.proposedAt')
    .orderBy('supplements.id')
    .execute()
export type ListedSupplement = Awaited<ReturnType<typeof listSupplements>>[number]

/** Sum in cents of a job's open and accepted supplements, and the number of open ones. */
export async function sumSupplements(db: Db, bookingId: string): Promise<{ takenCents: Cents; open: number }> {
  const { takenCents, open } = await db
    .selectFrom('supplements')
    .select([
      sql<number>`coalesce(sum(total_cents) filter (where status in ('open', 'accepted')), 0)::integer`.as('takenCents'),
      sql<number>`(count(*) filter (where status = 'open'))::integer`.as('open'),
    ])
    .where('bookingId', '=', bookingId)
    .executeTakeFirstOrThrow()
  return { takenCents, open }
}

/** Ends a supplement that is in one of these states; undefined if it is in another. */
export const markSupplement = (
  tx: Transaction,
  { id, from, to, now }: { id: string; from: readonly SupplementStatus[]; to: SupplementStatus; now: Date },
) =>
  tx
    .updateTable('supplements')
    .set({ status: to, endedAt: now })
    .where('id', '=', id)
    .where('status', 'in', from)
    .returning('id')
    .executeTakeFirst()

/** Stores the order that accepts an open supplement. */
export const setOrder = (tx: Transaction, { id, orderId }: { id: string; orderId: string }) =>
  tx.updateTable('supplements').set({ orderId }).where('id', '=', id).where('status', '=', 'open').execute()

/** Withdraws the open supplements of a job that was cancelled. */
export const withdrawOpen = (tx: Transaction, { bookingId, now }: { bookingId: string; now: Date }) =>
  tx
    .updateTable('supplements')
    .set({ status: 'withdrawn', endedAt: now })
    .where('bookingId', '=', bookingId)
    .where('status', '=', 'open')
    .execute()

/** Supplements whose customers did not answer in time. */
export const listUnanswered = (db: Database, now: Date) =>
  db.selectFrom('supplements').select(['id', 'bookingId']).where('status', '=', 'open').where('answerBy', '<=', now).limit(100).execute()

/** Orders of a job's supplements that are not cancelled, by id. */
export const listOrders = (tx: Transaction, parentId: string) =>
  tx.selectFrom('bookings').select('id').where('parentId', '=', parentId).where('bookingStatus', '<>', 'cancelled').orderBy('id').execute()

/** Booking of the job that a booking supplements; undefined for a job itself. */
export async function findParent(db: Db, bookingId: string) {
  const row = await db.selectFrom('bookings').select('parentId').where('id', '=', bookingId).executeTakeFirst()
  return row?.parentId ?? undefined
}

/** Facts of a job that decide whether more work needs a consumer's consent to an early start. */
export const findConsentFacts = (db: Db, bookingId: string) =>
  db.selectFrom('bookings').select(['companyId', 'customerKind', 'bookingDate']).where('id', '=', bookingId).executeTakeFirst()
