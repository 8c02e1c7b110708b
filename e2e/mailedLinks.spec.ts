import {
  closeToasts,
  expectAll,
  expectGreeted,
  expectSignedOut,
  fillReset,
  hold,
  holdDashboard,
  linkOf,
  postAuth,
  refused,
  register,
  registerAndConfirm,
  signOut,
} from './accountStage.ts'
import { addresses, expect, newAddress, openAlive, test } from './stage.ts'

test.beforeEach(({ allow }) => allow(refused))

test('/auth/confirm: nothing given, errors of the address, a new link', async ({ page }) => {
  await openAlive(page, '/auth/confirm')
  await expect(page).toHaveTitle('E-Mail-Bestätigung – Handschlag')
  await expect(page.getByText('Bestätigungslink ist ungültig oder abgelaufen')).toBeVisible()
  await page.getByRole('button', { name: 'Senden' }).click()
  await expectAll(page, ['E-Mail erforderlich', 'Bitte geben Sie Ihre E-Mail-Adresse ein.'])
  await closeToasts(page)
  await page.getByLabel('Neuen Bestätigungslink an diese E-Mail-Adresse').fill(newAddress())
  await page.getByRole('button', { name: 'Senden' }).click()
  await expectAll(page, ['E-Mail gesendet', 'Ein neuer Bestätigungslink wurde an Ihre E-Mail-Adresse gesendet.'])
  await page.getByRole('link', { name: 'Zum Login' }).click()
  await expect(page).toHaveURL('/auth')

  await page.goto('/auth/confirm?error=access_denied&error_code=otp_expired#error_description=Email+link+is+invalid')
  await expect(page.getByText('E-Mail-Bestätigung fehlgeschlagen')).toBeVisible()
  await expect(page.getByText('Technische Angabe: access_denied · otp_expired · Email link is invalid')).toBeVisible()
  await expect(page).toHaveURL('/auth/confirm')
})

test('/auth/confirm: used links sign nobody in, another browser is asked, every source is read', async ({ page, browser }) => {
  const email = await register(page)
  const link = await linkOf(email, { mails: 1, path: '/auth/confirm' })
  const other = await (await browser.newContext({ baseURL: addresses.product, locale: 'de-DE' })).newPage()
  await other.goto(link)
  await expect(other.getByRole('button', { name: `Weiter als ${email}` })).toBeVisible()
  await expect(other).toHaveURL('/auth/confirm')
  await page.goto(link)
  await expect(page).toHaveURL('/')
  await expectSignedOut(page)
  await other.getByRole('button', { name: `Weiter als ${email}` }).click()
  await expect(other).toHaveURL('/')
  await expectGreeted(other, email)
  await other.context().close()

  const secretOf = (address: string) => new URL(address).searchParams.get('token_hash')
  const sources = [
    (secret: string) => `#access_token=${secret}&refresh_token=x`,
    (secret: string) => `?code=${secret}`,
    (secret: string) => `?token_hash=${secret}&type=invite`,
    (secret: string) => `?token_hash=${secret}&type=recovery`,
    (secret: string, address: string) => `?token=${secret}&email=${encodeURIComponent(address)}`,
  ]
  for (const source of sources) {
    const address = await register(page)
    const secret = secretOf(await linkOf(address, { mails: 1, path: '/auth/confirm' })) ?? ''
    await page.goto(`/auth/confirm${source(secret, address)}`)
    await expectGreeted(page, address)
    await expect(page).toHaveURL('/')
    await signOut(page)
  }
})

test('/auth/reset: what is wrong, and what is on its way', async ({ page }) => {
  await page.goto('/auth/reset')
  await expect(page).toHaveTitle('Passwort zurücksetzen – Handschlag')
  await expect(
    page.getByText('Keine gültige Wiederherstellungssitzung gefunden. Bitte öffnen Sie den Link aus der E‑Mail erneut.'),
  ).toBeVisible()
  const email = await registerAndConfirm(page)
  await signOut(page)
  await postAuth(page, 'recover', { email })
  const link = await linkOf(email, { mails: 3, path: '/auth/reset' })

  const letCheck = await hold(page, '**/auth/v1/verify')
  await page.goto(link)
  await expect(page.getByText('Überprüfe Link…')).toBeVisible()
  await letCheck()

  await page.getByLabel('Neues Passwort').fill('Dachrinne88')
  await page.getByLabel('Passwort bestätigen').fill('Dachrinne89')
  await page.getByRole('button', { name: 'Passwort speichern' }).click()
  await expect(page.getByText('Passwörter stimmen nicht überein')).toBeVisible()
  await fillReset(page, 'klein')
  await expect(page.getByText('Passwort: min. 8 Zeichen, Groß‑, Kleinbuchstabe und Zahl erforderlich')).toBeVisible()
  await page.reload()
  await fillReset(page, 'Passwort123')
  await expectAll(page, ['Aktualisierung fehlgeschlagen', 'Passwort entspricht nicht den Sicherheitsanforderungen'])
  await expect(page.getByLabel('Neues Passwort')).toHaveValue('Passwort123')
  const letSave = await hold(page, '**/auth/v1/user')
  const letLeave = await holdDashboard(page)
  await fillReset(page, 'Dachrinne88')
  await expect(page.getByText('Aktualisiere…')).toBeVisible()
  await letSave()
  await expect(page.getByText('Passwort aktualisiert. Weiterleitung zum Dashboard…')).toBeVisible()
  await letLeave()
  await expect(page).toHaveURL('/dashboard')
})
