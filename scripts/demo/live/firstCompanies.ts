import { encryptBank } from '#src/money/payouts/bank/encryptionActions.ts'
import type { PlanKey } from '#src/money/plans/rules.ts'
import { replyToReview } from '#src/orders/reviews/companyActions.ts'
import { type DemoCompany, demoId, readDemo, signInEmails } from '../demoData.ts'
import { insertDemoServices } from '../demoServices.ts'
import { insertCompanies } from '../smallDemo.ts'
import { offersFor } from './companies.ts'
import type { Customer } from './customers.ts'
import { firstDay, type HistoryContext } from './historyContext.ts'
import type { LiveCompany } from './liveCompanies.ts'

/** The trades of demo.json's companies, as far as the others have them, too. */
const tradeOf: Record<string, string> = {
  'glanzwerk-altona': 'glas',
  'blitzsauber-augsburg': 'haushalt',
  'klarblick-erfurt': 'glas',
  'malerbetrieb-hollmann': 'maler',
  'elektro-wessel': 'elektro',
  'fliesen-yildirim': 'fliesen',
  'holzmanufaktur-lindner': 'tischler',
  'nordlicht-it': 'computer',
  'pc-doktor-bonnke': 'computer',
  'moebeltaxi-koeln': 'umzug',
  'umzuege-brandt': 'umzug',
  'genussfabrik-mainz': 'catering',
  'brotzeit-buffet': 'catering',
  'heizung-klima-sommer': 'sanitaer',
  'fotostudio-moewe': 'foto',
  'gartenbau-eichel': 'garten',
  'baumpflege-kraus': 'garten',
  'gruener-daumen-luebeck': 'garten',
  'hundeglueck-potsdam': 'tiere',
  'nachhilfe-kompass': 'nachhilfe',
}

/** The thirty companies of demo.json exist from the first day. Two of them have an account that users of the demo can sign in to. */
export async function foundFirst(world: HistoryContext): Promise<LiveCompany[]> {
  const { demoApp, rng, liveCompanies } = world
  const { app } = demoApp
  const { companies } = await readDemo()
  await app.db.transaction().execute(async (tx) => {
    await insertCompanies(tx, companies, app.now())
    await insertDemoServices(tx, app.now())
  })
  const found: LiveCompany[] = []
  for (const company of companies) {
    const id = demoId('company', company.id)
    const isOurs = signInEmails.includes(company.email)
    const payout = isOurs || rng.hits(0.85) ? ('bank' as const) : ('none' as const)
    if (payout === 'bank') {
      const sealed = encryptBank(app, id, liveCompanies.bankOf(company.contact_person))
      await app.db.insertInto('bankDetails').values({ companyId: id, sealed, changedAt: null, confirmedAt: app.now() }).execute()
    }
    await liveCompanies.insertCalendar({ companyId: id, people: [company.contact_person, 'Zweites Team'], evenings: false })
    if (isOurs) await takeOver(world, { id, company, plan: company.plan })
    await liveCompanies.writeDetails()
    found.push(companyOf(world, { id, company, payout, isOurs }))
  }
  return found
}

type Taken = { id: string; company: DemoCompany; plan: PlanKey }

/** The company's owner takes it over by the mailed code, and pays for its plan from then on. */
async function takeOver({ demoApp, rng, liveCompanies, operator }: HistoryContext, { id, company, plan }: Taken) {
  const { app } = demoApp
  const own = await liveCompanies.signUp(company.email)
  await (await operator.enter()).call('admin-issue-claim-code', { companyId: id })
  await demoApp.runJobs()
  await own.call('claim-company', { companyEmail: company.email, code: demoApp.letters.claimCodeTo(company.email) })
  await app.db.updateTable('companies').set({ subscriptionKind: 'paid', subscriptionStatus: 'incomplete' }).where('id', '=', id).execute()
  await liveCompanies.subscribe(own, { id, plan, email: company.email, person: company.contact_person })
  const services = await app.db.selectFrom('services').select('id').where('companyId', '=', id).limit(1).execute()
  // In the small demo it is booked at agreed totals.
  if (services.length === 0) await liveCompanies.insertOffers(id, offersFor(rng, tradeOf[company.id] ?? ''))
}

type Found = { id: string; company: DemoCompany; payout: 'bank' | 'none'; isOurs: boolean }

const companyOf = ({ rng }: HistoryContext, { id, company, payout, isOurs }: Found): LiveCompany => ({
  id,
  name: company.company_name,
  email: company.email,
  category: company.category,
  trade: tradeOf[company.id] ?? '',
  town: `${company.plz} ${company.ort}`,
  place: company.ort,
  rate: company.hourly_rate,
  person: company.contact_person,
  payout,
  weight: 0.6 + rng.until(1),
  isPaying: isOurs,
  hasOwner: isOurs,
})

/** The reviews of demo.json; a proven review gets the paid booking that proves it. */
export async function writeFirstReviews({ demoApp, customers, listed, plan, dateOf }: HistoryContext) {
  const { reviews } = await readDemo()
  for (const review of reviews) {
    const company = listed.find(({ id }) => id === demoId('company', review.company))
    if (!company) continue
    const day = Math.max(firstDay + 12, -Math.max(1, review.days_ago))
    const customer: Customer = {
      name: review.customer_name,
      email: review.customer_email,
      phone: '',
      place: `Marktplatz 1, ${company.town}`,
      kind: 'consumer',
    }
    const written = { rating: review.rating, comment: review.comment }
    const reply = async () => {
      if (!review.company_reply) return
      const { app } = demoApp
      const found = await app.db
        .selectFrom('reviews')
        .select('id')
        .where('companyId', '=', company.id)
        .where('comment', '=', review.comment)
        .executeTakeFirst()
      if (found) await replyToReview(app, { companyId: company.id, reviewId: found.id, reply: review.company_reply })
    }
    const unproven = () => customers.reviewUnproven(company, customer, { written }).then(reply)
    if (!review.verified_booking) {
      plan(day, unproven)
      continue
    }
    plan(Math.max(firstDay + 1, day - 9), async () => {
      const booking = await customers.book({ company, customer, date: dateOf(Math.max(firstDay + 3, day - 7)) })
      const lag = booking ? Math.round((Date.parse(booking.date) - Date.parse(dateOf(day))) / 86_400_000) + 1 : 0
      // Reviews from a booking are accepted after its appointment.
      plan(Math.max(day, day + lag), () => (booking ? customers.review(booking, written).then(reply) : unproven()))
    })
  }
}
