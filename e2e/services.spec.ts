import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { rail, refused } from './dashboardHelpers.ts'
import { expect, expectAccessibleEverywhere, openHydrated, queryDatabase, test } from './fixtures.ts'
import { enterAsOperator } from './operatorHelpers.ts'
import { enterAsOwner, passCode } from './ownerHelpers.ts'

test.beforeEach(({ allow }) => allow(refused))

/** An owner of a cleaning company in the area of its services. */
async function openServices(page: Page) {
  const owner = await enterAsOwner(page)
  await queryDatabase(`update companies set category = 'Reinigung', services_offered = '{Büroreinigung}' where id = $1`, [owner.companyId])
  await passCode(owner.email)
  await openHydrated(page, '/dashboard/leistungen')
  await expect(page.getByText('Noch keine Leistungen')).toBeVisible()
  return owner
}

const servicesOf = async (companyId: string) =>
  queryDatabase('select title, price_cents, catalogue_id from services where company_id = $1 order by position', [companyId])

const rows = (page: Page) => page.getByRole('list', { name: 'Leistungen in ihrer Reihenfolge' }).getByRole('listitem')

/** Counts the user's effort from now on: clicks and typed letters. */
async function countActs(page: Page) {
  await page.evaluate(() => {
    const acts = { clicks: 0, letters: 0 }
    Object.assign(window, { acts })
    addEventListener('pointerup', () => (acts.clicks += 1), { capture: true })
    addEventListener('keydown', () => (acts.letters += 1), { capture: true })
  })
  return () => page.evaluate<{ clicks: number; letters: number }>('acts')
}

/** The catalogue entry provides everything except the price. */
async function priceIt(page: Page, price: string) {
  await expect(page.getByRole('heading', { name: 'Neue Leistung' })).toBeVisible()
  const field = page.getByLabel(/^Preis( je Stunde| ab)?$/)
  if (await field.isVisible()) {
    await expect(field).toBeFocused()
    await field.pressSequentially(price)
  }
  await page.getByRole('button', { name: 'Leistung speichern' }).click()
  await expect(page.getByRole('heading', { name: 'Neue Leistung' })).toBeHidden()
}

for (const screen of [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
]) {
  test(`a company adds five services from suggestions, each by a click and a price, at ${screen.width}`, async ({ page }) => {
    await page.setViewportSize(screen)
    const { companyId } = await openServices(page)
    const done = await countActs(page)
    const search = page.getByLabel('Was bieten Sie an?')
    const usual = page.getByRole('list', { name: 'Häufig in Ihrem Bereich' }).getByRole('button')
    await expect(usual.first()).toBeVisible()
    for (const price of ['29', '35,50']) {
      await usual.first().click()
      await priceIt(page, price)
      await expect(search).toBeFocused()
    }
    for (const [typed, name] of [
      ['fenster pu', 'Fenster putzen'],
      ['treppenh', 'Treppenhaus reinigen'],
    ] as const) {
      await search.pressSequentially(typed)
      await page.getByRole('button', { name: `${name} übernehmen`, exact: true }).click()
      await priceIt(page, '42')
    }
    await page.getByRole('list', { name: 'Aus Ihren Stichworten übernehmen' }).getByRole('button', { name: 'Büroreinigung' }).click()
    await priceIt(page, '38')
    await expect(rows(page)).toHaveCount(5)
    // Each service: its entry, its price, and saving it; two of the entries are searched by a few letters. At six seconds per click and one
    // per letter this takes a minute and a half.
    expect(await done()).toEqual({ clicks: 10, letters: 31 })
    const saved = await servicesOf(companyId)
    expect(saved.map(({ title }) => title)).toContain('Büroreinigung')
    expect(saved.every(({ catalogue_id }) => catalogue_id !== null)).toBe(true)
    // A row half covered by the sticky header would count as too small.
    await page.evaluate(() => scrollTo(0, 0))
    await expectAccessibleEverywhere(page)
  })
}

test('a service is edited in every part, ordered, hidden and deleted, and nothing typed is lost', async ({ page }) => {
  const { companyId } = await openServices(page)
  await page.getByRole('button', { name: 'Eigene Leistung ohne Vorlage anlegen' }).click()
  await expect(page.getByRole('heading', { name: 'Neue Leistung' })).toBeFocused()
  await page.getByLabel('Titel').fill('Fensterreinigung')
  await page.getByRole('button', { name: 'Leistung speichern' }).click()
  await expect(page.getByRole('alert')).toContainText('Validierungsfehler')
  await expect(page.getByText('Preis muss zwischen 1 und 10.000 Euro liegen')).toBeVisible()
  await expect(page.getByLabel('Preis', { exact: true })).toBeFocused()
  await page.getByLabel('Preis', { exact: true }).fill('neunzig')
  await page.getByText('Beschreibung, Optionen, Fragen und Sichtbarkeit').click()
  await page.getByRole('button', { name: 'Option hinzufügen' }).click()
  const option = page.getByRole('group', { name: 'Option 1' })
  await option.getByLabel('Aufpreis').fill('15')
  await page.getByRole('button', { name: 'Leistung speichern' }).click()
  await expect(page.getByText('Bezeichnung muss zwischen 2 und 80 Zeichen lang sein')).toBeVisible()
  await expect(page.getByLabel('Preis', { exact: true })).toHaveValue('neunzig')
  await expectAccessibleEverywhere(page)
  await page.getByLabel('Preis', { exact: true }).fill('90,50')
  await option.getByLabel('Titel').fill('Anfahrt über 20 km')
  await rail(page).getByRole('link', { name: 'Bilder' }).click()
  const question = page.getByRole('alertdialog', { name: 'Änderungen verwerfen?' })
  await question.getByRole('button', { name: 'Weiter bearbeiten' }).click()
  await page.getByRole('button', { name: 'Leistung speichern' }).click()
  await expect(rows(page)).toContainText(['Fensterreinigung'])
  await expect(rows(page)).toContainText(['90,50 €'])

  await page.getByLabel('Was bieten Sie an?').fill('Grundreinigung')
  await page.getByLabel('Was bieten Sie an?').press('Enter')
  await priceIt(page, '200')
  await page.getByRole('button', { name: 'Fensterreinigung nach unten' }).click()
  await expect(page.getByRole('button', { name: 'Fensterreinigung nach unten' })).toBeFocused()
  await expect.poll(async () => (await servicesOf(companyId)).at(-1)?.title).toBe('Fensterreinigung')

  await page.getByRole('button', { name: 'Fensterreinigung', exact: true }).click()
  await expect(page.getByText('Vereinbarte Termine behalten ihren Preis.')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByLabel('Verbergen: Die Leistung ist weder zu sehen noch zu buchen.').check()
  await page.getByRole('button', { name: 'Änderungen speichern' }).click()
  await expect(page.getByText('Verborgen', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Fensterreinigung', exact: true })).toBeFocused()

  await page.getByRole('button', { name: 'Fensterreinigung', exact: true }).click()
  await page.getByRole('button', { name: 'Leistung löschen' }).click()
  await page.getByRole('alertdialog', { name: 'Leistung löschen?' }).getByRole('button', { name: 'Ja, löschen' }).click()
  await expect(rows(page)).toHaveCount(1)
  expect(await servicesOf(companyId)).toHaveLength(1)
})

test('services go into a file and come back, row by row', async ({ page }) => {
  const { companyId } = await openServices(page)
  const choose = async (text: string) => {
    const buffer = Buffer.from(text, 'latin1')
    await page.getByLabel('CSV-Datei auswählen').setInputFiles({ name: 'leistungen.csv', mimeType: 'text/csv', buffer })
    await page.getByRole('button', { name: 'Übernehmen' }).click()
  }
  await choose('Titel;Preisart;Preis (EUR)\nFenster putzen;Festpreis;viel\nx;Auf Anfrage;')
  await expect(page.getByRole('alert')).toContainText('Zeile 2: Preis: Preis muss zwischen 1 und 10.000 Euro liegen')
  await expect(page.getByRole('alert')).toContainText('Zeile 3: Titel: Titel muss zwischen 3 und 80 Zeichen lang sein')
  await expectAccessibleEverywhere(page)
  // In the format that Windows programs write.
  await choose('Titel;Preisart;Preis (EUR)\nBüro putzen;Festpreis;69,50')
  await expect(page.getByText('1 Leistung angelegt, 0 geändert.')).toBeVisible()
  await expect(rows(page)).toContainText(['Büro putzen'])
  expect(await servicesOf(companyId)).toMatchObject([{ title: 'Büro putzen', price_cents: 6_950 }])
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Als CSV herunterladen' }).click()
  expect(readFileSync(await (await download).path(), 'utf8')).toContain('Büro putzen;Festpreis;69,50')
})

test('the operator changes the services of a company, and the catalogue', async ({ page }) => {
  const { companyId, companyName } = await enterAsOwner(page)
  await enterAsOperator(page)
  await openHydrated(page, `/admin/manage-providers?${new URLSearchParams({ search: companyName, provider: companyId })}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Leistungen' }).click()
  await dialog.getByLabel('Was bieten Sie an?').fill('fenster pu')
  await dialog.getByRole('button', { name: 'Fenster putzen übernehmen' }).click()
  await priceIt(page, '7')
  await expect(rows(page)).toContainText(['Fenster putzen'])
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'Fenster putzen', exact: true }).click()
  await page.getByLabel('Titel').fill('Fenster polieren')
  await dialog.getByRole('button', { name: 'Schließen', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Änderungen verwerfen?' })
  await question.getByRole('button', { name: 'Verwerfen' }).click()
  expect(await servicesOf(companyId)).toMatchObject([{ title: 'Fenster putzen', price_cents: 700 }])

  await page.setViewportSize({ width: 1280, height: 900 })
  await openHydrated(page, '/admin/leistungsverzeichnis')
  const name = `Kronleuchter polieren ${companyId.slice(-6)}`
  const trade = `Lüsterpfleger ${companyId.slice(-6)}`
  await page.getByRole('button', { name: 'Gewerk hinzufügen' }).click()
  await page.getByRole('button', { name: 'Hinzufügen', exact: true }).click()
  await expect(page.getByText('Bitte wählen Sie eine Kategorie')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByLabel('Name', { exact: true }).fill(trade)
  await page.getByRole('dialog').getByLabel('Kategorie').selectOption('Reinigung')
  await page.getByLabel('Übliche Bezeichnungen').fill(`Lüsterpflegerin ${companyId.slice(-6)}`)
  await page.getByRole('button', { name: 'Hinzufügen', exact: true }).click()
  await expect(page.getByText('Gewerk hinzugefügt')).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Leistung hinzufügen' }).click()
  await page.getByRole('button', { name: 'Hinzufügen', exact: true }).click()
  await expect(page.getByText('Bitte wählen Sie ein Gewerk')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Gewerk', { exact: true }).selectOption({ label: trade })
  await page.getByLabel('Übliche Bezeichnungen').fill('Lüster putzen')
  await page.getByRole('button', { name: 'Hinzufügen', exact: true }).click()
  await expect(page.getByText('Leistung hinzugefügt')).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByLabel('Name oder Ausdruck').fill(name)
  await page.getByLabel('Name oder Ausdruck').press('Enter')
  await page.getByRole('button', { name }).click()
  await page.getByLabel('Name', { exact: true }).fill('x')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByText('Name muss zwischen 2 und 80 Zeichen lang sein')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill(`${name} und putzen`)
  await page.getByLabel('Verbergen: wird weder vorgeschlagen noch in der Suche verstanden.').check()
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByRole('cell', { name: 'Verborgen' })).toBeVisible()
  await expect(page.getByText(`im Paket: ${name}`)).toBeVisible()
  await expectAccessibleEverywhere(page)
})
