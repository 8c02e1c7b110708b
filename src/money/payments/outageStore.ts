import { sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { OutageKind } from './outageRules.ts'

type Refusal = { kind: OutageKind; reason: string; now: Date; quietSince: Date }

/** Increments the refusals of an outage, or begins a new one if the last refusal was before `quietSince`. */
export const countRefusal = (tx: Transaction, { kind, reason, now, quietSince }: Refusal) =>
  sql`
    insert into psp_outages as known (kind, began_at, last_at, refusals, reason)
    values (${kind}, ${now}, ${now}, 1, ${reason})
    on conflict (kind) do update
    set
      began_at = case when known.last_at < ${quietSince} then excluded.began_at else known.began_at end,
      refusals = case when known.last_at < ${quietSince} then 1 else known.refusals + 1 end,
      alerted_at = case when known.last_at < ${quietSince} then null else known.alerted_at end,
      last_at = excluded.last_at,
      reason = excluded.reason`.execute(tx)

/** Marks an outage as alerted once enough calls were refused; returns its row to the first caller only. */
export const claimAlert = (tx: Transaction, { kind, alertAfter, now }: { kind: OutageKind; alertAfter: number; now: Date }) =>
  tx
    .updateTable('pspOutages')
    .set({ alertedAt: now })
    .where('kind', '=', kind)
    .where('refusals', '>=', alertAfter)
    .where('alertedAt', 'is', null)
    .returning(['beganAt', 'refusals', 'reason'])
    .executeTakeFirst()

export const deleteOutage = (db: Database, kind: OutageKind) => db.deleteFrom('pspOutages').where('kind', '=', kind).execute()
