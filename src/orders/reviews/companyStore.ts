import { sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { CompanyReviewFilter } from './companyRules.ts'
import type { ReviewSort } from './listRules.ts'

const matching = (db: Database, companyId: string, { stars, reply }: CompanyReviewFilter) =>
  db
    .selectFrom('reviews')
    .where('companyId', '=', companyId)
    .where('publishedAt', 'is not', null)
    .$if(stars !== undefined, (some) => some.where('rating', '=', Number(stars)))
    .$if(reply !== undefined, (some) => some.where('companyReply', reply === 'open' ? 'is' : 'is not', null))

const orders = {
  newest: sql`created_at desc, id desc`,
  oldest: sql`created_at, id`,
  starsDesc: sql`rating desc, created_at desc, id desc`,
  starsAsc: sql`rating, created_at, id`,
} as const

type Page = { companyId: string; filter: CompanyReviewFilter; sort: ReviewSort; limit: number; offset: number }

/** Lists one page of a company's published reviews. */
export const listCompanyReviews = (db: Database, { companyId, filter, sort, limit, offset }: Page) =>
  matching(db, companyId, filter)
    .select(['id', 'customerName', 'rating', 'comment', 'isFromBooking', 'createdAt', 'companyReply'])
    .select(['objection', 'objectionAnswer'])
    .orderBy(orders[sort])
    .limit(limit)
    .offset(offset)
    .execute()
export type CompanyReviewRow = Awaited<ReturnType<typeof listCompanyReviews>>[number]

export const countCompanyReviews = (db: Database, { companyId, filter }: Pick<Page, 'companyId' | 'filter'>) =>
  matching(db, companyId, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()

type OfCompany = { companyId: string; reviewId: string }

/** Finds a published review of this company, with the fields that replies and objections need. */
export const findCompanyReview = (tx: Transaction, { companyId, reviewId }: OfCompany) =>
  tx
    .selectFrom('reviews')
    .innerJoin('companies', 'companies.id', 'reviews.companyId')
    .select(['reviews.id', 'reviews.customerEmail', 'companies.companyName'])
    .where('reviews.id', '=', reviewId)
    .where('reviews.companyId', '=', companyId)
    .where('reviews.publishedAt', 'is not', null)
    .executeTakeFirst()

/** Stores the reply; undefined if the review has one already. */
export const markReplied = (tx: Transaction, { reviewId, reply, now }: { reviewId: string; reply: string; now: Date }) =>
  tx
    .updateTable('reviews')
    .set({ companyReply: reply, repliedAt: now })
    .where('id', '=', reviewId)
    .where('companyReply', 'is', null)
    .returning('id')
    .executeTakeFirst()

/** Stores the objection; undefined if the review has one already. */
export const markObjected = (tx: Transaction, { reviewId, reason, now }: { reviewId: string; reason: string; now: Date }) =>
  tx
    .updateTable('reviews')
    .set({ objection: reason, objectedAt: now })
    .where('id', '=', reviewId)
    .where('objection', 'is', null)
    .returning('id')
    .executeTakeFirst()
