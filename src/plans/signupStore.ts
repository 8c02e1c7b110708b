import type { Database } from '#src/server/db.ts'
import { readSettings } from '#src/server/settings.ts'

/** The tax inside the plans' prices, basis points; 0 with § 19 UStG. */
export const findVatBasisPoints = async (db: Database) => (await readSettings(db)).vatBasisPoints
