import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { clearBookings, seedBookings } from '../bench/seed.ts'
import { closeToasts } from './accountHelpers.ts'
import {
  addresses,
  control,
  databaseUrl,
  expect,
  expectAccessibleEverywhere,
  openHydrated,
  placeBooking,
  queryDatabase,
  test,
} from './fixtures.ts'
import { enterAsOperator } from './operatorHelpers.ts'

/** The browser itself logs answers that a test makes fail on the console. */
const forced = /Failed to load resource: (the server responded with a status of 500|net::ERR_FAILED)/
/** Card whose money is available at once, so that a part can be refunded. */
const cardAtOnce = '4000000000000077'

test('the operator looks at what the platform earns', async ({ page, allow }) => {
  allow(forced)
  await enterAsOperator(page)
  const company = await paidCompany(page)
  await openHydrated(page, '/admin/revenues')
  const tiles = page.getByRole('region', { name: 'Kennzahlen der Umsätze, Gesamter Zeitraum' })
  for (const label of ['Plattformumsatz', 'Buchungsumsatz gesamt', 'Aktive Anbieter', 'Durchschnittlicher Provisionssatz'])
    await expect(tiles.getByText(label, { exact: true })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Plattformumsatz je Monat: / })).toBeVisible()
  const table = page.getByRole('region', { name: 'Umsätze je Anbieter', exact: true })
  await expect(table.getByRole('row').nth(1)).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 900 })

  await table.getByLabel('Name, Ort oder Ansprechpartner').fill(company)
  await table.getByRole('button', { name: 'Suchen' }).click()
  const row = table.getByRole('row').filter({ hasText: company })
  // Two payments of 138,00 €, of which 38,00 € were refunded; 3 % of the rest.
  for (const text of ['2', '238,00', '7,14', '230,86', '3,00 %']) await expect(row.getByRole('cell', { name: text }).first()).toBeVisible()
  await table.getByRole('button', { name: 'Anbieter', exact: true }).click()
  await expect(page).toHaveURL(/sort=nameAsc/)
  await expect(table.getByRole('columnheader', { name: 'Anbieter' })).toHaveAttribute('aria-sort', 'ascending')
  const download = page.waitForEvent('download')
  await table.getByRole('button', { name: 'Als CSV herunterladen' }).click()
  const file = readFileSync(await (await download).path(), 'utf8')
  expect(file.trim().split('\r\n')).toHaveLength(2)
  expect(file).toMatch(new RegExp(`${company};[\\da-f-]{36};2;238,00;7,14;230,86;3,00`))

  await choosePeriod(page, row)
  await chooseChart(page)
  await refreshAndFail(page)
  await checkBooks(page)
})

test('the figures are polled every half a minute while the page is visible', async ({ page }) => {
  await page.clock.install()
  await enterAsOperator(page)
  const asked: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/functions\/v1\/(admin-(?:list-)?revenues)$/.exec(request.url()) ?? []
    if (name) asked.push(name)
  })
  await openHydrated(page, '/admin/revenues')
  await expect.poll(() => asked.length).toBe(2)
  await page.clock.runFor(29_000)
  expect(asked).toHaveLength(2)
  await page.clock.runFor(2_000)
  await expect.poll(() => asked.toSorted().join(' ')).toBe('admin-list-revenues admin-list-revenues admin-revenues admin-revenues')
})

test('a hundred thousand bookings: the last page, and the largest amount first', { tag: '@large' }, async ({ page }) => {
  await seedBookings(databaseUrl(), { companies: 200, bookings: 100_000 })
  try {
    await enterAsOperator(page)
    await openHydrated(page, '/admin/bookings')
    const area = page.getByRole('region', { name: 'Alle Buchungen' })
    const pages = area.getByText(/^1–25 von 1\d\d\.\d{3}$/)
    await expect(pages).toBeVisible()
    const total = Number((await pages.textContent())?.replace(/^.*von |\./g, ''))
    const last = Math.ceil(total / 25)
    await page.goto(`/admin/bookings?page=${last - 1}`)
    await area.getByRole('button', { name: 'Weiter' }).click()
    await expect(page).toHaveURL(new RegExp(`page=${last}$`))
    await expect(area.getByText(new RegExp(`–${total.toLocaleString('de-DE')} von `))).toBeVisible()
    await expect(area.getByRole('button', { name: 'Weiter' })).toBeDisabled()

    await area.getByRole('button', { name: 'Betrag', exact: true }).click()
    await expect(page).toHaveURL(/sort=amountDesc/)
    await expect(area.getByRole('columnheader', { name: 'Betrag' })).toHaveAttribute('aria-sort', 'descending')
    const [{ most } = {}] = await queryDatabase('select max(amount_cents) as most from bookings')
    const largest = (Number(most) / 100).toLocaleString('de-DE', { minimumFractionDigits: 2 })
    await expect(area.getByRole('row').nth(1).getByText(largest)).toBeVisible()

    await openHydrated(page, '/admin/revenues')
    const table = page.getByRole('region', { name: 'Umsätze je Anbieter', exact: true })
    await expect(table.getByText(/^1–25 von \d+$/)).toBeVisible()
    await table.getByRole('button', { name: 'Weiter' }).click()
    await expect(table.getByText(/^26–50 von \d+$/)).toBeVisible()
  } finally {
    await clearBookings(databaseUrl())
  }
})

/** A new Basic company with two paid bookings, one of them refunded in part. The page is the operator's. */
async function paidCompany(page: Page) {
  const name = `Umsatzprobe ${Math.random().toString(36).slice(2, 10)}`
  await queryDatabase(
    `insert into companies (company_name, category, description, location, contact_person, email, phone, subscription_status)
     values ($1, 'Sonstiges', 'Wir kümmern uns um Gebäude.', '27498 Helgoland', 'Ole Jensen', 'ole@umsatzprobe.example', '+49 40 66969150', 'active')`,
    [name],
  )
  const bookingId = await payBooking(page, name)
  await payBooking(page, name)
  await callAs(page, 'admin-refund-booking', { bookingId, amount: 38, reason: 'Kulanz' })
  const refunded = async () => (await queryDatabase('select refunded_cents from bookings where id = $1', [bookingId]))[0]?.refunded_cents
  await expect.poll(refunded, { timeout: 30_000 }).toBe(3_800)
  return name
}

async function payBooking(page: Page, company: string) {
  const { bookingId, sessionId } = await placeBooking(company)
  await control('pay', { session: sessionId, card: cardAtOnce })
  await callAs(page, 'verify-payment', { sessionId, bookingId })
  return bookingId
}

async function callAs(page: Page, name: string, data: object) {
  const answer = await page.request.post(`/functions/v1/${name}`, { data, headers: { origin: addresses.product } })
  expect([name, answer.status()]).toEqual([name, 200])
}

/** Filters by a word, by days, and resets; the search stays. */
async function choosePeriod(page: Page, row: Locator) {
  const table = page.getByRole('region', { name: 'Umsätze je Anbieter', exact: true })
  await page.getByLabel('Zeitraum', { exact: true }).selectOption('Letzter Monat')
  await expect(page).toHaveURL(/period=lastMonth/)
  await expect(table.getByText('Kein Umsatz gefunden')).toBeVisible()
  await expect(page.getByRole('img', { name: /je Woche: / })).toBeVisible()
  await page.getByLabel('Von', { exact: true }).fill(new Date().toISOString().slice(0, 10))
  await page.getByLabel('Von', { exact: true }).blur()
  await expect(page).toHaveURL(/[?&]from=/)
  await expect(page).not.toHaveURL(/period=/)
  await expect(page.getByLabel('Zeitraum', { exact: true })).toHaveValue('days')
  await expect(row).toBeVisible()
  await page.getByLabel('Zeitraum', { exact: true }).selectOption('Dieser Monat')
  await expect(page.getByLabel('Von', { exact: true })).toHaveValue('')
  await expect(row).toBeVisible()
  await page.getByLabel('Zeitraum', { exact: true }).selectOption('Gesamter Zeitraum')
  await expect(page).not.toHaveURL(/period=|from=/)
}

async function chooseChart(page: Page) {
  const chart = page.getByRole('region', { name: 'Verlauf' })
  await chart.getByLabel('Kennzahl').selectOption('Buchungsumsatz')
  await expect(chart.getByRole('img', { name: /^Buchungsumsatz je Monat: / })).toBeVisible()
  await chart.getByLabel('Je', { exact: true }).selectOption('Wochen')
  await expect(chart.getByRole('img', { name: /^Buchungsumsatz je Woche: KW / })).toBeVisible()
  await chart.getByText('Als Tabelle').click()
  await expect(chart.getByRole('row')).toHaveCount(13)
}

async function refreshAndFail(page: Page) {
  const refresh = page.getByRole('button', { name: 'Aktualisieren' })
  await refresh.click()
  await expect(page.getByText('Erfolgreich aktualisiert')).toBeVisible()
  await page.route('**/admin-revenues', (route) => route.abort())
  await page.route('**/admin-list-revenues', (route) => route.fulfill({ status: 500, json: { error: 'Etwas ist schiefgegangen.' } }))
  await refresh.click()
  await expect(page.getByText('Aktualisierung fehlgeschlagen')).toBeVisible()
  await expect(page.getByText('Die Umsätze konnten nicht geladen werden')).toBeVisible()
  await expect(page.getByText('Die Umsätze je Anbieter konnten nicht geladen werden')).toBeVisible()
  await page.unroute('**/admin-revenues')
  await page.unroute('**/admin-list-revenues')
  for (const retry of [1, 2]) {
    await page.getByRole('button', { name: 'Erneut versuchen' }).first().click()
    await expect(page.getByRole('button', { name: 'Erneut versuchen' })).toHaveCount(2 - retry)
  }
  await closeToasts(page)
}

async function checkBooks(page: Page) {
  await page.getByText('Debug-Info: was hinter den Zahlen steht').click()
  const checks = page.getByRole('region', { name: 'Tabelle der Gegenproben' })
  await expect(checks.getByRole('row').filter({ hasText: 'Summe aller Einträge' }).getByText('Stimmt')).toBeVisible()
  await expect(checks.getByRole('row')).toHaveCount(8)
  await expect(page.getByText(/^\d[\d.]* in [\d.]+ Buchungss/)).toBeVisible()
  await expectAccessibleEverywhere(page)
}
