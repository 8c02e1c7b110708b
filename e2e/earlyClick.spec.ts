import type { Page } from '@playwright/test'
import { companyCalled, expect, expectAlive, test } from './stage.ts'

test('a button pressed before hydration does its work after hydration', async ({ page }) => {
  const comeAlive = await openLifeless(page)
  await bookingButton(page).click()
  await comeAlive()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.getByRole('button', { name: 'Schließen' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('an early click is dropped when the user has clicked something else since', async ({ page }) => {
  const comeAlive = await openLifeless(page)
  await bookingButton(page).click()
  await page.getByRole('heading', { level: 1 }).click()
  await comeAlive()
  await page.waitForTimeout(500)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

const bookingButton = (page: Page) => page.getByRole('button', { name: 'Jetzt buchen' }).first()

/** Opens a profile whose scripts are still loading; returns the function that lets them finish. */
async function openLifeless(page: Page) {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await arrived
    await route.continue()
  })
  await page.goto(`/service/${await companyCalled('Glanzwerk Altona Gebäudereinigung')}`, { waitUntil: 'commit' })
  return async () => {
    arrive()
    await expectAlive(page)
  }
}
