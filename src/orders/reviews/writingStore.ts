import { sql } from 'kysely'
import { standingStatuses } from '#src/money/payments/bookingStates.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'

type Db = Database | Transaction

/** Finds a company with the accounts and addresses that must not review it. */
export const findReviewedCompany = (db: Db, id: string) =>
  db
    .selectFrom('companies')
    .leftJoin('users', 'users.id', 'companies.userId')
    .select(['companies.id', 'companies.companyName', 'companies.isListed', 'companies.userId'])
    .select(['companies.email', 'users.email as ownerEmail'])
    .where('companies.id', '=', id)
    .executeTakeFirst()

/** Locks the newest paid, finished and unreviewed booking of an address with a company, against a concurrent review. */
export async function lockOpenBooking(tx: Transaction, { companyId, email, now }: { companyId: string; email: string; now: Date }) {
  const { rows } = await sql<{ id: string }>`
    select id
    from bookings
    where company_id = ${companyId}
      and customer_email = ${email}
      and parent_id is null
      and paid_at is not null
      and booking_status = any(${standingStatuses})
      and payment_status in ('paid', 'completed')
      and booking_ends_at(bookings) <= ${now}
      and not exists (select from reviews where booking_id = bookings.id)
    order by booking_date desc, id
    limit 1
    for no key update`.execute(tx)
  return rows[0]
}

/** Finds a booking whose appointment is over; supplements are reviewed with their job. */
export const findEndedBooking = (db: Db, { id, now }: { id: string; now: Date }) =>
  db
    .selectFrom('bookings')
    .select('id')
    .where('id', '=', id)
    .where('parentId', 'is', null)
    .where(sql<Date>`booking_ends_at(bookings)`, '<=', now)
    .executeTakeFirst()

/** Locks a booking, which serializes reviews of it. */
export const holdBooking = (tx: Transaction, id: string) =>
  sql`
    select id
    from bookings
    where id = ${id}
    for no key update`.execute(tx)

export const findReviewOfBooking = (db: Db, bookingId: string) =>
  db.selectFrom('reviews').select('id').where('bookingId', '=', bookingId).executeTakeFirst()

type Written = { companyId: string; customerName: string; customerEmail: string; rating: number; comment: string; createdAt: Date }

/** Inserts a published review with proof; undefined if the booking has one already. */
export const insertProvenReview = (tx: Transaction, review: Written & { bookingId: string }) =>
  tx
    .insertInto('reviews')
    .values({ ...review, isFromBooking: true, publishedAt: review.createdAt })
    .onConflict((conflict) => conflict.column('bookingId').doNothing())
    .returning('id')
    .executeTakeFirst()

type Turn = { companyId: string; authorHash: string; blockedUntil: Date }

/**
 * Inserts an unconfirmed review together with its author's quota entry, in one statement. A used quota is available again after
 * `blockedUntil`, or for an unreviewed booking, but not while another review of the author awaits confirmation. Returns undefined if it is
 * used.
 */
export async function insertAwaitingReview(tx: Transaction, claim: Turn & { now: Date; hasOpenBooking: boolean; review: Written }) {
  const { companyId, authorHash, blockedUntil, now, hasOpenBooking, review } = claim
  const { rows } = await sql<{ id: string }>`
    with
      turn as (
        insert into review_authors as known (company_id, author_hash, review_id, is_awaiting, blocked_until)
        values (${companyId}, ${authorHash}, uuidv7(), true, ${blockedUntil})
        on conflict (company_id, author_hash) do update
        set review_id = excluded.review_id, is_awaiting = true, blocked_until = excluded.blocked_until
        where known.blocked_until <= ${now} or (not known.is_awaiting and ${hasOpenBooking})
        returning review_id
      )
    insert into reviews (id, company_id, customer_name, customer_email, rating, comment, created_at)
    select review_id, ${companyId}, ${review.customerName}, ${review.customerEmail}, ${review.rating}, ${review.comment}, ${review.createdAt}
    from turn
    returning id`.execute(tx)
  return rows[0]
}

/** Records that an address has reviewed a company; extends an existing quota entry. */
export const noteAuthor = (tx: Transaction, { companyId, authorHash, blockedUntil, reviewId }: Turn & { reviewId: string }) =>
  tx
    .insertInto('reviewAuthors')
    .values({ companyId, authorHash, reviewId, isAwaiting: false, blockedUntil })
    .onConflict((conflict) =>
      conflict.columns(['companyId', 'authorHash']).doUpdateSet({ blockedUntil: (set) => set.ref('excluded.blockedUntil') }),
    )
    .execute()

/** Finds the unconfirmed review of an address. */
export const findAwaitingReview = (tx: Transaction, { companyId, authorHash }: Omit<Turn, 'blockedUntil'>) =>
  tx
    .selectFrom('reviewAuthors')
    .innerJoin('reviews', 'reviews.id', 'reviewAuthors.reviewId')
    .select('reviews.id')
    .where('reviewAuthors.companyId', '=', companyId)
    .where('reviewAuthors.authorHash', '=', authorHash)
    .where('reviews.publishedAt', 'is', null)
    .executeTakeFirst()

export const insertReviewLink = (tx: Transaction, link: { tokenHash: string; reviewId: string; createdAt: Date; expiresAt: Date }) =>
  tx.insertInto('reviewLinks').values(link).execute()

const linked = (db: Db, { tokenHash, now }: { tokenHash: string; now: Date }) =>
  db
    .selectFrom('reviewLinks')
    .innerJoin('reviews', 'reviews.id', 'reviewLinks.reviewId')
    .innerJoin('companies', 'companies.id', 'reviews.companyId')
    .select(['reviews.id', 'reviews.companyId', 'companies.companyName', 'reviews.customerName', 'reviews.customerEmail'])
    .select(['reviews.rating', 'reviews.comment', 'reviews.publishedAt'])
    .where('reviewLinks.tokenHash', '=', tokenHash)
    .where('reviewLinks.expiresAt', '>', now)

/** Finds the review of a confirmation link. */
export const findReviewByLink = (db: Db, link: { tokenHash: string; now: Date }) => linked(db, link).executeTakeFirst()

/** Locks the review of a confirmation link, against a second click. */
export const lockReviewByLink = (tx: Transaction, link: { tokenHash: string; now: Date }) =>
  linked(tx, link).forUpdate('reviews').executeTakeFirst()

export const markPublished = (tx: Transaction, { id, bookingId, now }: { id: string; bookingId: string | null; now: Date }) =>
  tx
    .updateTable('reviews')
    .set({ publishedAt: now, bookingId, isFromBooking: bookingId !== null })
    .where('id', '=', id)
    .where('publishedAt', 'is', null)
    .execute()

export const markAuthorArrived = (tx: Transaction, reviewId: string) =>
  tx.updateTable('reviewAuthors').set({ isAwaiting: false }).where('reviewId', '=', reviewId).execute()

/** Deletes an unconfirmed review and releases its author's quota. */
export async function deleteAwaitingReview(tx: Transaction, id: string) {
  await tx.deleteFrom('reviews').where('id', '=', id).where('publishedAt', 'is', null).execute()
  await tx.deleteFrom('reviewAuthors').where('reviewId', '=', id).where('isAwaiting', '=', true).execute()
}

/** Deletes the reviews of a deleted company. */
export const deleteReviewsOf = (tx: Transaction, companyId: string) => tx.deleteFrom('reviews').where('companyId', '=', companyId).execute()

/** Deletes the unconfirmed reviews of an address; the next sweep deletes their authors' quota entries. */
export const deleteAwaitingOf = (tx: Transaction, customerEmail: string) =>
  tx.deleteFrom('reviews').where('customerEmail', '=', customerEmail).where('publishedAt', 'is', null).execute()

/** Removes the address from published reviews, so that their author gets no more mails about them. */
export const deleteAddress = (tx: Transaction, customerEmail: string) =>
  tx.updateTable('reviews').set({ customerEmail: '' }).where('customerEmail', '=', customerEmail).execute()

/** Deletes unconfirmed reviews, expired links and expired quota entries. */
export async function deleteOldReviewTraces(tx: Transaction, { awaitingBefore, now }: { awaitingBefore: Date; now: Date }) {
  await tx.deleteFrom('reviews').where('publishedAt', 'is', null).where('createdAt', '<=', awaitingBefore).execute()
  await tx.deleteFrom('reviewLinks').where('expiresAt', '<=', now).execute()
  await sql`
    delete from review_authors
    where blocked_until <= ${now}
      or (is_awaiting and not exists (select from reviews where id = review_id))`.execute(tx)
}

/** Lists the reviews of a confirmed address, for its owner's export. Without unconfirmed ones: a stranger may have typed the address. */
export const listReviewsForExport = (db: Database, customerEmail: string) =>
  db
    .selectFrom('reviews')
    .innerJoin('companies', 'companies.id', 'reviews.companyId')
    .select(['reviews.id', 'companies.companyName', 'reviews.customerName', 'reviews.customerEmail', 'reviews.rating', 'reviews.comment'])
    .select(['reviews.companyReply', 'reviews.bookingId', 'reviews.createdAt', 'reviews.publishedAt'])
    .where('reviews.customerEmail', '=', customerEmail)
    .where('reviews.publishedAt', 'is not', null)
    .orderBy('reviews.createdAt')
    .execute()
