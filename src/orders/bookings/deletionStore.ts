import { sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'

/** Deletes a company's unpaid bookings. A paid one stays, and with it the company. Files are detached; the sweep of files deletes them. */
export const deleteUnpaidBookings = (tx: Transaction, companyId: string) =>
  tx.deleteFrom('bookings').where('companyId', '=', companyId).where('paidAt', 'is', null).execute()

/** Locks the same bookings, so that none is paid in the meantime. */
export const lockUnpaidBookings = (tx: Transaction, companyId: string) =>
  tx.selectFrom('bookings').select('id').where('companyId', '=', companyId).where('paidAt', 'is', null).orderBy('id').forUpdate().execute()

type PurgeParams = { createdBefore: Date; now: Date; limit: number }

/**
 * Blanks the customer's data of old orders that were never paid and can no longer be paid. The order itself stays for the figures of
 * company and operator. Returns the number of orders.
 */
export async function purgeUnpaidCustomers(db: Database, { createdBefore, now, limit }: PurgeParams) {
  const { rows } = await sql<{ id: string }>`
    with
      old as (
        select id
        from bookings as b
        where paid_at is null
          and forgotten_at is null
          and booking_status = 'cancelled'
          and created_at < ${createdBefore}
          and not exists (select from checkouts where booking_id = b.id and status not in ('expired', 'failed', 'released'))
          and not exists (select from reconciliation_breaks where booking_id = b.id and closed_at is null)
        order by created_at
        limit ${limit}
        for update skip locked
      ),
      addresses as (delete from billing_addresses where booking_id in (select id from old)),
      links as (delete from booking_links where booking_id in (select id from old))
    update bookings
    set
      customer_name = 'Gelöscht',
      customer_email = 'geloescht@kunde.invalid',
      customer_phone = '',
      location = '',
      description = '',
      agreed_with = null,
      forgotten_at = ${now}
    where id in (select id from old)
    returning id`.execute(db)
  return rows.length
}

/** Deletes records of sent reminders and day lists about past days and appointments. */
export async function deleteOldNotes(db: Database, { day, at }: { day: string; at: Date }) {
  await db.deleteFrom('dayLists').where('day', '<', day).execute()
  await db.deleteFrom('appointmentReminders').where('startsAt', '<', at).execute()
}
