import { type Insertable, sql } from 'kysely'
import { type Database, newValues, type Transaction } from '#src/platform/server/db.ts'
import type { TaxProfiles } from '#src/platform/server/tables.d.ts'

type Db = Database | Transaction

/** Tax profile of a day: the latest one that has begun. */
export const findTaxProfile = (db: Db, { companyId, day }: { companyId: string; day: string }) =>
  db
    .selectFrom('taxProfiles')
    .select(['validFrom', 'status', 'sealed', 'vatId', 'vatCheckedAt', 'exemptionText'])
    .where('companyId', '=', companyId)
    .where('validFrom', '<=', day)
    .orderBy('validFrom', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Stores the tax profile from a day on; replaces one that begins on the same day. */
export const upsertTaxProfile = (tx: Transaction, profile: Insertable<TaxProfiles> & { companyId: string; validFrom: string }) =>
  tx
    .insertInto('taxProfiles')
    .values(profile)
    .onConflict((conflict) =>
      conflict.columns(['companyId', 'validFrom']).doUpdateSet(newValues(['status', 'sealed', 'vatId', 'vatCheckedAt', 'exemptionText'])),
    )
    .execute()

/** Billing data of a company; of an archived one the retained copy. */
export const findBillingFacts = (db: Db, companyId: string) =>
  db
    .selectFrom('companies as company')
    .leftJoin('companyArchives as archive', 'archive.companyId', 'company.id')
    .select(['company.id', 'company.sellerCode'])
    .select(({ fn }) => [
      fn.coalesce('archive.companyName', 'company.companyName').as('companyName'),
      fn.coalesce('archive.legalForm', 'company.legalForm').as('legalForm'),
      fn.coalesce('archive.representedBy', 'company.representedBy').as('representedBy'),
      fn.coalesce('archive.contactPerson', 'company.contactPerson').as('contactPerson'),
      fn.coalesce('archive.street', 'company.street').as('street'),
      fn.coalesce('archive.postcode', 'company.postcode').as('postcode'),
      fn.coalesce('archive.location', 'company.location').as('location'),
      fn.coalesce('archive.phone', 'company.phone').as('phone'),
      fn.coalesce('archive.email', 'company.email').as('email'),
      fn.coalesce('archive.vatId', 'company.vatId').as('vatId'),
    ])
    .select(
      sql<string | null>`coalesce(
        archive.town,
        company.town,
        town_of(null, coalesce(archive.location, company.location))
      )`.as('town'),
    )
    .where('company.id', '=', companyId)
    .executeTakeFirst()
