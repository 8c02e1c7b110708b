import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { addDays } from '#src/platform/kit/dates.ts'
import type { Database } from '#src/platform/server/db.ts'
import type { DocumentKind } from '../facts.ts'
import type { DocumentState } from './rules.ts'

export type DocumentFilter = {
  companyId?: string
  bookingId?: string
  issuer?: 'operator' | 'company'
  search?: string | undefined
  state?: DocumentState
  kind?: DocumentKind | undefined
  /** Month of issue. */
  month?: string | undefined
}

/** First day of a month, and first day of the next one (exclusive). */
export const daysOf = (month: string) => ({ from: `${month}-01`, before: `${addDays(`${month}-01`, 31).slice(0, 7)}-01` })

const likeOf = (search: string) => `%${search.replace(/[\\%_]/g, '\\$&')}%`
/** Condition: one of the texts contains the search text; case is ignored. */
export const isNamed = (search: string, ...texts: RawBuilder<string>[]) =>
  sql<SqlBool>`(${sql.join(
    texts.map((text) => sql<SqlBool>`${text} ilike ${likeOf(search)}`),
    sql` or `,
  )})`

const correction = (isCancellation: boolean) => sql<SqlBool>`exists (
  select from documents as later
  where later.corrects_id = documents.id and later.is_cancellation = ${isCancellation}
)`
const states: Record<DocumentState, RawBuilder<SqlBool>> = {
  cancelled: correction(true),
  corrected: sql<SqlBool>`${correction(false)} and not ${correction(true)}`,
  issued: sql<SqlBool>`not ${correction(false)} and not ${correction(true)}`,
}

/** Ids of a booking and of the supplements of its job. */
const jobWithSupplements = (bookingId: string) => sql<string>`(select id from bookings where id = ${bookingId} or parent_id = ${bookingId})`

function matching(db: Database, { companyId, bookingId, issuer, search, state, kind, month }: DocumentFilter) {
  let query = db.selectFrom('documents').innerJoin('companies', 'companies.id', 'documents.companyId')
  if (companyId) query = query.where('documents.companyId', '=', companyId)
  if (bookingId) query = query.where('documents.bookingId', 'in', jobWithSupplements(bookingId))
  if (issuer) query = query.where('documents.issuerCompanyId', issuer === 'operator' ? 'is' : 'is not', null)
  if (state) query = query.where(states[state])
  if (kind) query = query.where('documents.kind', '=', kind)
  if (month) {
    const { from, before } = daysOf(month)
    query = query.where('documents.issuedOn', '>=', from).where('documents.issuedOn', '<', before)
  }
  if (!search) return query
  // A company searches by customer, the operator by company.
  const name = issuer === 'company' ? sql<string>`(documents.facts -> 'buyer' ->> 'name')` : sql<string>`companies.company_name`
  return query.where(isNamed(search, sql<string>`documents.number`, name))
}

type Page = { filter: DocumentFilter; sort: 'newest' | 'oldest'; limit: number; offset: number }

/** Lists one page of documents, each with its state. */
export function listDocuments(db: Database, { filter, sort, limit, offset }: Page) {
  const direction = sort === 'newest' ? 'desc' : 'asc'
  return matching(db, filter)
    .select([
      'documents.id',
      'documents.number',
      'documents.kind',
      'documents.facts',
      'documents.issuedOn',
      'documents.supplyFrom',
      'documents.supplyTo',
      'documents.netCents',
      'documents.taxCents',
      'documents.grossCents',
      'documents.companyId',
      'documents.issuerCompanyId',
      'documents.isCancellation',
      'documents.renderedAt',
      'companies.companyName',
    ])
    .select(
      sql<DocumentState>`case when ${states.cancelled} then 'cancelled' when ${states.corrected} then 'corrected' else 'issued' end`.as(
        'state',
      ),
    )
    .orderBy('documents.issuedOn', direction)
    .orderBy('documents.id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
}
export type DocumentRow = Awaited<ReturnType<typeof listDocuments>>[number]

export const countDocuments = (db: Database, filter: DocumentFilter) =>
  matching(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()

/** Lists the documents of a person's companies for the export of their data. */
export const listDocumentsForExport = (db: Database, userId: string) =>
  db
    .selectFrom('documents')
    .innerJoin('companies', 'companies.id', 'documents.companyId')
    .select(['documents.companyId', 'documents.number', 'documents.kind', 'documents.issuedOn', 'documents.facts'])
    .where('companies.userId', '=', userId)
    .orderBy('documents.issuedOn')
    .orderBy('documents.id')
    .execute()

/** Lists the months in which a company's documents were issued, newest first. */
export const listMonths = (db: Database, companyId: string) =>
  db
    .selectFrom('documents')
    .select(sql<string>`to_char(issued_on, 'YYYY-MM')`.as('month'))
    .distinct()
    .where('companyId', '=', companyId)
    .orderBy('month', 'desc')
    .execute()

/** Lists a company's documents that were issued in a month, ordered by number. */
export const listIssuedIn = (db: Database, { companyId, from, before }: { companyId: string; from: string; before: string }) =>
  db
    .selectFrom('documents')
    .select(['number', 'pdfSha256', 'createdAt'])
    .where('companyId', '=', companyId)
    .where('issuedOn', '>=', from)
    .where('issuedOn', '<', before)
    .orderBy('number')
    .execute()
