import type { Policy } from '#src/platform/kit/settingOptions.ts'
import type { FreeStarts } from '#src/supply/calendars/availability/days.ts'
import type { WorkingHours } from '#src/supply/calendars/workingHours.ts'

/** Minutes of a day. */
type Span = { from: number; to: number }

/** `hours`: the open spans of each weekday, Monday first. */
export type ProfileTimes = { free: FreeStarts; today: string; hours: Span[][]; policy: Policy }

export const weekdayLabels = ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'] as const

/** Weekly hours of the whole company; if only its people have hours, those of any of them. */
export function hoursOf({ hours }: Pick<WorkingHours, 'hours'>): ProfileTimes['hours'] {
  const shared = hours.filter(({ resourceId }) => resourceId === null)
  const counted = shared.length > 0 ? shared : hours
  return weekdayLabels.map((_, at) => {
    const spans = counted.filter(({ weekday }) => weekday === at + 1).map(({ minutes: { from, to } }) => ({ from, to }))
    const isFirst = (span: Span, place: number) => spans.findIndex(({ from, to }) => from === span.from && to === span.to) === place
    return spans.filter(isFirst).sort((one, other) => one.from - other.from || one.to - other.to)
  })
}

/** '08:00–12:00, 13:00–17:00' */
export const hoursText = (spans: readonly Span[]) =>
  spans.length === 0 ? 'geschlossen' : spans.map(({ from, to }) => `${clockOf(from)}–${clockOf(to)}`).join(', ')

/** Hours that the bars of opening hours show, in minutes. */
const shown = { from: 360, to: 1_320 }

export const barLength = shown.to - shown.from

/** Place and length of a span on a bar, in minutes. */
export function barOf({ from, to }: Span) {
  const placeOf = (minutes: number) => Math.min(Math.max(minutes, shown.from), shown.to) - shown.from
  return { x: placeOf(from), width: placeOf(to) - placeOf(from) }
}

const clockOf = (minutes: number) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Cancellation policy in one line. */
export const cancellationLines: Record<Policy, string> = {
  kulant: 'Bis 24 Stunden vorher kostenlos stornieren',
  ueblich: 'Bis 24 Stunden vorher kostenlos stornieren',
  fest: 'Bis 48 Stunden vorher kostenlos stornieren',
}
