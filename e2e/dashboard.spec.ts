import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { insertBookings, rail, refused } from './dashboardHelpers.ts'
import {
  consentToEarlyStart,
  expect,
  expectAccessible,
  expectAccessibleEverywhere,
  expectToFitEverywhere,
  fillDetails,
  newAddress,
  openHydrated,
  payWith,
  pdf,
  queryDatabase,
  test,
} from './fixtures.ts'
import { enterAsMember, enterAsOwner, makeCompany, passCode } from './ownerHelpers.ts'

test.beforeEach(({ allow }) => allow(refused))

test('of several companies the one with the own address comes first, and another can be chosen', async ({ page }) => {
  const { email } = await enterAsMember(page)
  await makeCompany(email, { name: 'Zweite Adresse GmbH', email: newAddress() })
  await makeCompany(email, { name: 'Eigene Adresse GmbH' })
  await passCode(email)
  await openHydrated(page, '/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard - Eigene Adresse GmbH' })).toBeVisible()
  await page.getByLabel('Firma').selectOption('Zweite Adresse GmbH')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard - Zweite Adresse GmbH' })).toBeVisible()
  await rail(page).getByRole('link', { name: 'Firmendaten' }).click()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard - Zweite Adresse GmbH' })).toBeVisible()
})

test('a paid booking appears by itself, with its figures, details and file', async ({ page, browser }) => {
  const { email, companyId } = await enterAsOwner(page)
  await passCode(email)
  await openHydrated(page, '/dashboard')
  await expect(page.getByText('Noch keine Buchungen')).toBeVisible()
  await expect(page.getByText(/^Aktuell, Stand \d\d:\d\d Uhr$/)).toBeVisible()

  const customer = await (await browser.newContext()).newPage()
  const customerEmail = newAddress()
  await bookWithFile(customer, { companyId, email: customerEmail })
  await payWith(customer, '4242 4242 4242 4242')
  await expect(customer).toHaveURL(/\/payment-success\?/)

  await expect(page.getByText(/^Neue Buchung: Katrin Bergmann, \d\d\.\d\d\.\d{4}, 138,00\s€\.$/)).toBeVisible()
  await expect(tile(page, 'Buchungen gesamt')).toContainText('1')
  await expect(tile(page, 'Bezahlte Buchungen')).toContainText('100 % aller Buchungen')
  await expect(tile(page, 'Umsatz gesamt')).toContainText('138,00 €')
  await expect(tile(page, 'Umsatz gesamt')).toContainText('Ihr Anteil: 133,86 €')
  await expect(tile(page, 'Kontostatus')).toContainText('Aktiv')
  await expect(page.getByRole('img', { name: /^Umsatz je Monat: .* bisher 138 €$/ })).toBeVisible()
  await page.getByText('Als Tabelle').click()
  await expect(page.getByRole('row').filter({ hasText: '133,86 €' })).toContainText('138,00 €')

  const [booking] = await queryDatabase('select id from bookings where company_id = $1', [companyId])
  const number = String(booking?.id).slice(-8)
  await expect(page.getByText(`Nr. ${number}`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Letzte Buchungen', exact: true }).getByText('Bezahlt', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Katrin Bergmann' }).click()
  const dialog = page.getByRole('dialog', { name: `Buchung ${number}` })
  await expect(dialog.getByText(customerEmail)).toBeVisible()
  await expect(dialog.getByText('Bitte klingeln.')).toBeVisible()
  await expect(dialog.getByText('− 4,14 €')).toBeVisible()
  await expectAccessibleEverywhere(page)
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: /^Herunterladen ?: Grundriss.pdf$/ }).click()
  expect(readFileSync(await (await download).path())).toEqual(readFileSync('e2e/grundriss.pdf'))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Katrin Bergmann' })).toBeFocused()
})

test('all bookings: pages, filters, search, sorting in the address, and the file', async ({ page }) => {
  const { email, companyId } = await enterAsOwner(page)
  await insertBookings(companyId)
  await passCode(email)
  await openHydrated(page, '/dashboard')
  const areas = [
    'Übersicht',
    'Kalender',
    'Buchungen32',
    'Anfragen',
    'Nachrichten',
    'Leistungen',
    'Zeiten',
    'Bewertungen',
    'Firmendaten',
    'Geschäftsangaben',
    'Bilder',
    'Auszahlung',
    'Steuer',
    'Belege',
    'Anbieter suchen',
    'Support',
  ]
  await expect(rail(page).getByRole('link')).toHaveText(areas)
  await expect(page.getByRole('row')).toHaveCount(1 + 5)
  await page.getByRole('link', { name: 'Alle Buchungen' }).click()
  await expect(page).toHaveURL('/dashboard/buchungen')
  await expect(page.getByText('1–25 von 32')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(1 + 25)
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(page).toHaveURL('/dashboard/buchungen?page=2')
  await expect(page.getByText('26–32 von 32')).toBeVisible()
  await page.getByLabel('Buchung', { exact: true }).selectOption('Storniert')
  await expect(page).toHaveURL('/dashboard/buchungen?status=cancelled')
  await expect(page.getByText('1–2 von 2')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('26–32 von 32')).toBeVisible()

  await page.goto('/dashboard/buchungen?sort=amountDesc')
  await expect(page.getByRole('row').nth(1)).toContainText('132,00 €')
  await page.getByLabel('Name, Leistung oder Nummer').fill('Kundin 7')
  await page.getByLabel('Name, Leistung oder Nummer').press('Enter')
  await expect(page).toHaveURL('/dashboard/buchungen?search=Kundin+7&sort=amountDesc')
  await expect(page.getByText('1–1 von 1')).toBeVisible()
  await page.getByLabel('Termin ab').fill('2099-01-01')
  await page.getByLabel('Termin ab').blur()
  await expect(page.getByText('Keine Buchung gefunden')).toBeVisible()
  await page.getByRole('button', { name: 'Filter zurücksetzen' }).last().click()
  await expect(page.getByText('1–25 von 32')).toBeVisible()

  await page.getByLabel('Buchung', { exact: true }).selectOption('Storniert')
  await expect(page.getByText('1–2 von 2')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Als CSV herunterladen' }).click()
  const lines = readFileSync(await (await download).path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(1 + 2)
  expect(lines[0]).toContain('Buchungsnummer;')

  // Live events would reload the list before the button can be pressed.
  await page.route('**/dashboard-events**', (route) => route.abort())
  await page.route('**/list-company-bookings', (route) => route.fulfill({ status: 500, json: { error: 'Forciert' } }))
  await page.reload()
  await expect(page.getByText('Die Buchungen konnten nicht geladen werden')).toBeVisible()
  await page.unroute('**/list-company-bookings')
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(page.getByText('1–2 von 2')).toBeVisible()
})

test('a part of the overview that hangs keeps the others back for no longer than a second', async ({ page }) => {
  const { email, companyId } = await enterAsOwner(page)
  await insertBookings(companyId)
  await passCode(email)
  let release = () => {}
  const isReleased = new Promise<void>((done) => {
    release = done
  })
  await page.route('**/get-company-home', async (route) => {
    await isReleased
    await route.continue()
  })
  await openHydrated(page, '/dashboard')
  await expect(page.getByRole('row')).toHaveCount(1 + 5)
  const setup = page.getByRole('region', { name: 'Ihr Profil einrichten' })
  await expect(setup).toHaveCount(0)
  release()
  await expect(setup).toBeVisible()
})

test('company details are checked, saved, and found in the search at once', async ({ page }) => {
  const { email, companyId } = await enterAsOwner(page)
  await passCode(email)
  await openHydrated(page, '/dashboard/firmendaten')
  await page.getByRole('button', { name: 'Bearbeiten' }).click()
  await expect(page.getByRole('heading', { name: 'Firmendaten bearbeiten' })).toBeFocused()
  await page.getByLabel('Telefon *').fill('')
  await page.getByRole('button', { name: 'Änderungen speichern' }).click()
  await expect(page.getByText('Telefonnummer ist erforderlich')).toBeVisible()
  await expect(page.getByLabel('Telefon *')).toBeFocused()
  await expectToFitEverywhere(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByLabel('Telefon *').fill('+49 40 66969151')
  const name = `Kranwerk ${companyId.slice(-6)}`
  await page.getByLabel('Firmenname *').fill(name)
  await page.getByLabel('Stundensatz').fill('41')
  await page.getByRole('button', { name: 'Änderungen speichern' }).click()
  await expect(page.getByText('Firmendaten gespeichert')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: `Dashboard - ${name}` })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Bearbeiten' })).toBeFocused()
  await expect(page.getByText('ab 41 €/Std')).toBeVisible()
  await page.goto(`/search?q=${encodeURIComponent(name)}`)
  await expect(page.getByRole('heading', { name: '1 Anbieter gefunden' })).toBeVisible()
})

test('typed changes are not lost by leaving without a question', async ({ page }) => {
  const { email } = await enterAsOwner(page)
  await passCode(email)
  await openHydrated(page, '/dashboard/firmendaten')
  await page.getByRole('button', { name: 'Bearbeiten' }).click()
  await page.getByLabel('Ansprechpartner *').fill('Meike Petersen')
  await rail(page).getByRole('link', { name: 'Bilder' }).click()
  const question = page.getByRole('alertdialog', { name: 'Änderungen verwerfen?' })
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Weiter bearbeiten' }).click()
  await expect(page.getByLabel('Ansprechpartner *')).toHaveValue('Meike Petersen')
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await question.getByRole('button', { name: 'Verwerfen' }).click()
  await expect(page.getByText('Ole Jensen')).toBeVisible()
  await rail(page).getByRole('link', { name: 'Bilder' }).click()
  await expect(page).toHaveURL('/dashboard/bilder')
})

const tile = (page: Page, label: string) => page.getByRole('region', { name: 'Kennzahlen' }).locator('div').filter({ hasText: label })

/** Books with a file, up to the payment page. */
async function bookWithFile(page: Page, { companyId, email }: { companyId: string; email: string }) {
  await openHydrated(page, `/service/${companyId}`)
  await page.getByRole('button', { name: 'Jetzt buchen' }).first().click()
  await fillDetails(page, { email, amount: '138' })
  await page.getByRole('button', { name: 'Weiter' }).click()
  await page.getByLabel('Beschreibung').fill('Unterhaltsreinigung.\nBitte klingeln.')
  await page.locator('input[type=file]').setInputFiles(pdf())
  await expect(page.getByText('Grundriss.pdf')).toBeVisible()
  await expect(page.getByRole('progressbar')).toBeHidden()
  await page.getByRole('button', { name: 'Weiter' }).click()
  await consentToEarlyStart(page)
  await page.getByRole('button', { name: 'Jetzt buchen & bezahlen' }).click()
  await expect(page).toHaveURL(/\/pay\/|\/c\/|cs_/)
}
