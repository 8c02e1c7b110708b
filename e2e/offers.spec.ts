import { expect, test } from './fixtures.ts'

test('a category leads to a service with offers and prices, the service to a town, a town to the profile', async ({ page }) => {
  await page.goto('/reinigung')
  const services = page.getByRole('navigation', { name: 'Leistungen mit Preisen' })
  await services.getByRole('link', { name: 'Fenster putzen 2 Anbieter' }).click()
  await expect(page).toHaveURL('/leistung/fenster-putzen')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fenster putzen')
  const offers = page.getByRole('region', { name: 'Angebote' })
  await expect(offers.getByRole('listitem')).toHaveCount(2)
  await expect(offers.getByText('7,50 € je Fenster')).toBeVisible()
  // Two companies are too few for a price range.
  await expect(page.getByText(/Unser allgemeiner Richtwert, nicht aus Angeboten dieses Marktplatzes/)).toBeVisible()
  await page.getByRole('navigation', { name: 'Fenster putzen nach Orten' }).getByRole('link', { name: 'Erfurt' }).click()
  await expect(page).toHaveURL('/leistung/fenster-putzen/erfurt')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fenster putzen in Erfurt')
  await offers.getByRole('link', { name: /^Ansehen/ }).click()
  await expect(page).toHaveURL(/\/service\//)
})

test('a service without companies is not found, and a URL in other letters redirects to the canonical one', async ({ page, allow }) => {
  allow(/status of 404/)
  const missing = await page.goto('/leistung/gibt-es-nicht')
  expect(missing?.status()).toBe(404)
  await expect(page.getByText('Leistung nicht gefunden')).toBeVisible()
  await page.goto('/leistung/Fenster-Putzen')
  await expect(page).toHaveURL('/leistung/fenster-putzen')
})
