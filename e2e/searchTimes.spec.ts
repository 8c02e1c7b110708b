import type { Page } from '@playwright/test'
import { checkAccessibility, openCalendar, screens } from './appointmentHelpers.ts'
import { expect, openHydrated, queryDatabase, test } from './fixtures.ts'
import { enterAsOwner } from './ownerHelpers.ts'

const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })
const group = (page: Page, name: string) => page.getByRole('group', { name })

/** Two companies with a unique word in their names: one of them has a calendar and a service of an hour without notice. */
async function openFixture(page: Page) {
  const word = `Uferputz${Array.from({ length: 8 }, () => 'bcdfghkl'.charAt(Math.random() * 8)).join('')}`
  const { companyId } = await enterAsOwner(page, { name: `${word} Nord` })
  await enterAsOwner(page, { name: `${word} West` })
  await page.context().clearCookies()
  // Before the calendar: an availability index written in between would contain only services with notice, for which tomorrow is too soon
  // in the evening.
  await offerFirst(companyId, 'Ufer putzen')
  await openCalendar(companyId)
  // The availability index is written within seconds.
  await expect
    .poll(
      // With the latest hours.
      async () => (await queryDatabase('select 0 <> any(free) as is_known from search_companies where company_id = $1', [companyId]))[0],
    )
    .toEqual({ is_known: true })
  return { word, companyId }
}

/** A service of an hour without notice, listed first. */
const offerFirst = (companyId: string, title: string) =>
  queryDatabase(
    `insert into services (company_id, title, price_kind, price_cents, minutes, notice_hours, places, position, created_at, updated_at)
     select $1, $2, 'fixed', 8900, 60, 0, '{customer}', coalesce(min(position), 1) - 1, now(), now() from services where company_id = $1`,
    [companyId, title],
  )

/** On phones the filters are behind a button. */
async function openChoices(page: Page) {
  const button = page.locator('summary').filter({ hasText: 'Wann?' })
  if (await button.isVisible()) await button.click()
}

for (const screen of screens) {
  test(`'Wann?' finds who is free, and a time on a card opens its booking, at ${screen.width}`, async ({ page }) => {
    await page.setViewportSize(screen)
    const { word, companyId } = await openFixture(page)
    await openHydrated(page, `/search?q=${word}`)
    await expect(heading(page)).toHaveText('2 Anbieter gefunden')
    await expect(page.locator('.time-chip')).toHaveCount(3)
    await checkAccessibility(page, screen)
    await openChoices(page)
    await group(page, 'Wann?').getByRole('link', { name: 'Morgen' }).click()
    await expect(heading(page)).toHaveText('1 Anbieter mit freiem Termin')
    await expect(page).toHaveURL(`/search?q=${word}&tag=morgen`)
    await expect(page.locator('.time-chip')).toHaveText(['Morgen 07:00', 'Morgen 07:30', 'Morgen 08:00'])
    await group(page, 'Tageszeit').getByRole('link', { name: 'Nachmittag' }).click()
    await expect(page.locator('.time-chip')).toHaveText(['Morgen 12:00', 'Morgen 12:30', 'Morgen 13:00'])
    await expect(page.getByText('1 weiterer Anbieter nennt seine Termine auf Anfrage.')).toBeVisible()
    // The filters are open on a phone only.
    await checkAccessibility(page, screen)
    await offerFirst(companyId, 'Ufer sichern')
    await page.getByRole('link', { name: 'Morgen 12:30' }).click()
    const dialog = page.getByRole('dialog', { name: 'Termin buchen' })
    await expect(dialog.getByRole('radio', { name: '12:30' })).toBeChecked()
    await expect(dialog.getByRole('button', { name: 'Ändern Leistung Ufer putzen' })).toBeVisible()
    await checkAccessibility(page, screen)
    await dialog.getByRole('button', { name: 'Abbrechen' }).click()

    await page.getByRole('link', { name: 'Auch diese zeigen' }).click()
    await expect(heading(page)).toHaveText('2 Anbieter gefunden')
    await page.getByRole('list', { name: 'Gewählte Filter' }).getByRole('link', { name: 'Morgen, Nachmittag entfernen' }).click()
    await expect(page).toHaveURL(`/search?q=${word}`)
    await page.getByRole('navigation', { name: 'Sortierung' }).getByRole('link', { name: 'Frühester Termin' }).click()
    await expect(page.getByRole('article').getByRole('heading')).toHaveText([new RegExp(`${word} Nord`), new RegExp(`${word} West`)])
  })

  test(`a typed time is understood and can be taken back, at ${screen.width}`, async ({ page }) => {
    await page.setViewportSize(screen)
    const { word } = await openFixture(page)
    await openHydrated(page, '/search')
    await page.getByLabel('Was brauchen Sie?').fill(`${word} frei morgen Nachmittag`)
    await page.getByRole('button', { name: 'Anbieter suchen' }).click()
    await expect(heading(page)).toHaveText('1 Anbieter mit freiem Termin')
    await checkAccessibility(page, screen)
    await page.getByRole('link', { name: 'Morgen, Nachmittag entfernen' }).click()
    await expect(heading(page)).toHaveText('2 Anbieter gefunden')
    await expect(page).toHaveURL(/&ohne=wann$/)
  })
}

test('a date that is typed by keys searches at Enter, a picked one at once', async ({ page }) => {
  const { word } = await openFixture(page)
  await openHydrated(page, `/search?q=${word}`)
  const field = page.getByLabel('Datum')
  const [passing, meant, picked] = [12, 13, 14].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10))
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  // The order of day, month and year depends on the browser's language: a key, then the dates that typing passes through.
  await field.dispatchEvent('keydown', { key: '1' })
  await field.fill(passing ?? '')
  await field.fill(meant ?? '')
  await field.press('Enter')
  await expect(page).toHaveURL(`/search?q=${word}&tag=${meant}`)
  expect(asked.filter((url) => url.includes(`tag=${passing}`))).toEqual([])
  await field.fill(picked ?? '')
  await expect(page).toHaveURL(`/search?q=${word}&tag=${picked}`)
})

test('a time of a company that does not name the searched service chooses none', async ({ page }) => {
  const { companyId } = await openFixture(page)
  // Moved to an island without others: found by its description.
  await queryDatabase(
    `update companies set category = 'Transport', description = 'Umzug auf der Insel', postcode = '25849', location = '25849 Insel' where id = $1`,
    [companyId],
  )
  await openHydrated(page, '/search?q=Umzug&location=25849')
  const card = page.getByRole('article').filter({ has: page.locator(`[href*="${companyId}"]`) })
  await card.locator('.time-chip').first().click()
  const dialog = page.getByRole('dialog', { name: 'Termin buchen' })
  await expect(dialog.getByText('Welche Leistung brauchen Sie?')).toBeVisible()
  await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0)
  // The time stays selected for a service that is free then.
  await dialog.getByRole('radio', { name: /^Ufer putzen/ }).check()
  await expect(dialog.getByRole('group', { name: /^Uhrzeit am / }).getByRole('radio', { checked: true })).toHaveCount(1)
})

test('without scripts, day, date and times are links and a form', async ({ page, browser }) => {
  const { word, companyId } = await openFixture(page)
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: process.env.BASE_URL ?? '' })
  const plain = await context.newPage()
  await plain.setViewportSize({ width: 390, height: 844 })
  await plain.goto(`/search?q=${word}`)
  await openChoices(plain)
  await group(plain, 'Tageszeit').getByRole('link', { name: 'Vormittag' }).click()
  await openChoices(plain)
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  await plain.getByLabel('Datum').fill(day)
  await plain.getByRole('button', { name: 'Anzeigen für dieses Datum' }).click()
  await expect(plain).toHaveURL(`/search?q=${word}&zeit=vormittag&tag=${day}`)
  // The card refers to this service, even if another one becomes first meanwhile.
  await offerFirst(companyId, 'Ufer sichern')
  await plain.locator('.time-chip').first().click()
  await expect(plain).toHaveURL(new RegExp(`/service/${companyId}\\?buchen=[0-9a-f]{4}&termin=${day}T07%3A00#buchen$`))
  await expect(plain.getByText('Ihre Auswahl: Ufer putzen')).toBeVisible()
  await expect(plain.getByText(/^Ihr Termin: .*07:00 Uhr$/)).toBeVisible()
  await context.close()
  await page.goto(`/service/${companyId}?termin=${day}T07:30`)
  await expect(page.getByRole('dialog').getByRole('radio', { name: '07:30' })).toBeChecked()
})
