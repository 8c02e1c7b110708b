import { type SqlBool, sql } from 'kysely'
import type { Transaction } from '#src/platform/server/db.ts'
import type { EndedBy } from './states.ts'

type NewQuote = {
  id: string
  offerTitle: string
  offerText: string
  totalCents: number
  minutes: number
  depositPercent: number | null
  restParts: number
  validUntil: Date
  now: Date
}
/** Stores a quote; returns true if the request was still waiting for it. */
export const markOffered = (tx: Transaction, { id, now, ...offer }: NewQuote) =>
  tx
    .updateTable('quotes')
    .set({ ...offer, status: 'offered', offeredAt: now })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .where('answerBy', '>', now)
    .returning('id')
    .executeTakeFirst()

export const insertSlots = (tx: Transaction, quoteId: string, starts: readonly Date[]) =>
  tx
    .insertInto('quoteSlots')
    .values(starts.map((startsAt) => ({ quoteId, startsAt })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()

type Ending = { id: string; from: 'open' | 'offered'; to: 'declined' | 'withdrawn' | 'lapsed'; by: EndedBy; now: Date }
/** Ends a quote that is in state `from`; undefined if it was in another state. */
export const markQuoteEnded = (tx: Transaction, { id, from, to, by, now }: Ending) =>
  tx
    .updateTable('quotes')
    .set({ status: to, endedBy: by, endedAt: now })
    .where('id', '=', id)
    .where('status', '=', from)
    .returning('id')
    .executeTakeFirst()

type EndingAll = { requestId: string; to: 'declined' | 'withdrawn'; exceptId?: string; now: Date }
/** Ends all open quotes of a request on behalf of its customer, except one; returns one row for each. */
export const markOthersEnded = (tx: Transaction, { requestId, to, exceptId, now }: EndingAll) =>
  tx
    .updateTable('quotes')
    .set({ status: to, endedBy: 'customer', endedAt: now })
    .where('requestId', '=', requestId)
    .where('status', 'in', ['open', 'offered'])
    .$if(exceptId !== undefined, (some) => some.where('id', '!=', exceptId ?? ''))
    .returning(['id', 'companyId'])
    .execute()

/**
 * Reserves a request for an order that is about to be paid. `before` is the order seen earlier (or null), which has ended. One statement,
 * so only one of several concurrent orders wins.
 */
export const claimRequest = (tx: Transaction, { id, bookingId, before }: { id: string; bookingId: string; before: string | null }) =>
  tx
    .updateTable('quoteRequests')
    .set({ bookingId })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .where(sql<SqlBool>`booking_id is not distinct from ${before}`)
    .where(
      sql<SqlBool>`not exists (
        select
        from bookings
        where id = quote_requests.booking_id and booking_status = 'pending'
      )`,
    )
    .returning('id')
    .executeTakeFirst()

export const insertQuoteBooking = (tx: Transaction, link: { bookingId: string; quoteId: string }) =>
  tx.insertInto('quoteBookings').values(link).execute()

/** Marks a request as accepted after the payment, if it is still reserved for this order. */
export const markRequestAccepted = (tx: Transaction, { id, bookingId, now }: { id: string; bookingId: string; now: Date }) =>
  tx
    .updateTable('quoteRequests')
    .set({ status: 'accepted', endedAt: now })
    .where('id', '=', id)
    .where('bookingId', '=', bookingId)
    .where('status', 'in', ['open', 'lapsed'])
    .returning('id')
    .executeTakeFirst()

export const markQuoteAccepted = (tx: Transaction, { id, now }: { id: string; now: Date }) =>
  tx
    .updateTable('quotes')
    .set({ status: 'accepted', endedBy: null, endedAt: now })
    .where('id', '=', id)
    .where('status', 'in', ['offered', 'lapsed'])
    .returning('id')
    .executeTakeFirst()
