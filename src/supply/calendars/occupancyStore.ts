import { sql } from 'kysely'
import type { Point } from '#src/platform/kit/distance.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { Take } from './slots.ts'

/**
 * Locks the resources of a company, always in the same order, against all other writers of times. Call it before a booking is locked, never
 * after.
 */
export const lockResources = (tx: Transaction, companyId: string) =>
  sql`
    select id
    from resources
    where company_id = ${companyId}
    order by id
    for no key update`.execute(tx)

export type Occupancy = {
  companyId: string
  takes: readonly Take[]
  kind: 'cart' | 'checkout' | 'request' | 'proposal' | 'booking' | 'block'
  bookingId?: string | null
  callerHash?: string | null
  /** Set for carts and unpaid orders. */
  networkHash?: string | null
  until?: Date | null
  place: Point | null
  note?: string
  now: Date
}

/**
 * Takes a time, all of its parts on all of its seats or none; returns true if it did. The constraint decides, so it holds even against a writer without the
 * lock. Waiting for a conflict instead would end in deadlocks.
 */
export async function insertOccupancy(tx: Transaction, one: Occupancy) {
  const { rows } = await sql`
    insert into occupancies (company_id, resource_id, seat, during, core, kind, booking_id, caller_hash, network_hash, until, place, note, created_at)
    select
      ${one.companyId},
      taken.resource_id,
      taken.seat,
      tstzrange(taken.during_from, taken.during_to),
      tstzrange(taken.core_from, taken.core_to),
      ${one.kind},
      ${one.bookingId ?? null},
      ${one.callerHash ?? null},
      ${one.networkHash ?? null},
      ${one.until ?? null},
      ${pointOf(one.place)},
      ${one.note ?? ''},
      ${one.now}
    from ${rowsOf(one.takes)}
    on conflict do nothing
    returning id`.execute(tx)
  return rows.length === one.takes.length
}

/** Rows `taken` of a statement: a part on a seat each. */
const rowsOf = (takes: readonly Take[]) => sql`
  unnest(
    ${takes.map(({ resourceId }) => resourceId)}::uuid[],
    ${takes.map(({ seat }) => seat)}::integer[],
    ${takes.map(({ during }) => new Date(during.from))}::timestamptz[],
    ${takes.map(({ during }) => new Date(during.to))}::timestamptz[],
    ${takes.map(({ core }) => new Date(core.from))}::timestamptz[],
    ${takes.map(({ core }) => new Date(core.to))}::timestamptz[]
  ) as taken (resource_id, seat, during_from, during_to, core_from, core_to)`

type Beside = Omit<Occupancy, 'kind' | 'callerHash' | 'until' | 'note'> & { bookingId: string }

/** Holds a proposed time, which may overlap the booking's own time; returns true if all of it is held. */
export async function holdProposed(tx: Transaction, one: Beside) {
  const { rows } = await sql<{ isHeld: boolean }>`
    with
      parts as (
        select taken.resource_id, taken.seat, tstzrange(taken.core_from, taken.core_to) as core, part
        from ${rowsOf(one.takes)}
        cross join lateral unnest(
          tstzmultirange(tstzrange(taken.during_from, taken.during_to)) - (
            select coalesce(range_agg(during), '{}')
            from occupancies
            where booking_id = ${one.bookingId} and resource_id = taken.resource_id and seat = taken.seat
          )
        ) as part
      ),
      held as (
        insert into occupancies (company_id, resource_id, seat, during, core, kind, booking_id, place, created_at)
        select
          ${one.companyId},
          resource_id,
          seat,
          part,
          case when isempty(part * core) then part else part * core end,
          'proposal',
          ${one.bookingId},
          ${pointOf(one.place)},
          ${one.now}
        from parts
        on conflict do nothing
        returning id
      )
    select (select count(*) from parts) = (select count(*) from held) as is_held`.execute(tx)
  return rows[0]?.isHeld === true
}

/** Frees a proposed time; the booking keeps its own. */
export const deleteProposed = (tx: Transaction, bookingId: string) =>
  tx.deleteFrom('occupancies').where('bookingId', '=', bookingId).where('kind', '=', 'proposal').execute()

const pointOf = (place: Point | null) => (place === null ? null : sql`point(${place.longitude}, ${place.latitude})`)

/** Frees the times that a browser holds, and expired holds. */
export const deleteCarts = (tx: Transaction, { companyId, callerHash, now }: { companyId: string; callerHash: string; now: Date }) =>
  sql`
    delete from occupancies
    where company_id = ${companyId} and kind = 'cart' and (caller_hash = ${callerHash} or until <= ${now})`.execute(tx)

/** Hold of a browser at a company that begins at `startsAt`. */
export const findCart = (tx: Transaction, { companyId, callerHash, startsAt }: { companyId: string; callerHash: string; startsAt: Date }) =>
  tx
    .selectFrom('occupancies')
    .select('until')
    .where('companyId', '=', companyId)
    .where('kind', '=', 'cart')
    .where('callerHash', '=', callerHash)
    .where(sql<Date>`lower(core)`, '=', startsAt)
    .executeTakeFirst()

/**
 * Transfers a hold from another caller hash to this browser, unless it has expired; safe to repeat. Returns true if the hold that begins at
 * `startsAt` is the browser's now.
 */
export async function takeCart(
  tx: Transaction,
  { companyId, from, callerHash, startsAt, now }: { companyId: string; from: string; callerHash: string; startsAt: Date; now: Date },
) {
  const { rows } = await sql`
    update occupancies
    set caller_hash = ${callerHash}
    where company_id = ${companyId}
      and kind = 'cart'
      and until > ${now}
      and caller_hash in (
        select caller_hash
        from occupancies
        where company_id = ${companyId}
          and kind = 'cart'
          and until > ${now}
          and caller_hash in (${from}, ${callerHash})
          and lower(core) = ${startsAt}
      )
    returning id`.execute(tx)
  return rows.length > 0
}

type NetworkCarts = { companyId: string; callerHash: string; networkHash: string; startsAt: Date; most: number }

/**
 * Frees the oldest holds of other browsers of a network at a company, so that the network holds at most `most` with the new one. A hold of
 * the requested time itself is left to its browser.
 */
export const deleteCartsOfNetwork = (tx: Transaction, { companyId, callerHash, networkHash, startsAt, most }: NetworkCarts) =>
  sql`
    delete from occupancies
    where company_id = ${companyId}
      and kind = 'cart'
      and network_hash = ${networkHash}
      and caller_hash in (
        select caller_hash
        from occupancies
        where company_id = ${companyId}
          and kind = 'cart'
          and network_hash = ${networkHash}
          and caller_hash <> ${callerHash}
          and caller_hash not in (
            select caller_hash
            from occupancies
            where company_id = ${companyId} and kind = 'cart' and lower(core) = ${startsAt}
          )
        group by caller_hash
        order by max(created_at) desc
        offset ${Math.max(0, most - 1)}
      )`.execute(tx)

/** Number of browsers that hold times between `from` and `to` at a company. */
export async function countCarts(tx: Transaction, { companyId, from, to, now }: { companyId: string; from: Date; to: Date; now: Date }) {
  const { carts } = await tx
    .selectFrom('occupancies')
    .select(({ fn }) => fn.count<string>('callerHash').distinct().as('carts'))
    .where('companyId', '=', companyId)
    .where('kind', '=', 'cart')
    .where('networkHash', 'is not', null)
    .where('until', '>', now)
    .where(sql<boolean>`core && tstzrange(${from}, ${to})`)
    .executeTakeFirstOrThrow()
  return Number(carts)
}

/** Number of a network's unpaid orders at a company. */
export async function countUnpaid(tx: Transaction, { companyId, networkHash }: { companyId: string; networkHash: string }) {
  const { orders } = await tx
    .selectFrom('occupancies')
    .select(({ fn }) => fn.count<string>('bookingId').distinct().as('orders'))
    .where('companyId', '=', companyId)
    .where('kind', '=', 'checkout')
    .where('networkHash', '=', networkHash)
    .executeTakeFirstOrThrow()
  return Number(orders)
}

/** Frees all expired holds. */
export const deleteEndedCarts = (db: Database, now: Date) =>
  db.deleteFrom('occupancies').where('kind', '=', 'cart').where('until', '<=', now).execute()

/** Changes the kind of a booking's taken times. */
export const markOccupancies = (tx: Transaction, { bookingId, kind }: { bookingId: string; kind: 'request' | 'booking' }) =>
  tx.updateTable('occupancies').set({ kind, networkHash: null }).where('bookingId', '=', bookingId).execute()

/** Keeps the times of a booking whose payment is under way; it no longer counts as an unpaid order of its network. */
export const keepOccupancies = (tx: Transaction, bookingId: string) =>
  tx.updateTable('occupancies').set({ networkHash: null }).where('bookingId', '=', bookingId).execute()

/** Frees all times of a booking, including proposed ones. */
export const deleteOccupancies = (tx: Transaction, bookingId: string) =>
  tx.deleteFrom('occupancies').where('bookingId', '=', bookingId).execute()

/** Unpaid orders of a browser for a day at a company. */
export const listOrderedBy = (db: Database, { companyId, callerHash, day }: { companyId: string; callerHash: string; day: string }) =>
  db
    .selectFrom('occupancies')
    .innerJoin('bookings', 'bookings.id', 'occupancies.bookingId')
    .select('bookings.id')
    .distinct()
    .where('occupancies.companyId', '=', companyId)
    .where('occupancies.callerHash', '=', callerHash)
    .where('occupancies.kind', '=', 'checkout')
    .where('bookings.bookingDate', '=', day)
    .execute()
