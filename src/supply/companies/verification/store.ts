import { type Insertable, type RawBuilder, type SqlBool, sql } from 'kysely'
import { countRows, type Database, type Transaction } from '#src/platform/server/db.ts'
import type { VerificationFiles } from '#src/platform/server/tables.d.ts'
import type { VerificationFilter, VerificationSort } from './rules.ts'

type Db = Database | Transaction

/** Locks the company's row, so that parallel uploads are counted one after the other. */
export const lockVerified = (tx: Transaction, companyId: string) =>
  tx
    .selectFrom('companies')
    .select(['verified', 'companyName', sql<string>`company_mailbox(companies)`.as('email')])
    .where('id', '=', companyId)
    .forUpdate()
    .executeTakeFirst()

/** Newest application of the company, in any state. */
export const findNewestRequest = (db: Db, companyId: string) =>
  db
    .selectFrom('verificationRequests')
    .selectAll()
    .where('companyId', '=', companyId)
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()

export const isVerified = (db: Db, companyId: string) =>
  db.selectFrom('companies').select('verified').where('id', '=', companyId).executeTakeFirst()

export const insertDraft = (tx: Transaction, { companyId, now }: { companyId: string; now: Date }) =>
  tx.insertInto('verificationRequests').values({ companyId, startedAt: now }).returningAll().executeTakeFirstOrThrow()

export const listEvidence = (db: Db, requestIds: readonly string[]) =>
  db
    .selectFrom('verificationFiles')
    .select(['id', 'requestId', 'kind', 'name', 'bytes'])
    .where('requestId', 'in', requestIds)
    .orderBy('uploadedAt')
    .orderBy('id')
    .execute()

export const insertEvidence = (tx: Transaction, file: Insertable<VerificationFiles>) =>
  tx.insertInto('verificationFiles').values(file).execute()

/** Deletes a file of the company's draft; undefined for any other. */
export const deleteDraftEvidence = (tx: Transaction, { id, companyId }: { id: string; companyId: string }) =>
  tx
    .deleteFrom('verificationFiles')
    .using('verificationRequests')
    .whereRef('verificationRequests.id', '=', 'verificationFiles.requestId')
    .where('verificationFiles.id', '=', id)
    .where('verificationRequests.companyId', '=', companyId)
    .where('verificationRequests.status', '=', 'draft')
    .returning('verificationFiles.storageKey')
    .executeTakeFirst()

export const markSubmitted = (tx: Transaction, { id, now }: { id: string; now: Date }) =>
  tx.updateTable('verificationRequests').set({ status: 'open', askedAt: now }).where('id', '=', id).where('status', '=', 'draft').execute()

type Decided = { id: string; status: 'granted' | 'refused'; reason: string | null; now: Date }

/** Decides an application; returns the row to the first caller only. */
export const markDecided = (tx: Transaction, { id, status, reason, now }: Decided) =>
  tx
    .updateTable('verificationRequests')
    .set({ status, reason, decidedAt: now })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returning('companyId')
    .executeTakeFirst()

export const findRequest = (db: Db, id: string) =>
  db.selectFrom('verificationRequests').select('status').where('id', '=', id).executeTakeFirst()

export const markVerified = (tx: Transaction, { companyId, now }: { companyId: string; now: Date }) =>
  tx.updateTable('companies').set({ verified: true, updatedAt: now }).where('id', '=', companyId).execute()

type LegalName = { companyName: string; legalForm: string | null }

/** Removes the badge if name or legal form differ from before in more than case and spaces; undefined if it is kept. */
export const takeBadge = (tx: Transaction, { companyId, before, now }: { companyId: string; before: LegalName; now: Date }) =>
  tx
    .updateTable('companies')
    .set({ verified: false, updatedAt: now })
    .where('id', '=', companyId)
    .where('verified', '=', true)
    .where(sql<SqlBool>`(
      ${plain(sql`company_name`)} <> ${plain(sql`${before.companyName}::text`)}
      or ${before.legalForm}::text is not null and ${plain(sql`coalesce(legal_form, '')`)} <> ${plain(sql`${before.legalForm}::text`)}
    )`)
    .returning('companyName')
    .executeTakeFirst()

const plain = (text: RawBuilder<unknown>) => sql`lower(regexp_replace(${text}, '\\s+', '', 'g'))`

/** Deletes the evidence of an application; returns kinds and storage keys of its files. */
export const deleteEvidence = (tx: Transaction, requestId: string) =>
  tx.deleteFrom('verificationFiles').where('requestId', '=', requestId).returning(['kind', 'storageKey']).execute()

/** Deletes all applications of a company, with their evidence; returns the storage keys. */
export const deleteRequestsOf = async (tx: Transaction, companyId: string) => {
  const files = await tx
    .deleteFrom('verificationFiles')
    .where('requestId', 'in', (all) => all.selectFrom('verificationRequests').select('id').where('companyId', '=', companyId))
    .returning('storageKey')
    .execute()
  await tx.deleteFrom('verificationRequests').where('companyId', '=', companyId).execute()
  return files
}

/** Evidence file of an undecided application. */
export const findOpenEvidence = (db: Db, id: string) =>
  db
    .selectFrom('verificationFiles as file')
    .innerJoin('verificationRequests as request', 'request.id', 'file.requestId')
    .select(['file.name', 'file.contentType', 'file.storageKey', 'file.kind', 'request.companyId'])
    .where('file.id', '=', id)
    .where('request.status', '=', 'open')
    .executeTakeFirst()

export const deleteDraftsBefore = (db: Database, before: Date) =>
  db.deleteFrom('verificationRequests').where('status', '=', 'draft').where('startedAt', '<', before).execute()

/** The given keys that have a row. */
export const findKnownEvidence = (db: Database, keys: string[]) =>
  db.selectFrom('verificationFiles').select('storageKey').where('storageKey', 'in', keys).execute()

export type RequestPage = { filter: VerificationFilter; sort: VerificationSort; limit: number; offset: number }

function matching(db: Database, { state, search }: VerificationFilter) {
  let query = db
    .selectFrom('verificationRequests as request')
    .innerJoin('companies as company', 'company.id', 'request.companyId')
    .where('request.status', '<>', 'draft')
  if (state) query = query.where('request.status', '=', state)
  if (search) query = query.where(sql<SqlBool>`position(lower(${search}) in lower(company.company_name)) > 0`)
  return query
}

/** Applications for the operator's list. */
export function listRequests(db: Database, { filter, sort, limit, offset }: RequestPage) {
  const direction = sort === 'newest' ? 'desc' : 'asc'
  return matching(db, filter)
    .select(['request.id', 'request.companyId', 'request.decidedAt', 'request.reason'])
    .select((row) => [
      row.ref('request.status').$castTo<'open' | 'granted' | 'refused'>().as('status'),
      row.ref('request.askedAt').$notNull().as('askedAt'),
    ])
    .select(['company.companyName', 'company.legalForm', 'company.contactPerson'])
    .orderBy('request.askedAt', direction)
    .orderBy('request.id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
}

export const countRequests = (db: Database, filter: VerificationFilter) => countRows(matching(db, filter))
