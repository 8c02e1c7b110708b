import { dateFormat, formatTime } from '#src/platform/kit/dates.ts'
import type { FreeDay } from '#src/supply/calendars/slots.ts'

const weekday = dateFormat('de-DE', { timeZone: 'UTC', weekday: 'short' })
const long = dateFormat('de-DE', { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' })
const at = (day: string) => new Date(`${day}T00:00:00Z`)

/** Short weekday and number of a day: 'Do' and '26'. */
export const dayShort = (day: string) => ({ weekday: weekday(at(day)).replace('.', ''), number: String(Number(day.slice(8))) })

/** Formats a day: 'Donnerstag, 26. November'. */
export const formatDayLong = (day: string) => long(at(day))

/** Formats 'YYYY-MM-DD HH:MM' as 'Do 26.11., 14:00 Uhr'. */
export const formatSlot = (slot: string) =>
  `${dayShort(slot.slice(0, 10)).weekday} ${slot.slice(8, 10)}.${slot.slice(5, 7)}., ${formatTime(slot.slice(11))}`

/** Last shown day that can be booked. */
export const lastBookableDay = ({ days, last_day: last }: { days: readonly { day: string }[]; last_day: string }) => {
  const shown = days.at(-1)?.day ?? last
  return shown < last ? shown : last
}

/** Number of days whose free times are shown at once. */
export const daysPerPage = 14

/** Short reason why a day has no free times. */
export const noTimesReasonLabels: Record<NonNullable<FreeDay['reason']>, string> = {
  hours: 'geschlossen',
  holiday: 'Feiertag',
  closure: 'geschlossen',
  notice: 'zu kurzfristig',
  horizon: 'später',
  full: 'ausgebucht',
  short: 'zu kurz',
}
