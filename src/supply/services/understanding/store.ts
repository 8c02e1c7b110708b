import type { Database, Transaction } from '#src/platform/server/db.ts'

/** Parsed texts of the catalogue, stored under this version. */
export async function findTokenized(db: Database | Transaction, version: string) {
  const row = await db.selectFrom('catalogueReadings').select('content').where('version', '=', version).executeTakeFirst()
  return row?.content
}

/** Stores them in place of every other version. */
export async function storeTokenized(db: Database, version: string, content: string) {
  await db
    .insertInto('catalogueReadings')
    .values({ version, content })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db.deleteFrom('catalogueReadings').where('version', '!=', version).execute()
}
