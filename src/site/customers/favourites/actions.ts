import { berlinDay } from '#src/platform/kit/dates.ts'
import type { App, Person, Session } from '#src/platform/server/app.ts'
import { readNextStarts } from '#src/supply/calendars/availability/actions.ts'
import { customerLimits, customerProblems } from '../rules.ts'
import { lockAccount } from '../store.ts'
import { deleteFavourite, insertFavourites, listFavouriteIds, listFavouritesForExport, listVisible } from './store.ts'

/** Returns the account's favourites, or a visitor's by the given ids, each with its next free time; only listed companies. */
export async function readFavourites(app: App, session: Session | undefined, named: readonly string[]) {
  const ids = session ? await listFavouriteIds(app.db, session.userId) : [...new Set(named)]
  if (ids.length === 0) return { rows: [] }
  const now = app.now()
  const found = await listVisible(app.db, ids)
  const asked = found.map(({ id }) => ({ companyId: id, serviceId: null }))
  const starts = await readNextStarts(app.db, asked, { now, firstDay: berlinDay(now), most: 1, fits: () => true })
  const byId = new Map(found.map((one) => [one.id, { ...one, free: starts.get(one.id) ?? null }]))
  return { rows: ids.flatMap((id) => byId.get(id) ?? []) }
}

/** Adds a visitor's favourites to the account: listed companies only, up to the limit. Returns all of the account's ids. */
export const takeFavourites = (app: App, { userId }: Session, named: readonly string[]) =>
  app.db.transaction().execute(async (tx) => {
    await lockAccount(tx, userId)
    const kept = await listFavouriteIds(tx, userId)
    const listed = named.length === 0 ? [] : await listVisible(tx, named)
    const added = listed.map(({ id }) => id).filter((id) => !kept.includes(id))
    const companyIds = added.slice(0, customerLimits.favourites - kept.length)
    if (companyIds.length === 0) return { companyIds: kept }
    await insertFavourites(tx, { userId, companyIds, keptAt: app.now() })
    return { companyIds: [...companyIds, ...kept] }
  })

type Change = { userId: string; companyId: string; isFavourite: boolean }

/** Adds or removes a favourite. Throws customerProblems.companyUnknown, tooManyFavourites. */
export const setFavourite = (app: App, { userId, companyId, isFavourite }: Change) =>
  app.db.transaction().execute(async (tx) => {
    if (!isFavourite) return void (await deleteFavourite(tx, { userId, companyId }))
    await lockAccount(tx, userId)
    const kept = await listFavouriteIds(tx, userId)
    if (kept.includes(companyId)) return
    if ((await listVisible(tx, [companyId])).length === 0) throw customerProblems.companyUnknown()
    if (kept.length >= customerLimits.favourites) throw customerProblems.tooManyFavourites()
    await insertFavourites(tx, { userId, companyIds: [companyId], keptAt: app.now() })
  })

/** Returns a person's favourites, for the export of personal data. */
export const exportFavourites = (app: App, { userId }: Person) => listFavouritesForExport(app.db, userId)
