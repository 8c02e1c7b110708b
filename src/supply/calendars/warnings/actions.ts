import { berlinDay } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import { enqueueMail } from '#src/platform/server/mail/mail.ts'
import { listUnbookable } from '../bookable.ts'
import { warnedDays } from '../fitTexts.ts'
import { listCalendars } from '../store.ts'
import { spanOf } from '../workActions.ts'
import { unbookableMail } from './mails.ts'
import { warnAfterDays } from './rules.ts'
import { claimWarnings, findContact, listBookable, markUnbookable } from './store.ts'

/** Companies per transaction. */
const batch = 50

/**
 * Mails companies whose services have had no free time for a week. A full calendar is no reason. State and mail are written in one
 * transaction, so an outage loses no mail and sends none twice.
 */
export async function warnOfUnbookable(app: App) {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const companyIds = await listBookable(app.db, { after, most: batch })
    const last = companyIds.at(-1)
    if (last === undefined) return
    await warn(app, companyIds)
    after = last
  }
}

async function warn(app: App, companyIds: readonly string[]) {
  const now = app.now()
  const calendars = await listCalendars(app.db, { companyIds, ...spanOf(berlinDay(now), warnedDays), now })
  const found = calendars.map((calendar) => ({
    companyId: calendar.companyId,
    services: listUnbookable(calendar, now.getTime()).filter(({ why }) => why !== 'full'),
  }))
  await app.db.transaction().execute(async (tx) => {
    const serviceIds = found.flatMap(({ services }) => services.map(({ serviceId }) => serviceId))
    await markUnbookable(tx, { companyIds, serviceIds, now })
    const before = new Date(now.getTime() - warnAfterDays * 86_400_000)
    for (const { companyId, services } of found) {
      if (services.length === 0) continue
      const titles = new Map((await claimWarnings(tx, { companyId, before, now })).map(({ id, title }) => [id, title]))
      const warned = services.flatMap((one) => (titles.has(one.serviceId) ? [{ ...one, title: titles.get(one.serviceId) ?? '' }] : []))
      const company = warned.length > 0 ? await findContact(tx, companyId) : undefined
      if (!company) continue
      const { publicUrl } = app.config
      await enqueueMail(tx, unbookableMail({ companyId, company, services: warned, day: berlinDay(now), publicUrl }))
    }
  })
}
