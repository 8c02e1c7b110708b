import { plural } from '#src/platform/kit/text.ts'
import { longWorkMinutes } from '#src/supply/services/durations.ts'
import type { FreeDay } from './slots.ts'

/** Days ahead in which a service must have a free time, or its company is warned. */
export const warnedDays = 14

/**
 * Causes why a service has no free time in the coming days: no day is long enough without a break, everything is taken, its notice is too
 * long, the company is closed, or too few people can do it.
 */
export const unbookableCauses = ['short', 'full', 'notice', 'closed', 'people'] as const
export type UnbookableCause = (typeof unbookableCauses)[number]

/** Duration as '5 Stunden', '1 Stunde 30 Minuten', '45 Minuten'. */
export function minutesText(minutes: number) {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 ? plural(hours, 'Stunde', 'Stunden') : '', rest > 0 ? plural(rest, 'Minute', 'Minuten') : ''].filter(Boolean).join(' ')
}

/** 'zu kurz für 5 Stunden (geöffnet 4 Stunden)': reason why an open day has no free time. */
export const tooShortFor = (minutes: number, openMinutes: number | null = null) =>
  `zu kurz für ${minutesText(minutes)}${openMinutes ? ` (geöffnet ${minutesText(openMinutes)})` : ''}`

/** True if none of these days is long enough for the work, so that a waiting list would be useless. */
export const canNeverFit = (days: readonly { reason: FreeDay['reason'] | null }[]) =>
  days.some(({ reason }) => reason === 'short') && days.every(({ reason }) => reason && reason !== 'full' && reason !== 'notice')

/** Text for customers instead of such a waiting list. */
export const neverFits = (minutes: number, isSpread: boolean) =>
  `Diese Leistung dauert ${minutesText(minutes)}. ${isSpread && minutes > longWorkMinutes ? 'So viel Zeit hat der Anbieter innerhalb von 30 Tagen nicht.' : 'So lange am Stück hat der Anbieter an keinem dieser Tage geöffnet.'} Bitte fragen Sie ihn nach einem Termin oder wählen Sie eine kürzere Leistung.`

/** Duration of the work above its free times. */
export const lasts = (minutes: number, isSpread: boolean) =>
  `Dauert etwa ${minutesText(minutes)}.${isSpread && minutes > longWorkMinutes ? ' Die Arbeit geht nach Pausen und am nächsten Tag weiter.' : ''}`

/** Service without a free time, and its cause. `longestMinutes`: longest open time of a day, if that is what lacks. */
export type Unbookable = { minutes: number; isSpread: boolean; why: UnbookableCause; longestMinutes: number | null }

function shortText({ minutes, isSpread, longestMinutes }: Omit<Unbookable, 'why'>) {
  if (isSpread && minutes > longWorkMinutes) return `Sie in 30 Tagen weniger als ${minutesText(minutes)} geöffnet haben`
  const most = longestMinutes ? `, höchstens ${minutesText(longestMinutes)}` : ''
  return `an keinem Tag ${minutesText(minutes)} ${isSpread ? 'geöffnet sind' : 'am Stück geöffnet ist'}${most}`
}

/** 'In 14 Tagen kein Termin für „Fenster putzen“, weil …', for the company. */
export function unbookableText({ title, why, ...time }: Unbookable & { title: string }) {
  const because: Record<UnbookableCause, string> = {
    short: shortText(time),
    full: 'alles belegt ist',
    notice: 'die Vorlaufzeit länger ist',
    closed: 'Sie in dieser Zeit geschlossen haben',
    people: 'sie mehr Personen braucht, als sie ausführen können',
  }
  return `In ${warnedDays} Tagen kein Termin für „${title}“, weil ${because[why]}.`
}
