import { sql } from 'kysely'
import type { Database, Transaction } from '#src/server/db.ts'

/** The payment that a refund of a booking goes back on. */
export const findPayment = (tx: Transaction, bookingId: string) =>
  tx
    .selectFrom('checkouts')
    .select(['id', 'paymentId'])
    .where('bookingId', '=', bookingId)
    .where('status', '=', 'paid')
    .orderBy('attempt', 'desc')
    .executeTakeFirst()

/** The database refuses it when more would go back than was paid (`guard_refund_sum`). */
export const insertRefund = (
  tx: Transaction,
  one: {
    bookingId: string
    checkoutId: string
    paymentId: string
    amountCents: number
    reason: string
    actor: string
    owedCents: number
    requestKey?: string | null
    requestedAt: Date
  },
) => tx.insertInto('refunds').values(one).returning('id').executeTakeFirstOrThrow()

export const findRefund = (db: Database | Transaction, id: string) =>
  db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()

export const findRefundByKey = (tx: Transaction, { bookingId, requestKey }: { bookingId: string; requestKey: string }) =>
  tx
    .selectFrom('refunds')
    .select(['id', 'amountCents'])
    .where('requestKey', '=', requestKey)
    .where('bookingId', '=', bookingId)
    .executeTakeFirst()

/**
 * What a booking's pending refunds will reduce it by, and what came back of earlier ones and is not on its way to the customer again, in
 * cents.
 */
export const sumRefunds = (tx: Transaction, bookingId: string) =>
  tx
    .selectFrom('refunds')
    .select([
      sql<number>`coalesce(sum(amount_cents - owed_cents) filter (where status = 'pending'), 0)::integer`.as('pendingCents'),
      sql<number>`(
        coalesce(sum(amount_cents) filter (where returned_at is not null), 0)
        - coalesce(sum(owed_cents) filter (where status <> 'failed' or returned_at is not null), 0)
      )::integer`.as('owedCents'),
    ])
    .where('bookingId', '=', bookingId)
    .executeTakeFirstOrThrow()

/** Refunds that wait for the PSP for longer than a moment ago. */
export const listPendingRefunds = (db: Database, { before, limit }: { before: Date; limit: number }) =>
  db
    .selectFrom('refunds')
    .select('id')
    .where('status', '=', 'pending')
    .where('requestedAt', '<', before)
    .orderBy('requestedAt')
    .limit(limit)
    .execute()

/** Gives the next try its own idempotency key; does nothing when another process has counted this try already. */
export const countRefundAttempt = (db: Database, { id, attempt }: { id: string; attempt: number }) =>
  db
    .updateTable('refunds')
    .set({ attempt: attempt + 1 })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .execute()

/** One winner: only the first to settle a refund gets its row. */
export const markRefundSettled = (
  tx: Transaction,
  one: { id: string; status: 'succeeded' | 'failed'; pspRefundId: string | null; now: Date },
) =>
  tx
    .updateTable('refunds')
    .set({ status: one.status, pspRefundId: one.pspRefundId, settledAt: one.now })
    .where('id', '=', one.id)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst()

/** A refund that had succeeded came back; one winner. */
export const markRefundReturned = (tx: Transaction, { id, now }: { id: string; now: Date }) =>
  tx
    .updateTable('refunds')
    .set({ status: 'failed', returnedAt: now })
    .where('id', '=', id)
    .where('status', '=', 'succeeded')
    .returning('id')
    .executeTakeFirst()

/** A refund that succeeded closes the breaks of earlier failed refunds of its booking that are not larger. */
export const closeFailedRefundBreaks = (
  tx: Transaction,
  { bookingId, amountCents, now }: { bookingId: string; amountCents: number; now: Date },
) =>
  sql`
    update reconciliation_breaks as broken
    set closed_at = ${now}
    where kind = 'refundFailed'
      and booking_id = ${bookingId}
      and closed_at is null
      and exists (
        select
        from refunds as failed
        where failed.booking_id = broken.booking_id
          and broken.reference in (failed.id::text, failed.psp_refund_id)
          and failed.amount_cents <= ${amountCents}
      )`.execute(tx)
