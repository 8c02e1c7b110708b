import { beforeEach, expect, test, vi } from 'vitest'
import { openSubscriptionFixtures } from '../../../tests/subscriptionFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'
import { convergeSubscription } from './convergeActions.ts'

/** Concurrent reads of the PSP that overtake each other, invalid subscriptions, and the owner's view. */
const testApp = await openTestApp({ ADMIN_EMAIL: 'betrieb@handschlag.example' })
const { app, sandbox } = testApp
const fixtures = openSubscriptionFixtures(testApp)
beforeEach(fixtures.listen)

const declined = '4000000000000002'
const breaks = () => app.db.selectFrom('reconciliationBreaks').select(['kind', 'reference']).execute()

test('a slow earlier read never overwrites one that began later', async () => {
  const company = await fixtures.subscribed('premium')
  // The slow read gets 'active', then waits for the invoices.
  await sandbox.control('faults', { operation: 'Invoices.list', kind: 'delay', milliseconds: 1_200, times: 1 })
  const slow = convergeSubscription(app, company.subscriptionId)
  await new Promise((done) => setTimeout(done, 600))
  await fixtures.atPsp('DELETE', `subscriptions/${company.subscriptionId}`)
  await convergeSubscription(app, company.subscriptionId)
  expect(await fixtures.readCompany(company.companyId)).toMatchObject({ subscriptionStatus: 'canceled', isListed: false })
  await slow
  expect(await fixtures.readCompany(company.companyId)).toMatchObject({ subscriptionStatus: 'canceled', isListed: false })
  await fixtures.expectSameAsPsp(company.companyId)
})

test('twenty reads at once mail a failed payment once and book each invoice once', async () => {
  const company = await fixtures.subscribed('basic')
  await fixtures.switchCard(company.customerId, declined)
  await sandbox.control('webhooks', { action: 'drop', times: 1_000 })
  await fixtures.passTime({ days: 32 })
  await Promise.all(Array.from({ length: 20 }, () => convergeSubscription(app, company.subscriptionId)))
  expect(await fixtures.subjectsTo(company)).toEqual(['Ihr Abonnement hat begonnen', 'Ihre Zahlung ist fehlgeschlagen'])
  await fixtures.expectSameAsPsp(company.companyId)
})

test('a paid second subscription is ended at the PSP, reported to the operator, and changes nothing', async () => {
  const company = await fixtures.subscribed('premium')
  const second = await fixtures.secondSubscription(company, 'basic')
  await fixtures.arrive()
  expect(await breaks()).toEqual([{ kind: 'secondSubscription', reference: second }])
  expect(await app.payments.findSubscription(second)).toMatchObject({ status: 'canceled' })
  expect(await app.payments.findSubscription(company.subscriptionId)).toMatchObject({ status: 'active' })
  expect(await fixtures.readCompany(company.companyId)).toMatchObject({ plan: 'premium', premium: true, subscriptionStatus: 'active' })
  expect(await fixtures.subjectsTo({ email: 'betrieb@handschlag.example' })).toEqual(['Abonnement passt nicht zur Firma'])
  await fixtures.expectSameAsPsp(company.companyId)
})

test('a second subscription without an event is found within a day', async () => {
  const company = await fixtures.subscribed('premium')
  await sandbox.control('webhooks', { action: 'drop', times: 1_000 })
  const second = await fixtures.secondSubscription(company, 'basic')
  await fixtures.passTime({ days: 1, minutes: 1 })
  await fixtures.reconcile()
  expect(await app.payments.findSubscription(second)).toMatchObject({ status: 'canceled' })
  expect(await breaks()).toEqual([{ kind: 'secondSubscription', reference: second }])
})

test('a first subscription that ended without an event is replaced by the second: only one really runs', async () => {
  const company = await fixtures.subscribed('premium')
  await sandbox.control('webhooks', { action: 'drop', times: 1_000 })
  await fixtures.atPsp('DELETE', `subscriptions/${company.subscriptionId}`)
  const second = await fixtures.secondSubscription(company, 'basic')
  await convergeSubscription(app, second)
  expect(await fixtures.readSubscription(company.companyId)).toMatchObject({ pspId: second, status: 'active', paidPlan: 'basic' })
  expect(await fixtures.readCompany(company.companyId)).toMatchObject({ plan: 'basic', premium: false, isListed: true })
  await fixtures.expectSameAsPsp(company.companyId)
  expect(await breaks()).toEqual([])
  // Late events of the first one have no effect.
  await convergeSubscription(app, company.subscriptionId)
  expect(await fixtures.readSubscription(company.companyId)).toMatchObject({ pspId: second })
})

test('a subscription of a granted company is reported to the operator and does not change it', async () => {
  const company = await fixtures.subscribed('basic')
  const granted = { subscriptionKind: 'granted', plan: 'premium', premium: true } as const
  await app.db.updateTable('companies').set(granted).where('id', '=', company.companyId).execute()
  await app.db.deleteFrom('subscriptions').execute()
  await convergeSubscription(app, company.subscriptionId)
  expect(await breaks()).toEqual([{ kind: 'unknownSubscription', reference: company.subscriptionId }])
  expect(await fixtures.readCompany(company.companyId)).toMatchObject({ ...granted, isListed: true })
})

test('a subscription that its company no longer uses is checked once in a run', async () => {
  const company = await fixtures.subscribed('basic')
  await app.db.updateTable('companies').set({ subscriptionKind: 'granted' }).where('id', '=', company.companyId).execute()
  await fixtures.passTime({ days: 1, minutes: 1 })
  const look = vi.spyOn(app.payments, 'findSubscription')
  await fixtures.reconcile()
  expect(look).toHaveBeenCalledTimes(1)
  look.mockRestore()
})

test('a subscription that the PSP no longer knows is reported to the operator', async () => {
  const company = await fixtures.subscribed('basic')
  await app.db.updateTable('subscriptions').set({ pspId: 'sub_gone' }).execute()
  await fixtures.passTime({ days: 40 })
  await fixtures.reconcile()
  expect(await breaks()).toEqual([{ kind: 'subscriptionMissing', reference: 'sub_gone' }])
  // Another subscription of the same customer may be the real one, so nothing is ended on this evidence.
  expect(await app.payments.findSubscription(company.subscriptionId)).toMatchObject({ status: 'active' })
  expect(await fixtures.readCompany(company.companyId)).toMatchObject({ isListed: true })
})

test('a booking that was confirmed is honoured after its company was hidden', async () => {
  const company = await fixtures.subscribed('premium')
  expect(await fixtures.bookOnce(company.companyId)).toBe(150)
  await fixtures.atPsp('DELETE', `subscriptions/${company.subscriptionId}`)
  await fixtures.arrive()
  expect(await fixtures.bookOnce(company.companyId)).toBe('refused')
  const bookings = await app.db.selectFrom('bookings').select(['bookingStatus', 'paymentStatus', 'commissionBasisPoints']).execute()
  expect(bookings).toEqual([{ bookingStatus: 'confirmed', paymentStatus: 'paid', commissionBasisPoints: 150 }])
  await testApp.runJobs()
  expect(await app.db.selectFrom('refunds').select('id').execute()).toEqual([])
})

test('the plan card shows plan, price, commission, what comes next and the invoices', async () => {
  const company = await fixtures.subscribed('premium')
  const { currentPeriodEnd } = await fixtures.readSubscription(company.companyId)
  const card = async () => (await fixtures.call(company, 'get-subscription')).body
  expect(await card()).toMatchObject({
    plan: 'premium',
    premium: true,
    status: 'active',
    kind: 'paid',
    price: 30,
    commission: 1.5,
    renews_as: 'premium',
    cancel_at_period_end: false,
    current_period_end: currentPeriodEnd.toISOString(),
    past_due_since: null,
    open_return: null,
    invoices: [{ status: 'paid', amount: 30 }],
  })
  await fixtures.call(company, 'change-plan', { plan: 'basic' })
  expect(await card()).toMatchObject({ plan: 'premium', renews_as: 'basic', price: 30 })
  await fixtures.call(company, 'cancel-subscription')
  expect(await card()).toMatchObject({ renews_as: null, cancel_at_period_end: true })
  expect((await fixtures.call(company, 'change-plan', { plan: 'premium' })).body).toMatchObject({ code: 'plans.isCancelled' })
  await fixtures.call(company, 'resume-subscription')
  await fixtures.switchCard(company.customerId, declined)
  await fixtures.passTime({ days: 32 })
  await fixtures.arrive()
  expect(await card()).toMatchObject({
    status: 'past_due',
    past_due_since: expect.any(String),
    invoices: [{ status: 'open' }, { status: 'paid' }],
  })
  expect((await fixtures.call(company, 'change-plan', { plan: 'premium' })).body).toMatchObject({ code: 'plans.invoiceOpen' })
})

test('the portal is the PSP’s page for this customer; without one there is none', async () => {
  const company = await fixtures.subscribed('basic')
  const { url } = (await fixtures.call(company, 'open-billing-portal')).body
  expect(new URL(url).origin).toBe(new URL(sandbox.url).origin)
  const fresh = await fixtures.register()
  expect(await fixtures.call(fresh, 'open-billing-portal')).toMatchObject({ status: 409, body: { code: 'plans.noSubscription' } })
  await sandbox.control('faults', { operation: '*', kind: 'fail', status: 503, times: 100 })
  expect(await fixtures.call(company, 'open-billing-portal')).toMatchObject({ status: 503, body: { code: 'plans.unavailable' } })
})

test('the export holds subscriptions and invoices of one’s own companies only', async () => {
  const company = await fixtures.subscribed('premium')
  await fixtures.subscribed('basic')
  const { body } = await (await fixtures.signInOwner(company)).call('export-own-data', {})
  expect(body.plans ?? body.data?.plans).toMatchObject({
    subscriptions: [{ companyName: 'Fugenlos Fliesen', status: 'active', paidPlan: 'premium' }],
    invoices: [{ status: 'paid', amountPaidCents: 3_000 }],
  })
})

test('what changed is announced to open dashboards, what did not is not', async () => {
  const company = await fixtures.subscribed('basic')
  const heard: string[] = []
  const client = await app.pool.connect()
  client.on('notification', ({ payload = '' }) => heard.push(payload))
  await client.query('listen live')
  await convergeSubscription(app, company.subscriptionId)
  await client.query('select 1')
  expect(heard).toEqual([])
  await fixtures.call(company, 'cancel-subscription')
  await fixtures.arrive()
  await client.query('select 1')
  client.release(true)
  expect(heard.map((payload) => JSON.parse(payload))).toEqual([
    { companyId: company.companyId, kind: 'subscription', id: company.companyId },
  ])
})

test('a company without an owner is notified at its own address', async () => {
  const company = await fixtures.subscribed('basic')
  await app.db.updateTable('companies').set({ userId: null }).where('id', '=', company.companyId).execute()
  await fixtures.atPsp('DELETE', `subscriptions/${company.subscriptionId}`)
  await fixtures.arrive()
  expect(await fixtures.subjectsTo({ email: 'kontakt@fugenlos.example' })).toEqual([
    'Bitte bestätigen Sie die E-Mail-Adresse Ihrer Firma',
    'Ihr Abonnement ist beendet',
  ])
})
