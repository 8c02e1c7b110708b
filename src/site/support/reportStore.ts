import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { countRows, type Database, type Transaction } from '#src/platform/server/db.ts'
import type { DecidedReport, ReportFilter, ReportSort, ReportTarget } from './reportListRules.ts'
import type { ContentReport } from './reportRules.ts'

type Db = Database | Transaction

/** Finds a published review of a listed company, with the fields that its reporter sees. */
export const findReportedReview = (db: Db, id: string) =>
  db
    .selectFrom('reviews')
    .innerJoin('companies', 'companies.id', 'reviews.companyId')
    .select(['reviews.id as reviewId', 'reviews.customerName', 'reviews.comment', 'companies.id as companyId', 'companies.companyName'])
    .where('reviews.id', '=', id)
    .where('reviews.publishedAt', 'is not', null)
    .where('companies.isListed', '=', true)
    .executeTakeFirst()

/** Finds a listed company, with the fields that its reporter sees. */
export const findReportedCompany = (db: Db, id: string) =>
  db.selectFrom('companies').select(['id as companyId', 'companyName']).where('id', '=', id).where('isListed', '=', true).executeTakeFirst()

type NewReport = Pick<ContentReport, 'reason' | 'explanation' | 'name' | 'email'> & {
  target: ReportTarget
  companyId: string | null
  reviewId: string | null
  page: string | null
  isSuspect: boolean
  createdAt: Date
}

export const insertReport = (tx: Transaction, report: NewReport) =>
  tx.insertInto('contentReports').values(report).returning('id').executeTakeFirstOrThrow()

const states: Record<NonNullable<ReportFilter['state']>, RawBuilder<SqlBool>> = {
  open: sql<SqlBool>`report.decision is null and not report.is_suspect`,
  decided: sql<SqlBool>`report.decision is not null`,
  suspect: sql<SqlBool>`report.is_suspect and report.decision is null`,
}

function matching(db: Database, { search, state, target, reason }: ReportFilter) {
  let query = db.selectFrom('contentReports as report').leftJoin('companies as company', 'company.id', 'report.companyId')
  if (state) query = query.where(states[state])
  if (target) query = query.where('report.target', '=', target)
  if (reason) query = query.where('report.reason', '=', reason)
  if (!search) return query
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return query.where(
    sql<SqlBool>`(
      company.company_name ilike ${pattern}
      or report.name ilike ${pattern}
      or report.email ilike ${pattern}
      or report.page ilike ${pattern}
      or right(report.id::text, 8) = lower(${search})
    )`,
  )
}

const columns = [
  'report.id',
  'report.target',
  'report.companyId',
  'company.companyName',
  'report.page',
  'report.reason',
  'report.name',
  'report.email',
  'report.isSuspect',
  'report.createdAt',
  'report.decision',
  'report.decidedAt',
] as const

type Page = { filter: ReportFilter; sort: ReportSort; limit: number; offset: number }

export function listReports(db: Database, { filter, sort, limit, offset }: Page) {
  const direction = sort === 'newest' ? 'desc' : 'asc'
  return matching(db, filter)
    .select(columns)
    .orderBy('report.createdAt', direction)
    .orderBy('report.id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
}

export const countReports = (db: Database, filter: ReportFilter) => countRows(matching(db, filter))

/** Finds a report with all data needed for the decision; the review's columns are null after its deletion. */
export const findReport = (db: Database, id: string) =>
  db
    .selectFrom('contentReports as report')
    .leftJoin('companies as company', 'company.id', 'report.companyId')
    .leftJoin('reviews as review', 'review.id', 'report.reviewId')
    .select(columns)
    .select(['report.explanation', 'report.ground', 'report.decisionReason', 'company.suspendedAt'])
    .select(['review.customerName', 'review.rating', 'review.comment'])
    .where('report.id', '=', id)
    .executeTakeFirst()

/**
 * Stores the decision; returns the row to the first caller only. Content that is neither a review nor a profile cannot be marked as
 * removed.
 */
export const markDecided = (tx: Transaction, { reportId, decision, ground, reason, now }: DecidedReport & { now: Date }) =>
  tx
    .updateTable('contentReports')
    .set({ decision, ground, decisionReason: reason, decidedAt: now })
    .where('id', '=', reportId)
    .where('decision', 'is', null)
    .$if(decision === 'removed', (some) => some.where('target', '!=', 'page'))
    .returningAll()
    .executeTakeFirst()

export const findDecision = (db: Db, id: string) =>
  db.selectFrom('contentReports').select('decision').where('id', '=', id).executeTakeFirst()

/** Finds the address of a review's author, if it was confirmed (the review was published) and not deleted since. */
export const findReviewAuthor = (tx: Transaction, reviewId: string) =>
  tx
    .selectFrom('reviews')
    .select('customerEmail as email')
    .where('id', '=', reviewId)
    .where('publishedAt', 'is not', null)
    .where('customerEmail', '!=', '')
    .executeTakeFirst()

/** Finds a company's address for notices: the account's confirmed one, else its own. */
export const findCompanyAddress = (tx: Transaction, companyId: string) =>
  tx
    .selectFrom('companies')
    .leftJoin('users', 'users.id', 'companies.userId')
    .select(['companies.companyName', 'companies.archivedAt'])
    .select(({ fn }) => fn.coalesce('users.email', 'companies.email').as('email'))
    .where('companies.id', '=', companyId)
    .executeTakeFirst()

/** Deletes decided reports, and suspected spam, older than `moment`. */
export const deleteReportsBefore = (db: Database, moment: Date) =>
  db.deleteFrom('contentReports').where(sql<SqlBool>`(decided_at < ${moment} or (is_suspect and created_at < ${moment}))`).execute()
