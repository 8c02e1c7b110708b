import { people } from './companies.ts'
import type { LiveCompany } from './liveCompanies.ts'
import type { World } from './world.ts'

type Acts = { book: (company: LiveCompany, day: number) => Promise<void> }

/** Events that must have happened, and open work that must exist at the end, for all random numbers. */
export function planEdges(world: World, { book }: Acts) {
  const { plan, listed } = world
  planSuspensions(world)
  planBankChanges(world)
  for (const day of [-20, -15, -13]) plan(day, async () => listed[3] && book(listed[3], day))
  for (const day of [-2, 1, 4]) plan(day, () => objectToNewest(world), 17 * 60)
  // For companies that are always listed: the authors have not opened the mailed link yet.
  for (const [place, day] of [
    [0, -3],
    [5, -1],
    [8, 2],
  ] as const) {
    plan(day, async () => listed[place] && world.customers.reviewUnproven(listed[place], world.customers.meet(), { isConfirmed: false }))
  }
  plan(-100, async () => {
    const leaving = listed[64]
    if (!leaving) return
    leaving.weight = 0
    await (await world.operator.enter()).ask('admin-delete-company', { companyId: leaving.id, expects: 'archive' })
    await world.stage.runJobs()
  })
}

function planSuspensions({ operator, listed, plan }: World) {
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

/** A company's new bank details wait for the mailed link, on every evening of the last days. */
function planBankChanges({ liveCompanies, listed, plan }: World) {
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
async function objectToNewest({ stage, chance, liveCompanies, listed }: World) {
  const owned = listed.filter(({ hasOwner }) => hasOwner)
  const review = await stage.app.db
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
  await own.ask('object-to-review', { companyId: company.id, reviewId: review.id, reason: chance.one(people.objections) })
}
