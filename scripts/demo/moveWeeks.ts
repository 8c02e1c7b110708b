import { berlinDay, businessZone, mondayOf } from '#src/platform/kit/dates.ts'

const dayMs = 86_400_000

/** The weeks between the dump and this moment, and the number of completed days of the current week. */
export function weeksSince(monday: string, now: Date) {
  const today = berlinDay(now)
  const thisMonday = mondayOf(today)
  return {
    days: Math.round((Date.parse(thisMonday) - Date.parse(monday)) / dayMs),
    weekday: Math.round((Date.parse(today) - Date.parse(thisMonday)) / dayMs),
  }
}

const wall = new Intl.DateTimeFormat('sv-SE', { timeZone: businessZone, dateStyle: 'short', timeStyle: 'medium' })
const offsets = new Map<number, number>()

/** Offset of Berlin's clock from UTC in milliseconds; it changes at full hours. */
function offsetAt(ms: number) {
  const hour = Math.floor(ms / 3_600_000)
  const known = offsets.get(hour)
  if (known !== undefined) return known
  const offset = Date.parse(`${wall.format(new Date(hour * 3_600_000)).replace(' ', 'T')}Z`) - hour * 3_600_000
  offsets.set(hour, offset)
  return offset
}

/** Moves all times by whole days of Berlin's calendar: what happened at 6:00 still happens at 6:00, in summer or winter time. */
export function openMove(days: number) {
  const instant = (ms: number) => {
    const local = ms + offsetAt(ms) + days * dayMs
    return local - offsetAt(local - offsetAt(local))
  }
  const day = (text: string) => new Date(Date.parse(text) + days * dayMs).toISOString().slice(0, 10)
  /** Keeps the microseconds of a timestamp of the database. */
  const timestamp = (text: string) => {
    const ms = Date.parse(text)
    const rest = /\.\d{3}(\d+)/.exec(text)?.[1] ?? ''
    return new Date(instant(ms)).toISOString().replace('Z', `${rest}Z`)
  }
  /** A range of days or of instants, as the database writes it. */
  const range = (text: string) =>
    text.replace(/20\d\d-\d\d-\d\d(?: \d\d:\d\d:\d\d(?:\.\d+)?\+00(?::00)?)?/g, (found) =>
      found.length > 10 ? timestamp(found.replace(' ', 'T').replace(/\+00(?::00)?$/, 'Z')) : day(found),
    )
  const inText = (text: string) =>
    text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)|\b20\d\d-\d\d-\d\d/g, (found) =>
      found.length > 10 ? timestamp(found) : day(found),
    )
  /** Whole numbers of the payment sandbox that can only be seconds since 1970: no amount is so large. */
  const inSeconds = (value: unknown): unknown => {
    if (typeof value === 'number') return value > 1_600_000_000 && value < 2_400_000_000 ? Math.round(instant(value * 1000) / 1000) : value
    if (Array.isArray(value)) return value.map(inSeconds)
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inSeconds(one)]))
    return value
  }
  return { day, timestamp, range, inText, inSeconds }
}
export type Move = ReturnType<typeof openMove>
