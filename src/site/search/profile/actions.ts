import { berlinDay } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import { nextStarts, timesRead } from '#src/supply/calendars/availability/actions.ts'
import { listCalendars } from '#src/supply/calendars/store.ts'
import { type ServiceView, serviceView } from '#src/supply/services/schemas.ts'
import { listOffered } from '#src/supply/services/store.ts'
import { startsOnCards } from '../free/actions.ts'
import { hoursOf, type ProfileTimes } from './times.ts'

/** Reads the public part of a company's price list. */
export async function listProfileServices({ db }: Pick<App, 'db'>, companyId: string): Promise<ServiceView[]> {
  const offered = await listOffered(db, companyId)
  return offered.map((one) => serviceView.parse(one))
}

/** Reads free times, opening hours and cancellation policy of a company; null without a calendar. */
export async function readProfileTimes({ db, now }: Pick<App, 'db' | 'now'>, companyId: string): Promise<ProfileTimes | null> {
  const wanted = startsOnCards(null, now())
  const [calendar] = await listCalendars(db, { companyIds: [companyId], ...timesRead(wanted) })
  if (!calendar?.isOn) return null
  const free = nextStarts([calendar], [{ companyId, serviceId: null }], wanted).get(companyId)
  return { free: free ?? { mark: '', starts: [] }, today: berlinDay(now()), hours: hoursOf(calendar.openings), policy: calendar.policy }
}
