import { addDays, dateFormat, isoWeek } from '#src/platform/kit/dates.ts'
import { plural } from '#src/platform/kit/text.ts'
import { clockTime } from '#src/supply/calendars/clockTime.ts'
import type { Entry } from './entries.ts'

const month = dateFormat('de-DE', { timeZone: 'UTC', month: 'long' })
const monthOf = (day: string) => month(new Date(`${day}T00:00:00Z`))

/** Label of the week of a Monday: '23.–29. November, KW 48'; with both months if it changes. */
export function weekLabel(monday: string) {
  const sunday = addDays(monday, 6)
  const first = monthOf(monday) === monthOf(sunday) ? `${Number(monday.slice(8))}.–` : `${Number(monday.slice(8))}. ${monthOf(monday)} – `
  return `${first}${Number(sunday.slice(8))}. ${monthOf(sunday)}, KW ${isoWeek(monday)}`
}

/** Times of an entry: '07:30–09:30'. */
export const timeRange = ({ from, to }: Entry) => `${clockTime(from)}–${clockTime(to)}`

/** Initials: 'MP' for Meike Petersen; the first two letters of a single word. */
export function initialsOf(name: string) {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  const last = rest.at(-1)
  return (last ? `${first.slice(0, 1)}${last.slice(0, 1)}` : first.slice(0, 2)).toUpperCase()
}

/** Numbers of a day: '2 Termine', '1 Termin, 1 offen'; undefined for an empty day. */
export function dayCountText(entries: readonly Entry[]) {
  const { agreed, asked } = countsOf(entries)
  const words = [agreed > 0 ? plural(agreed, 'Termin', 'Termine') : '', asked > 0 ? `${asked} offen` : '']
  return words.filter(Boolean).join(', ') || undefined
}

/** Short form of the numbers: '2', '2+1', or '–' for an empty day. */
export function countLabel(entries: readonly Entry[]) {
  const { agreed, asked } = countsOf(entries)
  return asked > 0 ? `${agreed}+${asked}` : agreed > 0 ? String(agreed) : '–'
}

/** Numbers of appointments; the parts of one count once. */
const countsOf = (entries: readonly Entry[]) => ({
  agreed: countJobs(entries.filter(({ look }) => look === 'agreed' || look === 'past')),
  asked: countJobs(entries.filter(({ look }) => look === 'asked')),
})
const countJobs = (entries: readonly Entry[]) => new Set(entries.map(({ bookingId, key }) => bookingId ?? key)).size
