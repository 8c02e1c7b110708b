import { berlinDay } from '#src/platform/kit/dates.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import { idSuffixOf } from '#src/supply/services/idSuffix.ts'
import { clockTime } from '../clockTime.ts'
import { type CompanyCalendar, type OfferedTimes, ruleOf, usualTimes } from '../rules.ts'
import type { TimeRule } from '../slots.ts'
import { listCalendars } from '../store.ts'
import { spanOf } from '../workActions.ts'
import { dayOf } from '../workingHours.ts'
import { type FreeStarts, indexedDays } from './days.ts'
import { type AvailabilityIndex, availabilityOf, firstStarts, type StartsQuery } from './rules.ts'

/** Availability index of companies; null for a company whose calendar is missing or switched off. */
export async function readAvailability(
  db: Database | Transaction,
  companyIds: readonly string[],
  now: Date,
): Promise<Map<string, AvailabilityIndex | null>> {
  const today = berlinDay(now)
  const calendars = await listCalendars(db, { companyIds, ...spanOf(today, indexedDays), now })
  const hints = new Map<string, AvailabilityIndex | null>(companyIds.map((id) => [id, null]))
  for (const { companyId, isOn, services, ...calendar } of calendars) {
    if (isOn) hints.set(companyId, availabilityOf({ calendar, services, today, now: now.getTime() }))
  }
  return hints
}

/** Company whose free times are requested, and the service; null for any. */
export type Asked = { companyId: string; serviceId: string | null }
/** Requested times, as seen at `now`. */
export type DatedStartsQuery = StartsQuery & { now: Date }

/** Next free times of several companies, read in one statement (`nextStarts`). */
export const readNextStarts = async (db: Database, asked: readonly Asked[], wanted: DatedStartsQuery) =>
  nextStarts(await listCalendars(db, { companyIds: asked.map(({ companyId }) => companyId), ...timesRead(wanted) }), asked, wanted)

/** Time span in which a calendar is read for its next free times. */
export const timesRead = ({ firstDay, now }: DatedStartsQuery) => ({ ...spanOf(firstDay, indexedDays), now })

/**
 * Next free times in these calendars, of the requested service or else of the first one with free times. Calendars that are switched off
 * have no entry.
 */
export function nextStarts(calendars: readonly CompanyCalendar[], asked: readonly Asked[], wanted: DatedStartsQuery) {
  const found = new Map<string, FreeStarts>()
  for (const { companyId, isOn, services, ...calendar } of calendars) {
    if (!isOn) continue
    const asksFor = asked.find((one) => one.companyId === companyId)?.serviceId
    const meant = services.filter(({ id }) => id === asksFor)
    const startsOf = (rule: TimeRule) => firstStarts(calendar, rule, { ...wanted, now: wanted.now.getTime() })
    const { serviceId, starts } = firstFree(meant.length > 0 ? meant : services, startsOf)
    const mark = serviceId === null ? '' : idSuffixOf(serviceId, services)
    found.set(companyId, { mark, starts: starts.map((at) => `${dayOf(at)} ${clockTime(at)}`) })
  }
  return found
}

/** Free times of the first service that has any: the first service may take longer than the company's day. */
function firstFree(services: readonly (OfferedTimes & { id: string })[], startsOf: (rule: TimeRule) => number[]) {
  const rules =
    services.length > 0 ? services.map((one) => ({ serviceId: one.id, rule: ruleOf(one) })) : [{ serviceId: null, rule: usualTimes }]
  for (const { serviceId, rule } of rules) {
    const starts = startsOf(rule)
    if (starts.length > 0) return { serviceId, starts }
  }
  return { serviceId: rules[0]?.serviceId ?? null, starts: [] }
}
