import { sql } from 'kysely'
import type { ProfileReview, PublicReview, ReviewSummary } from '#src/orders/reviews/rules.ts'
import type { Database } from '#src/platform/server/db.ts'

/** Public reviews: published, and of a listed company. */
const shown = (db: Database) =>
  db
    .selectFrom('reviews')
    .innerJoin('companies', 'companies.id', 'reviews.companyId')
    .where('companies.isListed', '=', true)
    .where('reviews.publishedAt', 'is not', null)

const columns = (db: Database) =>
  shown(db)
    .select(['reviews.id', 'reviews.customerName', 'reviews.rating', 'reviews.comment', 'reviews.isFromBooking', 'reviews.companyReply'])
    .select(sql<string>`to_char(reviews.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`.as('createdAt'))

/** Title of the booked service. That of an accepted offer is free text for one customer, and is not shown. */
const bookedService = sql<string | null>`(
  select booking.service_title
  from bookings booking
  where
    booking.id = reviews.booking_id
    and reviews.is_from_booking
    and exists (select from booking_items item where item.booking_id = booking.id)
    and not exists (select from quote_bookings quoted where quoted.booking_id = booking.id)
)`

type Part = { companyId: string; limit: number; offset: number }

/**
 * Reads some of a company's reviews, the newest first, and the counts of all: total, those of bookings, and by number of stars. In one
 * statement.
 */
export async function readReviews(
  db: Database,
  { companyId, limit, offset }: Part,
): Promise<{ rows: ProfileReview[]; summary: ReviewSummary }> {
  const newest = columns(db)
    .select(bookedService.as('service'))
    .where('reviews.companyId', '=', companyId)
    .orderBy('reviews.createdAt', 'desc')
    .orderBy('reviews.id', 'desc')
    .limit(limit)
    .offset(offset)
  const byStars = shown(db)
    .select((select) => ['reviews.rating as stars', select.fn.countAll<number>().as('count')])
    .select((select) => select.fn.countAll<number>().filterWhere('reviews.isFromBooking', '=', true).as('proven'))
    .where('reviews.companyId', '=', companyId)
    .groupBy('reviews.rating')
  const { rows: read } = await sql<{ rows: ProfileReview[]; counted: { stars: number; count: number; proven: number }[] }>`
    select
      (select coalesce(json_agg(newest), '[]') from ${newest} as newest) as rows,
      (select coalesce(json_agg(by_stars), '[]') from ${byStars} as by_stars) as counted`.execute(db)
  const { rows, counted } = read[0] ?? { rows: [], counted: [] }
  const sum = (of: 'count' | 'proven') => counted.reduce((total, row) => total + row[of], 0)
  const summary = { total: sum('count'), proven: sum('proven'), byStars: counted.map(({ stars, count }) => ({ stars, count })) }
  return { rows, summary }
}

export type ReviewOfCompany = PublicReview & { companyId: string; companyName: string }

/** The newest reviews of all listed companies. */
export const listNewestReviews = (db: Database, limit: number): Promise<ReviewOfCompany[]> =>
  columns(db)
    .select(['companies.id as companyId', 'companies.companyName'])
    .orderBy('reviews.createdAt', 'desc')
    .orderBy('reviews.id', 'desc')
    .limit(limit)
    .execute()

type Voices = { fewestStars: number; comment: { min: number; max: number }; limit: number }

/** Lists the newest positive reviews of bookings with more than a word, one of each company. */
export const listVoices = (db: Database, { fewestStars, comment, limit }: Voices): Promise<ReviewOfCompany[]> =>
  db
    .selectFrom(
      columns(db)
        .select(['companies.id as companyId', 'companies.companyName'])
        .distinctOn('reviews.companyId')
        .where('reviews.isFromBooking', '=', true)
        .where('reviews.rating', '>=', fewestStars)
        .where(sql<boolean>`char_length(reviews.comment) between ${comment.min} and ${comment.max}`)
        .orderBy('reviews.companyId')
        .orderBy('reviews.createdAt', 'desc')
        .as('voice'),
    )
    .selectAll()
    .orderBy('voice.createdAt', 'desc')
    .orderBy('voice.id', 'desc')
    .limit(limit)
    .execute()
