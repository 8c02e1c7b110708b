import type { Page } from '@playwright/test'
import {
  closeToasts,
  fillAndSend,
  linkOf,
  openAuth,
  openLogin,
  password,
  postAuth,
  refused,
  register,
  registerAndConfirm,
  signOut,
} from './accountStage.ts'
import { expect, expectAccessibleEverywhere, newAddress, openProfile, test } from './stage.ts'

test.beforeEach(({ allow }) => allow(refused))

// Every state on every width, light and dark: dozens of looks each.
test.describe.configure({ timeout: 180_000 })

test('/auth and links that do not work on every width, light and dark', async ({ page }) => {
  await openAuth(page)
  await expectAccessibleEverywhere(page)
  await fillAndSend(page, 'Anmelden', { email: 'x', password: 'y' })
  await expect(page.getByText('Ungültige E-Mail-Adresse')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await openAuth(page, 'signup')
  await page.getByLabel('Passwort', { exact: true }).fill('Abc')
  await expectAccessibleEverywhere(page)
  await openAuth(page, 'resend')
  await expectAccessibleEverywhere(page)
  await page.goto('/auth/confirm?error=access_denied&error_description=Email+link+is+invalid')
  await expect(page.getByText('E-Mail-Bestätigung fehlgeschlagen')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.goto('/auth/reset')
  await expect(page.getByRole('button', { name: 'Seite neu laden' })).toBeVisible()
  await expectAccessibleEverywhere(page)
})

test('the login dialog on every width, light and dark', async ({ page }) => {
  const dialog = await openLogin(page)
  await fillAndSend(page, 'Anmelden', { email: newAddress(), password })
  await expect(dialog.getByText('Ungültige E-Mail oder Passwort')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('tab', { name: 'Registrieren' }).click()
  await expect(dialog.getByRole('button', { name: 'Registrieren', exact: true })).toBeVisible()
  await expectAccessibleEverywhere(page)
})

test('what members see on every width, light and dark', async ({ page }) => {
  await registerAndConfirm(page)
  // A notification on its way out has no contrast worth measuring.
  await expect(page.getByRole('status').getByText('E-Mail bestätigt')).toBeVisible()
  await closeToasts(page)
  await expectAccessibleEverywhere(page)
  await page.goto('/konto')
  await expect(page.getByText('Dieses Gerät')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Konto löschen' }).click()
  await expect(page.getByRole('dialog', { name: 'Konto endgültig löschen?' })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await openProfile(page)
  await expect(page.getByRole('link', { name: '+49 40 66969101' })).toBeVisible()
  await expectAccessibleEverywhere(page)
})

test('links that work on every width, light and dark', async ({ page }) => {
  const email = await registerAndConfirm(page)
  await signOut(page)
  await postAuth(page, 'recover', { email })
  await page.goto(await linkOf(email, { mails: 3, path: '/auth/reset' }))
  await expect(page.getByLabel('Neues Passwort')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await showConfirmedElsewhere(page)
  await expectAccessibleEverywhere(page)
})

async function showConfirmedElsewhere(page: Page) {
  const email = await register(page)
  const link = await linkOf(email, { mails: 1, path: '/auth/confirm' })
  await page.context().clearCookies()
  await page.goto(link)
  await expect(page.getByRole('button', { name: `Weiter als ${email}` })).toBeVisible()
}
