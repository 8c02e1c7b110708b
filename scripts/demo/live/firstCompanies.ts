import { sealBank } from '#src/money/payouts/bank/sealActions.ts'
import { replyToReview } from '#src/orders/reviews/companyActions.ts'
import { demoId, readDemo, signInEmails } from '../demoData.ts'
import { insertCompanies } from '../smallDemo.ts'
import type { Customer } from './customers.ts'
import type { LiveCompany } from './liveCompanies.ts'
import { firstDay, type World } from './world.ts'

/** The thirty companies of demo.json exist from the first day. Some have an account that users of the demo can sign in to. */
export async function foundFirst({ stage, chance, liveCompanies, operator }: World): Promise<LiveCompany[]> {
  const { app } = stage
  const { companies } = await readDemo()
  await app.db.transaction().execute((tx) => insertCompanies(tx, companies, app.now()))
  const found: LiveCompany[] = []
  for (const company of companies) {
    const id = demoId('company', company.id)
    const payout = chance.hits(0.85) ? ('bank' as const) : ('none' as const)
    const isOurs = signInEmails.includes(company.email)
    if (payout === 'bank' || isOurs) {
      const sealed = sealBank(app, id, liveCompanies.bankOf(company.contact_person))
      await app.db.insertInto('bankDetails').values({ companyId: id, sealed, changedAt: null, confirmedAt: app.now() }).execute()
    }
    if (isOurs) {
      const own = await liveCompanies.signUp(company.email)
      await (await operator.enter()).call('admin-issue-claim-code', { companyId: id })
      await stage.runJobs()
      await own.call('claim-company', { companyEmail: company.email, code: stage.letters.claimCodeTo(company.email) })
    }
    found.push({
      id,
      name: company.company_name,
      email: company.email,
      category: company.category,
      town: `${company.plz} ${company.ort}`,
      rate: company.hourly_rate,
      person: company.contact_person,
      payout,
      weight: 0.6 + chance.until(1),
      isPaying: false,
      hasOwner: isOurs,
    })
  }
  return found
}

/** The reviews of demo.json; a proven review gets the paid booking that proves it. */
export async function writeFirstReviews({ stage, customers, listed, plan, dateOf }: World) {
  const { reviews } = await readDemo()
  for (const review of reviews) {
    const company = listed.find(({ id }) => id === demoId('company', review.company))
    if (!company) continue
    const day = Math.max(firstDay + 12, -Math.max(1, review.days_ago))
    const customer: Customer = {
      name: review.customer_name,
      email: review.customer_email,
      phone: '',
      place: `${company.town}, Marktplatz`,
      kind: 'consumer',
    }
    const words = { rating: review.rating, comment: review.comment }
    const reply = async () => {
      if (!review.company_reply) return
      const { app } = stage
      const found = await app.db
        .selectFrom('reviews')
        .select('id')
        .where('companyId', '=', company.id)
        .where('comment', '=', review.comment)
        .executeTakeFirst()
      if (found) await replyToReview(app, { companyId: company.id, reviewId: found.id, reply: review.company_reply })
    }
    if (!review.verified_booking) {
      plan(day, () => customers.reviewUnproven(company, customer, { words }).then(reply))
      continue
    }
    plan(day - 6, async () => {
      const booking = await customers.book({ company, customer, date: dateOf(day - 2) })
      if (booking) plan(day, () => customers.review(booking, words).then(reply))
    })
  }
}
