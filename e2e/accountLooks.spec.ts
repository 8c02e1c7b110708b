import type { Page } from '@playwright/test'
import {
  fillAndSend,
  follow,
  linkOf,
  openAuth,
  openLogin,
  postAuth,
  refused,
  register,
  registerAndConfirm,
  signOut,
} from './accountHelpers.ts'
import { expect, expectAccessibleEverywhere, newAddress, openHydrated, test } from './fixtures.ts'
import { enterAsMember } from './ownerHelpers.ts'
import { password } from './passwords.ts'

test.beforeEach(({ allow }) => allow(refused))

/* everyRoute.spec.ts checks the untouched pages; here their states after input. */

test('/auth with errors on every screen', async ({ page }) => {
  await openAuth(page)
  await fillAndSend(page, 'Anmelden', { email: 'x', password: 'y' })
  await expect(page.getByText('Ungültige E-Mail-Adresse')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await openAuth(page, 'signup')
  await page.getByLabel('Passwort', { exact: true }).fill('Abc')
  await expectAccessibleEverywhere(page)
})

test('the login dialog on every screen', async ({ page }) => {
  const dialog = await openLogin(page)
  await fillAndSend(page, 'Anmelden', { email: newAddress(), password })
  await expect(dialog.getByText('Ungültige E-Mail oder Passwort')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('tab', { name: 'Registrieren' }).click()
  await expect(dialog.getByRole('button', { name: 'Registrieren', exact: true })).toBeVisible()
  await expectAccessibleEverywhere(page)
})

test('the deletion of an account on every screen', async ({ page }) => {
  await enterAsMember(page)
  await openHydrated(page, '/konto')
  await page.getByRole('button', { name: 'Konto löschen' }).click()
  await expect(page.getByRole('dialog', { name: 'Konto endgültig löschen?' })).toBeVisible()
  await expectAccessibleEverywhere(page)
})

test('links that work on every screen', async ({ page }) => {
  const email = await registerAndConfirm(page)
  await signOut(page)
  await postAuth(page, 'recover', { email })
  await follow(page, await linkOf(email, { mails: 3, path: '/auth/reset' }))
  await expect(page.getByLabel('Neues Passwort')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await showConfirmedElsewhere(page)
  await expectAccessibleEverywhere(page)
})

async function showConfirmedElsewhere(page: Page) {
  const email = await register(page)
  const link = await linkOf(email, { mails: 1, path: '/auth/confirm' })
  await page.context().clearCookies()
  await follow(page, link)
  await expect(page.getByLabel('Passwort des Kontos')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByLabel('Passwort des Kontos').fill(password)
  await page.getByRole('button', { name: 'E-Mail-Adresse bestätigen' }).click()
  await expect(page.getByRole('button', { name: `Weiter als ${email}` })).toBeVisible()
}
