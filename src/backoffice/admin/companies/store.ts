import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { foldDigraphs, foldText } from '#src/platform/kit/text.ts'
import { countRows, type Database } from '#src/platform/server/db.ts'
import type { DB } from '#src/platform/server/tables.d.ts'
import { feedLimits } from '#src/supply/calendars/feeds/rules.ts'
import { columnNamesOf } from '#src/supply/companies/fields/columns.ts'
import { operatorNames } from '#src/supply/companies/fields/fields.ts'
import type { CompanyFilter, CompanySort } from './listRules.ts'
import { listedNames } from './rules.ts'

const columns = [
  'companies.id',
  ...columnNamesOf(listedNames),
  'companies.plan',
  'companies.premium',
  'companies.verified',
  'companies.subscriptionStatus',
  'companies.subscriptionKind',
  'companies.suspendedAt',
  'companies.archivedAt',
  'companies.createdAt',
  'companies.userId',
] as const

/** Each order ends with the id, so that pages neither overlap nor skip rows. */
const orders = {
  newest: sql`created_at desc, id desc`,
  oldest: sql`created_at, id`,
  nameAsc: sql`company_name collate "de-x-icu", id`,
  nameDesc: sql`company_name collate "de-x-icu" desc, id desc`,
  locationAsc: sql`location collate "de-x-icu", id`,
  locationDesc: sql`location collate "de-x-icu" desc, id desc`,
  categoryAsc: sql`category, created_at desc, id`,
  categoryDesc: sql`category desc, created_at desc, id desc`,
} satisfies Record<CompanySort, unknown>

/** Lists one page of matching companies. Selects the sorted ids first, then reads only the rows of this page. */
export const listCompanies = (
  db: Database,
  { filter, sort, limit, offset }: { filter: CompanyFilter; sort: CompanySort; limit: number; offset: number },
) =>
  db
    .with('page', (from) =>
      matching(from.selectFrom('companies'), filter)
        .select(['companies.id', sql<number>`row_number() over (order by ${orders[sort]})`.as('place')])
        .orderBy(orders[sort])
        .limit(limit)
        .offset(offset),
    )
    .selectFrom('page')
    .innerJoin('companies', 'companies.id', 'page.id')
    .select(columns)
    .orderBy('page.place')
    .execute()

export const countCompanies = (db: Database, filter: CompanyFilter) => countRows(matching(db.selectFrom('companies'), filter))

/** Lists the next companies after an id, for exports in batches. */
export const listCompaniesAfter = (
  db: Database,
  { filter, after, limit }: { filter: CompanyFilter; after?: string | undefined; limit: number },
) =>
  matching(db.selectFrom('companies'), filter)
    .select([...columns, ...columnNamesOf(operatorNames)])
    .$if(after !== undefined, (query) => query.where('companies.id', '>', after ?? ''))
    .orderBy('companies.id')
    .limit(limit)
    .execute()

const matching = <Row>(query: SelectQueryBuilder<DB, 'companies', Row>, filter: CompanyFilter) =>
  query
    .$if(filter.search !== undefined && filter.search !== '', (some) => some.where(containsText(filter.search ?? '')))
    .$if(filter.category !== undefined, (some) => some.where(sql<SqlBool>`companies.category = ${filter.category}`))
    .$if(filter.plan !== undefined, (some) => some.where(sql<SqlBool>`companies.plan = ${filter.plan}`))
    .$if(filter.status !== undefined, (some) => some.where(sql<SqlBool>`companies.subscription_status = ${filter.status}`))
    .$if(filter.verified !== undefined, (some) => some.where('companies.verified', '=', filter.verified === 'yes'))
    .where(states[filter.state ?? 'kept'])

const states = {
  kept: sql<SqlBool>`companies.archived_at is null`,
  listed: sql<SqlBool>`companies.is_listed`,
  hidden: sql<SqlBool>`not companies.is_listed and companies.suspended_at is null and companies.archived_at is null`,
  suspended: sql<SqlBool>`companies.suspended_at is not null and companies.archived_at is null`,
  feedFailing: sql<SqlBool>`companies.archived_at is null and exists (
    select
    from calendar_feeds
    where company_id = companies.id and failures >= ${feedLimits.failuresToNotify}
  )`,
  archived: sql<SqlBool>`companies.archived_at is not null`,
}

/** The column holds both spellings of umlauts, so the search tries both. */
function containsText(search: string) {
  const patterns = [...new Set([foldText(search), foldDigraphs(search)])].map((one) => `%${one.replace(/[\\%_]/g, '\\$&')}%`)
  return sql<SqlBool>`companies.operator_text like any (${patterns})`
}

/** Finds a company with the state of its claim code and of the code's mail. */
export const findCompany = (db: Database, id: string) =>
  db
    .selectFrom('companies')
    .leftJoin('claimCodes', 'claimCodes.companyId', 'companies.id')
    .select([
      ...columns,
      ...columnNamesOf(operatorNames),
      'companies.updatedAt',
      'claimCodes.mailId',
      'claimCodes.tries',
      'claimCodes.expiresAt',
    ])
    .where('companies.id', '=', id)
    .executeTakeFirst()

/** Finds the result of a mail; undefined before it is sent. */
export const findSentMail = (db: Database, occasion: string) =>
  db.selectFrom('sentMails').select(['sentAt', 'refusedCode']).where('occasion', '=', occasion).executeTakeFirst()
