import { sql } from 'kysely'
import { standingStatuses } from '#src/money/payments/bookingStates.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'

type Invited = { id: string; bookingDate: string; customerEmail: string; serviceTitle: string; companyName: string }

/**
 * Claims finished bookings without a review: paid, confirmed, not fully refunded, of a listed company. Each is returned once, to one
 * process.
 */
export async function claimInvitations(
  tx: Transaction,
  { first, last, now, limit }: { first: string; last: string; now: Date; limit: number },
) {
  const { rows } = await sql<Invited>`
    with
      claimed as (
        insert into review_invitations (booking_id, invited_at)
        select bookings.id, ${now}
        from bookings
        join companies on companies.id = bookings.company_id
        where bookings.booking_date between ${first} and ${last}
          and bookings.parent_id is null
          and bookings.booking_status = any(${standingStatuses})
          and bookings.payment_status in ('paid', 'completed')
          and booking_ends_at(bookings) <= ${now}
          and companies.is_listed
          and not exists (select from review_invitations where booking_id = bookings.id)
          and not exists (select from reviews where booking_id = bookings.id)
        order by bookings.booking_date, bookings.id
        limit ${limit}
        on conflict do nothing
        returning booking_id
      )
    select bookings.id, bookings.booking_date, bookings.customer_email, bookings.service_title, companies.company_name
    from claimed
    join bookings on bookings.id = claimed.booking_id
    join companies on companies.id = bookings.company_id`.execute(tx)
  return rows
}

export const findReviewOptOut = (tx: Transaction, addressHash: string) =>
  tx.selectFrom('reviewOptOuts').select('optedOutAt').where('addressHash', '=', addressHash).executeTakeFirst()

export const insertReviewOptOut = (db: Database, { addressHash, now }: { addressHash: string; now: Date }) =>
  db
    .insertInto('reviewOptOuts')
    .values({ addressHash, optedOutAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const findCompanyName = (db: Database, id: string) =>
  db.selectFrom('companies').select('companyName').where('id', '=', id).executeTakeFirstOrThrow()
