import type { Database, Transaction } from '#src/platform/server/db.ts'

/** Finds the company if its account has signed in with this browser. */
export const findInsiderBrowser = (tx: Transaction, { companyId, callerHash }: { companyId: string; callerHash: string }) =>
  tx
    .selectFrom('companies')
    .innerJoin('knownDevices', 'knownDevices.userId', 'companies.userId')
    .select('companies.id')
    .where('companies.id', '=', companyId)
    .where('knownDevices.callerHash', '=', callerHash)
    .executeTakeFirst()

/** Paid checkout session of a booking and its company's customer id at the PSP; undefined if one is missing. */
export const findCards = (db: Database, bookingId: string) =>
  db
    .selectFrom('bookings')
    .innerJoin('companies', 'companies.id', 'bookings.companyId')
    .innerJoin('checkouts', 'checkouts.bookingId', 'bookings.id')
    .select(['checkouts.sessionId', 'companies.stripeCustomerId as customerId'])
    .where('bookings.id', '=', bookingId)
    .where('checkouts.status', '=', 'paid')
    .where('checkouts.sessionId', 'is not', null)
    .where('companies.stripeCustomerId', 'is not', null)
    .$narrowType<{ sessionId: string; customerId: string }>()
    .executeTakeFirst()

export const markInsiderCard = (db: Database, bookingId: string) =>
  db.updateTable('bookings').set({ insider: 'card' }).where('id', '=', bookingId).execute()
