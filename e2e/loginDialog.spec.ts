import { confirm, expectAll, fillAndSend, openLogin, refused, signOut } from './accountHelpers.ts'
import { expect, newAddress, readMails, test } from './fixtures.ts'
import { password } from './passwords.ts'

test.beforeEach(({ allow }) => allow(refused))

test('the home dialog has words of its own', async ({ page }) => {
  const email = newAddress()
  const dialog = await openLogin(page)
  await dialog.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await expectAll(page, ['E-Mail ist erforderlich', 'Passwort ist erforderlich'])
  await fillAndSend(page, 'Anmelden', { email: 'keine-adresse', password: '12345' })
  await expectAll(page, ['Bitte geben Sie eine gültige E-Mail-Adresse ein', 'Passwort muss mindestens 6 Zeichen lang sein'])
  await fillAndSend(page, 'Anmelden', { email, password })
  await expect(dialog.getByText('Ungültige E-Mail oder Passwort')).toBeVisible()

  await dialog.getByRole('tab', { name: 'Registrieren' }).click()
  await expect(dialog.getByText('Ungültige E-Mail oder Passwort')).toBeHidden()
  await fillAndSend(page, 'Registrieren', { email, password: 'kleinklein' })
  await expect(
    dialog.getByText('Passwort muss mindestens 8 Zeichen lang sein und Groß-, Kleinbuchstaben sowie eine Zahl enthalten'),
  ).toBeVisible()
  await fillAndSend(page, 'Registrieren', { email, password: 'Passwort123' })
  await expect(dialog.getByText('Passwort entspricht nicht den Sicherheitsanforderungen')).toBeVisible()
  await fillAndSend(page, 'Registrieren', { email, password })
  await expect(page.getByText('Registrierung erfolgreich').first()).toBeVisible()

  await fillAndSend(page, 'Anmelden', { email, password })
  await expect(dialog.getByText('Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse')).toBeVisible()
  await readMails(email, 1)
  await dialog.getByRole('button', { name: 'Bestätigungslink erneut senden' }).click()
  await expect(page.getByText('Ein neuer Bestätigungslink wurde an Ihre E-Mail-Adresse gesendet.').first()).toBeVisible()
  await confirm(page, email, { mails: 2, leadsTo: '/konto' })
  await signOut(page)
  await openLogin(page)
  await page.getByRole('tab', { name: 'Registrieren' }).click()
  await fillAndSend(page, 'Registrieren', { email, password })
  await expect(page.getByText('Ein Benutzer mit dieser E-Mail-Adresse existiert bereits')).toBeVisible()
  await page.getByRole('tab', { name: 'Anmelden' }).click()
  await fillAndSend(page, 'Anmelden', { email, password })
  await expect(page.getByText('Erfolgreich angemeldet')).toBeVisible()
  await expect(page).toHaveURL('/konto')
})
