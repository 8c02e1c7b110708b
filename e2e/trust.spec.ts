import type { Page } from '@playwright/test'
import { agreed, checkAccessibility, screens } from './appointmentHelpers.ts'
import { openLastStep } from './dialogHelpers.ts'
import { expect, expectToFitEverywhere, newAddress, openHydrated, queryDatabase, test } from './fixtures.ts'

const title = 'Wenn etwas schiefgeht'

for (const screen of screens) {
  test(`a profile says what was checked, who booked again, and what a review was about at ${screen.width}`, async ({ page }) => {
    await page.setViewportSize(screen)
    const { companyId, bookingId } = await agreed(page)
    await queryDatabase('update companies set verified = true where id = $1', [companyId])
    await queryDatabase(
      `insert into company_proofs (company_id, kind, checked_on, valid_until)
       values ($1, 'insurance', '2026-06-30', '2035-06-30'), ($1, 'craftRoll', '2020-01-01', '2023-01-01')`,
      [companyId],
    )
    await queryDatabase('insert into company_figures (company_id, answer_minutes, repeat_customers) values ($1, 100, 12)', [companyId])
    await queryDatabase(
      `insert into booking_items (booking_id, position, title, quantity, unit_cents, total_cents) values ($1, 0, 'Fenster putzen', 100, 13800, 13800)
       on conflict do nothing`,
      [bookingId],
    )
    await queryDatabase(`update bookings set service_title = 'Fenster putzen' where id = $1`, [bookingId])
    await queryDatabase(
      `insert into reviews (company_id, booking_id, customer_name, customer_email, rating, comment, is_from_booking, created_at, published_at)
       values ($1, $2, 'Katrin B.', 'k@kunde.example', 5, 'Sehr gründlich.', true, now(), now())`,
      [companyId, bookingId],
    )
    await openHydrated(page, `/service/${companyId}`)
    await expect(page.getByRole('list', { name: 'Geprüft und gezählt' }).getByRole('listitem')).toHaveText([
      'Betriebshaftpflicht geprüft, gültig bis 30.06.2035',
      'Antwortet auf Anfragen meist innerhalb von 2 Stunden',
      '12 Kunden haben wieder gebucht',
    ])
    await expect(page.getByRole('article').filter({ hasText: 'Sehr gründlich.' })).toContainText('Gebucht: Fenster putzen')
    await checkAccessibility(page, screen)
    await expectToFitEverywhere(page)
    await page.getByRole('link', { name: 'Verifiziert', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Was heißt „Verifiziert“?' })).toBeVisible()
    await checkAccessibility(page, screen)
  })

  test(`what happens in a bad case is linked beside every booking button at ${screen.width}`, async ({ page }) => {
    await page.setViewportSize(screen)
    const { companyId, link } = await agreed(page)
    await openHydrated(page, link)
    await expectTrouble(page)
    await checkAccessibility(page, screen)

    await openHydrated(page, `/service/${companyId}`)
    await expectTrouble(page, page.getByRole('complementary', { name: 'Buchung und Kontakt' }))
    const dialog = await openLastStep(page, { email: newAddress() })
    await expectTrouble(page, dialog)
    await checkAccessibility(page, screen)
  })

  test(`the page names sums and deadlines, and leads to what customers need at ${screen.width}`, async ({ page }) => {
    await page.setViewportSize(screen)
    await openHydrated(page, '/')
    await page.getByRole('contentinfo').getByRole('link', { name: title }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByRole('row', { name: /^Der Anbieter sagt ab .*Alles zurück/ })).toBeVisible()
    await expect(page.getByText(/Der Anbieter hat 72 Stunden für seine Antwort/)).toBeVisible()
    await checkAccessibility(page, screen)
    await expectToFitEverywhere(page)
    await page.getByRole('main').getByRole('link', { name: 'Vertrag widerrufen' }).click()
    await expect(page).toHaveURL('/vertrag-widerrufen')
  })
}

/** The link opens the page in a new tab, so that no input is lost. */
async function expectTrouble(page: Page, region: Pick<Page, 'getByRole'> = page.getByRole('main')) {
  const opened = page.waitForEvent('popup')
  await region.getByRole('link', { name: title }).click()
  const tab = await opened
  await expect(tab.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await tab.close()
}
