import type { Page } from '@playwright/test'
import {
  closeToasts,
  expectAll,
  expectGreeted,
  expectSignedOut,
  fillAndSend,
  fillReset,
  follow,
  hold,
  holdDashboard,
  linkOf,
  postAuth,
  refused,
  register,
  registerAndConfirm,
  signOut,
} from './accountHelpers.ts'
import { addresses, expect, newAddress, openHydrated, test } from './fixtures.ts'
import { nextPassword, password } from './passwords.ts'

test.beforeEach(({ allow }) => allow(refused))

async function answer(page: Page, label: string, typed: string) {
  await page.getByLabel(label, { exact: true }).fill(typed)
  await page.getByRole('button', { name: 'E-Mail-Adresse bestätigen' }).click()
}

test('/auth/confirm: nothing given, errors of the address, a new link', async ({ page }) => {
  await openHydrated(page, '/auth/confirm')
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

test('/auth/confirm: used links do not sign in, another browser has to confirm, every source of the token is read', async ({
  page,
  browser,
}) => {
  const email = await register(page)
  const link = await linkOf(email, { mails: 1, path: '/auth/confirm' })
  const other = await (await browser.newContext({ baseURL: addresses.product, locale: 'de-DE' })).newPage()
  await follow(other, link)
  await expect(other.getByText('Dieser Link wurde in einem anderen Browser angefordert')).toBeVisible()
  await expect(other).toHaveURL('/auth/confirm')
  await answer(other, 'Passwort des Kontos', 'Falsch1falsch')
  await expect(other.getByText('Das aktuelle Passwort ist falsch.')).toBeVisible()
  await answer(other, 'Passwort des Kontos', password)
  await expect(other.getByRole('button', { name: `Weiter als ${email}` })).toBeVisible()
  await follow(page, link)
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
    await follow(page, `/auth/confirm${source(secret, address)}`)
    await expectGreeted(page, address)
    await expect(page).toHaveURL('/')
    await signOut(page)
  }
})

test('/auth/confirm: signing up another person does not give access to the account', async ({ page, browser }) => {
  const email = await register(page)
  const owner = await (await browser.newContext({ baseURL: addresses.product, locale: 'de-DE' })).newPage()
  await follow(owner, await linkOf(email, { mails: 1, path: '/auth/confirm' }))
  await owner.getByRole('button', { name: /Neues Passwort setzen/ }).click()
  await answer(owner, 'Neues Passwort', nextPassword)
  await owner.getByRole('button', { name: `Weiter als ${email}` }).click()
  await expectGreeted(owner, email)
  await expect(owner).toHaveURL('/')
  await owner.context().close()
  expect((await postAuth(page, 'sign-in', { email, password })).status()).toBe(401)
  expect((await postAuth(page, 'sign-in', { email, password: nextPassword })).status()).toBe(200)
})

test("/auth/confirm: another account's link says whose it is, a dead one that it is dead", async ({ page }) => {
  const other = await register(page)
  const link = await linkOf(other, { mails: 1, path: '/auth/confirm' })
  const own = await registerAndConfirm(page)
  await follow(page, link)
  await expect(page.getByText('Dieser Link gehört zu einem anderen Konto')).toBeVisible()
  await expect(page.getByRole('link', { name: `Als ${own} weitermachen` })).toBeVisible()
  await page.getByRole('button', { name: `Abmelden und zu ${other} wechseln` }).click()
  await expectGreeted(page, other)
  await expect(page).toHaveURL('/')

  await follow(page, '/auth/confirm?token_hash=gibt-es-nicht&type=signup')
  await expect(page.getByText('Bestätigungslink ist ungültig oder abgelaufen')).toBeVisible()
  await expect(page.getByLabel('Neuen Bestätigungslink an diese E-Mail-Adresse')).toBeVisible()
  await expect(page.getByText('E-Mail bestätigt')).toHaveCount(0)

  await postAuth(page, 'recover', { email: own })
  await follow(page, await linkOf(own, { mails: 3, path: '/auth/reset' }))
  await expect(page.getByText(`Angemeldet sind Sie als ${other}. Mit dem Speichern wechseln Sie zu ${own}.`)).toBeVisible()
})

test('a sign-up on the way to the registration ends there, after the mailed link, too', async ({ page }) => {
  const email = newAddress()
  await page.goto('/provider-signup')
  await page.getByRole('dialog').getByRole('tab', { name: 'Registrieren' }).click()
  await fillAndSend(page, 'Registrieren', { email, password })
  await expect(page.getByText('Registrierung erfolgreich').first()).toBeVisible()
  await follow(page, await linkOf(email, { mails: 1, path: '/auth/confirm' }))
  await expect(page).toHaveURL('/provider-signup')
  await expectGreeted(page, email)
  await expect(page.getByRole('status').getByText('E-Mail bestätigt')).toBeVisible()
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
  await follow(page, link)
  await expect(page.getByText('Überprüfe Link…')).toBeVisible()
  await letCheck()

  await page.getByLabel('Neues Passwort').fill(nextPassword)
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
  await fillReset(page, nextPassword)
  await expect(page.getByText('Aktualisiere…')).toBeVisible()
  await letSave()
  await expect(page.getByText('Passwort aktualisiert. Weiterleitung zum Dashboard…')).toBeVisible()
  await letLeave()
  await expect(page).toHaveURL('/dashboard')
})
