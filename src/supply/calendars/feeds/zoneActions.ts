import { WINDOWS_TO_IANA_MAP } from 'windows-iana'
import { berlinOffset } from '#src/platform/kit/dates.ts'
import { type Line, lineNamed, linesNamed, type Part } from './lines.ts'
import { ruleOf } from './recurrence.ts'
import { type Budget, repeatsOf, TooDense } from './repeat.ts'
import { offsetOf, timeOf, utcZone, type Zone, zoneOfOffsets } from './times.ts'

/** Europe/Berlin. */
export const berlinZone = zoneOfOffsets(berlinOffset)

/** IANA zones of Windows' zone names by CLDR's table, in lower case. */
const windowsZones = new Map(
  WINDOWS_TO_IANA_MAP.filter(({ territory }) => territory === '001').map(({ windowsName, iana }) => [windowsName.toLowerCase(), iana[0]]),
)

/** Zone names in German calendars that no table contains. */
const others: Readonly<Record<string, string>> = {
  mez: 'Europe/Berlin',
  mesz: 'Europe/Berlin',
  cest: 'Europe/Berlin',
  z: 'UTC',
  zulu: 'UTC',
}

const known = new Map<string, Zone | undefined>()

/**
 * Resolves a zone name that the file does not define: an IANA or Windows name, either at the end of a path
 * ('/freeassociation.sourceforge.net/America/New_York'), a fixed offset ('GMT+01:00'), or cities with an offset ('(UTC+01:00) Amsterdam,
 * Berlin'). Undefined for any other name.
 */
export function zoneNamed(name: string): Zone | undefined {
  const key = name.trim().toLowerCase()
  if (known.size > 1_000) known.clear()
  if (!known.has(key)) known.set(key, findZone(name.trim()))
  return known.get(key)
}

function findZone(name: string) {
  const path = name.replace(/^\/+|\/+$/g, '').split('/')
  const tries = [name, others[name.toLowerCase()], ...[3, 2, 1].map((last) => path.slice(-last).join('/'))]
  for (const one of tries) {
    const zone = one && /[a-z]/i.test(one) ? ianaZone(one) : undefined
    if (zone) return zone
  }
  // Windows' names occur at the end of paths, too.
  return ianaZone(windowsZones.get(path.at(-1)?.toLowerCase() ?? '') ?? '') ?? fixedZone(name) ?? zoneOfCities(name)
}

function ianaZone(name: string): Zone | undefined {
  if (!name) return undefined
  try {
    const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: name, dateStyle: 'short', timeStyle: 'medium' })
    const offsets = new Map<number, number>()
    return zoneOfOffsets((moment) => {
      // Clocks change only at full quarters of an hour, so the offset is cached per quarter.
      const quarter = Math.floor(moment / 900_000) * 900_000
      const offset = offsets.get(quarter) ?? Date.parse(`${clock.format(quarter).replace(' ', 'T')}Z`) - quarter
      if (offsets.size < 50_000) offsets.set(quarter, offset)
      return offset
    })
  } catch {
    return undefined
  }
}

/** Zone of a fixed offset: 'UTC+1', 'GMT-05:30', '+0100'. */
function fixedZone(name: string): Zone | undefined {
  const [, sign, hours = '', minutes = '00'] = /^(?:UTC|GMT)?\s*([+-])(\d{1,2}):?(\d{2})?$/i.exec(name) ?? []
  if (!sign || Number(hours) > 14 || Number(minutes) > 59) return undefined
  const offset = offsetOf(`${sign}${hours.padStart(2, '0')}${minutes}`) ?? 0
  return zoneOfOffsets(() => offset)
}

/** Zone of one of Outlook's display names: that of the first city whose usual offset equals the given one. */
function zoneOfCities(name: string): Zone | undefined {
  const [, offset = '', cities = ''] = /^\((?:UTC|GMT)([+-]\d{2}:\d{2})?\)\s*(.+)$/i.exec(name) ?? []
  const usual = offset ? offsetOf(offset) : 0
  for (const city of cities.split(/[,/]/).map((one) => one.trim().toLowerCase().replaceAll(' ', '_'))) {
    const zone = Intl.supportedValuesOf('timeZone').find((one) => one.toLowerCase().endsWith(`/${city}`))
    const found = zone ? ianaZone(zone) : undefined
    const winter = Date.UTC(2026, 0, 15)
    if (found && [winter, Date.UTC(2026, 6, 15)].some((wall) => wall - found.earliest(wall) === usual)) return found
  }
  return undefined
}

type Observance = { onset: number; from: number; to: number }

/** Zone defined by a VTIMEZONE; undefined if it has no readable rule. */
export function describedZone(part: Part, { until, budget }: { until: number; budget: Budget }): Zone | undefined {
  const changes = part.parts.flatMap((one) => (['STANDARD', 'DAYLIGHT'].includes(one.name) ? [changesOf(one, { until, budget })] : []))
  if (changes.length === 0 || changes.includes(undefined)) return undefined
  const sorted = changes.flatMap((list) => list ?? []).toSorted((one, other) => one.onset - other.onset)
  const [first] = sorted
  if (!first) return undefined
  const earliest = (wall: number) => {
    const last = sorted[lastBefore(sorted, wall)]
    if (!last) return wall - first.from
    const isSkipped = wall < last.onset + last.to - last.from
    return wall - (isSkipped ? last.from : last.to)
  }
  return { earliest, latest: earliest }
}

/** Index of the last change at or before a wall time, -1 before the first. */
function lastBefore(changes: readonly Observance[], wall: number) {
  let [low, high] = [0, changes.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((changes[middle]?.onset ?? 0) <= wall) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Earlier changes do not affect any event within the window. */
const since = Date.UTC(1990, 0, 1)

function changesOf(part: Part, { until, budget }: { until: number; budget: Budget }): Observance[] | undefined {
  const zones = { floating: utcZone, day: utcZone, named: () => utcZone }
  const [from, to] = ['TZOFFSETFROM', 'TZOFFSETTO'].map((name) => offsetOf(lineNamed(part, name)?.value ?? ''))
  const line = lineNamed(part, 'DTSTART')
  const start = line && timeOf(line, line.value, zones)
  if (!start || from === undefined || to === undefined) return undefined
  const dates = linesNamed(part, 'RDATE').flatMap((one) => one.value.split(',').map((value) => timeOf(one, value, zones)?.wall))
  const onsets = [start.wall, ...dates]
  for (const { value } of linesNamed(part, 'RRULE')) {
    const repeated = repeatedOnsets(value, { start: start.wall, from, until, budget })
    if (!repeated) return undefined
    onsets.push(...repeated)
  }
  return onsets.includes(undefined) ? undefined : onsets.flatMap((onset) => (onset === undefined ? [] : { onset, from, to }))
}

type Onsets = { start: number; from: number; until: number; budget: Budget }

function repeatedOnsets(value: string, onsets: Onsets) {
  try {
    return onsetsOf(value, onsets)
  } catch (error) {
    if (error instanceof TooDense) return undefined
    throw error
  }
}

function onsetsOf(value: string, { start, from, until, budget }: Onsets) {
  const rule = ruleOf(value)
  if (!rule) return undefined
  const ends: Line = { name: 'UNTIL', params: {}, value: rule.until ?? '' }
  const end = rule.until === undefined ? undefined : timeOf(ends, rule.until, { floating: utcZone, day: utcZone, named: () => utcZone })
  if (rule.until !== undefined && !end) return undefined
  const last = end ? end.wall + (/Z$/i.test(rule.until ?? '') ? from : 0) + (end.isDate ? 86_400_000 : 0) : until
  const onsets: number[] = []
  for (const onset of repeatsOf({ rule, start, from: since, to: Math.min(last, until), budget })) {
    if (onset > Math.min(last, until) || (rule.count !== undefined && onsets.length + 1 >= rule.count)) break
    onsets.push(onset)
  }
  return onsets
}
