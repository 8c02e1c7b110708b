import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import { countRows, type Database, type Transaction } from '#src/platform/server/db.ts'
import type { BusinessDetails, BusinessFiles } from '#src/platform/server/tables.d.ts'
import { imprintColumns } from '../fields/columns.ts'
import type { DetailsFilter, DetailsSort } from './rules.ts'
import { detailsDays } from './texts.ts'

type Db = Database | Transaction
const dayMs = 86_400_000

/** Columns of the company that the business details write, too: its imprint and its place. */
const sharedColumns = [...imprintColumns, 'postcode', 'town'] as const

export const findDetails = (db: Db, companyId: string) =>
  db.selectFrom('businessDetails').selectAll().where('companyId', '=', companyId).executeTakeFirst()

export const listDetailsOf = (db: Db, companyIds: readonly string[]) =>
  db.selectFrom('businessDetails').selectAll().where('companyId', 'in', companyIds).execute()

/** Imprints of companies; of an archived company the retained copy. */
export const listImprints = (db: Db, companyIds: readonly string[]) =>
  db
    .selectFrom('companies as company')
    .leftJoin('companyArchives as archive', 'archive.companyId', 'company.id')
    .select('company.id as companyId')
    .select(({ fn }) => sharedColumns.map((column) => fn.coalesce(`archive.${column}`, `company.${column}`).as(column)))
    .where('company.id', 'in', companyIds)
    .execute()

/** Locks a company that is not archived, so that its details are written by one transaction at a time. */
export const lockDetails = (tx: Transaction, companyId: string) =>
  tx
    .selectFrom('companies')
    .select([...sharedColumns, 'companyName', 'email'])
    .where('id', '=', companyId)
    .where('archivedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()

export const updateImprint = (
  tx: Transaction,
  { companyId, imprint, now }: { companyId: string; imprint: Partial<Record<(typeof sharedColumns)[number], string | null>>; now: Date },
) =>
  tx
    .updateTable('companies')
    .set({ ...imprint, updatedAt: now })
    .where('id', '=', companyId)
    .execute()

const profilesOf = (db: Db, companyId: string) =>
  db
    .selectFrom('taxProfiles')
    .select(['validFrom', 'status', 'sealed', 'vatId', 'vatCheckedAt', 'exemptionText'])
    .where('companyId', '=', companyId)
    .orderBy('validFrom', 'desc')

/** Newest tax profile, even if it begins later. */
export const findNewestProfile = (db: Db, companyId: string) => profilesOf(db, companyId).limit(1).executeTakeFirst()

/** Newest tax profile of each company. */
export const listNewestProfiles = (db: Db, companyIds: readonly string[]) =>
  db
    .selectFrom('taxProfiles')
    .distinctOn('companyId')
    .select(['companyId', 'validFrom', 'status', 'sealed', 'vatId', 'exemptionText'])
    .where('companyId', 'in', companyIds)
    .orderBy('companyId')
    .orderBy('validFrom', 'desc')
    .execute()

/** All tax profiles, newest first. */
export const listProfiles = (db: Db, companyId: string) => profilesOf(db, companyId).execute()

/** Ids of a person's companies. */
export const listCompanyIdsOf = async (db: Db, userId: string) =>
  (await db.selectFrom('companies').select('id').where('userId', '=', userId).orderBy('createdAt').execute()).map(({ id }) => id)

/** Deletes tax profiles that begin in the future. */
export const deletePlannedProfiles = (tx: Transaction, { companyId, today }: { companyId: string; today: string }) =>
  tx.deleteFrom('taxProfiles').where('companyId', '=', companyId).where('validFrom', '>', today).execute()

export const upsertDetails = (tx: Transaction, details: Insertable<BusinessDetails> & { companyId: string }) => {
  const { companyId, ...fields } = details
  return tx
    .insertInto('businessDetails')
    .values(details)
    .onConflict((conflict) => conflict.column('companyId').doUpdateSet(fields))
    .execute()
}

/** Decides submitted details; returns the row to the first caller only. */
export const markDetailsDecided = (tx: Transaction, { companyId, ...decided }: Updateable<BusinessDetails> & { companyId: string }) =>
  tx
    .updateTable('businessDetails')
    .set(decided)
    .where('companyId', '=', companyId)
    .where('status', '=', 'submitted')
    .returning('companyId')
    .executeTakeFirst()

/** Starts to request the details of companies that have been bookable for a day and have none; returns the companies. */
export async function markFirstRequest(tx: Transaction, { now, limit }: { now: Date; limit: number }) {
  const before = new Date(now.getTime() - detailsDays.untilAsked * dayMs)
  const { rows } = await sql<{ companyId: string }>`
    insert into business_details (company_id, asked_at)
    select company.id, ${now}
    from companies as company
    left join business_details as known on known.company_id = company.id
    where company.is_listed and company.created_at < ${before} and (known.company_id is null or known.asked_at is null and known.status = 'incomplete')
    order by company.id
    limit ${limit}
    on conflict (company_id) do update set asked_at = excluded.asked_at where business_details.asked_at is null and business_details.status = 'incomplete'
    returning company_id`.execute(tx)
  return rows
}

/** Marks a step on incomplete details for which it is due, in one statement: no company gets two mails for a step. */
async function markStep(tx: Transaction, step: Step) {
  const { rows } = await sql<{ companyId: string }>`
    update business_details
    set ${sql.ref(step.column)} = ${step.now}
    where company_id in (
      select company_id
      from business_details
      where status in ('incomplete', 'expired', 'refused') and ${sql.ref(step.column)} is null and ${step.isDue}
      order by asked_at
      limit ${step.limit}
      for update skip locked
    )
    returning company_id`.execute(tx)
  return rows
}
type Step = { column: string; now: Date; limit: number; isDue: ReturnType<typeof sql<SqlBool>> }
type Due = { now: Date; limit: number }
const daysAgo = (now: Date, days: number) => new Date(now.getTime() - days * dayMs)

export const markReminded = (tx: Transaction, due: Due) =>
  markStep(tx, { ...due, column: 'reminded_at', isDue: sql<SqlBool>`asked_at <= ${daysAgo(due.now, detailsDays.remind)}` })

export const markRemindedAgain = (tx: Transaction, due: Due) =>
  markStep(tx, { ...due, column: 'reminded_again_at', isDue: sql<SqlBool>`reminded_at <= ${daysAgo(due.now, detailsDays.remind)}` })

export const markStopped = (tx: Transaction, { graceDays, ...due }: Due & { graceDays: number }) =>
  markStep(tx, { ...due, column: 'bookings_stopped_at', isDue: sql<SqlBool>`asked_at <= ${daysAgo(due.now, graceDays)}` })

/** Withholds payouts from day 60 on after two reminders, on day 180 in any case (§ 23 PStTG). Complete details end it at once. */
export const markWithheld = (tx: Transaction, due: Due) =>
  markStep(tx, {
    ...due,
    column: 'payouts_withheld_at',
    isDue: sql<SqlBool>`(
      (asked_at <= ${daysAgo(due.now, detailsDays.withholdFrom)} and reminded_again_at is not null)
      or asked_at <= ${daysAgo(due.now, detailsDays.withholdBy)}
    )`,
  })

/** Expires checks whose validity is over: the details are requested again. */
export const markExpired = (tx: Transaction, { now, today, limit }: Due & { today: string }) =>
  tx
    .updateTable('businessDetails')
    .set({ status: 'expired', askedAt: now, remindedAt: null, remindedAgainAt: null })
    .where('companyId', 'in', (due) =>
      due.selectFrom('businessDetails').select('companyId').where('status', '=', 'checked').where('validUntil', '<', today).limit(limit),
    )
    .where('status', '=', 'checked')
    .returning('companyId')
    .execute()

/** Recipients of mails about business details: the company's account, else its own address. */
export const listRecipients = (tx: Transaction, companyIds: readonly string[]) =>
  tx
    .selectFrom('companies as company')
    .leftJoin('users as owner', 'owner.id', 'company.userId')
    .select(({ fn }) => ['company.id as companyId', 'company.companyName', fn.coalesce('owner.email', 'company.email').as('to')])
    .where('company.id', 'in', companyIds)
    .where('company.archivedAt', 'is', null)
    .execute()

export const listFiles = (db: Db, companyId: string) =>
  db
    .selectFrom('businessFiles')
    .select(['id', 'kind', 'name', 'bytes'])
    .where('companyId', '=', companyId)
    .orderBy('uploadedAt')
    .orderBy('id')
    .execute()

export const insertFile = (tx: Transaction, file: Insertable<BusinessFiles>) => tx.insertInto('businessFiles').values(file).execute()

export const findFile = (db: Db, id: string) =>
  db.selectFrom('businessFiles').select(['name', 'contentType', 'storageKey', 'kind', 'companyId']).where('id', '=', id).executeTakeFirst()

export const deleteFile = (tx: Transaction, { id, companyId }: { id: string; companyId: string }) =>
  tx.deleteFrom('businessFiles').where('id', '=', id).where('companyId', '=', companyId).returning('storageKey').executeTakeFirst()

export const deleteFilesOf = (tx: Transaction, companyId: string) =>
  tx.deleteFrom('businessFiles').where('companyId', '=', companyId).returning('storageKey').execute()

/** The given keys that have a row. */
export const findKnownFiles = (db: Database, keys: string[]) =>
  db.selectFrom('businessFiles').select('storageKey').where('storageKey', 'in', keys).execute()

export type DetailsPage = { filter: DetailsFilter; sort: DetailsSort; limit: number; offset: number }

function matching(db: Database, { state, search }: DetailsFilter) {
  let query = db.selectFrom('businessDetails as details').innerJoin('companies as company', 'company.id', 'details.companyId')
  if (state) query = query.where('details.status', '=', state)
  if (search) query = query.where(sql<SqlBool>`position(lower(${search}) in lower(company.company_name)) > 0`)
  return query
}

/** Details for the operator's list, without the encrypted part. */
export function listDetails(db: Database, { filter, sort, limit, offset }: DetailsPage) {
  const direction = sort === 'newest' ? 'desc' : 'asc'
  return matching(db, filter)
    .select(['details.companyId as id', 'company.companyName', 'details.kind', 'details.status'])
    .select(['details.askedAt', 'details.submittedAt', 'details.decidedAt', 'details.reason'])
    .select([
      sql<boolean>`details.bookings_stopped_at is not null`.as('areBookingsStopped'),
      sql<boolean>`details.payouts_withheld_at is not null`.as('arePayoutsWithheld'),
    ])
    .orderBy(sql`details.submitted_at ${sql.raw(direction)} nulls last`)
    .orderBy('details.companyId', direction)
    .limit(limit)
    .offset(offset)
    .execute()
}

export const countDetails = (db: Database, filter: DetailsFilter) => countRows(matching(db, filter))
