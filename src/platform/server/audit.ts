import { type SqlBool, sql } from 'kysely'
import { addDays, berlinInstant } from '#src/platform/kit/dates.ts'
import type { App } from './app.ts'
import type { AdminCaller } from './calls/endpoint.ts'
import { countRows, type Database, type Transaction } from './db.ts'

/** Effect and object of an audited action; `before` and `after` contain only changes, and never a secret. */
type AuditedAct = {
  /** `slice.verb`, as in `admin.signIn`. */
  action: string
  before?: object
  after?: object
} & ({ companyId: string } | { objectType: string; objectId: string })

type AuditEntry = AuditedAct & {
  at: Date
  /** Actor: `admin:{session id}`, `user:{id}`, `customer` with the link of a booking, or `system`. */
  actor: string
  requestId: string
}

/**
 * Writes an action into the audit log, in the caller's transaction: both are stored or neither (docs/spec.md#audit). Rows are never changed
 * or deleted; a trigger refuses it.
 */
export const recordAudit = (tx: Transaction, { at, actor, action, requestId, before, after, ...object }: AuditEntry) =>
  tx
    .insertInto('auditLog')
    .values({
      ...{ at, actor, action, requestId },
      ...('companyId' in object ? { objectType: 'company', objectId: object.companyId } : object),
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
    })
    .execute()

/** Operator and request of an action. */
export type OperatorAct = Pick<AdminCaller, 'admin' | 'requestId'>

/** Writes an action of the operator into the audit log at the current time. */
export const recordOperatorAct = (app: App, tx: Transaction, { caller, ...act }: AuditedAct & { caller: OperatorAct }) =>
  recordAudit(tx, { ...act, at: app.now(), actor: `admin:${caller.admin.id}`, requestId: caller.requestId })

/** Filter of the log's rows: by action, kind of actor, type of the object, part of its id or of the actor, Berlin days. */
export type AuditFilter = {
  action?: string | undefined
  actor?: string | undefined
  object?: string | undefined
  search?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

function matching(db: Database, { action, actor, object, search, from, to }: AuditFilter) {
  let query = db.selectFrom('auditLog')
  if (action) query = query.where('action', '=', action)
  if (object) query = query.where('objectType', '=', object)
  if (actor) query = query.where(sql<SqlBool>`split_part(actor, ':', 1) = ${actor}`)
  if (from) query = query.where('at', '>=', berlinInstant(from, '00:00'))
  if (to) query = query.where('at', '<', berlinInstant(addDays(to, 1), '00:00'))
  if (!search) return query
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return query.where(sql<SqlBool>`(object_id ilike ${pattern} or actor ilike ${pattern} or request_id = ${search})`)
}

/** Before and after as text: parsed into objects, their keys would be renamed to camelCase. */
const columns = [
  'auditLog.id',
  'auditLog.at',
  'auditLog.actor',
  'auditLog.action',
  'auditLog.objectType',
  'auditLog.objectId',
  sql<string | null>`before::text`.as('before'),
  sql<string | null>`after::text`.as('after'),
  'auditLog.requestId',
] as const

type Page = { filter: AuditFilter; sort: 'newest' | 'oldest'; limit: number; offset: number }

/** Returns a page of the audit log. It selects the ids first, so that the rows before the page are skipped in an index and never read. */
export function listAudit(db: Database, { filter, sort, limit, offset }: Page) {
  const direction = sort === 'newest' ? 'desc' : 'asc'
  return db
    .with('page', () => matching(db, filter).select('id').orderBy('at', direction).orderBy('id', direction).limit(limit).offset(offset))
    .selectFrom('page')
    .innerJoin('auditLog', 'auditLog.id', 'page.id')
    .select(columns)
    .orderBy('auditLog.at', direction)
    .orderBy('auditLog.id', direction)
    .execute()
}
export type AuditRow = Awaited<ReturnType<typeof listAudit>>[number]

export const countAudit = (db: Database, filter: AuditFilter) => countRows(matching(db, filter))

/** Returns the rows after this one, newest first. The cost of a batch does not depend on the number of rows. */
export const listAuditBefore = (
  db: Database,
  { filter, before, limit }: { filter: AuditFilter; before: string | undefined; limit: number },
) =>
  matching(db, filter)
    .select(columns)
    .$if(before !== undefined, (some) => some.where(sql<SqlBool>`(at, id) < ((select at from audit_log where id = ${before}), ${before})`))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
