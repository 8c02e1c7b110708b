import { type RawBuilder, sql } from 'kysely'
import { foldDigraphs, foldText } from '#src/platform/kit/text.ts'
import type { Database } from '#src/platform/server/db.ts'
import type { Span, Step } from './periods.ts'
import type { RevenueGrain, RevenueSort } from './rules.ts'

/** Condition on the days of a period; an open side adds none. */
function within({ from, to }: Span) {
  const conditions = [...(from ? [sql`on_day >= ${from}`] : []), ...(to ? [sql`on_day <= ${to}`] : [])]
  return conditions.length ? sql.join(conditions, sql` and `) : sql`true`
}

type Sums = {
  bookings: number
  activeCompanies: number
  paidCents: number
  bookingCents: number
  feeCents: number
  subscriptionCents: number
  vatCents: number
}

/** Sums of a period, from the summary rows stored beside the ledger. */
export async function sumRevenueOf(db: Database, span: Span) {
  const { rows } = await sql<Sums>`
    with
      sums as (
        select
          company_id,
          count(*) filter (where kind = 'charge') as bookings,
          sum(booking_cents) filter (where kind = 'charge') as paid,
          sum(booking_cents) as booking,
          sum(fee_cents) as fee,
          sum(subscription_cents) as subscription,
          sum(vat_cents) as vat
        from revenue_lines
        where ${within(span)}
        group by company_id
      )
    select
      coalesce(sum(bookings), 0)::bigint as bookings,
      count(*) filter (where bookings > 0) as active_companies,
      coalesce(sum(paid), 0)::bigint as paid_cents,
      coalesce(sum(booking), 0)::bigint as booking_cents,
      coalesce(sum(fee), 0)::bigint as fee_cents,
      coalesce(sum(subscription), 0)::bigint as subscription_cents,
      coalesce(sum(vat), 0)::bigint as vat_cents
    from sums`.execute(db)
  const [sums] = rows
  if (!sums) throw new Error('the revenue sums returned no row')
  return sums
}

export const countListed = async (db: Database) => {
  const { listed } = await db
    .selectFrom('companies')
    .select(({ fn }) => fn.countAll<number>().as('listed'))
    .where('isListed', '=', true)
    .executeTakeFirstOrThrow()
  return listed
}

type StepSums = { first: string; bookingCents: number; feeCents: number; subscriptionCents: number }

/** Sums by week or month, named by its first day; omits those without entries. */
export async function sumSteps(db: Database, { from, to, grain }: Step & { grain: RevenueGrain }) {
  const { rows } = await sql<StepSums>`
    select
      date_trunc(${grain}, on_day::timestamp)::date as first,
      sum(booking_cents) as booking_cents,
      sum(fee_cents) as fee_cents,
      sum(subscription_cents) as subscription_cents
    from revenue_lines
    where ${within({ from, to })}
    group by 1`.execute(db)
  return rows
}

const rate = sql`sums.fee_cents::numeric / nullif(greatest(sums.gross_cents, 0), 0)`
const orders: Record<RevenueSort, RawBuilder<unknown>> = {
  grossDesc: sql`sums.gross_cents desc, sums.company_id desc`,
  grossAsc: sql`sums.gross_cents, sums.company_id`,
  feeDesc: sql`sums.fee_cents desc, sums.company_id desc`,
  feeAsc: sql`sums.fee_cents, sums.company_id`,
  shareDesc: sql`sums.gross_cents - sums.fee_cents desc, sums.company_id desc`,
  shareAsc: sql`sums.gross_cents - sums.fee_cents, sums.company_id`,
  bookingsDesc: sql`sums.bookings desc, sums.company_id desc`,
  bookingsAsc: sql`sums.bookings, sums.company_id`,
  rateDesc: sql`${rate} desc nulls last, sums.company_id desc`,
  rateAsc: sql`${rate} nulls last, sums.company_id`,
  nameAsc: sql`sums.company_name collate "de-x-icu", sums.company_id`,
  nameDesc: sql`sums.company_name collate "de-x-icu" desc, sums.company_id desc`,
}

type Filter = Span & { search?: string | undefined }

export type CompanySums = { companyId: string; companyName: string; bookings: number; grossCents: number; feeCents: number }
type Page = { filter: Filter; sort: RevenueSort; limit?: number; offset?: number }

/**
 * Lists one page of the companies with ledger entries of bookings in the period, with their sums and the total count. One statement,
 * because sorting and counting need all sums. Without a limit all companies.
 */
export async function listCompanySums(db: Database, { filter: { search, ...span }, sort, limit, offset }: Page) {
  const { rows } = await sql<{ total: number } & (CompanySums | { companyId: null })>`
    with
      sums as materialized (
        select lines.*, companies.company_name
        from (
          select
            company_id,
            count(*) filter (where kind = 'charge') as bookings,
            sum(booking_cents) as gross_cents,
            sum(fee_cents) as fee_cents
          from revenue_lines
          where company_id is not null and ${within(span)}
          group by company_id
        ) as lines
        join companies on companies.id = lines.company_id
        where ${search ? named(search) : sql`true`}
      )
    select counted.total, page.company_id, page.company_name, page.bookings, page.gross_cents, page.fee_cents
    from (select count(*) as total from sums) as counted
    left join (
      select company_id, company_name, bookings, gross_cents, fee_cents, row_number() over (order by ${orders[sort]}) as place
      from sums
      order by place
      limit ${limit ?? null}
      offset ${offset ?? 0}
    ) as page on true
    order by page.place`.execute(db)
  const found = rows.flatMap(({ total: _, ...row }) => (row.companyId === null ? [] : [row]))
  return { rows: found, total: rows[0]?.total ?? 0 }
}

function named(search: string) {
  const folded = [...new Set([foldText(search), foldDigraphs(search)])]
  return sql`companies.operator_text like any(${folded.map((one) => `%${one.replace(/[\\%_]/g, '\\$&')}%`)}::text[])`
}
