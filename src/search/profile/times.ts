import type { FreeStarts } from '#src/calendars/hints/days.ts'
import type { Openings } from '#src/calendars/openings.ts'
import type { Policy } from '#src/kit/settingWords.ts'

/** `hours`: of each weekday from Monday on, '08:00–12:00, 13:00–17:00', or null when closed. */
export type ProfileTimes = { free: FreeStarts; today: string; hours: (string | null)[]; policy: Policy }

export const weekdayWords = ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'] as const

/** The weekly hours of the whole company; where only its people have hours, those of any of them. */
export function hoursOf({ hours }: Pick<Openings, 'hours'>): ProfileTimes['hours'] {
  const shared = hours.filter(({ resourceId }) => resourceId === null)
  const counted = shared.length > 0 ? shared : hours
  return weekdayWords.map((_, at) => {
    const spans = counted
      .filter(({ weekday }) => weekday === at + 1)
      .map(({ minutes }) => `${clockOf(minutes.from)}–${clockOf(minutes.to)}`)
    return spans.length === 0 ? null : [...new Set(spans)].sort().join(', ')
  })
}

const clockOf = (minutes: number) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** What cancelling costs, in one line. */
export const cancellationLines: Record<Policy, string> = {
  kulant: 'Bis 24 Stunden vorher kostenlos absagen',
  ueblich: 'Bis 24 Stunden vorher kostenlos absagen',
  fest: 'Bis 48 Stunden vorher kostenlos absagen',
}
