/** Business time zone (docs/spec.md#time). Days are 'YYYY-MM-DD', times of day 'HH:MM', both in German local time. */
export const businessZone = 'Europe/Berlin'

/**
 * Formatter of times (a number is milliseconds since 1970). Each takes some 2 ms to build, and most pages need none or one, so it is built
 * on first use.
 */
export function dateFormat(locale: 'de-DE' | 'sv-SE', options: Intl.DateTimeFormatOptions) {
  let built: Intl.DateTimeFormat | undefined
  return (at: Date | number) => {
    built ??= new Intl.DateTimeFormat(locale, options)
    return built.format(at)
  }
}

const day = dateFormat('sv-SE', { timeZone: businessZone, year: 'numeric', month: '2-digit', day: '2-digit' })
const short = dateFormat('de-DE', { timeZone: 'UTC', day: '2-digit', month: '2-digit', year: 'numeric' })
const long = dateFormat('de-DE', { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

/** Day of a time in Berlin. */
export const berlinDay = (at: Date) => day(at)

/** Formats a day as '03.12.2026'. */
export const formatDate = (date: string) => short(new Date(`${date}T00:00:00Z`))

/** Formats a day as 'Donnerstag, 3. Dezember 2026'. */
export const formatLongDate = (date: string) => long(new Date(`${date}T00:00:00Z`))

const monthLong = dateFormat('de-DE', { timeZone: 'UTC', month: 'long', year: 'numeric' })
const monthShort = dateFormat('de-DE', { timeZone: 'UTC', month: 'short' })

/** Formats a month, 'YYYY-MM', as 'November 2026'. */
export const formatMonth = (month: string) => monthLong(new Date(`${month}-01T00:00:00Z`))

/** Formats a month, 'YYYY-MM', as 'Nov'. */
export const formatMonthShort = (month: string) =>
  monthShort(new Date(`${month}-01T00:00:00Z`))
    .replace('.', '')
    .slice(0, 3)

/** Formats a time of day, with or without seconds, as '07:30 Uhr'. */
export const formatTime = (time: string) => `${time.slice(0, 5)} Uhr`

/** True if the text is a calendar day: 2026-02-30 is not, nor is any day of year 0, which PostgreSQL does not know. */
export function isCalendarDay(text: string) {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text
}

/** Adds days to a day. */
export function addDays(date: string, days: number) {
  const at = new Date(`${date}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

/** Returns the later one of two days. */
export const laterDay = (one: string, other: string) => (one.localeCompare(other) > 0 ? one : other)

/** Same day of a later month, or the last day of that month if it is shorter. */
export function addMonths(date: string, months: number) {
  const at = new Date(`${date.slice(0, 7)}-01T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + months + 1, 0)
  return `${at.toISOString().slice(0, 8)}${String(Math.min(Number(date.slice(8)), at.getUTCDate())).padStart(2, '0')}`
}

/** Monday of a day's week. */
export const mondayOf = (date: string) => addDays(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7))

/** Number of the ISO calendar week: the first one contains 4 January. */
export function isoWeek(date: string) {
  const thursday = addDays(mondayOf(date), 3)
  const firstMonday = mondayOf(`${thursday.slice(0, 4)}-01-04`)
  return 1 + Math.round((Date.parse(mondayOf(date)) - Date.parse(firstMonday)) / (7 * 86_400_000))
}

/**
 * Time at which a Berlin wall clock shows day and time; the earlier one if it occurs twice (clocks set back). A time that is skipped when
 * clocks are set forward is taken an hour later.
 */
export const berlinInstant = (date: string, time: string) =>
  new Date(berlinMoment(Date.parse(date), Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))))

/** True if day and time exist in Berlin: one hour is skipped when clocks are set forward. */
export const isBerlinTime = (date: string, time: string) => {
  const minute = Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
  return isBerlinMinute(Date.parse(date), minute)
}

/** Variant of `berlinInstant` for a day given as its UTC midnight and a minute of the day, 0 to 1440; in milliseconds since 1970. */
export function berlinMoment(day: number, minute: number) {
  const asIfUtc = day + minute * 60_000
  return berlinOffset(asIfUtc - 2 * hourMs) === 2 * hourMs ? asIfUtc - 2 * hourMs : asIfUtc - hourMs
}

/** True if the minute exists on that day in Berlin. */
export function isBerlinMinute(day: number, minute: number) {
  const at = berlinMoment(day, minute)
  return at + berlinOffset(at) === day + minute * 60_000
}

const hourMs = 3_600_000

/** Offset of Berlin's clocks to UTC in milliseconds: two hours in summer, by directive 2000/84/EC, else one. */
export function berlinOffset(at: number) {
  const year = new Date(at).getUTCFullYear()
  const [from, to] = summers.get(year) ?? [changeOf(year, 2), changeOf(year, 9)]
  summers.set(year, [from, to])
  return at >= from && at < to ? 2 * hourMs : hourMs
}
/** Cache by year: free times of a month need thousands of lookups. */
const summers = new Map<number, readonly [from: number, to: number]>()

/** Last Sunday of a month of 31 days, 1:00 UTC. */
function changeOf(year: number, month: number) {
  const last = new Date(Date.UTC(year, month, 31, 1))
  return last.getTime() - last.getUTCDay() * 24 * hourMs
}

/** Formats a past time by Berlin days: 'heute', 'gestern', 'vor 6 Tagen', 'vor 4 Wochen', 'vor 3 Monaten'. */
export function formatAgo(at: Date, now: Date) {
  const days = Math.round((Date.parse(berlinDay(now)) - Date.parse(berlinDay(at))) / 86_400_000)
  if (days <= 0) return 'heute'
  if (days === 1) return 'gestern'
  if (days < 14) return `vor ${days} Tagen`
  if (days < 60) return `vor ${Math.floor(days / 7)} Wochen`
  if (days < 730) return `vor ${Math.floor(days / 30)} Monaten`
  return `vor ${Math.floor(days / 365)} Jahren`
}

const timeOfDay = dateFormat('de-DE', { timeZone: businessZone, hour: '2-digit', minute: '2-digit' })

/** Formats a time in Berlin as '07:30 Uhr'. */
export const formatClock = (at: Date) => `${timeOfDay(at)} Uhr`

/** Formats a time in Berlin as '03.12.2026, 07:30 Uhr'. */
export const formatMoment = (at: Date) => `${formatDate(berlinDay(at))}, ${formatClock(at)}`

const exactTime = dateFormat('de-DE', { timeZone: businessZone, hour: '2-digit', minute: '2-digit', second: '2-digit' })

/** Formats a time in Berlin as '03.12.2026, 23:59:59 Uhr', for deadlines by the second. */
export const formatExactMoment = (at: Date) => `${formatDate(berlinDay(at))}, ${exactTime(at)} Uhr`
