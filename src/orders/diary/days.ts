import { addDays, berlinMoment } from '#src/platform/kit/dates.ts'
import { holidaysOf } from '#src/platform/kit/holidays.ts'
import { type CompanyCalendar, minutesOf } from '#src/supply/calendars/hours/rules.ts'
import { openDay, type Span, type WorkingHours } from '#src/supply/calendars/workingHours.ts'
import { clockOf } from './layout.ts'
import type { Diary } from './rules.ts'

type Taken = Span & { resourceId: string }
type Params = { firstDay: string; days: number; resourceIds: readonly string[]; taken: readonly Taken[] }
type Hours = Diary['days'][number]['hours'][number]
type Range = { from: string; to: string }

/** Working hours and free times of each resource on some days. */
export function hoursOfDays(calendar: CompanyCalendar, { firstDay, days, resourceIds, taken }: Params): Diary['days'] {
  const openings = workingHoursOf(calendar)
  return Array.from({ length: days }, (_, offset) => {
    const day = addDays(firstDay, offset)
    return { day, hours: resourceIds.map((resourceId) => hoursOf(calendar, { openings, resourceId, day, taken })) }
  })
}

function hoursOf(
  calendar: CompanyCalendar,
  one: { openings: WorkingHours; resourceId: string; day: string; taken: readonly Taken[] },
): Hours {
  const { openings, resourceId, day } = one
  const { minutes, closedBy } = openDay(openings, resourceId, day)
  const sorted = minutes.toSorted((range, other) => range.from - other.from)
  const midnight = Date.parse(day)
  const taken = one.taken.filter((span) => span.resourceId === resourceId)
  const open = sorted.map(({ from, to }) => ({ from: berlinMoment(midnight, from), to: berlinMoment(midnight, to) }))
  return {
    resourceId,
    open: sorted.map(({ from, to }) => ({ from: clockOf(from), to: clockOf(to) })),
    closedBy: closedBy ?? null,
    note: noteOf(calendar, { resourceId, day, isHoliday: closedBy === 'holiday' }),
    free: open
      .flatMap((span) => without(span, taken))
      .filter(({ from, to }) => to > from)
      .map(({ from, to }) => ({ startsAt: new Date(from), endsAt: new Date(to) })),
  }
}

/** Parts of a span that remain when the taken ones are cut out. */
function without(span: Span, taken: readonly Span[]) {
  return taken.reduce<Span[]>(
    (left, { from, to }) =>
      left.flatMap((part) =>
        to <= part.from || part.to <= from
          ? [part]
          : [
              { from: part.from, to: Math.max(part.from, from) },
              { from: Math.min(part.to, to), to: part.to },
            ],
      ),
    [span],
  )
}

const minutesIn = ({ from, to }: Range) => ({ from: minutesOf(from), to: minutesOf(to) })

export const workingHoursOf = ({ federalState, hours, days, closures }: CompanyCalendar): WorkingHours => ({
  federalState,
  hours: hours.map(({ resourceId, weekday, ...range }) => ({ resourceId, weekday, minutes: minutesIn(range) })),
  days: days.map(({ resourceId, day, ranges }) => ({ resourceId, day, minutes: ranges.map(minutesIn) })),
  closures,
})

function noteOf({ federalState, days, closures }: CompanyCalendar, one: { resourceId: string; day: string; isHoliday: boolean }) {
  const counts = ({ resourceId }: { resourceId: string | null }) => resourceId === null || resourceId === one.resourceId
  const special = days.find(({ day, ...rest }) => day === one.day && counts(rest) && rest.note !== '')
  if (special) return special.note
  const closed = closures.find((closure) => counts(closure) && closure.firstDay <= one.day && one.day <= closure.lastDay)
  if (closed) return closed.note
  if (!one.isHoliday || federalState === null) return ''
  return holidaysOf(federalState, Number(one.day.slice(0, 4))).find(({ day }) => day === one.day)?.name ?? ''
}
