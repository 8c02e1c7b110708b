import { sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import { processingPolls } from '../rules.ts'

/** Marks a checkout whose money is under way; undefined if it was marked before or has ended. */
export const markCheckoutProcessing = (tx: Transaction, { id, now }: { id: string; now: Date }) =>
  tx
    .updateTable('checkouts')
    .set({ processingAt: now })
    .where('id', '=', id)
    .where('status', 'in', ['starting', 'open'])
    .where('processingAt', 'is', null)
    .returning('id')
    .executeTakeFirst()

/** Checkouts whose money is under way and that are due for a look-up, longest unchecked first. */
export const listProcessing = (db: Database, { now, limit }: { now: Date; limit: number }) =>
  db
    .selectFrom('checkouts')
    .select(['id', 'sessionId', 'expiresAt'])
    .where('processingAt', 'is not', null)
    .where('closedAt', 'is', null)
    .where(
      sql<boolean>`(
        checked_at is null
        or checked_at < ${now}::timestamptz
          - least(make_interval(secs => ${processingPolls.seconds}), (${now}::timestamptz - processing_at) * ${processingPolls.share}::double precision)
      )`,
    )
    .orderBy(sql`checked_at nulls first`)
    .limit(limit)
    .execute()
