import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDebitFixtures } from '../../../../tests/debitFixtures.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { billReturned, noteReturnedPayment } from './returnActions.ts'

/** Companies that owe a returned payment after their subscription has ended. */
const testApp = await openTestApp()
const { app, sandbox, inbox } = testApp
const { fixtures, prepare, paid, end, takeBack, payOnPage, cardOf, expectSameBalance } = openDebitFixtures(testApp)
const returned = 'Ihre Zahlung wurde zurückgebucht'
const owes = 'Eine zurückgebuchte Zahlung ist noch offen. Bitte bezahlen Sie zuerst diese Rechnung, danach können Sie wieder abonnieren.'

beforeEach(prepare)
afterEach(async () => {
  await testApp.runJobs()
  const { rows } = await sql`select * from invariant_violations`.execute(app.db)
  expect(rows).toEqual([])
})

type Company = Awaited<ReturnType<typeof paid>>
const subscribe = (company: Company) => fixtures.call(company, 'create-company-subscription', { plan: 'basic' })
const statusOf = async ({ companyId }: Company) => (await fixtures.readCompany(companyId)).subscriptionStatus
const refused = { status: 409, body: { code: 'plans.returnOpen', error: owes } }
const reconcileAfter = async (days: number) => {
  await fixtures.passTime({ days, minutes: 1 })
  await fixtures.reconcile()
  await fixtures.arrive()
}

/** A company that did not pay a returned debit again in time. */
async function ended() {
  const company = await paid('basic')
  await takeBack(company.invoiceId)
  await reconcileAfter(15)
  expect(await statusOf(company)).toBe('canceled')
  await fixtures.switchCard(company.customerId, '4242424242424242')
  return company
}

test('an ended company pays the returned payment before it can subscribe again', async () => {
  const company = await ended()
  expect(inbox.mails().find(({ subject }) => subject === 'Ihr Abonnement ist beendet')?.text).toContain('zurückgebuchte Zahlung')
  expect(await subscribe(company)).toMatchObject(refused)
  const { open_return: debt } = await cardOf(company)
  expect(debt).toEqual({ amount: 25, url: expect.stringContaining('/i/in_'), is_under_way: false })
  await payOnPage(debt.url)
  await fixtures.arrive()
  expect((await cardOf(company)).open_return).toBeNull()
  expect(await statusOf(company)).toBe('canceled')
  expect(await subscribe(company)).toMatchObject({ status: 200 })
  expect(await expectSameBalance()).toMatchObject({ subscription_revenue: -2_101, vat_payable: -399 })
})

test('a payment whose event was lost is read before the company is refused, and otherwise found within a day', async () => {
  const [first, second] = [await ended(), await ended()]
  await sandbox.control('webhooks', { action: 'drop', times: 1_000 })
  for (const one of [first, second]) await payOnPage((await cardOf(one)).open_return.url)
  expect(await subscribe(first)).toMatchObject({ status: 200 })
  expect((await cardOf(second)).open_return).not.toBeNull()
  await reconcileAfter(1)
  expect((await cardOf(second)).open_return).toBeNull()
  await expectSameBalance()
})

test('a debit that pays the returned payment is awaited: neither ended meanwhile nor subscribed again', async () => {
  const company = await paid('basic')
  await takeBack(company.invoiceId)
  const { open_return: debt } = await cardOf(company)
  // The customer's default is still the bank account.
  await payOnPage(debt.url)
  await fixtures.arrive()
  await reconcileAfter(15)
  expect(await statusOf(company)).toBe('past_due')
  expect((await cardOf(company)).open_return).toEqual({ amount: 25, url: null, is_under_way: true })
  const { id } = (await cardOf(company)).invoices.find((one: { is_under_way: boolean }) => one.is_under_way)
  await end(id, 'succeeded')
  expect(await statusOf(company)).toBe('active')
  await expectSameBalance()
})

test('taken back after the company had cancelled: it is told what it owes, and the invoice comes before the next plan', async () => {
  const company = await paid('basic')
  await fixtures.call(company, 'cancel-subscription')
  await reconcileAfter(32)
  expect(await statusOf(company)).toBe('canceled')
  await takeBack(company.invoiceId)
  expect(await statusOf(company)).toBe('canceled')
  const mail = inbox.mails().find(({ to, subject }) => to === company.email && subject === returned)
  expect(mail?.text).toContain('Vorher können Sie kein neues Abonnement abschließen.')
  expect(mail?.text).not.toContain('bleibt')
  expect(await subscribe(company)).toMatchObject(refused)
  await expectSameBalance()
})

test('taken back after the company had subscribed anew: the new subscription is past due, and ends if nothing is paid', async () => {
  const company = await paid('basic')
  await fixtures.call(company, 'cancel-subscription')
  await reconcileAfter(32)
  const { sessionId } = await fixtures.openCheckout(company, 'basic')
  await fixtures.pay(sessionId)
  await fixtures.arrive()
  expect(await statusOf(company)).toBe('active')
  await takeBack(company.invoiceId)
  expect(await statusOf(company)).toBe('past_due')
  const { open_return: debt } = await cardOf(company)
  expect(debt.amount).toBe(25)
  await reconcileAfter(15)
  expect(await fixtures.readCompany(company.companyId)).toMatchObject({ subscriptionStatus: 'canceled', isListed: false })
  expect(await subscribe(company)).toMatchObject(refused)
  await fixtures.switchCard(company.customerId, '4242424242424242')
  await payOnPage(debt.url)
  await fixtures.arrive()
  expect(await subscribe(company)).toMatchObject({ status: 200 })
  await expectSameBalance()
})

test.each(['failAfterEffect', 'fail'])('billed once although the PSP stores an error for each call (%s)', async (kind) => {
  const company = await paid('basic')
  // The job fails, and is retried too late for this test.
  await sandbox.control('faults', { operation: '*', kind: 'fail', status: 503, times: 40 })
  await takeBack(company.invoiceId)
  await sandbox.control('clear')
  await noteReturnedPayment(app, { invoiceId: company.invoiceId, amountCents: 2_500 })
  for (const operation of ['Invoices.create', 'InvoiceItems.create', 'Invoices.finalizeInvoice']) {
    await sandbox.control('faults', { operation, kind, status: 500, saved: true })
  }
  await billReturned(app, { invoiceId: company.invoiceId, amountCents: 2_500 })
  const { open_return: debt, invoices } = await cardOf(company)
  expect(debt).toEqual({ amount: 25, url: expect.stringContaining('/i/in_'), is_under_way: false })
  expect(invoices).toMatchObject([{ status: 'open', amount: 25 }, { status: 'paid' }])
})
