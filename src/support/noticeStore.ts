import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database, Transaction } from '#src/server/db.ts'
import type { DecidedNotice, NoticeFilter, NoticeSort, NoticeTarget } from './noticeListRules.ts'
import type { ContentNotice } from './noticeRules.ts'

type Db = Database | Transaction

/** The published review of a listed company, as whoever reports it sees it. */
export const findReportedReview = (db: Db, id: string) =>
  db
    .selectFrom('reviews')
    .innerJoin('companies', 'companies.id', 'reviews.companyId')
    .select(['reviews.id as reviewId', 'reviews.customerName', 'reviews.comment', 'companies.id as companyId', 'companies.companyName'])
    .where('reviews.id', '=', id)
    .where('reviews.publishedAt', 'is not', null)
    .where('companies.isListed', '=', true)
    .executeTakeFirst()

/** The same of a listed company's profile. */
export const findReportedCompany = (db: Db, id: string) =>
  db.selectFrom('companies').select(['id as companyId', 'companyName']).where('id', '=', id).where('isListed', '=', true).executeTakeFirst()

type NewNotice = Pick<ContentNotice, 'reason' | 'explanation' | 'name' | 'email'> & {
  target: NoticeTarget
  companyId: string | null
  reviewId: string | null
  page: string | null
  isSuspect: boolean
  createdAt: Date
}

export const insertNotice = (tx: Transaction, notice: NewNotice) =>
  tx.insertInto('contentNotices').values(notice).returning('id').executeTakeFirstOrThrow()

const states: Record<NonNullable<NoticeFilter['state']>, RawBuilder<SqlBool>> = {
  open: sql<SqlBool>`notice.decision is null and not notice.is_suspect`,
  decided: sql<SqlBool>`notice.decision is not null`,
  suspect: sql<SqlBool>`notice.is_suspect and notice.decision is null`,
}

function matching(db: Database, { search, state, target, reason }: NoticeFilter) {
  let query = db.selectFrom('contentNotices as notice').leftJoin('companies as company', 'company.id', 'notice.companyId')
  if (state) query = query.where(states[state])
  if (target) query = query.where('notice.target', '=', target)
  if (reason) query = query.where('notice.reason', '=', reason)
  if (!search) return query
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return query.where(
    sql<SqlBool>`(
      company.company_name ilike ${pattern}
      or notice.name ilike ${pattern}
      or notice.email ilike ${pattern}
      or notice.page ilike ${pattern}
      or right(notice.id::text, 8) = lower(${search})
    )`,
  )
}

const columns = [
  'notice.id',
  'notice.target',
  'notice.companyId',
  'company.companyName',
  'notice.page',
  'notice.reason',
  'notice.name',
  'notice.email',
  'notice.isSuspect',
  'notice.createdAt',
  'notice.decision',
  'notice.decidedAt',
] as const

type Page = { filter: NoticeFilter; sort: NoticeSort; limit: number; offset: number }

export function listNotices(db: Database, { filter, sort, limit, offset }: Page) {
  const direction = sort === 'newest' ? 'desc' : 'asc'
  return matching(db, filter)
    .select(columns)
    .orderBy('notice.createdAt', direction)
    .orderBy('notice.id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
}
export type NoticeRow = Awaited<ReturnType<typeof listNotices>>[number]

export const countNotices = (db: Database, filter: NoticeFilter) =>
  matching(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()

/** One notice with what is needed to decide it; the review's columns are null once it is gone. */
export const findNotice = (db: Database, id: string) =>
  db
    .selectFrom('contentNotices as notice')
    .leftJoin('companies as company', 'company.id', 'notice.companyId')
    .leftJoin('reviews as review', 'review.id', 'notice.reviewId')
    .select(columns)
    .select(['notice.explanation', 'notice.ground', 'notice.decisionReason', 'company.suspendedAt'])
    .select(['review.customerName', 'review.rating', 'review.comment'])
    .where('notice.id', '=', id)
    .executeTakeFirst()

/** One winner: only the first to decide gets the row. What is neither a review nor a profile cannot be removed from here. */
export const markDecided = (tx: Transaction, { noticeId, decision, ground, reason, now }: DecidedNotice & { now: Date }) =>
  tx
    .updateTable('contentNotices')
    .set({ decision, ground, decisionReason: reason, decidedAt: now })
    .where('id', '=', noticeId)
    .where('decision', 'is', null)
    .$if(decision === 'removed', (some) => some.where('target', '!=', 'page'))
    .returningAll()
    .executeTakeFirst()

export const findDecision = (db: Db, id: string) =>
  db.selectFrom('contentNotices').select('decision').where('id', '=', id).executeTakeFirst()

/** Who wrote a review, if its address was ever confirmed (it was published) and is not forgotten. */
export const findReviewAuthor = (tx: Transaction, reviewId: string) =>
  tx
    .selectFrom('reviews')
    .select('customerEmail as email')
    .where('id', '=', reviewId)
    .where('publishedAt', 'is not', null)
    .where('customerEmail', '!=', '')
    .executeTakeFirst()

/** Where a company is told something: at its account's confirmed address, else at its own. */
export const findProviderAddress = (tx: Transaction, companyId: string) =>
  tx
    .selectFrom('companies')
    .leftJoin('users', 'users.id', 'companies.userId')
    .select(['companies.companyName', 'companies.archivedAt'])
    .select(({ fn }) => fn.coalesce('users.email', 'companies.email').as('email'))
    .where('companies.id', '=', companyId)
    .executeTakeFirst()

/** Forgets decided notices, and what a program seems to have sent, after their time. */
export const deleteNoticesBefore = (db: Database, moment: Date) =>
  db.deleteFrom('contentNotices').where(sql<SqlBool>`(decided_at < ${moment} or (is_suspect and created_at < ${moment}))`).execute()
