import { randomUUID } from 'node:crypto'
import { openSession } from '#src/foundation/accounts/sessionActions.ts'
import type { PlanKey } from '#src/money/plans/rules.ts'
import { holdCatalogue } from '#src/supply/services/catalogue/actions.ts'
import type { Rng } from '../../../tests/rng.ts'
import { demoPassword } from '../demoData.ts'
import { type DetailsState, insertDemoDetails } from '../demoDetails.ts'
import { demoPictures, galleryNumbers } from '../pictureKeys.ts'
import type { Browser } from './browser.ts'
import { type Founding, shuffled } from './companies.ts'
import type { DemoApp } from './demoApp.ts'
import { openFurnishing } from './furnish.ts'

/** A company that takes bookings. */
export type LiveCompany = {
  id: string
  name: string
  email: string
  category: Founding['category']
  trade: string
  town: string
  /** Main city of the company's region. */
  place: string
  rate: number | null
  person: string
  payout: Founding['payout']
  /** Popularity: a higher weight means more bookings. */
  weight: number
  isPaying: boolean
  hasOwner: boolean
}

/** Actions of companies in the history, through the product's own operations. */
export function openLiveCompanies(demoApp: DemoApp, rng: Rng) {
  const { app, browser, letters, control } = demoApp
  const { furnish, insertOffers, insertCalendar } = openFurnishing(app, rng)

  /** Signed in and past the dashboard's code. */
  async function enter(email: string): Promise<Browser> {
    const own = browser()
    const { id: userId } = await app.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    const facts = { caller: { hash: () => email, ip: '198.18.0.1', requestId: randomUUID() }, headers: new Headers(), reply: [] }
    own.cookies.set('session', await app.db.transaction().execute((tx) => openSession(app, tx, { userId, browser: facts })))
    await passCode(email)
    return own
  }

  const passCode = (email: string) =>
    app.db
      .updateTable('sessions')
      .set({ steppedUpAt: app.now() })
      .where('userId', 'in', app.db.selectFrom('users').select('id').where('email', '=', email))
      .execute()

  /** An account, its link opened in the same browser. */
  async function signUp(email: string) {
    const own = browser()
    await own.call('auth/sign-up', { email, password: demoPassword })
    await demoApp.runJobs()
    await own.call('auth/verify', { token_hash: letters.secretTo(email), type: 'signup' })
    await passCode(email)
    return own
  }

  /** A company registers itself and pays for its plan. */
  async function register(founding: Founding, plan: PlanKey): Promise<LiveCompany> {
    const own = await signUp(founding.email)
    const { companyId } = await own.call('create-provider-company', { plan, company: fieldsOf(founding) })
    const id = String(companyId)
    await subscribe(own, { id, plan, email: founding.email, person: founding.person })
    await mailTheme(id, founding)
    const company = companyOf(id, founding, { isPaying: true, hasOwner: true })
    await arrangePayouts(company, own)
    return company
  }

  async function subscribe(own: Browser, { id, plan, email, person }: { id: string; plan: PlanKey; email: string; person: string }) {
    await own.call('create-company-subscription', { companyId: id, plan })
    const { sessionId } = await app.db
      .selectFrom('subscriptionCheckouts')
      .select('sessionId')
      .where('companyId', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    await control('pay', { session: sessionId, email, name: person })
    await demoApp.runScheduled('plans.reconcileCheckouts')
  }

  /** The operator enters a company; some of them take it over by the mailed code. */
  async function enlist(founding: Founding, operator: Browser): Promise<LiveCompany> {
    const bank = founding.payout === 'none' ? {} : bankOf(founding.person)
    const { company } = await operator.call('admin-create-provider', { ...fieldsOf(founding), ...bank })
    const id = String((company as { id: string }).id)
    await mailTheme(id, founding)
    return companyOf(id, { ...founding, payout: founding.payout === 'none' ? 'none' : 'bank' }, { isPaying: false, hasOwner: false })
  }

  /** Content of the demo's companies in addition to the form: services, hours, and pictures that are rendered at the first request. */
  async function mailTheme(id: string, founding: Founding) {
    await app.db
      .updateTable('companies')
      .set({ servicesOffered: await titlesOf(founding), ...demoPictures(id, somePictures()) })
      .where('id', '=', id)
      .execute()
    await furnish(id, founding)
  }

  /** Three to five pictures, the first one of the work. */
  function somePictures() {
    const first = rng.one([0, 1, 3])
    return [
      first,
      ...shuffled(
        rng,
        galleryNumbers.filter((number) => number !== first),
      ).slice(0, rng.whole(2, 4)),
    ]
  }

  async function titlesOf({ offers }: Founding) {
    const { services } = await holdCatalogue(app)
    return offers.slice(0, 5).flatMap(({ catalogueId }) => services.find(({ id }) => id === catalogueId)?.name ?? [])
  }

  /** Business details and tax status of all companies that have none yet. */
  const writeDetails = (state: DetailsState = 'checked') =>
    app.db.transaction().execute((tx) => insertDemoDetails(app, tx, app.now(), state))

  async function arrangePayouts({ id, email, person, payout }: LiveCompany, own: Browser) {
    if (payout === 'bank') await changeBank({ id, email, person }, own)
    if (payout !== 'account') return
    await own.call('open-payout-account', { companyId: id })
    const { accountId } = await app.db
      .selectFrom('payoutAccounts')
      .select('accountId')
      .where('companyId', '=', id)
      .executeTakeFirstOrThrow()
    await control('account', { account: accountId, state: 'enabled' })
    await app.hooks.onPayoutAccountChanged(app, String(accountId))
    await demoApp.runJobs()
    await browser().call('verify-bank-update', { token: letters.secretTo(email) })
  }

  /** Asks for new bank details, and opens the mailed link unless it waits. */
  async function changeBank({ id, email, person }: Pick<LiveCompany, 'id' | 'email' | 'person'>, own: Browser, isConfirmed = true) {
    await own.call('request-bank-details-update', { companyId: id, bankDetails: bankOf(person) })
    await demoApp.runJobs()
    if (isConfirmed) await browser().call('verify-bank-update', { token: letters.secretTo(email) })
  }

  const bankOf = (person: string) => ({ account_holder: person, bank_account: ibanOf(rng), bank_code: '' })

  const companyOf = (id: string, founding: Founding, more: Pick<LiveCompany, 'isPaying' | 'hasOwner'>): LiveCompany => ({
    id,
    name: founding.name,
    email: founding.email,
    category: founding.category,
    trade: founding.trade,
    town: `${founding.postcode} ${founding.town}`,
    place: founding.place,
    rate: founding.rate,
    person: founding.person,
    payout: founding.payout,
    weight: 0.1 + rng.until(1) ** 1.5,
    ...more,
  })

  return {
    enter,
    signUp,
    passCode,
    register,
    subscribe,
    enlist,
    arrangePayouts,
    changeBank,
    bankOf,
    insertOffers,
    insertCalendar,
    writeDetails,
  }
}
export type LiveCompanies = ReturnType<typeof openLiveCompanies>

const fieldsOf = (founding: Founding) => ({
  company_name: founding.name,
  category: founding.category,
  description: founding.description,
  location: `${founding.postcode} ${founding.town}`,
  contact_person: founding.person,
  email: founding.email,
  phone: founding.phone,
  website: `https://www.${founding.email.split('@')[1]}`,
  hourly_rate: founding.rate,
  postcode: founding.postcode,
  town: founding.town,
  service_radius_km: founding.radiusKm,
  legal_form: founding.legalForm,
  represented_by: founding.person,
  street: founding.street,
})

/** Sort codes of large banks; the accounts do not exist. */
const banks = ['37040044', '10050000', '12030000', '50010517', '70150000', '20050550', '43060967']

function ibanOf(rng: Rng) {
  const account = `${rng.one(banks)}${String(rng.whole(100_000_000, 999_999_999)).padStart(10, '0')}`
  const check = 98n - (BigInt(`${account}131400`) % 97n)
  return `DE${String(check).padStart(2, '0')}${account}`
}
