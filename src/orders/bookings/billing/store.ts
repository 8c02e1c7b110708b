import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { BillingAddress } from './rules.ts'

/** Stores the recipient of a booking's invoice, in place of an earlier one. */
export const upsertBilling = (tx: Transaction, { bookingId, address, now }: { bookingId: string; address: BillingAddress; now: Date }) =>
  tx
    .insertInto('billingAddresses')
    .values({ bookingId, ...address, updatedAt: now })
    .onConflict((conflict) => conflict.column('bookingId').doUpdateSet({ ...address, updatedAt: now }))
    .execute()

export const findBilling = (db: Database | Transaction, bookingId: string) =>
  db
    .selectFrom('billingAddresses')
    .select(['name', 'street', 'postcode', 'town', 'country', 'vatId', 'buyerReference'])
    .where('bookingId', '=', bookingId)
    .executeTakeFirst()
