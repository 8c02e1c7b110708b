import { sql } from 'kysely'
import type { Database } from '#src/platform/server/db.ts'
import { isAtRest, isReady } from './claimStore.ts'

/** Bookings and cents that a run at `at` would pay a company by the present state, less the company's debt. */
export async function findShareDue(db: Database, { companyId, at }: { companyId: string; at: Date }) {
  const { rows } = await sql<{ bookings: number; amountCents: number }>`
    select
      count(*)::int as bookings,
      greatest(0, coalesce(sum(b.amount_cents - b.refunded_cents - b.fee_cents), 0) - coalesce(max(owed.cents), 0))::bigint as amount_cents
    from bookings as b
    left join nettable_receivables as owed on owed.company_id = b.company_id
    where b.company_id = ${companyId}
      and ${isReady({ takes: 'payable', now: at })}
      and ${isAtRest(sql`b.id`)}`.execute(db)
  return rows[0] ?? { bookings: 0, amountCents: 0 }
}
