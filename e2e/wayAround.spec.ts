import type { Page } from '@playwright/test'
import { expect, openHydrated, test } from './fixtures.ts'
import { enterAsOwner } from './ownerHelpers.ts'

test('home loads nothing of dialogs and work areas, and leads everywhere without loading a document anew', async ({ page }) => {
  const loaded = listRequests(page)
  await openHydrated(page, '/')
  await page.waitForLoadState('networkidle')
  expect(loaded.scripts.length).toBeGreaterThan(3)
  expect(loaded.scripts.filter((name) => /^(dialog|work|screens|visit|schemas|\w*(Admin|Dashboard|Signup)\w*)-/.test(name))).toEqual([])

  await page.getByRole('contentinfo').locator('a[href="/search"]').click()
  await expect(page.getByRole('heading', { level: 1, name: /Anbieter gefunden$/ })).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Anmelden' }).click()
  await expect(page).toHaveURL('/auth')
  await expect(page.getByRole('tab', { name: 'Anmelden' })).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Startseite', exact: true }).click()
  await expect(page).toHaveURL('/')
  for (let click = 0; click < 3; click += 1) await page.getByRole('contentinfo').getByText('Handschlag', { exact: true }).click()
  await expect(page).toHaveURL('/admin')
  await expect(page.getByLabel('Admin-Passwort')).toBeVisible()
  expect(loaded.documents).toBe(1)
})

test('a company gets from home to the dashboard without loading a document anew', async ({ page, allow }) => {
  allow(/Failed to load resource: the server responded with a status of 403/)
  await enterAsOwner(page)
  const loaded = listRequests(page)
  await openHydrated(page, '/')
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard-Zugriff' })).toBeVisible()
  expect(loaded.documents).toBe(1)
})

function listRequests(page: Page) {
  const scripts: string[] = []
  const loaded = { documents: 0, scripts }
  page.on('request', (request) => {
    if (request.resourceType() === 'document') loaded.documents += 1
    if (request.resourceType() === 'script') loaded.scripts.push(new URL(request.url()).pathname.split('/').at(-1) ?? '')
  })
  return loaded
}
