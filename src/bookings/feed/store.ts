import type { Database } from '#src/server/db.ts'

/** The company's appointments of the last `pastDays` days and ahead, and as long those that were cancelled. */
export function listFeed(db: Database, { companyId, now, pastDays }: { companyId: string; now: Date; pastDays: number }) {
  const since = new Date(now.getTime() - pastDays * 86_400_000)
  return db
    .selectFrom('appointments')
    .innerJoin('bookings', 'bookings.id', 'appointments.bookingId')
    .select([
      'bookings.id',
      'serviceTitle',
      'customerName',
      'customerPhone',
      'bookings.location',
      'startsAt',
      'endsAt',
      'sequence',
      'appointments.status',
      'appointments.updatedAt',
    ])
    .where('appointments.companyId', '=', companyId)
    .where('appointments.status', 'in', ['agreed', 'performed', 'missed', 'contested', 'cancelled'])
    .where('endsAt', '>', since)
    .where(({ eb, or }) => or([eb('appointments.status', '<>', 'cancelled'), eb('appointments.updatedAt', '>', since)]))
    .orderBy('startsAt')
    .limit(mostEntries)
    .execute()
}
const mostEntries = 5_000
