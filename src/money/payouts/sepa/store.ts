import { type Insertable, sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { SepaFiles } from '#src/platform/server/tables.d.ts'

type Db = Database | Transaction
export const insertSepaFile = (tx: Transaction, file: Insertable<SepaFiles>) => tx.insertInto('sepaFiles').values(file).execute()

export const markInFile = (tx: Transaction, { fileId, payoutIds }: { fileId: string; payoutIds: readonly string[] }) =>
  sql`
    update payouts
    set sepa_file_id = ${fileId}
    where id = any(${payoutIds}::uuid[])`.execute(tx)

export const lockSepaFile = (tx: Transaction, id: string) =>
  tx.selectFrom('sepaFiles').select(['id', 'messageId', 'sealed', 'downloadedAt']).where('id', '=', id).forUpdate().executeTakeFirst()

/** Stores the time of the first download. */
export const markDownloaded = (tx: Transaction, { id, now }: { id: string; now: Date }) =>
  tx.updateTable('sepaFiles').set({ downloadedAt: now }).where('id', '=', id).where('downloadedAt', 'is', null).execute()

/** Marks a file as executed; undefined if it was executed before or never downloaded. */
export const markExecuted = (tx: Transaction, { id, now }: { id: string; now: Date }) =>
  tx
    .updateTable('sepaFiles')
    .set({ executedAt: now })
    .where('id', '=', id)
    .where('executedAt', 'is', null)
    .where('downloadedAt', 'is not', null)
    .returning('id')
    .executeTakeFirst()

export const findSepaFileState = (db: Db, id: string) =>
  db.selectFrom('sepaFiles').select(['downloadedAt', 'executedAt']).where('id', '=', id).executeTakeFirst()

/** Pending payouts of a file. */
export const listPendingInFile = (tx: Transaction, fileId: string) =>
  tx.selectFrom('payouts').select('id').where('sepaFileId', '=', fileId).where('status', '=', 'pending').execute()

/** Payouts of a file that must not be sent any more: the company was suspended, or its payouts held, after the file was written. */
export const listStoppedInFile = (tx: Transaction, fileId: string) =>
  tx
    .selectFrom('payouts')
    .innerJoin('companies', 'companies.id', 'payouts.companyId')
    .select('payouts.id')
    .where('payouts.sepaFileId', '=', fileId)
    .where('payouts.status', '=', 'pending')
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('companies.suspendedAt', 'is not', null),
        exists(
          selectFrom('payoutHolds')
            .select('payoutHolds.companyId')
            .whereRef('payoutHolds.companyId', '=', 'companies.id')
            .where('payoutHolds.liftedAt', 'is', null),
        ),
      ]),
    )
    .execute()

/** Payouts of a file that failed before the bank executed it: later downloads leave them out. */
export const listFailedInFile = (tx: Transaction, fileId: string) =>
  tx
    .selectFrom('payouts')
    .select('id')
    .where('sepaFileId', '=', fileId)
    .where('status', '=', 'failed')
    .where('returnedAt', 'is', null)
    .execute()

/** The newest files, with the numbers of their payouts by status. */
export async function listSepaFiles(db: Database, limit: number) {
  const { rows } = await sql<{
    id: string
    messageId: string
    transfers: number
    totalCents: number
    executionOn: string
    createdAt: Date
    downloadedAt: Date | null
    executedAt: Date | null
    pending: number
    completed: number
    failed: number
  }>`
    select
      file.id,
      file.message_id,
      file.transfers,
      file.total_cents,
      file.execution_on,
      file.created_at,
      file.downloaded_at,
      file.executed_at,
      count(*) filter (where payout.status = 'pending') as pending,
      count(*) filter (where payout.status = 'completed') as completed,
      count(*) filter (where payout.status = 'failed') as failed
    from sepa_files as file
    join payouts as payout on payout.sepa_file_id = file.id
    group by file.id
    order by file.created_at desc
    limit ${limit}`.execute(db)
  return rows
}
