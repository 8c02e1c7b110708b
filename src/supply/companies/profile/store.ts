import { type SqlBool, sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import { type CompanyColumns, columnNamesOf } from '../fields/columns.ts'
import { fieldNames } from '../fields/fields.ts'

/** The company if it belongs to this person, even if suspended; undefined if archived. */
export const findOwnCompany = (db: Database | Transaction, { userId, companyId }: { userId: string; companyId: string }) =>
  db
    .selectFrom('companies')
    .select('id')
    .where('id', '=', companyId)
    .where('userId', '=', userId)
    .where('archivedAt', 'is', null)
    .executeTakeFirst()

type LockedProfile = CompanyColumns & { subscriptionStatus: string; emailProven: boolean }

/** Locks a company and returns the fields its owner may change; never plan, premium, verified or owner. */
export const lockProfile = (tx: Transaction, companyId: string): Promise<LockedProfile | undefined> =>
  tx
    .selectFrom('companies')
    .select([...columnNamesOf(fieldNames), 'subscriptionStatus', 'emailProven'])
    .where('id', '=', companyId)
    .where('archivedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Another unfinished company of the person with this name: unfinished companies are identified by name. */
export const findUnfinishedDuplicate = (tx: Transaction, { companyId, companyName }: { companyId: string; companyName: string }) =>
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

type Change = { companyId: string; changed: Partial<CompanyColumns> & { emailProven?: boolean }; now: Date }

export const updateProfile = (tx: Transaction, { companyId, changed, now }: Change) =>
  tx
    .updateTable('companies')
    .set({ ...changed, updatedAt: now })
    .where('id', '=', companyId)
    .execute()
