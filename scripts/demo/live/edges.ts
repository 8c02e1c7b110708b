import { mandateVersion } from '#src/orders/documents/mandates/mandateTexts.ts'
import { addDays, berlinDay } from '#src/platform/kit/dates.ts'
import { signInEmails } from '../demoData.ts'
import { people } from './companies.ts'
import type { Deeds } from './deeds.ts'
import type { HistoryContext } from './historyContext.ts'
import type { LiveCompany } from './liveCompanies.ts'
import type { Wishes } from './wishes.ts'

type Acts = { book: (company: LiveCompany, day: number) => Promise<void>; deeds: Deeds; wishes: Wishes }

/** Events that must have happened, and open work that must exist at the end, for all random numbers. */
export function planEdges(context: HistoryContext, { book, deeds, wishes }: Acts) {
  const { plan, listed } = context
  planSuspensions(context)
  planBankChanges(context)
  planQuarrels(context, deeds)
  planDesks(context, { deeds, wishes })
  for (const day of [-20, -15, -13]) plan(day, async () => listed[3] && book(listed[3], day))
  for (const day of [-2, 1, 4]) plan(day, () => objectToNewest(context), 17 * 60)
  // For companies that are always listed: the authors have not opened the mailed link yet.
  for (const [place, day] of [
    [0, -3],
    [5, -1],
    [8, 2],
  ] as const) {
    plan(
      day,
      async () => listed[place] && context.customers.reviewUnproven(listed[place], context.customers.meet(), { isConfirmed: false }),
    )
  }
  plan(-100, async () => {
    const { app } = context.demoApp
    const day = berlinDay(app.now())
    const booked = await app.db
      .selectFrom('bookings')
      .select('companyId')
      .groupBy('companyId')
      .having(({ fn }) => fn.max('bookingDate'), '<', addDays(day, -5))
      .execute()
    const leaving = listed.findLast(({ id, email }) => booked.some(({ companyId }) => companyId === id) && !signInEmails.includes(email))
    if (!leaving) return
    leaving.weight = 0
    await (await context.operator.enter()).tryCall('admin-delete-company', { companyId: leaving.id, expects: 'archive' })
    await context.demoApp.runJobs()
  })
}

function planSuspensions({ operator, listed, plan }: HistoryContext) {
  const reasons = {
    complaints: 'Mehrere Beschwerden über nicht erschienene Termine',
    papers: 'Unterlagen zum Gewerbe fehlen trotz Erinnerung',
  }
  for (const [place, day, reason] of [
    [44, -60, reasons.complaints],
    [51, -12, reasons.papers],
    [57, -4, reasons.complaints],
  ] as const) {
    plan(
      day,
      async () => {
        const company = listed[place]
        if (!company) return
        const before = company.weight
        company.weight = 0
        // The second reason is the one that the company reads.
        await (await operator.enter()).call('admin-suspend-company', { companyId: company.id, reason, companyReason: reason })
        if (place !== 44) return
        plan(-50, async () => {
          company.weight = before
          await (await operator.enter()).call('admin-release-company', { companyId: company.id })
        })
      },
      15 * 60,
    )
  }
}

/** Requests for offers, series, waiting customers and messages at the companies that users of the demo can sign in to. */
function planDesks({ customers, liveCompanies, listed, plan, dateOf }: HistoryContext, { deeds, wishes }: Pick<Acts, 'deeds' | 'wishes'>) {
  for (const email of signInEmails) {
    const ours = () => listed.find((one) => one.email === email)
    for (const day of [-2, 1, 4]) plan(day, async () => wishes.askForQuotes(day, { near: ours() }))
    for (const day of [-2, 2]) plan(day, async () => wishes.askForSeries(day, { company: ours() }))
    for (const day of [-1, 2, 5]) plan(day, async () => wishes.joinWaitingList(day, { company: ours() }))
    for (const day of [-1, 0, 2, 4]) {
      plan(day, async () => {
        const company = ours()
        const booking = company && (await customers.book({ company, customer: customers.meet(company), date: dateOf(day + 3) }))
        if (booking) deeds.planTalk(booking, day)
      })
    }
    // Customers get invoices of the work since then; their files are made where the demo is loaded.
    plan(-12, async () => {
      const company = ours()
      if (!company || email === signInEmails[2]) return
      await (await liveCompanies.enter(email)).call('accept-invoice-mandate', { companyId: company.id, version: mandateVersion })
    })
  }
}

/** A contested absence, a complaint that the operator has to decide, and a reported thread, for every day of the last week. */
function planQuarrels({ customers, listed, plan, dateOf }: HistoryContext, deeds: Deeds) {
  for (const [place, day] of [
    [0, -7],
    [1, -4],
    [2, -1],
    [3, 1],
  ] as const) {
    plan(day - 3, async () => {
      const owned = listed.filter(({ hasOwner, isPaying, weight }) => hasOwner && isPaying && weight > 0)
      const companies = [owned[place * 3], owned[place * 3 + 1], owned[place * 3 + 2]]
      for (const [index, company] of companies.entries()) {
        const customer = company && customers.meet(company)
        const booking = customer && (await customers.book({ company, customer, date: dateOf(day - 1) }))
        if (!booking || booking.isRequest) continue
        const service = Math.round((Date.parse(booking.date) - Date.parse(dateOf(0))) / 86_400_000)
        if (index === 0) deeds.planAbsence(booking, service)
        if (index === 1) deeds.planComplaint(booking, service, true)
        if (index === 2) deeds.planTalk(booking, day, true)
      }
    })
  }
}

/** A company's new bank details wait for the mailed link, on every evening of the last days. */
function planBankChanges({ liveCompanies, listed, plan }: HistoryContext) {
  for (let day = -1; day <= 5; day++) {
    plan(
      day,
      async () => {
        const company = listed.filter(({ hasOwner, payout }) => hasOwner && payout === 'bank')[day + 4]
        if (company) await liveCompanies.changeBank(company, await liveCompanies.enter(company.email), false)
      },
      19 * 60,
    )
  }
}

/** A company is not content with the newest review that it may answer. */
async function objectToNewest({ demoApp, rng, liveCompanies, listed }: HistoryContext) {
  const owned = listed.filter(({ hasOwner }) => hasOwner)
  const review = await demoApp.app.db
    .selectFrom('reviews')
    .select(['id', 'companyId'])
    .where(
      'companyId',
      'in',
      owned.map(({ id }) => id),
    )
    .where('publishedAt', 'is not', null)
    .where('objectedAt', 'is', null)
    .where('rating', '<', 5)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const company = owned.find(({ id }) => id === review?.companyId)
  if (!review || !company) return
  const own = await liveCompanies.enter(company.email)
  await own.tryCall('object-to-review', { companyId: company.id, reviewId: review.id, reason: rng.one(people.objections) })
}
