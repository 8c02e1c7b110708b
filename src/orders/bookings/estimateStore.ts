import { sql } from 'kysely'
import type { Cents } from '#src/platform/kit/money.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'

/** Stores the estimate of a new booking: lower end and ceiling in cents (docs/spec.md#estimates). */
export const insertEstimate = (tx: Transaction, estimate: { bookingId: string; lowCents: Cents; ceilingCents: Cents }) =>
  tx.insertInto('bookingEstimates').values(estimate).execute()

/** Estimate of a booking; undefined for a booking at a fixed price. */
export const findEstimate = (db: Database | Transaction, bookingId: string) =>
  db.selectFrom('bookingEstimates').selectAll().where('bookingId', '=', bookingId).executeTakeFirst()

/** Stores the price that the company named, once; undefined if it named one before. */
export const namePrice = (
  tx: Transaction,
  { bookingId, ...named }: { bookingId: string; priceCents: Cents; reason: string | null; namedAt: Date },
) =>
  tx
    .updateTable('bookingEstimates')
    .set(named)
    .where('bookingId', '=', bookingId)
    .where('priceCents', 'is', null)
    .returning('bookingId')
    .executeTakeFirst()

/** Stores that the customer accepted a price above the ceiling. */
export const acceptPrice = (tx: Transaction, { bookingId, now }: { bookingId: string; now: Date }) =>
  tx
    .updateTable('bookingEstimates')
    .set({ acceptedAt: now })
    .where('bookingId', '=', bookingId)
    .whereRef('priceCents', '>', 'ceilingCents')
    .execute()

/** Sets the agreed amount of an unpaid booking, in cents. */
export const setAgreedAmount = (tx: Transaction, { bookingId, amountCents, now }: { bookingId: string; amountCents: Cents; now: Date }) =>
  tx.updateTable('bookings').set({ amountCents, updatedAt: now }).where('id', '=', bookingId).where('paidAt', 'is', null).execute()

/** True if the booking has no estimate, or the price that the company named is agreed. */
export async function isPriceAgreed(tx: Transaction, bookingId: string) {
  const row = await tx
    .selectFrom('bookingEstimates')
    .select(sql<boolean>`price_cents is not null and (price_cents <= ceiling_cents or accepted_at is not null)`.as('isAgreed'))
    .where('bookingId', '=', bookingId)
    .executeTakeFirst()
  return row?.isAgreed ?? true
}
