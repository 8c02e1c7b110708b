import { sql } from 'kysely'
import type { Database, Transaction } from '#src/server/db.ts'

/**
 * The payout that a booking's share is in, locked: it is on its way or was paid out. Undefined while no payout took it, and again when
 * the payout failed. The booking is locked before, so none takes it meanwhile.
 */
export const lockPayoutOf = async (tx: Transaction, bookingId: string) => {
  const { rows } = await sql<{ id: string; rail: 'transfer' | 'sepa'; sentCents: number; reversedCents: number }>`
    select
      payouts.id,
      payouts.rail,
      payouts.company_amount_cents - payouts.netted_cents as sent_cents,
      coalesce(
        (
          select sum(amount_cents)
          from transfer_reversals
          where payout_id = payouts.id and status <> 'failed'
        ),
        0
      )::bigint as reversed_cents
    from payout_items
    join payouts on payouts.id = payout_items.payout_id
    where payout_items.booking_id = ${bookingId} and payout_items.released_at is null
    for no key update of payouts`.execute(tx)
  return rows[0]
}

/** The database refuses it when more would come back than was sent (`guard_reversal_sum`). */
export const insertReversal = (
  tx: Transaction,
  one: { payoutId: string; bookingId: string; cause: string; amountCents: number; requestedAt: Date },
) =>
  tx
    .insertInto('transferReversals')
    .values(one)
    .onConflict((conflict) => conflict.columns(['payoutId', 'cause']).doNothing())
    .returning('id')
    .executeTakeFirst()

/** A reversal with what is known of its payout. */
export const findReversal = (db: Database | Transaction, id: string) =>
  db
    .selectFrom('transferReversals as reversal')
    .innerJoin('payouts', 'payouts.id', 'reversal.payoutId')
    .select([
      'reversal.id',
      'reversal.amountCents',
      'reversal.status',
      'reversal.attempt',
      'reversal.bookingId',
      'payouts.companyId',
      'payouts.status as payoutStatus',
      'payouts.returnedAt',
      'payouts.stripeTransferId as transferId',
    ])
    .where('reversal.id', '=', id)
    .executeTakeFirst()

/** Gives the next try its own idempotency key; does nothing when another process has counted this try already. */
export const countReversalAttempt = (db: Database, { id, attempt }: { id: string; attempt: number }) =>
  db
    .updateTable('transferReversals')
    .set({ attempt: attempt + 1 })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .execute()

/** One winner: only the first to settle a reversal gets its row. */
export const markReversalSettled = (
  tx: Transaction,
  one: { id: string; status: 'succeeded' | 'failed'; pspReversalId: string | null; now: Date },
) =>
  tx
    .updateTable('transferReversals')
    .set({ status: one.status, pspReversalId: one.pspReversalId, settledAt: one.now })
    .where('id', '=', one.id)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst()

/** Reversals that have waited since before a moment, and whose payout has an outcome. */
export const listPendingReversals = (db: Database, { before, limit }: { before: Date; limit: number }) =>
  db
    .selectFrom('transferReversals')
    .innerJoin('payouts', 'payouts.id', 'transferReversals.payoutId')
    .select('transferReversals.id')
    .where('transferReversals.status', '=', 'pending')
    .where('payouts.status', '!=', 'pending')
    .where('transferReversals.requestedAt', '<', before)
    .orderBy('transferReversals.requestedAt')
    .limit(limit)
    .execute()

/** The company's address for mails about its bookings. */
export const findCompanyMail = (tx: Transaction, companyId: string) =>
  tx
    .selectFrom('companies')
    .select([sql<string>`company_mailbox(companies)`.as('mailbox'), 'contactPerson'])
    .where('id', '=', companyId)
    .executeTakeFirst()

export const findPayoutStatus = (db: Database, id: string) =>
  db.selectFrom('payouts').select(['id', 'status']).where('id', '=', id).executeTakeFirst()
