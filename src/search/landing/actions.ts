import type { App } from '#src/server/app.ts'
import { markTownPoints } from './store.ts'

/** Towns of companies lie where the places say by now: those that came before the places were known, and those that moved. */
export const markPlacedTowns = ({ db }: App) => markTownPoints(db)
