import type { Page } from '@playwright/test'
import { checkAccessibility, openRequestCompany, screens } from './appointmentHelpers.ts'
import { refused } from './dashboardHelpers.ts'
import { expectStep, failedAnswer, goOn, openLastStep, orderLabel } from './dialogHelpers.ts'
import { addresses, awaitMails, control, expect, newAddress, openHydrated, queryDatabase, readMails, test } from './fixtures.ts'
import { enterAsOperator } from './operatorHelpers.ts'
import { asVisitor } from './ownerHelpers.ts'

/** Journeys of the payment methods besides cards: at once, held, and days later. */

test.beforeEach(({ allow }) => {
  allow(refused)
  allow(failedAnswer)
})

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const stateOf = async (email: string) => {
  const [row] = await queryDatabase('select booking_status, payment_status from bookings where customer_email = $1', [email])
  return row
}

/** Chooses a method on the payment page and agrees, or is refused, on its provider's page. */
async function chooseMethod(page: Page, name: string, decision: 'agree' | 'refuse' = 'agree') {
  await page.getByRole('button', { name: `Weiter mit ${name}` }).click()
  await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible()
  await page.getByRole('button', { name: decision === 'agree' ? 'Zahlung zustimmen' : 'Vom Anbieter ablehnen lassen' }).click()
}

for (const screen of screens) {
  test(`a booking is paid with PayPal, and everything names the methods, at ${screen.width}`, async ({ page }) => {
    await page.setViewportSize(screen)
    await page.goto('/')
    await expect(page.getByText(/Sie zahlen sicher mit PayPal, Klarna, .*Karte, Apple Pay oder Google Pay/)).toBeVisible()
    const email = newAddress()
    const dialog = await openLastStep(page, { email })
    await expect(dialog.getByText(/Mit dem Klick kommen Sie zur Bezahlung mit PayPal, Klarna/)).toBeVisible()
    await checkAccessibility(page, screen)
    await dialog.getByRole('button', { name: orderLabel }).click()
    await expect(page).toHaveURL(new RegExp(`^${addresses.sandbox}`))
    await chooseMethod(page, 'PayPal')
    await expect(heading(page)).toHaveText('Ihre Buchung ist bestätigt')
    await expect(page.getByText(/^Bezahlt mit PayPal am /)).toBeVisible()
    expect(await stateOf(email)).toEqual({ booking_status: 'confirmed', payment_status: 'paid' })
    await checkAccessibility(page, screen)
  })

  test(`refused by Klarna, the customer pays with PayPal, and a request is held by Klarna until it is accepted, at ${screen.width}`, async ({
    page,
  }) => {
    await page.setViewportSize(screen)
    const { companyId } = await openRequestCompany(page)
    const email = await asVisitor(page, async () => {
      await orderRequest(page, companyId)
      await chooseMethod(page, 'Klarna', 'refuse')
      await expect(page.getByRole('alert')).toContainText('Die Zahlung wurde abgelehnt.')
      await page.getByRole('button', { name: 'Andere Zahlungsart wählen' }).click()
      await expect(page.getByRole('button', { name: 'Weiter mit SEPA-Lastschrift' })).toHaveCount(0)
      await chooseMethod(page, 'Klarna')
      await expect(page.getByRole('heading', { name: 'Ihre Anfrage ist beim Anbieter' })).toBeVisible()
      return page.getByText('Noch nichts bezahlt.').isVisible()
    })
    expect(email).toBe(true)
    await openHydrated(page, '/dashboard')
    await page.getByRole('region', { name: 'Offene Anfragen' }).getByRole('button', { name: 'Katrin Bergmann' }).click()
    await page.getByRole('dialog').first().getByRole('button', { name: 'Annehmen' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Annehmen' }).click()
    await expect(page.getByText('Die Anfrage ist angenommen')).toBeVisible()
    await expect
      .poll(async () => (await queryDatabase('select payment_status, b.company_id from bookings b where company_id = $1', [companyId]))[0])
      .toMatchObject({ payment_status: 'paid' })
  })
}

async function orderRequest(page: Page, companyId: string) {
  await openHydrated(page, `/service/${companyId}`)
  await page.getByRole('link', { name: 'Buchen Dachrinne reinigen' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Katrin Bergmann')
  await dialog.getByLabel('E-Mail').fill(newAddress())
  await dialog.getByLabel('Wohin soll der Anbieter kommen?').fill('Schmale Gasse 12, 22767 Hamburg')
  await dialog.getByRole('radio', { name: /frei$/, disabled: false }).nth(2).check()
  await dialog.getByRole('radio', { name: '13:30' }).check()
  await goOn(dialog)
  await expectStep(dialog, 'Schritt 2 von 3')
  await goOn(dialog)
  await expectStep(dialog, 'Schritt 3 von 3')
  await dialog.getByRole('radio', { name: 'Unternehmen' }).check()
  await expect(dialog.getByText(/Mit dem Klick wählen Sie, womit Sie bezahlen: PayPal, Klarna/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Zahlungspflichtig anfragen' }).click()
  await expect(page).toHaveURL(new RegExp(`^${addresses.sandbox}`))
}

/** The settings are the marketplace's: these journeys run alone. */
test.describe('money that arrives later', { tag: '@clock' }, () => {
  test.beforeAll(() => chooseMethods(['paypal', 'klarna', 'card', 'sepaDebit']))
  test.afterAll(() => chooseMethods(['paypal', 'klarna', 'card']))

  for (const screen of screens) {
    test(`is under way, and arrives: 'Zahlung unterwegs', then the confirmation, at ${screen.width}`, async ({ page }) => {
      await page.setViewportSize(screen)
      const { email, session, link } = await payLater(page, screen)
      expect(await stateOf(email)).toEqual({ booking_status: 'pending', payment_status: 'pending' })
      await control('endProcessing', { session, outcome: 'succeeded' })
      await awaitMails((mail) => mail.to === email && mail.subject.startsWith('Ihre Buchung ist bestätigt'), 1)
      await page.goto(link)
      await expect(heading(page)).toHaveText('Ihre Buchung ist bestätigt')
      await expect(page.getByText(/^Bezahlt mit SEPA-Lastschrift am /)).toBeVisible()
    })

    test(`fails: the booking is off, and the customer is told, at ${screen.width}`, async ({ page }) => {
      await page.setViewportSize(screen)
      const { email, session, link } = await payLater(page, screen)
      await control('endProcessing', { session, outcome: 'failed' })
      await awaitMails((mail) => mail.to === email && mail.subject.startsWith('Ihre Zahlung ist nicht angekommen'), 1)
      expect(await stateOf(email)).toEqual({ booking_status: 'cancelled', payment_status: 'failed' })
      await page.goto(link)
      await expect(heading(page)).toHaveText('Diese Buchung ist storniert')
      await checkAccessibility(page, screen)
    })

    test(`arrives, but its event is lost: reconciliation finds it, at ${screen.width}`, async ({ page }) => {
      await page.setViewportSize(screen)
      const { email, session, link } = await payLater(page, screen)
      await control('webhooks', { action: 'drop', types: ['checkout.session.async_payment_succeeded'], times: 1 })
      await control('endProcessing', { session, outcome: 'succeeded' })
      await awaitMails((mail) => mail.to === email && mail.subject.startsWith('Ihre Buchung ist bestätigt'), 1)
      expect(await stateOf(email)).toEqual({ booking_status: 'confirmed', payment_status: 'paid' })
      await page.goto(link)
      await expect(heading(page)).toHaveText('Ihre Buchung ist bestätigt')
      await checkAccessibility(page, screen)
    })
  }
})

test('the operator sees what is not approved and chooses; the texts follow', { tag: '@clock' }, async ({ page }) => {
  await approve({ card: 'active', paypal: 'active', klarna: 'pending', sepaDebit: 'active', link: 'inactive' })
  try {
    await enterAsOperator(page)
    await openHydrated(page, '/admin/settings')
    const direct = page.getByRole('group', { name: 'Buchungen, sofort bezahlt' })
    await expect(direct.getByText('Klarna – wartet auf Freischaltung beim Zahlungsdienst')).toBeVisible()
    await expect(direct.getByText('Link – beim Zahlungsdienst nicht eingeschaltet')).toBeVisible()
    await expect(direct.getByText('Wero – beim Zahlungsdienst nicht verfügbar')).toBeVisible()
    const held = page.getByRole('group', { name: 'Anfragen, erst bei Zusage abgebucht' })
    await expect(held.getByRole('checkbox', { name: 'SEPA-Lastschrift' })).toHaveCount(0)
    for (const name of [/^PayPal/, /^Klarna/, /^Karte/]) await direct.getByRole('checkbox', { name }).uncheck()
    await page.getByRole('button', { name: 'Einstellungen speichern' }).click()
    await expect(direct.getByText('Bitte wählen Sie mindestens eine Zahlungsart')).toBeVisible()
    await checkAccessibility(page)
    for (const name of [/^Klarna/, /^Karte/]) await direct.getByRole('checkbox', { name }).check()
    await page.getByRole('button', { name: 'Einstellungen speichern' }).click()
    await expect(page.getByText('Einstellungen gespeichert')).toBeVisible()
    await page.goto('/')
    await expect(page.getByText('Sie zahlen sicher mit Karte, Apple Pay oder Google Pay.')).toBeVisible()
  } finally {
    await approve(Object.fromEntries(['card', 'paypal', 'klarna', 'billie', 'link', 'sepaDebit'].map((method) => [method, 'active'])))
    await chooseMethods(['paypal', 'klarna', 'card'])
  }
})

const approve = (approvals: object) =>
  queryDatabase(`update settings set value = $1, updated_at = now() where key = 'methodApprovals'`, [JSON.stringify(approvals)])

const chooseMethods = (direct: string[]) =>
  queryDatabase(
    `insert into settings (key, value, updated_at) values ('paymentMethods', $1, now())
    on conflict (key) do update set value = excluded.value`,
    [JSON.stringify({ direct, held: ['paypal', 'klarna', 'card'], subscription: ['card'] })],
  )

/** Orders for an appointment in four weeks and pays by direct debit; returns the page's link from the mail. */
async function payLater(page: Page, screen: { width: number }) {
  const email = newAddress()
  const dialog = await openLastStep(page, { email })
  await dialog.getByRole('button', { name: 'Ändern: Termin' }).click()
  await dialog.getByLabel('Datum').fill(new Date(Date.now() + 28 * 86_400_000).toISOString().slice(0, 10))
  await goOn(dialog)
  await goOn(dialog)
  await dialog.getByRole('button', { name: orderLabel }).click()
  await expect(page).toHaveURL(new RegExp(`^${addresses.sandbox}`))
  const session = /cs_test_\w+/.exec(page.url())?.[0] ?? ''
  await chooseMethod(page, 'SEPA-Lastschrift')
  await expect(heading(page)).toHaveText('Zahlung unterwegs')
  await expect(page.getByText('Zahlung mit SEPA-Lastschrift unterwegs.')).toBeVisible()
  await checkAccessibility(page, screen)
  const [mail] = await readMails(email, 1)
  expect(mail?.subject).toMatch(/^Ihre Zahlung ist unterwegs/)
  return { email, session, link: /https?:\S+\/buchung\?token=[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? '' }
}
