import { sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import { type BoughtItem, hourUnit } from '#src/supply/services/pricing.ts'

/** Copies the purchased items to the booking, in their order. */
export async function insertItems(tx: Transaction, { bookingId, items }: { bookingId: string; items: readonly BoughtItem[] }) {
  if (items.length === 0) return
  await tx
    .insertInto('bookingItems')
    .values(items.map((item, position) => ({ ...item, bookingId, position })))
    .execute()
}

/** Items of a booking; empty for a booking without a service. */
export const listItems = (tx: Database | Transaction, bookingId: string) =>
  tx
    .selectFrom('bookingItems')
    .select(['title', 'quantity', 'unit', 'unitCents', 'totalCents'])
    .where('bookingId', '=', bookingId)
    .orderBy('position')
    .execute()

/** Hours and price per hour in cents of work sold by the hour; null for other work. */
export const hourlyOf = (booking: string) => sql<Hourly | null>`(
  select jsonb_build_object('hours', quantity / 100.0, 'unitCents', unit_cents)
  from booking_items
  where booking_id = ${sql.ref(booking)} and position = 0 and unit = ${hourUnit}
)`
export type Hourly = { hours: number; unitCents: number }

/** Hours and price per hour of one booking; undefined for other work. */
export async function findHourly(db: Database | Transaction, bookingId: string) {
  const row = await db.selectFrom('bookings').select(hourlyOf('bookings.id').as('hourly')).where('id', '=', bookingId).executeTakeFirst()
  return row?.hourly ?? undefined
}

/** Whole pieces of a booking and their price in cents; null for work that is not sold by the piece. */
export const piecesOf = (booking: string) => sql<Pieces | null>`(
  select jsonb_build_object('pieces', quantity / 100, 'piece', unit, 'unitCents', unit_cents)
  from booking_items
  where booking_id = ${sql.ref(booking)} and position = 0 and unit <> ${hourUnit} and quantity % 100 = 0
)`
export type Pieces = { pieces: number; piece: string; unitCents: number }

/** Pieces of one booking; undefined for other work. */
export async function findPieces(db: Database | Transaction, bookingId: string) {
  const row = await db.selectFrom('bookings').select(piecesOf('bookings.id').as('pieces')).where('id', '=', bookingId).executeTakeFirst()
  return row?.pieces ?? undefined
}

/** Replaces the items of a booking. */
export async function replaceItems(tx: Transaction, { bookingId, items }: { bookingId: string; items: readonly BoughtItem[] }) {
  await tx.deleteFrom('bookingItems').where('bookingId', '=', bookingId).execute()
  await insertItems(tx, { bookingId, items })
}
