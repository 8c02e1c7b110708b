import type { Database, Transaction } from '#src/platform/server/db.ts'

type Db = Database | Transaction

/** Lists an account's favourites, newest first. */
export const listFavouriteIds = async (db: Db, userId: string) => {
  const rows = await db
    .selectFrom('favourites')
    .select('companyId')
    .where('userId', '=', userId)
    .orderBy('keptAt', 'desc')
    .orderBy('companyId')
    .execute()
  return rows.map(({ companyId }) => companyId)
}

/** Finds the listed ones of these companies with the shown fields. */
export const listVisible = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('companies')
    .select(['id', 'companyName', 'category', 'location', 'logoUrl'])
    .where('isListed', '=', true)
    .where('id', 'in', [...ids])
    .execute()

export const insertFavourites = (
  tx: Transaction,
  { userId, companyIds, keptAt }: { userId: string; companyIds: readonly string[]; keptAt: Date },
) =>
  tx
    .insertInto('favourites')
    .values(companyIds.map((companyId) => ({ userId, companyId, keptAt })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const deleteFavourite = (tx: Transaction, { userId, companyId }: { userId: string; companyId: string }) =>
  tx.deleteFrom('favourites').where('userId', '=', userId).where('companyId', '=', companyId).execute()

/** Lists a person's favourites for the data export. */
export const listFavouritesForExport = (db: Db, userId: string) =>
  db
    .selectFrom('favourites')
    .innerJoin('companies', 'companies.id', 'favourites.companyId')
    .select(['favourites.companyId', 'companies.companyName', 'favourites.keptAt'])
    .where('favourites.userId', '=', userId)
    .orderBy('favourites.keptAt')
    .orderBy('favourites.companyId')
    .execute()
