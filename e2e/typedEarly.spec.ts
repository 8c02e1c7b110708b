import type { Page } from '@playwright/test'
import { refused } from './dashboardHelpers.ts'
import { expect, newAddress, queryDatabase, test } from './fixtures.ts'
import { password } from './passwords.ts'

test.beforeEach(({ allow }) => allow(refused))

/** Forms that are typed into before the scripts have arrived: nothing typed is lost, and no button leaves the page too early. */

/** Opens a page whose scripts wait until the returned function is called. */
async function openWithLateScripts(page: Page, path: string) {
  let release: () => void = () => undefined
  const released = new Promise<void>((done) => {
    release = done
  })
  await page.route(/\.js$/, async (route) => {
    await released
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return release
}

test('a request for quotes keeps text, choices and answers', async ({ page }) => {
  const [company] = await queryDatabase('select id from companies where is_listed order by id limit 1')
  const release = await openWithLateScripts(page, `/angebot-anfordern?anbieter=${company?.id}`)
  const send = page.getByRole('button', { name: 'Angebot anfordern' })
  const description = page.getByLabel('Was soll gemacht werden?')
  const name = page.getByLabel('Name', { exact: true })
  await description.fill('Ein Teppich aus Wolle, etwa 12 m², mit Flecken.')
  await name.fill('Katrin Bergmann')
  await page.getByRole('radio', { name: 'In den nächsten vier Wochen' }).check()
  await page.getByRole('checkbox', { name: 'Abend' }).check()
  await expect(send).toBeDisabled()
  release()
  await expect(send).toBeEnabled()
  // The refusal renders the whole form again.
  await send.click()
  await expect(page.getByText('Ungültige E-Mail-Adresse')).toBeVisible()
  await expect(description).toHaveValue('Ein Teppich aus Wolle, etwa 12 m², mit Flecken.')
  await expect(name).toHaveValue('Katrin Bergmann')
  await expect(page.getByRole('radio', { name: 'In den nächsten vier Wochen' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Abend' })).toBeChecked()
})

test('a sign-in keeps address and password', async ({ page }) => {
  const release = await openWithLateScripts(page, '/auth')
  const address = newAddress()
  const form = page.locator('form', { has: page.getByLabel('Passwort', { exact: true }) })
  await form.getByLabel('E-Mail').fill(address)
  await form.getByLabel('Passwort', { exact: true }).fill(password)
  const send = form.getByRole('button', { name: 'Anmelden' })
  await expect(send).toBeDisabled()
  release()
  await send.click()
  await expect(page.getByText('E-Mail-Adresse oder Passwort ist falsch').or(page.getByRole('alert')).first()).toBeVisible()
  await expect(form.getByLabel('E-Mail')).toHaveValue(address)
  await expect(form.getByLabel('Passwort', { exact: true })).toHaveValue(password)
})

test('an alert keeps its address', async ({ page }) => {
  const release = await openWithLateScripts(page, '/search?q=Zwirbelfrüh&location=Kiel')
  const field = page.getByLabel('Ihre E-Mail-Adresse')
  await field.fill('kundin@')
  release()
  await page.waitForFunction(() => 'pageIsAlive' in globalThis)
  await page.getByRole('button', { name: 'Sagen Sie mir Bescheid', exact: true }).click()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveValue('kundin@')
})
