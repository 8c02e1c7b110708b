import { closeToasts, confirm, expectAll, fillAndSend, hold, openAuth, refused, signOut } from './accountHelpers.ts'
import { expect, expectHydrated, newAddress, readMails, test } from './fixtures.ts'
import { password } from './passwords.ts'

test.beforeEach(({ allow }) => allow(refused))

test('/auth says what is wrong at the field', async ({ page }) => {
  await openAuth(page)
  await expect(page).toHaveTitle('Anmelden – Handschlag')
  await expect(page.getByRole('main').getByText('Ihr Partner für professionelle Dienstleistungen')).toBeVisible()
  await fillAndSend(page, 'Anmelden', { email: 'keine-adresse', password: '12345' })
  await expectAll(page, ['Ungültige E-Mail-Adresse', 'Passwort muss mindestens 6 Zeichen haben'])
  await expect(page.getByLabel('E-Mail')).toBeFocused()
  await fillAndSend(page, 'Anmelden', { email: `${'a'.repeat(250)}@b.de`, password: 'a'.repeat(101) })
  await expectAll(page, ['E-Mail zu lang', 'Passwort zu lang'])
  await page.getByLabel('E-Mail').fill('')
  await page.getByRole('button', { name: 'Passwort vergessen?' }).click()
  await expect(page.getByText('E-Mail-Adresse erforderlich')).toBeVisible()

  await page.getByRole('tab', { name: 'Registrieren' }).click()
  await expect(page).toHaveTitle('Registrieren – Handschlag')
  await expect(page.getByText('Mit der Registrierung stimmen Sie unseren Nutzungsbedingungen zu.')).toBeVisible()
  await fillAndSend(page, 'Registrieren', { email: 'a@b.de', password: 'kleinklein' })
  await expect(
    page.getByText('Passwort muss mindestens 8 Zeichen lang sein und Groß-, Kleinbuchstaben sowie eine Zahl enthalten'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Passwort anzeigen' }).click()
  await expect(page.getByLabel('Passwort', { exact: true })).toHaveAttribute('type', 'text')

  await page.getByRole('tab', { name: 'Anmelden' }).click()
  await page.getByRole('button', { name: 'E-Mail noch nicht bestätigt?' }).click()
  await expect(page.getByRole('heading', { name: 'Bestätigungslink erneut senden' })).toBeVisible()
  await expect(page.getByLabel('E-Mail')).toHaveValue('a@b.de')
  await page.getByLabel('E-Mail').fill('')
  await page.getByRole('button', { name: 'Bestätigungslink erneut senden' }).click()
  await expect(page.getByText('E-Mail-Adresse erforderlich')).toBeVisible()
})

test('/auth: each answer has its notification', async ({ page }) => {
  const email = newAddress()
  await openAuth(page, 'signup')
  await fillAndSend(page, 'Registrieren', { email, password: 'Passwort123' })
  await expectAll(page, ['Registrierung fehlgeschlagen', 'Passwort entspricht nicht den Sicherheitsanforderungen'])
  await closeToasts(page)
  await fillAndSend(page, 'Registrieren', { email, password })
  await expectAll(page, ['Registrierung erfolgreich', 'Bitte prüfen Sie Ihre E-Mails und klicken Sie auf den Bestätigungslink.'])

  await fillAndSend(page, 'Anmelden', { email, password })
  await expectAll(page, ['E-Mail noch nicht bestätigt', 'Bitte bestätigen Sie Ihre E-Mail-Adresse.'])
  await expect(page.getByLabel('E-Mail')).toHaveValue(email)
  // The second link must be the newer one in the inbox, too.
  await readMails(email, 1)
  await page.getByRole('button', { name: 'Bestätigungslink erneut senden' }).click()
  await expectAll(page, ['E-Mail gesendet', 'Ein neuer Bestätigungslink wurde an Ihre E-Mail-Adresse gesendet.'])
  await closeToasts(page)

  await page.getByRole('tab', { name: 'Anmelden' }).click()
  await fillAndSend(page, 'Anmelden', { email: newAddress(), password })
  await expectAll(page, ['Anmeldung fehlgeschlagen', 'E-Mail oder Passwort ist falsch.'])
  await closeToasts(page)
  await confirm(page, email, { mails: 2 })
  await signOut(page)
  await openAuth(page, 'signup')
  await fillAndSend(page, 'Registrieren', { email, password })
  await expectAll(page, ['E-Mail bereits registriert', 'Diese E-Mail-Adresse ist bereits registriert. Bitte melden Sie sich an.'])
  await expect(page.getByRole('tab', { name: 'Anmelden' })).toHaveAttribute('aria-selected', 'true')
  await fillAndSend(page, 'Anmelden', { email, password })
  await expect(page.getByText('Anmeldung erfolgreich')).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.goto('/auth')
  await expect(page).toHaveURL('/')
})

test('/auth keeps what was typed before the page came alive', async ({ page }) => {
  const letGo = await hold(page, '**/assets/entry.client*')
  await page.goto('/auth', { waitUntil: 'commit' })
  await page.getByLabel('E-Mail').fill('keine-adresse')
  await page.getByLabel('Passwort', { exact: true }).fill('12345')
  await letGo()
  await expectHydrated(page)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await expectAll(page, ['Ungültige E-Mail-Adresse', 'Passwort muss mindestens 6 Zeichen haben'])
  await expect(page.getByLabel('E-Mail')).toHaveValue('keine-adresse')
})
