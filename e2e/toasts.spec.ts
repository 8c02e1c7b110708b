import { closeToasts, fillAndSend, openAuth, refused, registerAndConfirm, signOut } from './accountHelpers.ts'
import { expect, newAddress, test } from './fixtures.ts'
import { password } from './passwords.ts'

test.beforeEach(({ allow }) => allow(refused))

test('an error leaves after four seconds, but not while the pointer or the focus is on it', async ({ page }) => {
  await openAuth(page)
  const error = page.getByRole('alert').filter({ hasText: 'Anmeldung fehlgeschlagen' })
  const fail = () => fillAndSend(page, 'Anmelden', { email: newAddress(), password })
  await fail()
  await expect(error).toBeVisible()
  await expect(error).toBeHidden({ timeout: 12_000 })

  await fail()
  await error.hover()
  await page.waitForTimeout(5_000)
  await expect(error).toBeVisible()
  await page.mouse.move(10, 10)
  await error.getByRole('button', { name: 'Meldung schließen' }).focus()
  await page.waitForTimeout(5_000)
  await expect(error).toBeVisible()
  await page.getByLabel('E-Mail').focus()
  await expect(error).toBeHidden({ timeout: 12_000 })
})

test('an error leaves at once when the same act succeeds', async ({ page }) => {
  const email = await registerAndConfirm(page)
  await signOut(page)
  await closeToasts(page)
  await openAuth(page)
  await fillAndSend(page, 'Anmelden', { email, password: 'Falsches-Wort-1' })
  const error = page.getByRole('alert').filter({ hasText: 'Anmeldung fehlgeschlagen' })
  await expect(error).toBeVisible()
  await error.hover()
  await page.getByLabel('Passwort', { exact: true }).fill(password)
  await page.getByLabel('Passwort', { exact: true }).press('Enter')
  await expect(error).toBeHidden()
})
