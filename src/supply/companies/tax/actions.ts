import type { App } from '#src/platform/server/app.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import { decryptText, encryptText } from '#src/platform/server/secrets.ts'
import { type BillingFacts, type TaxProfile, taxEncryptionPurpose } from './rules.ts'
import { findBillingFacts, findTaxProfile, upsertTaxProfile } from './store.ts'

/** The app, or the app with a transaction in place of its database: `{ ...app, db: tx }`. */
type Reading = Pick<App, 'config' | 'random'> & { db: Database | Transaction }

/** Tax profile of a company's supplies on `day`; undefined if the company has not declared its taxation (docs/spec.md#tax-profile). */
export async function readTaxProfile(app: Reading, companyId: string, day: string): Promise<TaxProfile | undefined> {
  const found = await findTaxProfile(app.db, { companyId, day })
  if (!found) return undefined
  const { sealed, ...profile } = found
  return { ...profile, taxNumber: openTaxNumber(app, companyId, sealed) }
}

/** Decrypts the tax number of a profile. Throws if it was encrypted for another company, or the key is missing. */
export const openTaxNumber = (app: Pick<App, 'config' | 'random'>, companyId: string, sealed: string | null) =>
  sealed && decryptText(app, { purpose: taxEncryptionPurpose, bound: companyId, sealed })

type Written = Omit<TaxProfile, 'vatCheckedAt'> & { companyId: string; vatCheckedAt?: Date | null }

/** Stores a company's taxation from a day on; earlier days keep theirs. */
export const writeTaxProfile = (app: Pick<App, 'config' | 'random'>, tx: Transaction, { companyId, taxNumber, ...profile }: Written) =>
  upsertTaxProfile(tx, {
    companyId,
    ...profile,
    vatCheckedAt: profile.vatCheckedAt ?? null,
    sealed: taxNumber && encryptText(app, { purpose: taxEncryptionPurpose, bound: companyId, text: taxNumber }),
  })

/** Company data for documents; undefined if the company does not exist. */
export async function readBillingFacts({ db }: Pick<Reading, 'db'>, companyId: string): Promise<BillingFacts | undefined> {
  const found = await findBillingFacts(db, companyId)
  if (!found) return undefined
  const { id, companyName, legalForm, location, postcode, ...facts } = found
  return {
    ...facts,
    companyId: id,
    name: [companyName, legalForm].filter(Boolean).join(' '),
    postcode: postcode ?? /(?<!\d)\d{5}(?!\d)/.exec(location)?.[0] ?? null,
    country: 'DE',
  }
}
