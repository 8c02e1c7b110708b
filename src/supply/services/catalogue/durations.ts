import { isUsuallySpread } from '../durations.ts'
import { serviceLimits } from '../rules.ts'
import { type CatalogueService, countedUnit } from './rules.ts'

/** Default durations of a new service: minutes, minutes of each unit, and whether the work may continue on another day. */
export type UsualDurations = { minutes: number; minutesPerUnit: number | null; isSpread: boolean }

type Entry = Pick<CatalogueService, 'priceKind' | 'priceUnit' | 'lowMinutes' | 'highMinutes' | 'places'>

/**
 * Number of units in a usual job, to which an entry's range of minutes refers. A unit that is missing here does not change the duration
 * (guests of a catering, months of a contract, days of a hire).
 */
const unitsPerJob: Readonly<Record<string, number>> = {
  'm²': 40,
  Meter: 20,
  Fenster: 12,
  Flügel: 12,
  Tonne: 2,
  Stück: 1,
  Gerät: 1,
  Fahrzeug: 1,
  Anlage: 1,
  Baum: 1,
  Hund: 1,
  Paar: 1,
  Satz: 1,
  Behälter: 2,
  Zone: 1,
  Bild: 20,
  Text: 1,
  Seite: 10,
  Wort: 1_000,
  Mitarbeiter: 1,
}

/** Minutes before the first unit: arrival and setting up. */
const setUpMinutes = 15
const step = 15
/** Longest work that an event or an hourly service does without a break: the nine hours of the usual week. */
const oneDayMinutes = 540

/** Ranges of at least this long, of things brought to a shop, are the time that they stay there. */
const longestShopMinutes = 480

/**
 * Defaults from an entry's usual range: its middle, in steps of 15 minutes. For counted units the middle is divided by the units of a usual
 * job, after the minutes to set up. Things that are brought to a shop stay there longer than the work takes: there the low end counts.
 */
export function usualDurations(entry: Entry): UsualDurations {
  const unit = entry.priceKind === 'hourly' ? null : countedUnit(entry)
  const units = unit === null ? undefined : unitsPerJob[unit]
  const isEvent = units === undefined && (unit !== null || entry.priceKind === 'hourly')
  const most = isEvent ? serviceLimits.minutes.max : serviceLimits.spreadMinutes
  const total = Math.min(most, Math.max(step, Math.round(usualMinutes(entry, units) / step) * step))
  if (units === undefined || total <= setUpMinutes) {
    const isSpread = isEvent ? total > oneDayMinutes : isUsuallySpread({ minutes: total, minutesPerUnit: null })
    return { minutes: total, minutesPerUnit: null, isSpread }
  }
  const minutesPerUnit = Math.max(0.1, Math.round(((total - setUpMinutes) / units) * 10) / 10)
  return { minutes: setUpMinutes, minutesPerUnit, isSpread: true }
}

function usualMinutes({ lowMinutes, highMinutes, places }: Entry, units: number | undefined) {
  const isBrought = units !== undefined && places.includes('shop') && highMinutes >= longestShopMinutes
  return isBrought ? Math.min(lowMinutes, longestShopMinutes) : (lowMinutes + highMinutes) / 2
}
