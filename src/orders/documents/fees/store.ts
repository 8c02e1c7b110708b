import { sql } from 'kysely'
import type { Cents } from '#src/platform/kit/money.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import { isStanding } from '../customers/store.ts'

/** Ledger lines with a fee that no valid document of the operator covers. A line without a fee needs no document. */
const uncoveredFees = sql`
  revenue_lines as line
  where line.kind <> 'subscription'
    and (line.fee_cents <> 0 or line.vat_cents <> 0)
    and not exists (
      select from document_covers as cover
      where cover.ledger_tx_id = line.tx_id and cover.side = 'operator' and cover.released_by is null
    )`

type Due = { companyId: string; month: string }
type Months = { from: string; before: string }

/** Companies and months in [from, before) with such fees. */
const uncoveredMonths = ({ from, before }: Months) => sql`
  select line.company_id, to_char(line.on_day, 'YYYY-MM') as month
  from ${uncoveredFees}
    and line.on_day >= ${from}::date
    and line.on_day < ${before}::date
  group by 1, 2`

/** Lists companies and months in [from, before) with fees that no document covers. */
export async function listUncovered(db: Database, months: Months) {
  const { rows } = await sql<Due>`${uncoveredMonths(months)} order by 2, 1`.execute(db)
  return rows
}

/** Lists companies and months with commission to invoice, oldest first. Those that broke a rule after `checkedBefore` are left out. */
export async function listDueMonths(db: Database, { checkedBefore, limit, ...months }: Months & { checkedBefore: Date; limit: number }) {
  const { rows } = await sql<Due>`
    select due.company_id, due.month
    from (${uncoveredMonths(months)}) as due
    where not exists (
      select from document_faults as fault
      where fault.company_id = due.company_id and fault.subject = due.month and fault.checked_at > ${checkedBefore}
    )
    order by due.month, due.company_id
    limit ${limit}`.execute(db)
  return rows
}

export type Fee = { id: string; kind: string; feeCents: Cents; vatCents: Cents; vatBasisPoints: number }

/**
 * Lists the uninvoiced fees of a month. With the company's issuing lock held, no other document can cover them, and the document covers
 * exactly the listed ones.
 */
export async function listFees(tx: Transaction, { companyId, from, before }: { companyId: string; from: string; before: string }) {
  const { rows } = await sql<Fee>`
    select line.tx_id as id, line.kind, line.fee_cents, line.vat_cents, (
      select bookings.vat_basis_points
      from ledger_tx as head
      join bookings on bookings.id = head.booking_id
      where head.id = line.tx_id
    ) as vat_basis_points
    from ${uncoveredFees}
      and line.company_id = ${companyId}
      and line.on_day >= ${from}::date
      and line.on_day < ${before}::date
    order by line.on_day, line.tx_id`.execute(tx)
  return rows
}

export type PaidPlan = {
  txId: string
  companyId: string
  amountCents: Cents
  vatBasisPoints: number
  periodStart: Date
  periodEnd: Date
  paidAt: Date
}

/** Lists paid subscription invoices since a day that no document covers yet. */
export async function listDuePlans(db: Database, { from, checkedBefore, limit }: { from: string; checkedBefore: Date; limit: number }) {
  const { rows } = await sql<PaidPlan>`
    select
      line.tx_id,
      invoice.company_id,
      line.subscription_cents as amount_cents,
      invoice.vat_basis_points,
      invoice.period_start,
      invoice.period_end,
      head.occurred_at as paid_at
    from revenue_lines as line
    join ledger_tx as head on head.id = line.tx_id
    join subscription_invoices as invoice on invoice.id = head.reference
    where line.kind = 'subscription'
      and line.on_day >= ${from}::date
      and not exists (
        select from document_covers as cover
        where cover.ledger_tx_id = line.tx_id and cover.side = 'operator' and cover.released_by is null
      )
      and not exists (
        select from document_faults as fault
        where fault.company_id = invoice.company_id and fault.subject = line.tx_id::text and fault.checked_at > ${checkedBefore}
      )
    order by head.occurred_at, line.tx_id
    limit ${limit}`.execute(db)
  return rows
}

/** True if a document covers the ledger entry. Checked again under the lock: a concurrent run may have issued it. */
export async function isCovered(tx: Transaction, txId: string) {
  const found = await tx
    .selectFrom('documentCovers')
    .select('documentId')
    .where('ledgerTxId', '=', txId)
    .where('side', '=', 'operator')
    .where('releasedBy', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

/** Finds the company's newest valid commission invoice, which a month with more refunds than fees corrects. */
export const findLastCommission = (tx: Transaction, companyId: string) =>
  tx
    .selectFrom('documents as document')
    .select(['document.id', 'document.number', 'document.issuedOn'])
    .where('document.companyId', '=', companyId)
    .where('document.kind', '=', 'commission')
    .where(isStanding)
    .orderBy('document.issuedOn', 'desc')
    .orderBy('document.id', 'desc')
    .limit(1)
    .executeTakeFirst()
