import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { demoMarker } from '#src/platform/server/settings.ts'

/** True if the database has no companies and the demo was never loaded. */
export async function isEmpty(db: App['db'] | Transaction) {
  const company = await db.selectFrom('companies').select('id').limit(1).executeTakeFirst()
  const mark = await db.selectFrom('settings').select('key').where('key', '=', demoMarker).executeTakeFirst()
  return company === undefined && mark === undefined
}
