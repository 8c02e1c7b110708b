import type { Transaction } from '#src/platform/server/db.ts'

/** Deletes unpaid checkouts that cannot be paid any more. */
export const deleteClosedCheckouts = (tx: Transaction, bookingIds: readonly string[]) =>
  tx
    .deleteFrom('checkouts')
    .where('bookingId', 'in', bookingIds)
    .where('status', 'in', ['expired', 'failed', 'released'])
    .where((where) => where.or([where('closedAt', 'is not', null), where('sessionId', 'is', null)]))
    .execute()
