import { checkAccessibility, screens } from './appointmentHelpers.ts'
import { expect, openHydrated, test } from './fixtures.ts'

for (const screen of screens) {
  test(`a company reads what it costs and what is left, and begins at ${screen.width}`, async ({ page }) => {
    await page.setViewportSize(screen)
    await openHydrated(page, '/')
    await page.getByRole('contentinfo').getByRole('link', { name: 'So funktioniert es' }).click()
    await expect(page).toHaveURL('/fuer-anbieter')
    const left = page.getByRole('table', { name: 'Auszahlung je Plan' }).getByRole('row', { name: /^Bleibt Ihnen/ })
    await expect(left).toContainText('1.721,00 €1.743,00 €')
    await page.getByRole('slider', { name: 'Buchungen im Monat' }).fill('1')
    await page.getByRole('slider', { name: 'Betrag je Buchung' }).press('Home')
    await expect(left).toContainText('-5,60 €-10,30 €')
    await expect(page.getByText('Mit Basic bleiben Ihnen 4,70 € mehr.')).toBeVisible()
    await page.getByText('Kann ich Anfragen ablehnen?').click()
    await expect(page.getByText('Stattdessen können Sie bis zu drei andere Zeiten vorschlagen.')).toBeVisible()
    await checkAccessibility(page, screen)
    await page.getByRole('main').getByRole('link', { name: 'Konto anlegen' }).first().click()
    await expect(page.getByRole('dialog', { name: 'Anmelden oder registrieren' })).toBeVisible()
  })
}

test('without scripts a button calculates', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/fuer-anbieter')
  await page.getByRole('slider', { name: 'Buchungen im Monat' }).press('End')
  await page.getByRole('button', { name: 'Berechnen' }).click()
  await expect(page).toHaveURL('/fuer-anbieter?buchungen=60&betrag=150#rechner')
  await expect(page.getByText('Ihr Umsatz im Monat: 9.000,00 €')).toBeVisible()
  await context.close()
})
