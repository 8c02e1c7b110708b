/** The business zone (docs/spec.md#time). Days are 'YYYY-MM-DD', times of day 'HH:MM', both as a German clock shows them. */
export const businessZone = 'Europe/Berlin'

/** A formatter of moments (a number is milliseconds since 1970). Each takes some 2 ms to build, and most pages need none or one: it is built with its first moment. */
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

/** Today's date in Berlin. */
export const berlinDay = (at: Date) => day(at)

/** '03.12.2026' from a day. */
export const formatDate = (date: string) => short(new Date(`${date}T00:00:00Z`))

/** 'Donnerstag, 3. Dezember 2026' from a day. */
export const formatLongDate = (date: string) => long(new Date(`${date}T00:00:00Z`))

const monthLong = dateFormat('de-DE', { timeZone: 'UTC', month: 'long', year: 'numeric' })
const monthShort = dateFormat('de-DE', { timeZone: 'UTC', month: 'short' })

/** 'November 2026' from a month, 'YYYY-MM'. */
export const formatMonth = (month: string) => monthLong(new Date(`${month}-01T00:00:00Z`))

/** 'Nov' from a month, 'YYYY-MM'. */
export const formatMonthShort = (month: string) =>
  monthShort(new Date(`${month}-01T00:00:00Z`))
    .replace('.', '')
    .slice(0, 3)

/** '07:30 Uhr' from a time of day, with or without seconds. */
export const formatTime = (time: string) => `${time.slice(0, 5)} Uhr`

/** Whether the text is a day of the calendar: 2026-02-30 is not, nor is any of a year 0, which PostgreSQL does not know. */
export function isCalendarDay(text: string) {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text
}

/** The day a number of days after another one. */
export function addDays(date: string, days: number) {
  const at = new Date(`${date}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

/** The later one of two days. */
export const laterDay = (one: string, other: string) => (one.localeCompare(other) > 0 ? one : other)

/** The same day of a later month, or the last of that month where it is shorter. */
export function addMonths(date: string, months: number) {
  const at = new Date(`${date.slice(0, 7)}-01T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + months + 1, 0)
  return `${at.toISOString().slice(0, 8)}${String(Math.min(Number(date.slice(8)), at.getUTCDate())).padStart(2, '0')}`
}

/** The Monday of the week that a day lies in. */
export const mondayOf = (date: string) => addDays(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7))

/** The number of the calendar week, as German calendars count: the first one holds 4 January. */
export function isoWeek(date: string) {
  const thursday = addDays(mondayOf(date), 3)
  const firstMonday = mondayOf(`${thursday.slice(0, 4)}-01-04`)
  return 1 + Math.round((Date.parse(mondayOf(date)) - Date.parse(firstMonday)) / (7 * 86_400_000))
}

/**
 * The moment at which a Berlin wall clock shows the day and time; the earlier one when clocks are set back. A time that is skipped when they
 * are set forward is the moment an hour later on the clock.
 */
export const berlinInstant = (date: string, time: string) =>
  new Date(berlinMoment(Date.parse(date), Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))))

/** Whether day and time exist in Berlin: one hour is skipped when clocks are set forward. */
export const isBerlinTime = (date: string, time: string) => {
  const minute = Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
  return isBerlinMinute(Date.parse(date), minute)
}

/** The same for a day given as its midnight in UTC and a minute of the clock, 0 to 1440, all in milliseconds since 1970. */
export function berlinMoment(day: number, minute: number) {
  const asIfUtc = day + minute * 60_000
  return berlinOffset(asIfUtc - 2 * hourMs) === 2 * hourMs ? asIfUtc - 2 * hourMs : asIfUtc - hourMs
}

/** Whether a Berlin clock shows the minute on that day. */
export function isBerlinMinute(day: number, minute: number) {
  const at = berlinMoment(day, minute)
  return at + berlinOffset(at) === day + minute * 60_000
}

const hourMs = 3_600_000

/** How far Berlin's clocks are ahead of UTC, in milliseconds: two hours in summer, by the rule of directive 2000/84/EC, else one. */
export function berlinOffset(at: number) {
  const year = new Date(at).getUTCFullYear()
  const [from, to] = summers.get(year) ?? [changeOf(year, 2), changeOf(year, 9)]
  summers.set(year, [from, to])
  return at >= from && at < to ? 2 * hourMs : hourMs
}
/** Asked thousands of times for the free times of a month. */
const summers = new Map<number, readonly [from: number, to: number]>()

/** The last Sunday of a month of 31 days, 1:00 UTC. */
function changeOf(year: number, month: number) {
  const last = new Date(Date.UTC(year, month, 31, 1))
  return last.getTime() - last.getUTCDay() * 24 * hourMs
}

/** 'heute', 'gestern', 'vor 6 Tagen', 'vor 4 Wochen', 'vor 3 Monaten' – how long a moment lies back, by Berlin days. */
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

/** '07:30 Uhr', as a Berlin clock shows the moment. */
export const formatClock = (at: Date) => `${timeOfDay(at)} Uhr`

/** '03.12.2026, 07:30 Uhr', as Berlin's calendar and clock show the moment. */
export const formatMoment = (at: Date) => `${formatDate(berlinDay(at))}, ${formatClock(at)}`

const exactTime = dateFormat('de-DE', { timeZone: businessZone, hour: '2-digit', minute: '2-digit', second: '2-digit' })

/** '03.12.2026, 23:59:59 Uhr', where a second may decide. */
export const formatExactMoment = (at: Date) => `${formatDate(berlinDay(at))}, ${exactTime(at)} Uhr`
