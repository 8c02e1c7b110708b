import { sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { RunScope, RunTrigger } from './rules.ts'

type Db = Database | Transaction
export const insertRun = (tx: Transaction, { trigger, takes, rhythms, now }: RunScope & { trigger: RunTrigger; now: Date }) =>
  tx
    .insertInto('payoutRuns')
    .values({ trigger, takes, rhythms: [...rhythms], startedAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()

/** The run that has not processed all companies yet, if any. */
export const findOpenRun = (db: Db) => db.selectFrom('payoutRuns').select('id').where('claimedAt', 'is', null).executeTakeFirst()

/** Locks such a run, so that its batches are processed one after the other. */
export const lockRun = (tx: Transaction, id: string) =>
  tx
    .selectFrom('payoutRuns')
    .select(['id', 'takes', 'rhythms', 'claimedUpTo'])
    .where('id', '=', id)
    .where('claimedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Stores the progress of a run. */
export const markClaimed = (tx: Transaction, { id, upTo, isLast, now }: { id: string; upTo: string | null; isLast: boolean; now: Date }) =>
  tx
    .updateTable('payoutRuns')
    .set({ claimedUpTo: upTo, claimedAt: isLast ? now : null })
    .where('id', '=', id)
    .execute()

/** Ends the runs that have processed all companies and whose transfers all have an outcome. */
export const markRunsFinished = (db: Db, now: Date) =>
  sql`
    update payout_runs
    set finished_at = ${now}
    where finished_at is null
      and claimed_at is not null
      and not exists (
        select 1
        from payouts
        where payouts.run_id = payout_runs.id
          and payouts.status = 'pending'
          and payouts.rail = 'transfer'
      )`.execute(db)

/** Deletes runs without payouts and without skipped companies; the others are kept with their payouts. */
export const deleteEmptyRuns = (db: Database, before: Date) =>
  sql`
    delete from payout_runs as run
    where finished_at < ${before}
      and not exists (select from payouts where run_id = run.id)
      and not exists (select from payout_skips where run_id = run.id)
      and not exists (select from sepa_files where run_id = run.id)`.execute(db)
