import type { Page } from '@playwright/test'
import { refused } from './dashboardHelpers.ts'
import { expectStep, goOn, orderLabel } from './dialogHelpers.ts'
import {
  addresses,
  awaitMails,
  consentToEarlyStart,
  expect,
  expectAccessible,
  expectAccessibleEverywhere,
  newAddress,
  openHydrated,
  payWith,
  queryDatabase,
  readMails,
  saveScreenshot,
  test,
} from './fixtures.ts'
import { enterAsOwner, passCode } from './ownerHelpers.ts'

test.beforeEach(({ allow }) => allow(refused))

/** An owner, past the code, of a company with a service of two hours. */
async function enterWithService(page: Page) {
  const owner = await enterAsOwner(page)
  await queryDatabase(
    `insert into services (company_id, title, price_kind, price_cents, minutes, places, position, created_at, updated_at)
    values ($1, 'Fensterreinigung', 'fixed', 6900, 120, '{customer}', 0, now(), now())`,
    [owner.companyId],
  )
  await passCode(owner.email)
  return owner
}

const card = (page: Page, name: string) => page.getByRole('region', { name })
const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Zeiten speichern' }).click()
  await expect(page.getByText('Die Zeiten sind gespeichert.')).toBeVisible()
}

for (const screen of [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
]) {
  test(`hours are written, a free time is chosen, held, paid and agreed at ${screen.width}`, async ({ page, browser }) => {
    await page.setViewportSize(screen)
    const { companyId } = await enterWithService(page)
    await openHydrated(page, '/dashboard/zeiten')
    await expect(page.getByText('45 Std. in der Woche')).toBeVisible()
    await page.getByLabel('Montag, 1. Zeit von').fill('7')
    await page.getByRole('button', { name: 'Pause einfügen am Montag' }).click()
    await page.getByRole('button', { name: 'Zeiten von Montag auf andere Tage übertragen' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Übertragen' }).click()
    await page.getByRole('switch', { name: /^Freitag/ }).click()
    await save(page)
    await expect(page.getByText('36 Std. in der Woche')).toBeVisible()
    await expect(page.getByLabel('Donnerstag, 2. Zeit von')).toHaveValue('13:00')
    await expectAccessibleEverywhere(page)
    await saveScreenshot(page, 'hours')

    const visitor = await (await browser.newContext({ baseURL: addresses.product, viewport: screen })).newPage()
    const email = newAddress()
    await openHydrated(visitor, `/service/${companyId}?leistung=`)
    await visitor.getByRole('link', { name: 'Buchen Fensterreinigung' }).click()
    const dialog = visitor.getByRole('dialog')
    const day = dialog.getByRole('radio', { name: /frei$/, disabled: false })
    await day.nth(1).check()
    await dialog.getByRole('radio', { name: '13:30' }).check()
    await expectAccessibleEverywhere(visitor)
    await saveScreenshot(visitor, 'picker')
    await dialog.getByLabel('Name', { exact: true }).fill('Katrin Bergmann')
    await dialog.getByLabel('E-Mail', { exact: true }).fill(email)
    await dialog.getByLabel('Telefon').fill('+49 40 66969140')
    await dialog.getByLabel('Wohin soll der Anbieter kommen?', { exact: true }).fill('Lung Wai 28, 27498 Helgoland')
    await goOn(dialog)
    const held = visitor.getByText(/^Ihr Termin ist bis \d\d:\d\d Uhr für Sie reserviert\.$/).filter({ visible: true })
    await expect(held).toHaveCount(1)
    await goOn(dialog)
    await expectStep(dialog, 'Schritt 3 von 3')
    await saveScreenshot(visitor, 'last')
    await consentToEarlyStart(visitor)
    await dialog.getByRole('button', { name: orderLabel }).click()
    await payWith(visitor, '4242 4242 4242 4242')
    await expect(visitor).toHaveURL(/\/payment-success\?/)
    const [mail] = await readMails(email, 1)
    expect(mail?.text).toContain('13:30')
    await awaitMails(({ subject, text }) => subject.startsWith('Neue Buchung') && text.includes(email), 1)
    const taken = await queryDatabase(
      `select status, to_char(starts_at at time zone 'Europe/Berlin', 'HH24:MI') as start from appointments where company_id = $1`,
      [companyId],
    )
    expect(taken).toEqual([{ status: 'agreed', start: '13:30' }])

    // A closure during the agreed appointment is possible, and names it.
    const [booked] = await queryDatabase('select booking_date::text as day from bookings where company_id = $1', [companyId])
    const exceptions = card(page, 'Ausnahmen und Betriebsferien')
    await exceptions.getByRole('button', { name: 'Eintragen' }).click()
    await exceptions.getByLabel('Erster Tag').fill(String(booked?.day))
    await exceptions.getByLabel('Vermerk').fill('Betriebsferien')
    await exceptions.getByRole('button', { name: 'Eintragen' }).click()
    await expect(page.getByText('1 vereinbarter Termin liegt außerhalb dieser Zeiten')).toBeVisible()
    await expect(exceptions.getByText('Betriebsferien', { exact: true })).toBeVisible()
    await exceptions.getByRole('button', { name: /entfernen$/ }).click()
    await expect(exceptions.getByText('Keine Ausnahmen')).toBeVisible()
  })
}

test('wrong times are named at their fields, and nothing typed is lost', async ({ page }) => {
  await enterWithService(page)
  await openHydrated(page, '/dashboard/zeiten')
  const from = page.getByLabel('Dienstag, 1. Zeit von')
  await from.fill('18:00')
  await page.getByRole('button', { name: 'Zeiten speichern' }).click()
  await expect(page.getByText('Das Ende muss nach dem Anfang liegen')).toBeVisible()
  await expect(from).toHaveValue('18:00')
  await expectAccessible(page)
})

test('holidays are opened, people added and paused, and rules saved', async ({ page }) => {
  const { companyId } = await enterWithService(page)
  await openHydrated(page, '/dashboard/zeiten')
  await save(page)
  const holidays = card(page, 'Feiertage')
  await holidays.getByLabel('Bundesland').selectOption('Hamburg')
  await holidays.getByRole('switch', { name: /^Neujahr/ }).click()
  await expect(page.getByText('Neujahr: geöffnet.')).toBeVisible()
  await expect(card(page, 'Ausnahmen und Betriebsferien').getByText(/geöffnet · Neujahr$/)).toBeVisible()
  const people = card(page, 'Personen und Räume')
  await people.getByRole('button', { name: 'Hinzufügen' }).click()
  await people.getByRole('button', { name: 'Speichern' }).click()
  await expect(people.getByText('Name muss zwischen 2 und 60 Zeichen lang sein')).toBeVisible()
  await people.getByLabel('Name').fill('Tarek Aydin')
  await people.getByRole('button', { name: 'Speichern' }).click()
  await expect(people.getByRole('button', { name: 'Ändern: Tarek Aydin' })).toBeVisible()
  await card(page, 'Öffnungszeiten').getByLabel('Gilt für').selectOption('Tarek Aydin')
  await page.getByRole('button', { name: 'Eigene Zeiten eintragen' }).click()
  await page.getByRole('switch', { name: /^Montag/ }).click()
  await save(page)
  await expect(page.getByText('36 Std. in der Woche')).toBeVisible()
  const rules = card(page, 'Regeln für Termine')
  await rules.getByRole('radio', { name: /^Fest/ }).check()
  await rules.getByRole('switch').click()
  await rules.getByRole('button', { name: 'Regeln speichern' }).click()
  await expect(page.getByText('Die Regeln sind gespeichert.')).toBeVisible()
  const link = card(page, 'Termine im eigenen Kalender')
  await link.getByRole('radio', { name: /^Nur „Belegt“/ }).check()
  await link.getByRole('button', { name: 'Adresse erstellen' }).click()
  const address = await link.getByLabel('Geheime Adresse').inputValue()
  expect(await (await page.request.get(new URL(address).pathname)).text()).toContain('BEGIN:VCALENDAR')
  await expect(link.getByRole('button', { name: 'Neue Adresse erstellen' })).toBeVisible()
  const [calendar] = await queryDatabase('select federal_state, policy, is_on from calendars where company_id = $1', [companyId])
  expect(calendar).toEqual({ federal_state: 'HH', policy: 'fest', is_on: false })
  await expectAccessibleEverywhere(page)
})
