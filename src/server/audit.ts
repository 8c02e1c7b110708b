import type { Database, Transaction } from './db.ts'

/** What an audited action did; `before` and `after` hold only what changed, and never a secret. */
export type AuditEntry = {
  at: Date
  /** Who acted: `admin:{session id}`, `user:{id}` or `system`. */
  actor: string
  /** `slice.verb`, as in `admin.signIn`. */
  action: string
  objectType: string
  objectId: string
  before?: object
  after?: object
  requestId: string
}

/**
 * Writes what happened into the audit log, in the caller's transaction: the action and its row are kept together or not at all
 * (decisions 2, "everything admin"). Rows are never changed or deleted; a trigger refuses it.
 */
export const recordAudit = (tx: Transaction, { before, after, ...entry }: AuditEntry) =>
  tx
    .insertInto('auditLog')
    .values({ ...entry, before: before ? JSON.stringify(before) : null, after: after ? JSON.stringify(after) : null })
    .execute()

/** A page of the audit log, newest first, and how many rows there are in all. */
export async function listAudit(db: Database, { limit, offset }: { limit: number; offset: number }) {
  const { total } = await db
    .selectFrom('auditLog')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const entries = await db
    .selectFrom('auditLog')
    .select(['id', 'at', 'actor', 'action', 'objectType', 'objectId', 'before', 'after', 'requestId'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { total, entries }
}
