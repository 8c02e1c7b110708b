import { sql } from 'kysely'
import type { Transaction } from '#src/platform/server/db.ts'
import { isReady } from './claimStore.ts'
import type { RunTakes } from './rules.ts'

type Skip = { companyId: string; cause: string }

/** Records the companies that a run skipped, with the cause and the cents that wait; `isNew` marks the first record of the week. */
export async function insertSkips(
  tx: Transaction,
  { runId, weekOn, skips, takes, now }: { runId: string; weekOn: string; skips: readonly Skip[]; takes: RunTakes; now: Date },
) {
  const { rows } = await sql<{ companyId: string; cause: string; amountCents: number; isNew: boolean }>`
    insert into payout_skips (company_id, cause, week_on, run_id, amount_cents, created_at)
    select
      skip.company_id,
      skip.cause,
      ${weekOn}::date,
      ${runId},
      coalesce(
        (
          select sum(b.amount_cents - b.refunded_cents - b.fee_cents)
          from bookings as b
          where b.company_id = skip.company_id and ${isReady({ takes, now })}
        ),
        0
      ),
      ${now}
    from unnest(
      ${skips.map(({ companyId }) => companyId)}::uuid[],
      ${skips.map(({ cause }) => cause)}::text[]
    ) as skip (company_id, cause)
    on conflict (company_id, cause, week_on) do update
    set run_id = excluded.run_id, amount_cents = excluded.amount_cents
    returning company_id, cause, amount_cents, (xmax = 0) as is_new`.execute(tx)
  return rows
}

type OneSkip = { companyId: string; cause: string; weekOn: string; payoutId: string; amountCents: number; now: Date }

/** Records that a company's payout waits for a cause outside of a run's decision; returns true for the first of the week. */
export async function insertSkip(tx: Transaction, { companyId, cause, weekOn, payoutId, amountCents, now }: OneSkip) {
  const { rows } = await sql`
    insert into payout_skips (company_id, cause, week_on, run_id, amount_cents, created_at)
    select ${companyId}, ${cause}, ${weekOn}::date, run_id, ${amountCents}, ${now}
    from payouts
    where id = ${payoutId}
    on conflict (company_id, cause, week_on) do nothing
    returning company_id`.execute(tx)
  return rows.length > 0
}
