import type { App } from '#src/platform/server/app.ts'
import type { Caller } from '#src/platform/server/calls/endpoint.ts'
import { readFreeSlots } from '#src/supply/calendars/actions.ts'
import { calendarLimits } from '#src/supply/calendars/rules.ts'
import { longWorkMinutes } from '#src/supply/services/durations.ts'
import { quoteProblems } from './rules.ts'
import { findQuote } from './store.ts'
import { chooseTimes } from './times.ts'

/**
 * Lists times that a company may propose: free in its calendar by the same check as a quote. Empty without a calendar. Throws
 * quoteProblems.unknown.
 */
export async function suggestTimes(app: App, asked: { companyId: string; quoteId: string; minutes: number }, caller: Caller) {
  const { companyId, quoteId, minutes } = asked
  const quote = await findQuote(app.db, quoteId)
  if (quote?.companyId !== companyId) throw quoteProblems.unknown()
  const work = { companyId, serviceId: quote.serviceId ?? undefined, minutes, isSpread: minutes > longWorkMinutes, byCompany: true }
  const { days } = await readFreeSlots(app, { ...work, days: calendarLimits.daysRequested }, caller)
  return { slots: chooseTimes(days, quote) }
}
