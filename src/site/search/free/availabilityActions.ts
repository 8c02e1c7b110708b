import { berlinDay } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import { readAvailability } from '#src/supply/calendars/availability/actions.ts'
import { lockSearched, noteOutdated, takeChanged, updateAvailability } from './store.ts'

const perBatch = 200

/** Recomputes the availability of companies whose calendars changed, and writes it for the search, until none is left. */
export async function writeAvailability(app: App) {
  while (await writeBatch(app)) {
    // Every batch has its own transaction.
  }
}

const writeBatch = (app: App) =>
  app.db.transaction().execute(async (tx) => {
    const changed = await takeChanged(tx, perBatch)
    const searched = await lockSearched(tx, changed)
    const now = app.now()
    if (searched.length > 0) await updateAvailability(tx, await readAvailability(tx, searched, now), berlinDay(now))
    return changed.length > 0
  })

/** After midnight the availability index of all companies lacks a day at its end; the other days are right until it is recomputed. */
export const renewAvailability = (app: App) => noteOutdated(app.db, berlinDay(app.now()))
