import type { FreeDay } from '#src/calendars/slots.ts'
import { dateFormat, formatTime } from '#src/kit/dates.ts'

const weekday = dateFormat('de-DE', { timeZone: 'UTC', weekday: 'short' })
const long = dateFormat('de-DE', { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' })
const at = (day: string) => new Date(`${day}T00:00:00Z`)

/** 'Do' and '26' of a day. */
export const dayShort = (day: string) => ({ weekday: weekday(at(day)).replace('.', ''), number: String(Number(day.slice(8))) })

/** 'Donnerstag, 26. November' of a day. */
export const dayWords = (day: string) => long(at(day))

/** 'Do 26.11., 14:00 Uhr' of 'YYYY-MM-DD HH:MM'. */
export const slotWords = (slot: string) =>
  `${dayShort(slot.slice(0, 10)).weekday} ${slot.slice(8, 10)}.${slot.slice(5, 7)}., ${formatTime(slot.slice(11))}`

/** The last of the shown days that can be booked. */
export const shownUntil = ({ days, last_day: last }: { days: readonly { day: string }[]; last_day: string }) => {
  const shown = days.at(-1)?.day ?? last
  return shown < last ? shown : last
}

/** So many days' free times are shown at once. */
export const daysShown = 14

/** Why a day has no free times, in a word. */
export const reasonWords: Record<NonNullable<FreeDay['reason']>, string> = {
  hours: 'geschlossen',
  holiday: 'Feiertag',
  closure: 'geschlossen',
  notice: 'zu kurzfristig',
  horizon: 'später',
  full: 'ausgebucht',
  short: 'zu kurz',
}
