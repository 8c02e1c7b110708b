import { type Insertable, sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { Disputes } from '#src/platform/server/tables.d.ts'

/** Booking of a payment; undefined if the payment was not for a booking. */
export const findBookingOfPayment = (tx: Database | Transaction, paymentId: string) =>
  tx.selectFrom('paymentTransactions').select(['bookingId', 'companyId']).where('paymentId', '=', paymentId).executeTakeFirst()

/** Booking of a payment that exists at the PSP but is not settled here yet. */
export const findUnsettledBooking = async (db: Database, paymentId: string) => {
  const { rows } = await sql<{ bookingId: string }>`
    select checkouts.booking_id
    from psp_transactions as charge
    join checkouts on checkouts.booking_id::text = charge.own_id
    where charge.payment_id = ${paymentId}
      and charge.kind = 'charge'
      and checkouts.status not in ('paid', 'broken')`.execute(db)
  return rows[0]
}

/** Inserts a new dispute; no-op if it is known. */
export const insertDispute = (tx: Transaction, dispute: Insertable<Disputes>) =>
  tx
    .insertInto('disputes')
    .values(dispute)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()

export const lockDispute = (tx: Transaction, id: string) =>
  tx.selectFrom('disputes').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

/** Writes the dispute's current state at the PSP. */
export const markDispute = (
  tx: Transaction,
  one: { id: string; status: string; amountCents: number; dueBy: Date | null; heldAt: Date | null; closedAt: Date | null; checkedAt: Date },
) => {
  const { id, ...fields } = one
  return tx.updateTable('disputes').set(fields).where('id', '=', id).execute()
}

export const markDisputeChecked = (db: Database | Transaction, { id, now }: { id: string; now: Date }) =>
  db.updateTable('disputes').set({ checkedAt: now }).where('id', '=', id).execute()

/** Open dispute of a booking's payment, if any: the customer's bank holds the money. */
export const findOpenDispute = (db: Database | Transaction, bookingId: string) =>
  db.selectFrom('disputes').select('id').where('bookingId', '=', bookingId).where('status', '=', 'open').executeTakeFirst()

/** Undecided disputes, longest unchecked first. */
export const listUndecidedDisputes = (db: Database, { before, limit }: { before: Date; limit: number }) =>
  db
    .selectFrom('disputes')
    .select('id')
    .where(sql<boolean>`status in ('inquiry', 'open')`)
    .where('checkedAt', '<', before)
    .orderBy('checkedAt')
    .limit(limit)
    .execute()
