import { sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'

/**
 * Locks the pending or completed payout that contains a booking's share. Undefined before a payout, and after a failed one. The booking is
 * locked before, so no payout can take it meanwhile.
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

/** Cents of a booking's lost disputes that the platform bears, because as much was refunded before or is being refunded. */
export async function readBorneLoss(tx: Transaction, bookingId: string) {
  const { cents } = await tx
    .selectFrom('ledgerTx as head')
    .innerJoin('ledgerEntry as entry', 'entry.txId', 'head.id')
    .select(({ fn }) => fn.coalesce(fn.sum<string>('entry.amountCents'), sql<string>`0`).as('cents'))
    .where('head.bookingId', '=', bookingId)
    .where('head.kind', '=', 'disputeLost')
    .where('entry.account', '=', 'psp_cost')
    .executeTakeFirstOrThrow()
  return Number(cents)
}

/** The database refuses a reversal beyond the amount sent (`guard_reversal_sum`). */
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

/** Finds a reversal with the data of its payout. */
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

/** Settles a reversal; returns its row to the first caller only. */
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

/** Lists reversals that have been pending since before a moment, and whose payout is settled. */
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

/** Finds the company's address for mails about its bookings. */
export const findCompanyMail = (tx: Transaction, companyId: string) =>
  tx
    .selectFrom('companies')
    .select([sql<string>`company_mailbox(companies)`.as('mailbox'), 'contactPerson'])
    .where('id', '=', companyId)
    .executeTakeFirst()

export const findPayoutStatus = (db: Database, id: string) =>
  db.selectFrom('payouts').select(['id', 'status']).where('id', '=', id).executeTakeFirst()
