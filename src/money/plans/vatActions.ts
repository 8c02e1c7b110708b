import type { Database } from '#src/platform/server/db.ts'
import { readSettings } from '#src/platform/server/settings.ts'

/** VAT rate contained in the plans' prices, in basis points; 0 under § 19 UStG. */
export const findVatBasisPoints = async (db: Database) => (await readSettings(db)).vatBasisPoints
