import { sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'

/** The payment that a booking's refunds are sent from. */
export const findPayment = (tx: Transaction, bookingId: string) =>
  tx
    .selectFrom('checkouts')
    .select(['id', 'paymentId'])
    .where('bookingId', '=', bookingId)
    .where('status', '=', 'paid')
    .orderBy('attempt', 'desc')
    .executeTakeFirst()

/** Inserts a refund. The database refuses a sum of refunds above the payment (`guard_refund_sum`). */
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

/** Refund that an earlier call with the same request key recorded, which makes such calls idempotent. */
export const findRefundByKey = (tx: Transaction, { bookingId, requestKey }: { bookingId: string; requestKey: string }) =>
  tx
    .selectFrom('refunds')
    .select(['id', 'amountCents'])
    .where('requestKey', '=', requestKey)
    .where('bookingId', '=', bookingId)
    .executeTakeFirst()

/**
 * Cents by which a booking's pending refunds will reduce it, and cents of returned refunds that are not on their way to the customer again.
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

/** Refunds pending at the PSP since before `before`. */
export const listPendingRefunds = (db: Database, { before, limit }: { before: Date; limit: number }) =>
  db
    .selectFrom('refunds')
    .select('id')
    .where('status', '=', 'pending')
    .where('requestedAt', '<', before)
    .orderBy('requestedAt')
    .limit(limit)
    .execute()

/** Settles a pending refund; returns its row to the first caller only. */
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

/** Marks a succeeded refund as returned; returns its row to the first caller only. */
export const markRefundReturned = (tx: Transaction, { id, now }: { id: string; now: Date }) =>
  tx
    .updateTable('refunds')
    .set({ status: 'failed', returnedAt: now })
    .where('id', '=', id)
    .where('status', '=', 'succeeded')
    .returning('id')
    .executeTakeFirst()

/** Closes the discrepancies of a booking's failed refunds up to the amount of one that succeeded. */
export const closeFailedRefundDiscrepancies = (
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
