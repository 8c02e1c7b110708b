import { type UnbookableCause, warnedDays } from './fitTexts.ts'
import { type CompanyCalendar, ruleOf } from './rules.ts'
import { type FreeDay, freeDays } from './slots.ts'
import { dayOf } from './workingHours.ts'

/** Services of a company that cannot be booked in the next `warnedDays` days, with their duration and the cause. */
export function listUnbookable(calendar: CompanyCalendar, now: number) {
  return calendar.services.flatMap((service) => {
    const rule = ruleOf(service)
    const { resourceIds } = rule
    const able = calendar.resources.filter(({ id }) => resourceIds === undefined || resourceIds.includes(id))
    const found = { serviceId: service.id, minutes: rule.minutes, isSpread: rule.isSpread === true }
    if (able.length < rule.people) return [{ ...found, why: 'people' as const, longestMinutes: null }]
    const days = freeDays(calendar, rule, { now, firstDay: dayOf(now), days: warnedDays, place: null })
    if (days.some(({ starts }) => starts.length > 0)) return []
    const longestMinutes = Math.max(0, ...days.map(({ openMinutes = 0 }) => openMinutes)) || null
    return [{ ...found, why: causeOf(days), longestMinutes }]
  })
}

function causeOf(days: readonly FreeDay[]): UnbookableCause {
  const reasons = new Set(days.map(({ reason }) => reason))
  if (reasons.has('full')) return 'full'
  if (reasons.has('short')) return 'short'
  return reasons.has('notice') ? 'notice' : 'closed'
}
