import { readCompanyPayouts } from '#src/money/payouts/lists/actions.ts'
import { rhythmOfPlan } from '#src/money/payouts/runs/holidays.ts'
import { findShareDue } from '#src/money/payouts/runs/nextStore.ts'
import { listSchedule } from '#src/money/payouts/runs/scheduleStore.ts'
import type { App } from '#src/platform/server/app.ts'
import { readUnbookable } from '#src/supply/calendars/hours/actions.ts'
import { companyProblems } from '#src/supply/companies/rules.ts'
import { findSetup } from './setupStore.ts'

/** Returns the company's setup state and its next payout as of now. Throws companyProblems.notYours. */
export async function readHome(app: App, companyId: string) {
  const [found, schedule, unbookable] = await Promise.all([
    findSetup(app.db, companyId),
    listSchedule(app.db),
    readUnbookable(app, companyId),
  ])
  if (!found) throw companyProblems.notYours()
  const next = schedule.find(({ rhythm }) => rhythm === rhythmOfPlan[found.plan])
  return {
    setup: {
      imprint: Boolean(found.legalForm && found.street),
      services: Boolean(found.hasServices),
      // Hours in which a service can never be booked are not finished; a full calendar is.
      hours: Boolean(found.hasHours) && unbookable.services.every(({ why }) => why === 'full'),
      bank: Boolean(found.hasBank || found.hasAccount),
      logo: found.logoUrl !== null,
      pictures: found.galleryImages.length > 0,
      verification: found.verified || Boolean(found.hasAsked),
    },
    nextPayout: next ? await readNextPayout(app, companyId, next.nextPayoutDate) : null,
  }
}

/** Amount that a payout run at that moment would pay, less the company's debts; null if that is nothing. */
async function readNextPayout(app: App, companyId: string, at: Date) {
  const [due, { waits }] = await Promise.all([
    findShareDue(app.db, { companyId, at }),
    readCompanyPayouts(app, { companyId, page: 1, pageSize: 1 }),
  ])
  return due.amountCents > 0 ? { at, ...due, waits: waits?.text ?? null } : null
}
