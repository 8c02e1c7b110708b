import type { Page } from '@playwright/test'
import { closeToasts, hold } from './accountHelpers.ts'
import { fillAndSave } from './bankHelpers.ts'
import { openLastStep, orderLabel } from './dialogHelpers.ts'
import { test } from './faultyProduct.ts'
import {
  addresses,
  companyCalled,
  control,
  expect,
  expectAccessible,
  expectAccessibleEverywhere,
  openHydrated,
  payWith,
  placeBooking,
  queryDatabase,
} from './fixtures.ts'
import { enterAsOperator, fillCompany } from './operatorHelpers.ts'
import { enterAsMember, enterAsOwner, passCode } from './ownerHelpers.ts'
import { connectAccount, payBooking } from './payoutHelpers.ts'
import { galleryAddresses, galleryPart, picture } from './pictureHelpers.ts'
import { cards, leaveForCheckout } from './signupHelpers.ts'

// The last of the slow files: as one unit it would keep one worker busy when all others are done.
test.describe.configure({ mode: 'parallel' })

// Texts for companies and the operator when the product really fails. The browser logs missing responses and lazily loaded code.
test.beforeEach(({ allow }) => allow(/Failed to load resource/))

const company = 'Glanzwerk Altona Gebäudereinigung'
const toasts = (page: Page) => page.getByRole('region', { name: 'Meldungen' })

test('a server that dies between page and click: the gateway has no words, so each screen has its own', async ({
  page,
  browser,
  faulty,
}) => {
  const order = (await openLastStep(page)).getByRole('button', { name: orderLabel })
  const work = await browser.newContext({ baseURL: faulty.address, locale: 'de-DE' })
  const gate = await work.newPage()
  await enterAsOwner(gate)
  await openHydrated(gate, '/dashboard')
  const send = gate.getByRole('button', { name: 'Code senden' })
  await expect(send).toBeEnabled()
  const office = await work.newPage()
  await enterAsOperator(office)
  await openHydrated(office, '/admin/payouts')
  await office.getByRole('button', { name: 'Wöchentliche Auszahlung' }).click()
  const run = office.getByRole('dialog').getByRole('button', { name: 'Jetzt auszahlen' })
  await expect(run).toBeEnabled()

  await faulty.withoutServer(async () => {
    await order.click()
    const error = page.getByRole('dialog').getByRole('alert')
    await expect(error).toContainText('Zahlungsfehler')
    await expect(error).toContainText('Unbekannter Fehler')
    await send.click()
    await expect(gate.getByText('Fehler beim Senden des Codes: Unbekannter Fehler')).toBeVisible()
    await run.click()
    await expect(toasts(office).getByText('Manuelle Auszahlung fehlgeschlagen', { exact: true })).toBeVisible()
    await expect(toasts(office).getByText('Edge Function Fehler', { exact: true })).toBeVisible()
  })
  await run.click()
  await expect(toasts(office).getByText('Keine Buchungen für Auszahlung gefunden', { exact: true })).toBeVisible()
  await work.close()
  await order.click()
  await expect(page).toHaveURL(new RegExp(`^${addresses.sandbox}`))
})

test('a dashboard that cannot be loaded says why, and its retry works', async ({ page, faulty }) => {
  const { email, companyName } = await enterAsOwner(page)
  await passCode(email)
  await faulty.withoutTables(['bookings'], async () => {
    await openHydrated(page, '/dashboard')
    await expect(page.getByText('Fehler beim Laden des Dashboards: Ein unerwarteter Fehler ist aufgetreten.')).toBeVisible()
    await expectAccessible(page)
  })
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: companyName })).toBeVisible()
})

test('bank details that cannot be kept stay in the form, a link that gets no answer stays open, payouts can be read again', async ({
  page,
  faulty,
}) => {
  const { email } = await enterAsOwner(page)
  await passCode(email)
  await openHydrated(page, '/dashboard/auszahlung')
  await page.getByRole('button', { name: 'Bankdaten hinzufügen' }).click()
  const typed = { holder: 'Nordlicht Haustechnik GmbH', iban: 'DE89 3704 0044 0532 0130 00' }
  await faulty.withoutTables(['bank_changes'], async () => {
    await fillAndSave(page, typed)
    await expect(page.getByText('Bankdaten konnten nicht aktualisiert werden')).toBeVisible()
    await expect(page.getByLabel('IBAN *')).toHaveValue(typed.iban)
  })
  await page.getByRole('button', { name: 'Speichern & Bestätigen' }).click()
  await expect(page.getByText('Ihre Bankdaten warten auf Ihre Bestätigung')).toBeVisible()

  const list = page.getByRole('region', { name: 'Ihre Auszahlungen' })
  await faulty.withoutTables(['payouts'], async () => {
    await page.reload()
    await expect(list.getByText('Auszahlungen konnten nicht geladen werden')).toBeVisible()
  })
  await page.reload()
  await expect(list.getByText('Noch keine Auszahlungen')).toBeVisible()

  const letGo = await hold(page, '**/functions/v1/verify-bank-update')
  const posted = page.waitForRequest('**/functions/v1/verify-bank-update')
  await openHydrated(page, `/verify-bank-update?token=${'x'.repeat(43)}`)
  await page.getByRole('button', { name: 'Jetzt bestätigen' }).click()
  await expect(page.getByText('Bestätigung wird verarbeitet...')).toBeVisible()
  await posted
  await faulty.withoutConnection(async () => {
    await letGo()
    await expect(page.getByText('Bestätigung fehlgeschlagen')).toBeVisible()
  })
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(page.getByText('Dieser Bestätigungslink ist ungültig.')).toBeVisible()
})

test('an order of pictures that does not arrive is taken back', async ({ page, faulty }) => {
  const { email } = await enterAsOwner(page)
  await passCode(email)
  await openHydrated(page, '/dashboard/bilder')
  const gallery = galleryPart(page)
  await gallery.locator('input[type=file]').setInputFiles(await Promise.all([1, 2].map((n) => picture(`Bild ${n}.png`))))
  await expect(gallery.getByText('2 von 5')).toBeVisible()
  const before = await galleryAddresses(page)
  await faulty.withoutConnection(async () => {
    await gallery.getByRole('button', { name: 'Bild 2 nach vorn' }).click()
    await expect(page.getByText('Reihenfolge nicht gespeichert')).toBeVisible()
  })
  await expect.poll(() => galleryAddresses(page)).toEqual(before)
})

test('paid, and the company cannot be read: the return page says so, and reads it on request', async ({ page, faulty }) => {
  await enterAsMember(page)
  const { url } = await leaveForCheckout(page)
  await page.goto(url)
  const call = '**/get-company-subscription'
  const letGo = await hold(page, call)
  const asked = page.waitForRequest(call)
  await payWith(page, cards.pays)
  await asked
  await faulty.withoutTables(['companies'], async () => {
    await letGo()
    await expect(page.getByRole('alert').getByText('Firma-Daten konnten nicht abgerufen werden')).toBeVisible()
    await expectAccessible(page)
  })
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(page.getByRole('heading', { name: 'Ihre Firma ist freigeschaltet' })).toBeVisible()
})

test("the operator's gates when no call is answered", async ({ page, faulty }) => {
  await openHydrated(page, '/admin')
  const check = page.getByRole('button', { name: 'Passwort prüfen' })
  await expect(check).toBeEnabled()
  const typePassword = () => page.getByLabel('Admin-Passwort').fill(process.env.JOURNEY_ADMIN_PASSWORD ?? '')
  await typePassword()
  await faulty.withoutConnection(async () => {
    await check.click()
    await expect(page.getByText('Fehler bei der Authentifizierung')).toBeVisible()
  })
  await typePassword()
  await check.click()
  await expect(page.getByText('Code gesendet')).toBeVisible()
  await faulty.withoutConnection(async () => {
    await page.getByRole('button', { name: 'Code erneut senden' }).click()
    await expect(page.getByText('Fehler beim Senden des Codes')).toBeVisible()
  })
})

test('a company that cannot be added: an error is shown, the input is kept, and it is added once', async ({ page, faulty }) => {
  await enterAsOperator(page)
  await openHydrated(page, '/admin/add-provider')
  const area = page.getByRole('region', { name: 'Neuer Anbieter' })
  const add = area.getByRole('button', { name: 'Anbieter hinzufügen' })
  const name = 'Kaimauer Anstriche'
  await fillCompany(area, { name, email: 'post@kaimauer.example' })
  await faulty.withoutTables(['claim_codes'], async () => {
    await add.click()
    await expect(toasts(page).getByText('Fehler beim Erstellen des Anbieters')).toBeVisible()
    await expect(area.getByLabel('Firmenname')).toHaveValue(name)
  })
  await add.click()
  await expect(toasts(page).getByText('Anbieter erfolgreich hinzugefügt')).toBeVisible()
  expect(await queryDatabase('select id from companies where company_name = $1', [name])).toHaveLength(1)
})

test('figures that fail: three tries, then an error with a button; one failing source does not affect the others', async ({
  page,
  faulty,
}) => {
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/admin-stats')) asked += 1
  })
  await enterAsOperator(page)
  const letGo = await hold(page, '**/admin-stats')
  await openHydrated(page, '/admin/settings')
  await expect(page.getByRole('button', { name: 'Einstellungen speichern' })).toBeVisible()
  await expect.poll(() => asked).toBe(1)
  const figures = page.getByRole('region', { name: 'Kennzahlen des Marktplatzes' })
  const toast = page.getByRole('alert').filter({ hasText: 'Fehler beim Laden der Statistiken' })
  await faulty.withoutConnection(async () => {
    await letGo()
    await expect(toast).toBeVisible()
    expect(asked).toBe(3)
    for (const text of ['Fehler beim Laden der Unternehmen', 'Fehler beim Laden der Buchungen']) {
      await expect(figures.getByText(text)).toBeVisible()
    }
    await expect(figures.getByText('Fehler beim Laden der Transaktionen')).toHaveCount(2)
  })
  await toast.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(figures.getByText(/^\d+ in dieser Woche$/)).toBeVisible()
  await expect(toast).toBeHidden()

  await faulty.withoutTables(['companies'], async () => {
    await openHydrated(page, '/admin/settings')
    await expect(toast).toContainText('Fehler beim Laden der Unternehmen')
    await expect(figures.getByText(/^\d+ in dieser Woche$/)).toBeVisible()
  })
})

test('bookings that cannot be read: four tries, then the reason, and the database by its name', async ({ page, faulty }) => {
  await placeBooking(company)
  await enterAsOperator(page)
  await openHydrated(page, '/admin/bookings')
  const area = page.getByRole('region', { name: 'Alle Buchungen' })
  await expect(area.getByRole('row').nth(1)).toBeVisible()
  let tries = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/admin-list-bookings')) tries += 1
  })
  const refresh = area.getByRole('button', { name: 'Aktualisieren' })
  await faulty.withoutConnection(async () => {
    await refresh.click()
    await expect(page.getByText('Aktualisierung fehlgeschlagen')).toBeVisible()
    await expect(area.getByText('Fehler beim Laden der Buchungen')).toBeVisible()
    expect(tries).toBe(4)
  })
  await area.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(area.getByText('Fehler beim Laden der Buchungen')).toBeHidden()

  // Reopened: a page whose styles never loaded would fail the accessibility check.
  await openHydrated(page, '/admin/bookings')
  await expect(area.getByRole('row').nth(1)).toBeVisible()
  await faulty.withoutDatabase(async () => {
    await refresh.click()
    await expect(area.getByText('Datenbankverbindung fehlgeschlagen')).toBeVisible()
    await closeToasts(page)
    await expectAccessibleEverywhere(page)
  })
  await page.setViewportSize({ width: 1280, height: 900 })
  await area.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(area.getByText('Datenbankverbindung fehlgeschlagen')).toBeHidden()
})

test('a review that cannot be deleted stays, and so does the reason', async ({ page, faulty }) => {
  await queryDatabase(
    `insert into reviews (company_id, customer_name, customer_email, rating, comment, created_at, published_at)
     values ($1, 'Önder Prüfmann', 'onder@kunde.example', 1, 'Wort für Wort', now(), now())`,
    [await companyCalled(company)],
  )
  await enterAsOperator(page)
  await openHydrated(page, '/admin/reviews')
  await page.getByRole('button', { name: 'Bewertung von Önder Prüfmann' }).click()
  const form = page.getByRole('dialog', { name: 'Bewertung löschen' })
  await form.getByLabel('Grund').fill('Beleidigend')
  const yes = page.getByRole('alertdialog').getByRole('button', { name: 'Ja, löschen' })
  await faulty.withoutTables(['audit_log'], async () => {
    await form.getByRole('button', { name: 'Bewertung löschen' }).click()
    await yes.click()
    await expect(page.getByText('Fehler beim Löschen')).toBeVisible()
  })
  await expect(form.getByLabel('Grund')).toHaveValue('Beleidigend')
  await closeToasts(page)
  await form.getByRole('button', { name: 'Bewertung löschen' }).click()
  await yes.click()
  await expect(page.getByText('Bewertung gelöscht')).toBeVisible()
})

test('payouts: a figure that cannot be read, a file that does not come, and a transfer that the PSP turns down', async ({
  page,
  browser,
  faulty,
}) => {
  const owner = await browser.newContext({ baseURL: faulty.address })
  const { email, companyId } = await enterAsOwner(await owner.newPage())
  await passCode(email)
  const tab = owner.pages()[0]
  if (tab) await connectAccount(tab, companyId)
  await payBooking(companyId, 77)
  await owner.close()
  await enterAsOperator(page)
  await openHydrated(page, '/admin/payouts')
  const refresh = page.getByRole('button', { name: 'Aktualisieren' })
  await expect(page.getByRole('region', { name: 'Verlauf' })).toBeVisible()
  await faulty.withoutTables(['payouts'], async () => {
    await refresh.click()
    await expect(page.getByText('Aktualisierung fehlgeschlagen')).toBeVisible()
    await expect(page.getByText('Auszahlungen konnten nicht geladen werden').first()).toBeVisible()
  })
  await page.getByRole('button', { name: 'Erneut versuchen' }).first().click()
  await expect(page.getByText('Auszahlungen konnten nicht geladen werden')).toBeHidden()
  await closeToasts(page)

  // The company's account does not accept transfers, and no webhook has reported it yet.
  const [account] = await queryDatabase('select account_id from payout_accounts where company_id = $1', [companyId])
  await control('webhooks', { action: 'drop', types: ['account.updated'], times: 10 })
  await control('account', { account: account?.account_id, state: 'restricted' })
  await openHydrated(page, '/admin/payouts')
  await page.getByRole('button', { name: 'Wöchentliche Auszahlung' }).click()
  await page.getByLabel('Auch Termine auszahlen, die noch bevorstehen').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Jetzt auszahlen' }).click()
  await expect(toasts(page).getByText('Manuelle Auszahlung fehlgeschlagen', { exact: true })).toBeVisible()
  await expect(
    toasts(page).getByText(/^Auszahlung fehlgeschlagen: 1 fehlgeschlagen: Der Zahlungsdienst hat die Auszahlung abgelehnt/),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await control('clear', {})
  await closeToasts(page)

  await faulty.withoutConnection(async () => {
    await page.getByRole('region', { name: 'Verlauf' }).getByRole('button', { name: 'Als CSV herunterladen' }).click()
    await expect(page.getByText('Die Datei konnte nicht geladen werden')).toBeVisible()
  })
})
