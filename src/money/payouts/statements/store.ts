import { sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { PayoutRail } from '../runs/texts.ts'
import type { Movement } from './rules.ts'

/**
 * Ledger transactions of a company. Includes those of its bookings, because a refund may be so small that only the platform's fee shrinks.
 */
const headsOf = (companyId: string) => sql`
  select entry.tx_id
  from ledger_entry as entry
  where entry.account in ('company_payable', 'company_receivable') and entry.company_id = ${companyId}
  union
  select head.id
  from bookings
  join ledger_tx as head on head.booking_id = bookings.id
  where bookings.company_id = ${companyId} and head.kind in ('charge', 'refund', 'disputeLost')`

/** Months, 'YYYY-MM' in Berlin, with movements, newest first. */
export async function listMonths(db: Database, companyId: string) {
  const { rows } = await sql<{ month: string }>`
    select distinct to_char(head.occurred_at at time zone 'Europe/Berlin', 'YYYY-MM') as month
    from (${headsOf(companyId)}) as moved
    join ledger_tx as head on head.id = moved.tx_id
    order by month desc`.execute(db)
  return rows.map(({ month }) => month)
}

type Span = { companyId: string; from: Date; to: Date }

/** Movements of a company's account between `from` and `to`, in order. */
export async function listMovements(tx: Transaction, { companyId, from, to }: Span): Promise<Movement[]> {
  const { rows } = await sql<Omit<Movement, 'rail'> & { rail: PayoutRail | null }>`
    select
      head.id,
      head.kind,
      head.reference,
      head.booking_id,
      head.occurred_at,
      -coalesce(sum(entry.amount_cents) filter (where entry.account in ('company_payable', 'company_receivable')), 0) as balance_cents,
      -coalesce(sum(entry.amount_cents) filter (where entry.account in ('fee_revenue', 'vat_payable')), 0) as fee_cents,
      -coalesce(sum(entry.amount_cents) filter (where entry.account = 'vat_payable'), 0) as vat_cents,
      bookings.vat_basis_points,
      payouts.company_amount_cents,
      payouts.netted_cents,
      payouts.rail
    from (${headsOf(companyId)}) as moved
    join ledger_tx as head on head.id = moved.tx_id
    join ledger_entry as entry on entry.tx_id = head.id
    left join bookings on bookings.id = head.booking_id
    left join payouts
      on payouts.company_id = ${companyId}
      and payouts.id::text = head.reference
      and head.kind in ('payoutStart', 'payoutFailed', 'payoutReturned')
    where head.occurred_at >= ${from} and head.occurred_at < ${to}
    group by head.id, bookings.id, payouts.id
    order by head.occurred_at, head.id`.execute(tx)
  return rows
}

/** Debt to a company less its own debt, in cents, at the times `from` and `to`. */
export async function sumAccount(tx: Transaction, { companyId, from, to }: Span) {
  const { rows } = await sql<{ openingCents: number; closingCents: number }>`
    select
      -coalesce(sum(entry.amount_cents) filter (where head.occurred_at < ${from}), 0) as opening_cents,
      -coalesce(sum(entry.amount_cents), 0) as closing_cents
    from ledger_entry as entry
    join ledger_tx as head on head.id = entry.tx_id
    where entry.account in ('company_payable', 'company_receivable')
      and entry.company_id = ${companyId}
      and head.occurred_at < ${to}`.execute(tx)
  const [sums] = rows
  if (!sums) throw new Error('the query of the account sums returned no row')
  return sums
}

/** Name and address of the company on the statement. */
export const findParty = (tx: Transaction, companyId: string) =>
  tx.selectFrom('companies').select(['companyName', 'location', 'contactPerson']).where('id', '=', companyId).executeTakeFirst()
