import { showBooking } from '#src/orders/companyBookings/actions.ts'
import { listBookings } from '#src/orders/companyBookings/store.ts'
import { countUnread } from '#src/orders/messages/listActions.ts'
import { berlinDay } from '#src/platform/kit/dates.ts'
import type { App, Session } from '#src/platform/server/app.ts'
import { companyProblems } from '#src/supply/companies/rules.ts'
import { accountStatusOf, lastMonths, type Notice, overviewLimits } from './rules.ts'
import {
  countBookings,
  findOwnCompany,
  findPastDue,
  findStandingHold,
  listMonths,
  listOwnCompanies,
  listRatings,
  type OwnCompanyRow,
} from './store.ts'

type Params = { session: Session; companyId: string | undefined }

/**
 * Returns the dashboard's initial data: the person's companies, and the data of one. Without `companyId` that is the company with the
 * person's address, else the first. Throws companyProblems.notYours.
 */
export async function readDashboard(app: App, { session, companyId }: Params) {
  const found = await listOwnCompanies(app.db, session)
  const shown = companyId === undefined ? found[0] : await findChosen(app, { found, companyId, userId: session.userId })
  const companies = await showCompanies(app, shown && !found.includes(shown) ? [shown, ...found] : found)
  return { companies: companies.slice(0, overviewLimits.companies), ...(shown ? await readOverview(app, shown) : nothing(app)) }
}

/** The chosen company may be outside the ten listed ones. */
async function findChosen(app: App, { found, companyId, userId }: { found: OwnCompanyRow[]; companyId: string; userId: string }) {
  const shown = found.find(({ id }) => id === companyId) ?? (await findOwnCompany(app.db, { userId, companyId }))
  if (!shown) throw companyProblems.notYours()
  return shown
}

async function showCompanies(app: App, rows: OwnCompanyRow[]) {
  const ids = rows.map(({ id }) => id)
  const ratings = new Map((ids.length ? await listRatings(app.db, ids) : []).map((one) => [one.companyId, one]))
  return rows.map((row) => ({ ...row, rating: ratings.get(row.id)?.rating ?? null, reviews: ratings.get(row.id)?.reviews ?? 0 }))
}

async function readOverview(app: App, company: OwnCompanyRow) {
  const [bookings, counts, months, hold, pastDue, unreadThreads] = await Promise.all([
    listBookings(app.db, { companyId: company.id, filter: {}, sort: 'newest', limit: overviewLimits.bookings, offset: 0 }),
    countBookings(app.db, company.id),
    listMonths(app.db, company.id),
    findStandingHold(app.db, company.id),
    findPastDue(app.db, company.id),
    countUnread(app, company.id),
  ])
  return {
    company: company.id,
    bookings: bookings.map(showBooking),
    stats: {
      totalBookings: counts.total,
      paidBookings: counts.paid,
      totalRevenueCents: months.reduce((cents, one) => cents + one.revenueCents, 0),
      companyShareCents: months.reduce((cents, one) => cents + one.shareCents, 0),
      accountStatus: accountStatusOf(company),
    },
    unreadThreads,
    revenueByMonth: showMonths(app, months),
    notices: noticesOf(company, { hold, pastDue }),
  }
}

/** Months without a booking are included with zeros. */
function showMonths(app: App, months: Awaited<ReturnType<typeof listMonths>>) {
  const known = new Map(months.map((one) => [one.month, one]))
  return lastMonths(berlinDay(app.now())).map((month) => known.get(month) ?? { month, revenueCents: 0, shareCents: 0 })
}

type Trouble = { hold: { placedAt: Date } | undefined; pastDue: { pastDueSince: Date | null } | undefined }

function noticesOf(company: OwnCompanyRow, { hold, pastDue }: Trouble): Notice[] {
  const { suspendedAt, suspensionReason, subscriptionStatus, isListed } = company
  const notice = (kind: Notice['kind'], since: Date | null | undefined, reason: string | null = null): Notice[] => [
    { kind, since: since ?? null, reason },
  ]
  return [
    ...(suspendedAt ? notice('suspended', suspendedAt, suspensionReason) : []),
    ...(!suspendedAt && !isListed ? notice('notListed', null) : []),
    ...(subscriptionStatus === 'past_due' ? notice('pastDue', pastDue?.pastDueSince) : []),
    ...(hold ? notice('payoutHold', hold.placedAt) : []),
  ]
}

const nothing = (app: App) => ({
  company: null,
  bookings: [],
  stats: { totalBookings: 0, paidBookings: 0, totalRevenueCents: 0, companyShareCents: 0, accountStatus: 'incomplete' as const },
  unreadThreads: 0,
  revenueByMonth: showMonths(app, []),
  notices: [],
})
