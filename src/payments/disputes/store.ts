import { type Insertable, sql } from 'kysely'
import type { Database, Transaction } from '#src/server/db.ts'
import type { Disputes } from '#src/server/tables.d.ts'

/** The booking that a payment was for; undefined when it was for something else. */
export const findBookingOfPayment = (tx: Database | Transaction, paymentId: string) =>
  tx.selectFrom('paymentTransactions').select(['bookingId', 'companyId']).where('paymentId', '=', paymentId).executeTakeFirst()

/** The booking of a payment that the PSP has, but that is not settled here yet. */
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

/** A dispute as it begins; nothing happens when it is known. */
export const insertDispute = (tx: Transaction, dispute: Insertable<Disputes>) =>
  tx
    .insertInto('disputes')
    .values(dispute)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()

export const lockDispute = (tx: Transaction, id: string) =>
  tx.selectFrom('disputes').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

/** Writes the dispute's state as the PSP has it now. */
export const markDispute = (
  tx: Transaction,
  one: { id: string; status: string; amountCents: number; dueBy: Date | null; heldAt: Date | null; closedAt: Date | null; checkedAt: Date },
) => {
  const { id, ...fields } = one
  return tx.updateTable('disputes').set(fields).where('id', '=', id).execute()
}

export const markDisputeChecked = (db: Database | Transaction, { id, now }: { id: string; now: Date }) =>
  db.updateTable('disputes').set({ checkedAt: now }).where('id', '=', id).execute()

/** Whether a customer's bank holds a booking's money at this moment. */
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
