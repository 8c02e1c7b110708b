import type { Page } from '@playwright/test'
import { choose, expectStep, failedAnswer, goOn, openDialog, orderLabel } from './dialogHelpers.ts'
import {
  addresses,
  awaitMails,
  companyCalled,
  consentToEarlyStart,
  expect,
  expectAccessible,
  expectAccessibleEverywhere,
  expectHydrated,
  fillDetails,
  newAddress,
  openHydrated,
  openWith,
  payWith,
  pdf,
  queryDatabase,
  readMails,
  test,
} from './fixtures.ts'
import { enterAsOwner } from './ownerHelpers.ts'

const cleaner = 'Blitzsauber Augsburg'
const windows = 'Fenster putzen'
const row = (page: Page, title: string) =>
  page
    .getByRole('region', { name: 'Leistungen und Preise' })
    .getByRole('listitem')
    .filter({
      has: page.getByRole('heading', { name: title, exact: true }),
    })
const sum = (page: Page) => page.getByRole('dialog').getByRole('status', { name: 'Summe' })

for (const screen of [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
]) {
  test(`a need is typed, a service chosen, seen, paid and confirmed with its lines at ${screen.width}`, async ({
    page: start,
    context,
  }) => {
    await start.setViewportSize(screen)
    const email = newAddress()
    await openHydrated(start, '/')
    await start.getByLabel('Was brauchen Sie?').fill('meine Fenster sind dreckig')
    await start.getByLabel('Wo?').fill('Augsburg')
    await start.getByLabel('Wo?').press('Enter')
    const card = start.getByRole('article').filter({ hasText: cleaner })
    await expect(card).toContainText(windows)
    const opened = context.waitForEvent('page')
    await card.getByRole('link', { name: 'Profil ansehen' }).click()
    const page = await opened
    await page.setViewportSize(screen)
    await expectHydrated(page)
    await expect(row(page, windows)).toContainText('69 €')
    await expect(page.getByText('Alle Preise ohne USt. nach § 19 UStG')).toBeVisible()
    await row(page, windows)
      .getByRole('link', { name: `Buchen ${windows}` })
      .click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: `Ändern Leistung ${windows}` })).toBeVisible()
    await expect(dialog.getByLabel('Betrag')).toHaveCount(0)
    await expect(dialog.getByLabel('Wohin soll der Anbieter kommen?')).toHaveValue('Augsburg')
    await goOn(dialog)
    await expect(dialog.getByText('Bitte ergänzen Sie Straße und Hausnummer.')).toBeVisible()
    await expect(sum(page)).toContainText('69,00 €')
    await dialog.getByRole('radio', { name: 'bis 20 Fenster' }).check()
    await dialog.getByRole('checkbox', { name: 'Anfahrt über 20 km' }).check()
    await expect(sum(page)).toContainText('133,00 €')
    await fillDetails(page, { email })
    await goOn(dialog)
    await choose(dialog, [pdf()])
    await goOn(dialog)
    await expectStep(dialog, 'Schritt 3 von 3')
    await expect(dialog).toContainText('bis 20 Fenster: 45,00 €')
    await expect(dialog).toContainText('133,00 €')
    await consentToEarlyStart(page)
    await dialog.getByRole('button', { name: orderLabel }).click()
    await expect(page).toHaveURL(new RegExp(`^${addresses.sandbox}`))
    await expect(page.getByText(windows)).toBeVisible()
    await payWith(page, '4242 4242 4242 4242')
    await expect(page).toHaveURL(/\/payment-success\?/)
    await expect(page.getByText('bis 20 Fenster: 45,00 €')).toBeVisible()
    await expectAccessible(page)
    const [mail] = await readMails(email, 1)
    expect(mail?.subject).toMatch(/^Ihre Buchung ist bestätigt: Fenster putzen am /)
    expect(mail?.text).toMatch(/bis 20 Fenster: 45,00\s€/)
    const [company] = await awaitMails(({ text, subject }) => subject.startsWith('Neue Buchung') && text.includes(email), 1)
    expect(company?.text).toMatch(/Anfahrt über 20 km: 19,00\s€/)
  })
}

test('the price list, with a picture, and the choice of a service fit every screen', async ({ page }) => {
  const companyId = await companyCalled(cleaner)
  await queryDatabase(
    `update services set picture = (select gallery_images[1] from companies where id = $1)
    where company_id = $1 and title = (select min(title) from services where company_id = $1 and title like 'Wohnung%')`,
    [companyId],
  )
  const picture = page.getByRole('region', { name: 'Leistungen und Preise' }).locator('img')
  await openWith(page, `/service/${companyId}`, picture)
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expectAccessibleEverywhere(page)
  await row(page, windows)
    .getByRole('link', { name: /Buchen/ })
    .click()
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: `Ändern Leistung ${windows}` }).click()
  await expect(page.getByRole('radio', { name: windows })).toBeFocused()
  await expectAccessibleEverywhere(page)
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: /^Wohnung/ })
    .check()
  await page.getByLabel('Stunden').fill('2.5')
  await expect(sum(page)).toContainText('70,00 €')
  await page.getByLabel('Stunden').fill('2.25')
  await page.getByLabel('Stunden').blur()
  await expect(page.getByText('Stunden müssen zwischen 0,5 und 24 liegen, in halben Schritten')).toBeVisible()
  await expectAccessibleEverywhere(page)
})

test('an address that names a service opens its booking', async ({ page }) => {
  const companyId = await companyCalled(cleaner)
  const [service] = await queryDatabase('select id from services where company_id = $1 and title = $2', [companyId, windows])
  await openHydrated(page, `/service/${companyId}?buchen=${service?.id}`)
  await expect(page.getByRole('dialog').getByRole('button', { name: `Ändern Leistung ${windows}` })).toBeVisible()
})

test('an amount below the hourly rate asks who agreed to it', async ({ page }) => {
  const dialog = await openDialog(page)
  await fillDetails(page, { email: newAddress(), amount: '20' })
  await goOn(dialog)
  await expect(dialog.getByText(/^Der Betrag liegt unter dem Stundensatz von 34,50\s€/)).toBeVisible()
  await page.getByLabel('Vereinbart mit').fill('Frau Petersen')
  await goOn(dialog)
  await expectStep(dialog, 'Schritt 2 von 3')
})

test('a price that changed meanwhile is shown before anything is paid, and nothing typed is lost', async ({ page, allow }) => {
  allow(failedAnswer)
  const companyId = await companyCalled('Klarblick Glas- und Fassadenreinigung')
  const [service] = await queryDatabase('select id, price_cents from services where company_id = $1 and unit is not null', [companyId])
  const before = Number(service?.price_cents)
  await openHydrated(page, `/service/${companyId}?buchen=${service?.id}`)
  const dialog = page.getByRole('dialog')
  await page.getByLabel(/^Anzahl/).fill('4')
  await fillDetails(page, { email: newAddress() })
  await goOn(dialog)
  await page.getByLabel('Beschreibung').fill('Vier Fenster im ersten Stock')
  await goOn(dialog)
  await consentToEarlyStart(page)
  await queryDatabase('update services set price_cents = price_cents + 100 where id = $1', [service?.id])
  await dialog.getByRole('button', { name: orderLabel }).click()
  await expect(dialog.getByText('Der Preis hat sich geändert. Bitte prüfen Sie ihn noch einmal.')).toBeVisible()
  await expect(sum(page)).toContainText(((4 * (before + 100)) / 100).toLocaleString('de-DE', { minimumFractionDigits: 2 }))
  await goOn(dialog)
  await expect(page.getByLabel('Beschreibung')).toHaveValue('Vier Fenster im ersten Stock')
  await goOn(dialog)
  await dialog.getByRole('button', { name: orderLabel }).click()
  await expect(page).toHaveURL(new RegExp(`^${addresses.sandbox}`))
  await queryDatabase('update services set price_cents = $2 where id = $1', [service?.id, before])
})

test('a place outside the radius is an error at the field, with companies that would come', async ({ page }) => {
  const dialog = await openDialog(page, cleaner)
  await page.getByLabel('Wohin soll der Anbieter kommen?', { exact: true }).fill('Schmale Gasse 12, 22767 Hamburg')
  await page.getByLabel('Datum').focus()
  const warning = dialog.getByText(/^Dieser Ort liegt etwa \d+\skm entfernt, der Anbieter kommt bis 20\skm\./)
  await expect(warning).toBeVisible()
  await expect(dialog.getByRole('link', { name: /^Wer kommt nach 22767/ })).toHaveAttribute('href', /^\/search\?q=.+&location=22767$/)
  await expectAccessibleEverywhere(page)
  await page.getByLabel('Wohin soll der Anbieter kommen?', { exact: true }).fill('Domplatz 1, 86150 Augsburg')
  await page.getByLabel('Datum').focus()
  await expect(warning).toHaveCount(0)
})

test('markup in what a company writes stays text, in its page, the dialog and its structured data', async ({ page }) => {
  const { companyId } = await enterAsOwner(page)
  const title = '<img src=x onerror=alert(1)> putzen'
  const [service] = await queryDatabase(
    `insert into services (company_id, title, description, price_kind, price_cents, places, questions, position, created_at, updated_at)
    values ($1, $2, '</script><script>alert(1)</script>', 'fixed', 6900, '{customer}', '{"<b>Wie viele?</b>"}', 0, now(), now())
    returning id`,
    [companyId, title],
  )
  await queryDatabase(
    `insert into service_options (service_id, title, surcharge_cents, position) values ($1, '"><script>alert(1)</script>', 100, 0)`,
    [service?.id],
  )
  page.on('dialog', () => expect('a script').toBe('never run'))
  await openHydrated(page, `/service/${companyId}?buchen=${service?.id}`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(title).first()).toBeVisible()
  await expect(dialog.getByRole('checkbox', { name: '"><script>alert(1)</script>' })).toBeVisible()
  await fillDetails(page, { email: newAddress() })
  await goOn(dialog)
  await expect(dialog).toContainText('<b>Wie viele?</b>')
  await expect(page.locator('img[src="x"]')).toHaveCount(0)
})
