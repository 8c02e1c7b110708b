import { sql } from 'kysely'
import { countRows, type Database } from '#src/platform/server/db.ts'
import type { PayoutStatus } from '../runs/texts.ts'
import type { PayoutFilter, PayoutSort } from './rules.ts'

const matching = (db: Database, { companyId, status, search }: PayoutFilter) =>
  db
    .selectFrom('payouts')
    .$if(companyId !== undefined, (query) => query.where('payouts.companyId', '=', companyId ?? ''))
    .$if(status !== undefined, (query) => query.where('payouts.status', '=', status ?? 'pending'))
    .$if(Boolean(search), (query) =>
      query.where('payouts.companyId', 'in', (inner) =>
        inner.selectFrom('companies as named').select('named.id').where('named.companyName', 'ilike', patternOf(search)),
      ),
    )

const patternOf = (search = '') => `%${search.replace(/[\\%_]/g, '\\$&')}%`

const columns = [
  'payouts.id',
  'payouts.companyId',
  'companies.companyName',
  'payouts.runId',
  'payouts.rail',
  'payouts.periodStart',
  'payouts.periodEnd',
  'payouts.bookings',
  'payouts.amountCents',
  'payouts.platformFeeCents',
  'payouts.companyAmountCents',
  'payouts.nettedCents',
  'payouts.status',
  'payouts.errorCode',
  'payouts.errorMessage',
  'payouts.stripeTransferId',
  'payouts.sepaFileId',
  'payouts.processedAt',
  'payouts.returnedAt',
  'payouts.createdAt',
] as const
export type PayoutRow = Awaited<ReturnType<typeof listPayouts>>[number]

const orders = {
  newest: sql`payouts.created_at desc, payouts.id desc`,
  oldest: sql`payouts.created_at, payouts.id`,
  amountDesc: sql`payouts.company_amount_cents desc, payouts.id desc`,
  amountAsc: sql`payouts.company_amount_cents, payouts.id`,
}

/** A page of payouts, of one company or of all. Selects the ids first, so that the skipped rows are read from the index only. */
export const listPayouts = (
  db: Database,
  { sort, limit, offset, ...filter }: PayoutFilter & { sort: PayoutSort; limit: number; offset: number },
) =>
  db
    .with('page', () => matching(db, filter).select('payouts.id').orderBy(orders[sort]).limit(limit).offset(offset))
    .selectFrom('page')
    .innerJoin('payouts', 'payouts.id', 'page.id')
    .innerJoin('companies', 'companies.id', 'payouts.companyId')
    .select(columns)
    .orderBy(orders[sort])
    .execute()

/** Payouts before a given one, of one company or of all, newest first. */
export const listPayoutsBefore = (
  db: Database,
  { before, limit, ...filter }: PayoutFilter & { before: string | undefined; limit: number },
) =>
  matching(db, filter)
    .innerJoin('companies', 'companies.id', 'payouts.companyId')
    .select(columns)
    .$if(before !== undefined, (query) => query.where('payouts.id', '<', before ?? ''))
    .orderBy('payouts.id', 'desc')
    .limit(limit)
    .execute()

export const countPayouts = (db: Database, filter: PayoutFilter) => countRows(matching(db, filter))

/** Numbers and sums by status, over all companies. */
export async function sumPayouts(db: Database) {
  const { rows } = await sql<{ status: PayoutStatus; payouts: number; netCents: number; feeCents: number }>`
    select
      status,
      count(*) as payouts,
      sum(company_amount_cents - netted_cents) as net_cents,
      sum(platform_fee_cents) as fee_cents
    from payouts
    group by status`.execute(db)
  return rows
}
