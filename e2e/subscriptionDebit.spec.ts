import type { Page } from '@playwright/test'
import { subscribeButton } from '#src/money/plans/signupRules.ts'
import { checkAccessibility, screens } from './appointmentHelpers.ts'
import { refused } from './dashboardHelpers.ts'
import { awaitMails, control, expect, openHydrated, queryDatabase, test } from './fixtures.ts'
import { enterAsOperator } from './operatorHelpers.ts'
import { enterAsMember, passCode } from './ownerHelpers.ts'
import { cards, order, walkToOrder } from './signupHelpers.ts'

/** Journeys of a provider who pays the plan by SEPA debit. The settings are the marketplace's: they run alone. */
test.describe('a plan paid by SEPA debit', { tag: '@clock' }, () => {
  test.beforeAll(() => choose(['card', 'sepaDebit']))
  test.afterAll(() => choose(['card']))

  for (const screen of screens) {
    test(`is under way, arrives, is taken back after a payout to our bank, and is paid again, at ${screen.width}`, async ({
      page,
      allow,
    }) => {
      allow(refused)
      await page.setViewportSize(screen)
      const { email } = await enterAsMember(page)
      await test.step('the mandate, then the debit', () => subscribe(page, screen))
      const invoice = await invoiceOf(email)
      await test.step('under way in the dashboard', () => seeUnderWay(page, { email, screen }))
      await test.step('arrived', () => arrive(page, invoice))
      await test.step('taken back', () => takeBack(page, { email, invoice, screen }))
      await test.step('paid again', () => payAgain(page, email))
    })
  }

  for (const screen of screens) {
    test(`taken back and not paid in time: the plan ends, and the invoice comes before the next one, at ${screen.width}`, async ({
      page,
      allow,
    }) => {
      allow(refused)
      allow(/status of 409 \(Conflict\)/)
      await page.setViewportSize(screen)
      const { email } = await enterAsMember(page)
      await subscribe(page)
      const invoice = await invoiceOf(email)
      await openPlan(page, email)
      await arrive(page, invoice)
      await takeBack(page, { email, invoice, screen })
      await test.step('the grace passes', () => passGrace(page, email))
      await test.step('refused with the reason', () => tryToSubscribe(page, screen))
      await test.step('the operator sees the debt', () => seeAsOperator(page, email))
      await test.step('paid, then subscribed again', () => payAndSubscribe(page, email))
    })
  }

  test('refused by the bank: past due, told by mail, and the company stays listed', async ({ page, allow }) => {
    allow(refused)
    const { email } = await enterAsMember(page)
    await subscribe(page)
    await control('endProcessing', { invoice: await invoiceOf(email), outcome: 'failed' })
    await awaitMails(({ to, subject }) => to === email && subject === 'Ihre Zahlung ist fehlgeschlagen', 1)
    await openPlan(page, email)
    await expect(page.getByText('Ihre letzte Zahlung ist fehlgeschlagen')).toBeVisible()
    await expect(planCard(page).getByText('Zahlung überfällig')).toBeVisible()
  })
})

const choose = (subscription: string[]) =>
  queryDatabase(
    `insert into settings (key, value, updated_at) values ('paymentMethods', $1, now())
    on conflict (key) do update set value = excluded.value`,
    [JSON.stringify({ direct: ['paypal', 'klarna', 'card'], held: ['paypal', 'klarna', 'card'], subscription })],
  )

const planCard = (page: Page) => page.getByRole('region', { name: 'Plan und Abonnement' })

async function openPlan(page: Page, email: string) {
  await passCode(email)
  await openHydrated(page, '/dashboard')
}

const companyOf = async (email: string) => {
  const [row] = await queryDatabase(
    'select companies.id, subscription_status, stripe_customer_id from companies join users on users.id = user_id where users.email = $1',
    [email],
  )
  return row
}

/** The company's first invoice, once the debit has reached it. */
async function invoiceOf(email: string) {
  const read = async () => {
    const company = await companyOf(email)
    const [row] = await queryDatabase('select id from subscription_invoices where company_id = $1 and processing_at is not null', [
      company?.id,
    ])
    return row?.id
  }
  await expect.poll(read).toBeDefined()
  return String(await read())
}

async function subscribe(page: Page, screen?: { width: number }) {
  await walkToOrder(page, 'Malermeister Ahrens')
  await expect(page.getByText(/SEPA-Mandat.*Innerhalb von 8 Wochen/)).toBeVisible()
  await expect(page.getByText(/^Karte, Apple Pay, Google Pay, SEPA-Lastschrift$/)).toBeVisible()
  await checkAccessibility(page, screen)
  await order(page).click()
  await page.getByRole('button', { name: 'Weiter mit SEPA-Lastschrift' }).click()
  await page.getByRole('button', { name: 'Zahlung zustimmen' }).click()
  await expect(page.getByRole('heading', { name: 'Ihre Firma ist freigeschaltet' })).toBeVisible()
  await expect(page.getByText('Zahlung unterwegs')).toBeVisible()
  await checkAccessibility(page, screen)
}

async function seeUnderWay(page: Page, { email, screen }: { email: string; screen: { width: number } }) {
  const [notice] = await awaitMails(({ to, subject }) => to === email && subject === 'Wir buchen Ihren Beitrag ab', 1)
  expect(notice?.text).toMatch(/30,00\s€/)
  expect(notice?.text).toContain('Mandatsreferenz')
  await openPlan(page, email)
  await expect(planCard(page).getByText('Zahlung unterwegs')).toBeVisible()
  await expect(planCard(page).getByText('Unterwegs', { exact: true })).toBeVisible()
  await checkAccessibility(page, screen)
}

async function arrive(page: Page, invoice: string) {
  await control('endProcessing', { invoice, outcome: 'succeeded' })
  await expect(planCard(page).getByText('Bezahlt', { exact: true })).toBeVisible()
  await expect(planCard(page).getByText('Zahlung unterwegs')).toBeHidden()
}

type Return = { email: string; invoice: string; screen: { width: number } }

async function takeBack(page: Page, { email, invoice, screen }: Return) {
  // Earlier journeys may have left less than nothing in the balance.
  await control('moveBalance', { kind: 'topup', amount: 6_000 })
  await control('bankPayout', { amount: 2_000 })
  await control('dispute', { payment_intent: await paymentOf(invoice), reason: 'debit_not_authorized', lost: true })
  await awaitMails(({ to, subject }) => to === email && subject === 'Ihre Zahlung wurde zurückgebucht', 1)
  await expect(planCard(page).getByText('Zurückgebucht')).toBeVisible()
  await expect(planCard(page).getByText('Zahlung überfällig')).toBeVisible()
  await checkAccessibility(page, screen)
}

/** Payment of an invoice, from the sandbox's own tables. */
async function paymentOf(invoice: string) {
  const { rows } = (await control('export', { table: 'invoicePayment' })) as { rows: [string, { payment: { payment_intent: string } }][] }
  return rows.find(([id]) => id === invoice)?.[1].payment.payment_intent
}

async function payAgain(page: Page, email: string) {
  await control('card', { customer: (await companyOf(email))?.stripe_customer_id, card: cards.pays })
  const opened = page.waitForEvent('popup')
  await planCard(page)
    .getByRole('link', { name: /^Bezahlen/ })
    .click()
  const invoicePage = await opened
  await invoicePage.getByRole('button', { name: 'Jetzt bezahlen' }).click()
  await expect(invoicePage.getByText('Bezahlt')).toBeVisible()
  await invoicePage.close()
  await expect(planCard(page).getByText('Aktiv', { exact: true })).toBeVisible()
  expect(await companyOf(email)).toMatchObject({ subscription_status: 'active' })
}

/** Moves the return to before the grace, and lets the marketplace look at it. */
async function passGrace(page: Page, email: string) {
  const { id } = (await companyOf(email)) ?? {}
  await queryDatabase(
    "update subscription_invoices set returned_at = now() - interval '15 days' where company_id = $1 and returned_at is not null",
    [id],
  )
  await queryDatabase("update subscriptions set checked_at = now() - interval '1 hour' where company_id = $1", [id])
  await queryDatabase("select graphile_worker.add_job('plans.reconcileSubscriptions', '{}'::json)")
  await awaitMails(({ to, subject }) => to === email && subject === 'Ihr Abonnement ist beendet', 1)
  await expect(planCard(page).getByText('Beendet', { exact: true })).toBeVisible()
}

const debtNote = (page: Page) => planCard(page).getByText('Eine zurückgebuchte Zahlung ist noch offen', { exact: true })

async function tryToSubscribe(page: Page, screen: { width: number }) {
  await expect(debtNote(page)).toBeVisible()
  await expect(planCard(page).getByRole('link', { name: /^Rechnung bezahlen/ })).toBeVisible()
  await checkAccessibility(page, screen)
  await planCard(page).getByRole('button', { name: 'Wieder abonnieren' }).click()
  await page.getByRole('dialog').getByRole('button', { name: subscribeButton }).click()
  await expect(planCard(page).getByText(/Bitte bezahlen Sie zuerst diese Rechnung, danach können Sie wieder abonnieren/)).toBeVisible()
}

async function seeAsOperator(page: Page, email: string) {
  const { id } = (await companyOf(email)) ?? {}
  await enterAsOperator(page)
  await openHydrated(page, `/admin/manage-providers?provider=${id}`)
  await expect(page.getByText('Zurückgebuchte Zahlung des Plans offen')).toBeVisible()
  await openPlan(page, email)
}

async function payAndSubscribe(page: Page, email: string) {
  await control('card', { customer: (await companyOf(email))?.stripe_customer_id, card: cards.pays })
  const opened = page.waitForEvent('popup')
  await planCard(page)
    .getByRole('link', { name: /^Rechnung bezahlen/ })
    .click()
  const invoicePage = await opened
  await invoicePage.getByRole('button', { name: 'Jetzt bezahlen' }).click()
  await expect(invoicePage.getByText('Bezahlt')).toBeVisible()
  await invoicePage.close()
  await expect(debtNote(page)).toBeHidden()
  await planCard(page).getByRole('button', { name: 'Wieder abonnieren' }).click()
  await page.getByRole('dialog').getByRole('button', { name: subscribeButton }).click()
  await expect(page.getByRole('button', { name: 'Weiter mit SEPA-Lastschrift' })).toBeVisible()
}
