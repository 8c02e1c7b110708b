import { expectSignedOut, refused, registerAndConfirm } from './accountHelpers.ts'
import { expect, openProfile, test } from './fixtures.ts'
import { nextPassword, password } from './passwords.ts'

test.beforeEach(({ allow }) => allow(refused))

test('/konto: sessions, password, export, deletion; contact data for members', async ({ page }) => {
  await registerAndConfirm(page)
  await openProfile(page)
  await expect(page.getByRole('link', { name: '+49 40 66969101' })).toBeVisible()
  await page.route('**/functions/v1/get-company-contact', (route) => route.fulfill({ status: 500, json: { error: 'Forciert' } }))
  await page.reload()
  await expect(page.getByText('Kontaktdaten konnten nicht geladen werden')).toBeVisible()
  await page.unroute('**/functions/v1/get-company-contact')
  await page.getByRole('complementary').getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(page.getByRole('link', { name: 'kontakt@glanzwerk-altona.example' })).toBeVisible()

  await page.goto('/konto')
  await expect(page.getByText('Dieses Gerät')).toBeVisible()
  await page.getByLabel('Aktuelles Passwort').fill('Falsch1falsch')
  await page.getByLabel('Neues Passwort').fill(nextPassword)
  await page.getByLabel('Passwort bestätigen').fill(nextPassword)
  await page.getByRole('button', { name: 'Passwort speichern' }).click()
  await expect(page.getByText('Das aktuelle Passwort ist falsch.')).toBeVisible()
  await page.getByLabel('Aktuelles Passwort').fill(password)
  await page.getByRole('button', { name: 'Passwort speichern' }).click()
  await expect(page.getByText('Passwort geändert')).toBeVisible()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Daten herunterladen' }).click()])
  expect(download.suggestedFilename()).toBe('meine-daten.json')
  await page.getByRole('button', { name: 'Konto löschen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Konto endgültig löschen?' })
  await dialog.getByLabel('Passwort', { exact: true }).fill(nextPassword)
  await dialog.getByRole('button', { name: 'Konto löschen' }).click()
  await expect(page).toHaveURL('/')
  await expectSignedOut(page)
})
