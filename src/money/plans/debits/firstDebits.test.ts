import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDebitFixtures } from '../../../../tests/debitFixtures.ts'
import { openTestApp } from '../../../../tests/testApp.ts'

/** First debits in both states that Stripe documents for the subscription while they are under way. */
const testApp = await openTestApp()
const { app, sandbox, inbox } = testApp
const { fixtures, prepare, debited, end, payOnPage, cardOf, breaks, noticesTo, expectSameBalance } = openDebitFixtures(testApp)
const [started, notice] = ['Ihr Abonnement hat begonnen', 'Wir buchen Ihren Beitrag ab']
const [failed, ended] = ['Ihre Zahlung ist fehlgeschlagen', 'Ihr Abonnement ist beendet']

beforeEach(prepare)
afterEach(async () => {
  await testApp.runJobs()
  const { rows } = await sql`select * from invariant_violations`.execute(app.db)
  expect(rows).toEqual([])
})

const drop = () => sandbox.control('webhooks', { action: 'drop', times: 1_000 })
const reconcileAfter = async (time: { days?: number; minutes?: number }) => {
  await fixtures.passTime(time)
  await fixtures.reconcile()
}

describe.each(['active', 'incomplete'] as const)('a first debit whose subscription is %s at the PSP while it is under way', (state) => {
  beforeEach(() => sandbox.control('firstDebits', { state }))

  test('arrives: the plan holds from the beginning, and it is booked once', async () => {
    const company = await debited('premium')
    expect(await fixtures.readCompany(company.companyId)).toMatchObject({ subscriptionStatus: 'active', premium: true, isListed: true })
    expect((await cardOf(company)).invoices).toMatchObject([{ status: 'open', is_under_way: true, url: null }])
    expect(await fixtures.subjectsTo(company)).toEqual([started, notice])
    expect(noticesTo(company)[0]?.text).toContain('Mandatsreferenz')
    expect(await fixtures.call(company, 'change-plan', { plan: 'basic' })).toMatchObject({
      status: 409,
      body: { code: 'plans.firstUnderWay' },
    })
    // Longer than the PSP waits for other first payments.
    await reconcileAfter({ days: 6 })
    expect(await fixtures.readCompany(company.companyId)).toMatchObject({ subscriptionStatus: 'active', premium: true })
    await end(company.invoiceId, 'succeeded')
    await fixtures.expectSameAsPsp(company.companyId)
    expect(await fixtures.readSubscription(company.companyId)).toMatchObject({ method: 'sepaDebit', status: 'active' })
    expect(await expectSameBalance()).toMatchObject({ subscription_revenue: -2_521, vat_payable: -479 })
    expect(await fixtures.subjectsTo(company)).toEqual([started, notice])
    expect(await breaks()).toEqual([])
  })

  test('arrives although every event from the order on is lost', async () => {
    await drop()
    const owner = await fixtures.register()
    const { sessionId } = await fixtures.openCheckout(owner, 'basic')
    await sandbox.control('pay', { session: sessionId, method: 'sepa_debit' })
    await reconcileAfter({ minutes: 1 })
    expect(await fixtures.readCompany(owner.companyId)).toMatchObject({ subscriptionStatus: 'active', isListed: true })
    const { latestInvoiceId } = await fixtures.readSubscription(owner.companyId)
    await end(latestInvoiceId ?? '', 'succeeded')
    await reconcileAfter({ days: 1, minutes: 1 })
    await fixtures.expectSameAsPsp(owner.companyId)
    expect(await expectSameBalance()).toMatchObject({ subscription_revenue: -2_101 })
    expect(await fixtures.subjectsTo(owner)).toEqual([started, notice])
  })

  test('refused within hours: past due until it is paid by card', async () => {
    const company = await debited('basic')
    await end(company.invoiceId, 'failed')
    expect(await fixtures.readCompany(company.companyId)).toMatchObject({ subscriptionStatus: 'past_due', isListed: true })
    await fixtures.switchCard(company.customerId, '4242424242424242')
    await payOnPage((await cardOf(company)).invoices[0].url)
    await fixtures.arrive()
    await fixtures.expectSameAsPsp(company.companyId)
    expect(await fixtures.readCompany(company.companyId)).toMatchObject({ subscriptionStatus: 'active', isListed: true })
    expect(await expectSameBalance()).toMatchObject({ subscription_revenue: -2_101 })
  })
})

describe('an incomplete subscription whose first debit is refused', () => {
  beforeEach(() => sandbox.control('firstDebits', { state: 'incomplete' }))

  test('days later: ended and hidden, the company is told why, and can subscribe again', async () => {
    const company = await debited('basic')
    await fixtures.passTime({ days: 4 })
    await end(company.invoiceId, 'failed')
    expect(await fixtures.readCompany(company.companyId)).toMatchObject({ subscriptionStatus: 'canceled', isListed: false })
    expect(await fixtures.subjectsTo(company)).toEqual([started, notice, ended])
    expect(inbox.mails().find(({ subject }) => subject === ended)?.text).toContain('Ihre Bank hat die erste Abbuchung abgelehnt.')
    expect((await cardOf(company)).invoices).toMatchObject([{ status: 'void' }])
    expect(await app.db.selectFrom('ledgerTx').select('kind').execute()).toEqual([])
    await expectSameBalance()
    const { sessionId } = await fixtures.openCheckout(company, 'premium')
    await fixtures.pay(sessionId)
    await fixtures.arrive()
    expect(await fixtures.readCompany(company.companyId)).toMatchObject({ subscriptionStatus: 'active', premium: true, isListed: true })
    expect(await expectSameBalance()).toMatchObject({ subscription_revenue: -2_521 })
  })

  test('within hours and not paid in another way: ended after 23 hours', async () => {
    const company = await debited('basic')
    await end(company.invoiceId, 'failed')
    await fixtures.passTime({ days: 1 })
    await fixtures.arrive()
    expect(await fixtures.readCompany(company.companyId)).toMatchObject({ subscriptionStatus: 'canceled', isListed: false })
    expect(await fixtures.subjectsTo(company)).toEqual([started, notice, failed, ended])
    await expectSameBalance()
  })

  test('with every event lost: found within a day', async () => {
    const company = await debited('basic')
    await drop()
    await fixtures.passTime({ days: 4 })
    await end(company.invoiceId, 'failed')
    await reconcileAfter({ days: 1, minutes: 1 })
    expect(await fixtures.readCompany(company.companyId)).toMatchObject({ subscriptionStatus: 'canceled', isListed: false })
    expect(await fixtures.subjectsTo(company)).toEqual([started, notice, ended])
  })
})
