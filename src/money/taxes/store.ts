import { type Insertable, sql } from 'kysely'
import { berlinInstant } from '#src/platform/kit/dates.ts'
import { countRows, type Database, type Transaction } from '#src/platform/server/db.ts'
import type { TaxReportLines, TaxReports } from '#src/platform/server/tables.d.ts'
import type { Quarter } from './figures.ts'

type Db = Database | Transaction

const yearSpan = (year: number) => ({ from: berlinInstant(`${year}-01-01`, '00:00'), to: berlinInstant(`${year + 1}-01-01`, '00:00') })

type Figure = { companyId: string; quarter: Quarter; shareCents: number; activities: number; feeCents: number; turnoverCents: number }

/**
 * Sums the revenue of companies by quarter of a year, from the ledger. A booking counts in the quarter in which it was credited, less all
 * later refunds (docs/spec.md#tax-report). A fully refunded booking is no activity.
 */
export async function listFigures(db: Db, { year, companyId }: { year: number; companyId?: string | undefined }) {
  const { from, to } = yearSpan(year)
  const whose = companyId === undefined ? sql`true` : sql`booking.company_id = ${companyId}`
  const { rows } = await sql<Figure>`
    select
      company_id,
      quarter,
      sum(share_cents)::bigint as share_cents,
      sum(fee_cents)::bigint as fee_cents,
      sum(share_cents + fee_cents)::bigint as turnover_cents,
      count(distinct activity_id) filter (where share_cents + fee_cents > 0 and not is_tip)::integer as activities
    from (
      select
        booking.company_id,
        -- Deposit and instalments of a job are one activity.
        coalesce((select instalments.booking_id from instalments where instalments.order_id = booking.id), booking.id) as activity_id,
        extract(quarter from charge.occurred_at at time zone 'Europe/Berlin')::integer as quarter,
        exists (select from tips where tips.order_id = booking.id) as is_tip,
        coalesce(-sum(entry.amount_cents) filter (where entry.account in ('company_payable', 'company_receivable')), 0) as share_cents,
        coalesce(-sum(entry.amount_cents) filter (where entry.account in ('fee_revenue', 'vat_payable')), 0) as fee_cents
      from ledger_tx as charge
      join bookings as booking on booking.id = charge.booking_id
      join ledger_tx as head on head.booking_id = booking.id and head.kind in ('charge', 'refund', 'disputeLost')
      join ledger_entry as entry on entry.tx_id = head.id
      where charge.kind = 'charge' and charge.occurred_at >= ${from} and charge.occurred_at < ${to} and ${whose}
      group by booking.company_id, booking.id, charge.occurred_at
    ) as credited
    group by company_id, quarter
    order by company_id, quarter`.execute(db)
  return rows
}

/** Lists the companies of these ids with their encrypted bank details; archived ones from their archive. */
export const listSellers = (db: Db, companyIds: readonly string[]) =>
  db
    .selectFrom('companies as company')
    .leftJoin('bankDetails as bank', 'bank.companyId', 'company.id')
    .leftJoin('users as owner', 'owner.id', 'company.userId')
    .leftJoin('companyArchives as archive', 'archive.companyId', 'company.id')
    .select(({ fn }) => [
      'company.id as companyId',
      fn.coalesce('archive.companyName', 'company.companyName').as('companyName'),
      fn.coalesce('archive.legalForm', 'company.legalForm').as('legalForm'),
      fn.coalesce('owner.email', 'archive.email', 'company.email').as('email'),
      fn.coalesce('archive.bankSealed', 'bank.sealed').as('bankSealed'),
    ])
    .where('company.id', 'in', companyIds)
    .orderBy('company.id')
    .execute()

export type Seller = Awaited<ReturnType<typeof listSellers>>[number]

/** Serializes the writing of reports. */
export const lockReports = (tx: Transaction) => sql`select pg_advisory_xact_lock(hashtext('taxReports'))`.execute(tx)

export const listReports = (db: Db, year: number) =>
  db
    .selectFrom('taxReports')
    .select(['id', 'run', 'indic', 'sellers', 'sha256', 'writtenAt', 'downloadedAt', 'operatorDocRefId'])
    .where('year', '=', year)
    .orderBy('run', 'desc')
    .execute()

/** Lists the valid lines of a year: those that no later line corrects. */
export const listStandingLines = (db: Db, year: number) =>
  db
    .selectFrom('taxReportLines as line')
    .innerJoin('taxReports as report', 'report.id', 'line.reportId')
    .select(['line.docRefId', 'line.companyId', 'line.factsHash', 'line.isVoid'])
    .where('report.year', '=', year)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('taxReportLines as later').select('later.docRefId').whereRef('later.correctsRef', '=', 'line.docRefId'))),
    )
    .execute()

export const insertReport = (tx: Transaction, report: Insertable<TaxReports>) =>
  tx.insertInto('taxReports').values(report).returning('id').executeTakeFirstOrThrow()

export const insertLines = (tx: Transaction, lines: Insertable<TaxReportLines>[]) => tx.insertInto('taxReportLines').values(lines).execute()

/**
 * Deletes reports and notices of years before the given one. A correction has the year of the line that it corrects, so both are deleted.
 */
export async function deleteReportsBefore(tx: Transaction, year: number) {
  const old = tx.selectFrom('taxReports').select('id').where('year', '<', year)
  await tx.deleteFrom('taxReportLines').where('reportId', 'in', old).execute()
  await tx.deleteFrom('taxNotices').where('year', '<', year).execute()
  return tx.deleteFrom('taxReports').where('year', '<', year).returning(['year', 'run']).execute()
}

export const findReport = (db: Db, id: string) =>
  db.selectFrom('taxReports').select(['id', 'year', 'run', 'sealed', 'messageRefId']).where('id', '=', id).executeTakeFirst()

export const markDownloaded = (tx: Transaction, { id, now }: { id: string; now: Date }) =>
  tx.updateTable('taxReports').set({ downloadedAt: now }).where('id', '=', id).where('downloadedAt', 'is', null).execute()

export const countNotified = (db: Db, year: number) => countRows(db.selectFrom('taxNotices').where('year', '=', year))

/** Marks companies as notified; returns only those that were not marked before. */
export const insertNotices = (tx: Transaction, { companyIds, year, now }: { companyIds: readonly string[]; year: number; now: Date }) =>
  tx
    .insertInto('taxNotices')
    .values(companyIds.map((companyId) => ({ companyId, year, toldAt: now })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('companyId')
    .execute()

export const listNotifiedIds = (db: Db, year: number) => db.selectFrom('taxNotices').select('companyId').where('year', '=', year).execute()

/** Lists the reported data of a person's companies, for the data export. */
export const listReportedForExport = (db: Db, userId: string) =>
  db
    .selectFrom('taxReportLines as line')
    .innerJoin('taxReports as report', 'report.id', 'line.reportId')
    .innerJoin('companies as company', 'company.id', 'line.companyId')
    .select(['line.companyId', 'report.year', 'report.writtenAt', 'line.quarters', 'line.isVoid'])
    .where('company.userId', '=', userId)
    .orderBy('report.writtenAt')
    .orderBy('line.docRefId')
    .execute()
