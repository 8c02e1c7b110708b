import { berlinDay } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import { readHints } from '#src/supply/calendars/hints/actions.ts'
import { lockSearched, noteOutdated, takeChanged, updateHints } from './store.ts'

const perBatch = 200

/** Computes anew when companies are free whose calendars changed, and writes it for the search, until none is left. */
export async function writeHints(app: App) {
  while (await writeBatch(app)) {
    // Every batch is committed by itself.
  }
}

const writeBatch = (app: App) =>
  app.db.transaction().execute(async (tx) => {
    const changed = await takeChanged(tx, perBatch)
    const searched = await lockSearched(tx, changed)
    const now = app.now()
    if (searched.length > 0) await updateHints(tx, await readHints(tx, searched, now), berlinDay(now))
    return changed.length > 0
  })

/** After midnight the hints of all companies lack a day at their end; until they are computed anew, the others are right. */
export const renewHints = (app: App) => noteOutdated(app.db, berlinDay(app.now()))
