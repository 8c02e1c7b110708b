import { sql } from 'kysely'
import type { Database } from '#src/platform/server/db.ts'
import { feedEncryptionPurpose } from '#src/supply/calendars/feeds/rules.ts'
import { detailsEncryptionPurpose } from '#src/supply/companies/details/encryptionPurpose.ts'
import { taxEncryptionPurpose } from '#src/supply/companies/tax/rules.ts'
import { encryptionPurposes } from './encryptionPurposes.ts'

const { bankDetails, sepaFile, taxReport } = encryptionPurposes
/**
 * All columns with long-lived encrypted texts, with the key of their row and the id that the encryption is bound to. Mails with a secret
 * are not listed: they are sent within minutes.
 */
const places = [
  { table: 'bank_details', column: 'sealed', key: 'company_id', bound: 'company_id', purpose: bankDetails },
  { table: 'bank_changes', column: 'sealed', key: 'id', bound: 'company_id', purpose: bankDetails },
  { table: 'bank_changes', column: 'previous_sealed', key: 'id', bound: 'company_id', purpose: bankDetails },
  { table: 'company_archives', column: 'bank_sealed', key: 'company_id', bound: 'company_id', purpose: bankDetails },
  { table: 'sepa_files', column: 'sealed', key: 'id', bound: 'id', purpose: sepaFile },
  { table: 'tax_reports', column: 'sealed', key: 'id', bound: 'message_ref_id', purpose: taxReport },
  { table: 'business_details', column: 'sealed', key: 'company_id', bound: 'company_id', purpose: detailsEncryptionPurpose },
  { table: 'calendar_feeds', column: 'sealed_url', key: 'company_id', bound: 'company_id', purpose: feedEncryptionPurpose },
  { table: 'tax_profiles', column: 'sealed', key: 'id', bound: 'company_id', purpose: taxEncryptionPurpose },
  { table: 'document_seals', column: 'sealed', key: 'document_id', bound: 'company_id', purpose: taxEncryptionPurpose },
] as const
export type EncryptedRow = { place: number; id: string; purpose: string; bound: string; sealed: string }

/** The next texts encrypted by an older key than `current`, ordered by id, after `after`. */
export async function listOldEncrypted(
  db: Database,
  { place, current, after, limit }: { place: number; current: string; after: string; limit: number },
) {
  const { table, column, key, bound, purpose } = placeAt(place)
  const { rows } = await sql<{ id: string; bound: string; sealed: string }>`
    select ${sql.ref(key)} as id, ${sql.ref(bound)} as bound, ${sql.ref(column)} as sealed
    from ${sql.table(table)}
    where ${sql.ref(column)} is not null
      and not starts_with(${sql.ref(column)}, ${current})
      and ${sql.ref(key)} > ${after}
    order by ${sql.ref(key)}
    limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, place, purpose }))
}

/** Replaces an encrypted text, unless it was changed meanwhile. */
export async function replaceEncrypted(db: Database, { place, id, sealed, resealed }: EncryptedRow & { resealed: string }) {
  const { table, column, key } = placeAt(place)
  await sql`
    update ${sql.table(table)}
    set ${sql.ref(column)} = ${resealed}
    where ${sql.ref(key)} = ${id} and ${sql.ref(column)} = ${sealed}`.execute(db)
}

export const encryptedPlaces = places.map((_one, place) => place)

function placeAt(place: number) {
  const found = places[place]
  if (!found) throw new Error(`unknown encrypted column: ${place}`)
  return found
}
