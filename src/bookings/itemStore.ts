import type { Transaction } from '#src/server/db.ts'
import type { BoughtItem } from '#src/services/pricing.ts'

/** Copies what is bought to the booking, in its order. */
export async function insertItems(tx: Transaction, { bookingId, items }: { bookingId: string; items: readonly BoughtItem[] }) {
  if (items.length === 0) return
  await tx
    .insertInto('bookingItems')
    .values(items.map((item, position) => ({ ...item, bookingId, position })))
    .execute()
}

/** What a booking bought, line by line; empty for a booking without a service. */
export const listItems = (tx: Transaction, bookingId: string) =>
  tx
    .selectFrom('bookingItems')
    .select(['title', 'quantity', 'unit', 'unitCents', 'totalCents'])
    .where('bookingId', '=', bookingId)
    .orderBy('position')
    .execute()
