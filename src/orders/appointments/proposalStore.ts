import { type Insertable, sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { MoveProposals } from '#src/platform/server/tables.d.ts'
import type { Span } from '#src/supply/calendars/workingHours.ts'
import { heldSeats } from './proposalRules.ts'
import type { ProposalStatus } from './states.ts'

type NewProposal = Omit<Insertable<MoveProposals>, 'during' | 'seats'> & { during: Span; seats: readonly object[] }

export const insertProposal = (tx: Transaction, { during: { from, to }, seats, ...proposal }: NewProposal) =>
  tx
    .insertInto('moveProposals')
    .values({
      ...proposal,
      during: sql<string>`tstzrange(${new Date(from)}, ${new Date(to)})`,
      seats: JSON.stringify(seats),
    })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Open proposal of a booking. */
export async function findOpenProposal(db: Database | Transaction, bookingId: string) {
  const found = await db
    .selectFrom('moveProposals')
    .select(['id', 'bookingId', 'proposedBy', 'startsAt', 'endsAt', 'until', 'earlyStartVersion', 'seats'])
    .select([sql<Date>`lower(during)`.as('takenFrom'), sql<Date>`upper(during)`.as('takenTo')])
    .where('bookingId', '=', bookingId)
    .where('status', '=', 'open')
    .executeTakeFirst()
  return found && { ...found, seats: heldSeats.parse(found.seats) }
}
export type OpenProposal = NonNullable<Awaited<ReturnType<typeof findOpenProposal>>>

/** Ends the open proposal of an appointment. Returns whether there was one. */
export async function endProposal(tx: Transaction, ended: { bookingId: string; status: Exclude<ProposalStatus, 'open'>; now: Date }) {
  const row = await tx
    .updateTable('moveProposals')
    .set({ status: ended.status, decidedAt: ended.now })
    .where('bookingId', '=', ended.bookingId)
    .where('status', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Appointments with a proposal whose deadline passed without an answer. */
export const listUnanswered = (db: Database, now: Date) =>
  db
    .selectFrom('moveProposals')
    .innerJoin('appointments', 'appointments.bookingId', 'moveProposals.bookingId')
    .select('moveProposals.bookingId')
    .where('moveProposals.status', '=', 'open')
    .where((row) => row.or([row('moveProposals.until', '<=', now), row('appointments.endsAt', '<=', now)]))
    .orderBy('moveProposals.until')
    .limit(100)
    .execute()
