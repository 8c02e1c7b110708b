import { type SqlBool, sql } from 'kysely'
import type { Database, Transaction } from '#src/server/db.ts'
import { type CompanyColumns, columnNamesOf } from '../fields/columns.ts'
import { fieldNames } from '../fields/fields.ts'

/** The company if it is this person's; a suspended one still is, an archived one is nobody's. */
export const findOwnCompany = (db: Database | Transaction, { userId, companyId }: { userId: string; companyId: string }) =>
  db
    .selectFrom('companies')
    .select('id')
    .where('id', '=', companyId)
    .where('userId', '=', userId)
    .where('archivedAt', 'is', null)
    .executeTakeFirst()

/** What its owner may change of a company, as it stands, locked until it is changed; never plan, premium, verified or whose it is. */
export const lockProfile = (tx: Transaction, companyId: string): Promise<CompanyColumns | undefined> =>
  tx
    .selectFrom('companies')
    .select(columnNamesOf(fieldNames))
    .where('id', '=', companyId)
    .where('archivedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Whether the person began another company of this name: two of them cannot be kept apart while they are unfinished. */
export const findUnfinishedTwin = (tx: Transaction, { companyId, companyName }: { companyId: string; companyName: string }) =>
  tx
    .selectFrom('companies as twin')
    .innerJoin('companies as own', (join) => join.onRef('own.userId', '=', 'twin.userId').onRef('own.id', '!=', 'twin.id'))
    .select('twin.id')
    .where('own.id', '=', companyId)
    .where('own.subscriptionStatus', '=', 'incomplete')
    .where('twin.subscriptionStatus', '=', 'incomplete')
    .where('twin.archivedAt', 'is', null)
    .where(sql<SqlBool>`twin.name_key = lower(btrim(${companyName}) collate "de-x-icu")`)
    .executeTakeFirst()

type Change = { companyId: string; changed: Partial<CompanyColumns>; now: Date }

export const updateProfile = (tx: Transaction, { companyId, changed, now }: Change) =>
  tx
    .updateTable('companies')
    .set({ ...changed, updatedAt: now })
    .where('id', '=', companyId)
    .execute()
