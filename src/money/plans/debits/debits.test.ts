import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDebitFixtures } from '../../../../tests/debitFixtures.ts'
import { openTestApp } from '../../../../tests/testApp.ts'

/** SEPA debits of subscriptions: under way for days, refused, announced, and taken back by the bank weeks later. */
const testApp = await openTestApp()
const { app, sandbox, inbox } = testApp
const debits = openDebitFixtures(testApp)
const { fixtures, offer, debited, paid, end, takeBack, payOnPage, cardOf, breaks, announce, noticesTo, expectSameBalance } = debits
const started = 'Ihr Abonnement hat begonnen'
const notice = 'Wir buchen Ihren Beitrag ab'
const returned = 'Ihre Zahlung wurde zurückgebucht'

beforeEach(debits.prepare)
afterEach(async () => {
  await testApp.runJobs()
  const { rows } = await sql`select * from invariant_violations`.execute(app.db)
  expect(rows).toEqual([])
})

test('off until the operator chooses it', async () => {
  await offer(['card'])
  const { sessionId } = await fixtures.openCheckout(await fixtures.register(), 'basic')
  await expect(sandbox.control('pay', { session: sessionId, method: 'sepa_debit' })).rejects.toThrow('does not offer sepa_debit')
})

test('a first debit: the plan holds while it is under way, nothing is booked until it arrives, and nothing twice', async () => {
  await sandbox.control('webhooks', { action: 'duplicate', count: 2, times: 1_000 })
  const company = await debited('premium')
  expect((await fixtures.call(company, 'verify-payment', { sessionId: company.sessionId, type: 'subscription' })).body).toEqual({
    paid: true,
  })
  expect((await fixtures.call(company, 'get-company-subscription')).body).toMatchObject({
    subscription_status: 'active',
    is_under_way: true,
  })
  expect(await fixtures.readCompany(company.companyId)).toMatchObject({ plan: 'premium', premium: true, isListed: true })
  expect((await cardOf(company)).invoices).toMatchObject([{ status: 'open', is_under_way: true, url: null }])
  expect(await fixtures.call(company, 'create-company-subscription', { plan: 'basic' })).toMatchObject({ status: 409 })
  expect(await app.db.selectFrom('ledgerTx').select('kind').execute()).toEqual([])
  expect(await fixtures.subjectsTo(company)).toEqual([started, notice])
  expect(inbox.mails().find(({ subject }) => subject === started)?.text).toContain('Zahlung unterwegs')
  const [mail] = noticesTo(company)
  for (const text of ['30,00', 'Mandatsreferenz', 'DE98ZZZ09999999999', '3000']) expect(mail?.text).toContain(text)

  await fixtures.passTime({ days: 6 })
  await end(company.invoiceId, 'succeeded')
  await fixtures.reconcile()
  expect((await cardOf(company)).invoices).toMatchObject([{ status: 'paid', is_under_way: false }])
  await fixtures.expectSameAsPsp(company.companyId)
  expect(await expectSameBalance()).toMatchObject({ subscription_revenue: -2_521, vat_payable: -479 })
  expect(await fixtures.subjectsTo(company)).toEqual([started, notice])
  expect(await breaks()).toEqual([])
})

test('a first debit whose every event is lost is found within a day', async () => {
  const company = await debited('basic')
  await sandbox.control('webhooks', { action: 'drop', times: 1_000 })
  await end(company.invoiceId, 'succeeded')
  await fixtures.passTime({ days: 1, minutes: 1 })
  await fixtures.reconcile()
  await fixtures.expectSameAsPsp(company.companyId)
  expect(await expectSameBalance()).toMatchObject({ subscription_revenue: -2_101 })
})

test('a first debit that the bank refuses: past due like a refused card, and active again once paid by card', async () => {
  const company = await debited('premium')
  await end(company.invoiceId, 'failed')
  expect(await fixtures.readCompany(company.companyId)).toMatchObject({ subscriptionStatus: 'past_due', premium: false, isListed: true })
  expect(await fixtures.subjectsTo(company)).toEqual([started, notice, 'Ihre Zahlung ist fehlgeschlagen'])
  expect(await app.db.selectFrom('ledgerTx').select('kind').execute()).toEqual([])
  await fixtures.switchCard(company.customerId, '4242424242424242')
  const [open] = (await cardOf(company)).invoices
  await payOnPage(open.url)
  await fixtures.arrive()
  expect(await fixtures.readCompany(company.companyId)).toMatchObject({ subscriptionStatus: 'active', premium: true })
  await fixtures.expectSameAsPsp(company.companyId)
  await expectSameBalance()
})

test('refused again and again: hidden once the PSP gives up', async () => {
  const company = await debited('basic')
  await end(company.invoiceId, 'failed')
  for (const days of [3, 7, 14]) {
    await fixtures.passTime({ days })
    await end(company.invoiceId, 'failed')
  }
  expect(await fixtures.readCompany(company.companyId)).toMatchObject({ subscriptionStatus: 'unpaid', isListed: false })
})

test('a renewal is announced five days before, once, with the price of its own month', async () => {
  const company = await paid('basic')
  await announce()
  expect(noticesTo(company)).toHaveLength(1)
  const { currentPeriodEnd } = await fixtures.readSubscription(company.companyId)
  const ahead = (currentPeriodEnd.getTime() - app.now().getTime()) / 86_400_000
  await fixtures.passTime({ days: Math.floor(ahead) - 4 })
  await announce()
  await announce()
  expect(noticesTo(company)).toHaveLength(2)
  expect(noticesTo(company)[0]?.text).toContain('25,00')
  await fixtures.passTime({ days: 6 })
  await fixtures.arrive()
  const { latestInvoiceId } = await fixtures.readSubscription(company.companyId)
  expect((await cardOf(company)).invoices[0]).toMatchObject({ is_under_way: true })
  expect(noticesTo(company)).toHaveLength(2)
  await end(latestInvoiceId ?? '', 'succeeded')
  await fixtures.expectSameAsPsp(company.companyId)
  expect(await expectSameBalance()).toMatchObject({ subscription_revenue: -4_202 })
})

test('a cancelled subscription is not announced', async () => {
  const company = await paid('basic')
  await fixtures.call(company, 'cancel-subscription')
  await fixtures.passTime({ days: 27 })
  await announce()
  expect(noticesTo(company)).toHaveLength(1)
})

test('an upgrade is debited: it counts at once, and not if the bank refuses', async () => {
  const company = await paid('basic')
  await fixtures.passTime({ days: 10 })
  expect((await fixtures.call(company, 'change-plan', { plan: 'premium' })).body).toEqual({ success: true })
  await fixtures.arrive()
  expect(await fixtures.readCompany(company.companyId)).toMatchObject({ plan: 'premium', premium: true })
  expect(noticesTo(company)).toHaveLength(2)
  const { latestInvoiceId } = await fixtures.readSubscription(company.companyId)
  await end(latestInvoiceId ?? '', 'failed')
  expect(await fixtures.readCompany(company.companyId)).toMatchObject({ plan: 'basic', premium: false, subscriptionStatus: 'past_due' })
  await expectSameBalance()
})

test('taken back after weeks: past due, mailed once, billed again, and the ledger is the balance; paid again, all is as before', async () => {
  const company = await paid('premium')
  await fixtures.passTime({ days: 20 })
  await sandbox.control('webhooks', { action: 'duplicate', count: 2, times: 1_000 })
  await takeBack(company.invoiceId)
  await fixtures.arrive()
  expect(await fixtures.readCompany(company.companyId)).toMatchObject({ subscriptionStatus: 'past_due', premium: true, isListed: true })
  expect(await fixtures.subjectsTo(company)).toEqual([started, notice, returned])
  expect(await breaks()).toEqual([{ kind: 'subscriptionDispute' }])
  expect(await expectSameBalance()).toMatchObject({ subscription_revenue: -2_521, vat_payable: -479 })
  const [again, first] = (await cardOf(company)).invoices
  expect(first).toMatchObject({ status: 'paid', is_returned: true })
  expect(again).toMatchObject({ status: 'open', amount: 30, is_returned: false })
  await fixtures.passTime({ minutes: 6 })
  await fixtures.reconcile()
  expect(await fixtures.readCompany(company.companyId)).toMatchObject({ subscriptionStatus: 'past_due' })

  await fixtures.switchCard(company.customerId, '4242424242424242')
  await payOnPage(again.url)
  await fixtures.arrive()
  expect(await fixtures.readCompany(company.companyId)).toMatchObject({ subscriptionStatus: 'active', premium: true })
  // The platform bears the fees of two payments and of the return, and has its revenue once.
  const sums = await expectSameBalance()
  expect(sums).toMatchObject({ subscription_revenue: -2_521, vat_payable: -479 })
  expect(sums.psp_cost).toBeLessThan(3_000)
  expect(await fixtures.subjectsTo(company)).toEqual([started, notice, returned])
})

test('taken back and not paid again in time: the subscription ends, so a hidden company is not charged', async () => {
  const company = await paid('basic')
  await takeBack(company.invoiceId)
  await fixtures.passTime({ days: 15 })
  await fixtures.reconcile()
  await fixtures.arrive()
  expect(await fixtures.readCompany(company.companyId)).toMatchObject({ subscriptionStatus: 'canceled', isListed: false })
  expect(await app.payments.findSubscription(company.subscriptionId)).toMatchObject({ status: 'canceled' })
  expect(await fixtures.subjectsTo(company)).toEqual([started, notice, returned, 'Ihr Abonnement ist beendet'])
  await expectSameBalance()
})
