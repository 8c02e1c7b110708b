import type { Page } from '@playwright/test'
import { checkAccessibility, openCalendar, order, screens } from './appointmentHelpers.ts'
import { refused } from './dashboardHelpers.ts'
import { companyCalled, expect, openHydrated, queryDatabase, test } from './fixtures.ts'
import { enterAsMember, enterAsOwner } from './ownerHelpers.ts'

test.beforeEach(({ allow }) => allow(refused))

/** A paid booking at a company with a calendar. */
async function booked(page: Page) {
  const { companyId } = await enterAsOwner(page)
  await openCalendar(companyId)
  return order({ companyId })
}

/** State as if the order had been made with this address. */
const giveTo = (email: string, bookingId: string) =>
  queryDatabase('update bookings set customer_email = $1 where id = $2', [email, bookingId])

/** State as if its appointment had been last week. */
const makePast = (bookingId: string) => queryDatabase(`update bookings set booking_date = current_date - 7 where id = $1`, [bookingId])

/** State as if quotes had been requested with this address. */
const quoteRequestOf = (email: string) =>
  queryDatabase(
    `insert into quote_requests
       (status, category, words, title, description, postcode, urgency, customer_name, customer_email, company_ids, asks_further, created_at, confirmed_at)
     values
       ('open', 'Handwerk', '', 'Wohnzimmer streichen', 'Wohnzimmer streichen, 42 m² Wand.', '22767', 'soon', 'Katrin Bergmann', $1, array[gen_random_uuid()], false, now(), now())`,
    [email],
  )

const part = (page: Page, name: string) => page.getByRole('region', { name })

for (const screen of screens) {
  test(`a customer with an account finds a guest's bookings, acts on them, and books once more at ${screen.width}`, async ({ page }) => {
    await page.setViewportSize(screen)
    const [ahead, past] = [await booked(page), await booked(page)]
    const { email } = await enterAsMember(page)
    await openHydrated(page, '/meine-buchungen')
    await expect(page.getByText('Nichts geplant')).toBeVisible()

    for (const { bookingId } of [ahead, past]) await giveTo(email, bookingId)
    await makePast(past.bookingId)
    await quoteRequestOf(email)
    await openHydrated(page, '/')
    await page
      .getByRole('banner')
      .getByRole('link', { name: `Hallo, ${email}` })
      .click()
    await expect(page).toHaveURL('/meine-buchungen')
    await expect(part(page, 'Anstehend').getByText('Bestätigt', { exact: true })).toBeVisible()
    await expect(part(page, 'Vergangen').getByText('Abgeschlossen', { exact: true })).toBeVisible()

    await page.getByRole('button', { name: 'Adresse hinzufügen' }).click()
    const dialog = page.getByRole('dialog', { name: 'Adresse hinzufügen' })
    await dialog.getByRole('button', { name: 'Speichern' }).click()
    await expect(dialog.getByText('Ort muss zwischen 5 und 500 Zeichen lang sein')).toBeVisible()
    await checkAccessibility(page, screen)
    await dialog.getByLabel('Name').fill('Zuhause')
    await dialog.getByLabel('Adresse').fill('Schmale Gasse 3, 22767 Hamburg')
    await dialog.getByRole('button', { name: 'Speichern' }).click()
    await expect(part(page, 'Adressen').getByText('Schmale Gasse 3, 22767 Hamburg')).toBeVisible()
    await checkAccessibility(page, screen)

    await part(page, 'Ihre Angebotsanfragen')
      .getByRole('button', { name: /^Ansehen ?: Wohnzimmer streichen/ })
      .click()
    await expect(page).toHaveURL('/angebote')
    await expect(page.getByRole('heading', { level: 1, name: 'Wohnzimmer streichen' })).toBeVisible()
    await page.goBack()

    await part(page, 'Anstehend')
      .getByRole('link', { name: /^Ansehen/ })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: 'Ihre Buchung ist bestätigt' })).toBeVisible()
    await page.getByLabel('Nachricht', { exact: true }).fill('Klingeln Sie bei Bergmann.')
    await page.getByRole('button', { name: 'Nachricht senden' }).click()
    await expect(page.getByRole('log')).toContainText('Klingeln Sie bei Bergmann.')
    await checkAccessibility(page, screen)

    await page.getByRole('link', { name: 'Meine Buchungen' }).first().click()
    const saved = page.waitForEvent('download')
    await part(page, 'Vergangen')
      .getByRole('button', { name: /^Beleg/ })
      .click()
    expect((await saved).suggestedFilename()).toMatch(/^zahlungsbeleg-/)
    await part(page, 'Vergangen')
      .getByRole('link', { name: /^Nochmal buchen/ })
      .click()
    const booking = page.getByRole('dialog', { name: 'Termin buchen' })
    await expect(booking.getByLabel('E-Mail')).toHaveValue(email)
    await expect(booking.getByLabel('Name', { exact: true })).toHaveValue('Katrin Bergmann')
    await expect(booking.getByLabel('Wohin soll der Anbieter kommen?')).not.toHaveValue('')
  })
}

test("a guest's favourites stay in the browser until the sign-in takes them over", async ({ page }) => {
  const name = 'Glanzwerk Altona Gebäudereinigung'
  await openHydrated(page, `/service/${await companyCalled(name)}`)
  const mark = page.getByRole('button', { name: `${name} merken` })
  await mark.click()
  await expect(mark).toHaveAttribute('aria-pressed', 'true')
  await openHydrated(page, '/meine-buchungen')
  await expect(part(page, 'Favoriten').getByRole('link', { name })).toBeVisible()
  await checkAccessibility(page)

  await enterAsMember(page)
  await openHydrated(page, '/meine-buchungen')
  await expect(part(page, 'Favoriten').getByRole('link', { name })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('favourites'))).toBeNull()
  await part(page, 'Favoriten')
    .getByRole('button', { name: `${name} merken` })
    .click()
  await openHydrated(page, '/search?q=Glanzwerk+Altona')
  await expect(page.getByRole('button', { name: `${name} merken` })).toHaveAttribute('aria-pressed', 'false')
})
