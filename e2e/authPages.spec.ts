import type { Page } from '@playwright/test'
import { addresses, expect, expectAccessible, newAddress, openProfile, readMails, test } from './stage.ts'

const password = 'Fensterputz7'
/** Refused and forced answers are reported on the console by the browser itself. */
const refused = /Failed to load resource: (the server responded with a status of (401|403|404|409|422|429|500|503)|net::ERR_FAILED)/

test.beforeEach(({ allow }) => allow(refused))

test('/auth says what is wrong at the field', async ({ page }) => {
  await page.goto('/auth')
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
  await page.goto('/auth?tab=signup')
  await fillAndSend(page, 'Registrieren', { email, password: 'Passwort123' })
  await expectAll(page, ['Registrierung fehlgeschlagen', 'Passwort entspricht nicht den Sicherheitsanforderungen'])
  await closeToasts(page)
  await fillAndSend(page, 'Registrieren', { email, password })
  await expectAll(page, ['Registrierung erfolgreich', 'Bitte prüfen Sie Ihre E-Mails und klicken Sie auf den Bestätigungslink.'])

  await fillAndSend(page, 'Anmelden', { email, password })
  await expectAll(page, ['E-Mail noch nicht bestätigt', 'Bitte bestätigen Sie Ihre E-Mail-Adresse.'])
  await expect(page.getByLabel('E-Mail')).toHaveValue(email)
  await page.getByRole('button', { name: 'Bestätigungslink erneut senden' }).click()
  await expectAll(page, ['E-Mail gesendet', 'Ein neuer Bestätigungslink wurde an Ihre E-Mail-Adresse gesendet.'])
  await closeToasts(page)

  await page.getByRole('tab', { name: 'Anmelden' }).click()
  await fillAndSend(page, 'Anmelden', { email: newAddress(), password })
  await expectAll(page, ['Anmeldung fehlgeschlagen', 'E-Mail oder Passwort ist falsch.'])
  await closeToasts(page)
  await confirm(page, email, 2)
  await signOut(page)
  await page.goto('/auth?tab=signup')
  await fillAndSend(page, 'Registrieren', { email, password })
  await expectAll(page, ['E-Mail bereits registriert', 'Diese E-Mail-Adresse ist bereits registriert. Bitte melden Sie sich an.'])
  await expect(page.getByRole('tab', { name: 'Anmelden' })).toHaveAttribute('aria-selected', 'true')
  await fillAndSend(page, 'Anmelden', { email, password })
  await expect(page.getByText('Anmeldung erfolgreich')).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.goto('/auth')
  await expect(page).toHaveURL('/')
})

test('/auth when the server fails', async ({ page }) => {
  await page.goto('/auth')
  await forceFailure(page)
  await fillAndSend(page, 'Anmelden', { email: 'a@b.de', password })
  await expectAll(page, ['Fehler', 'Ein unerwarteter Fehler ist aufgetreten.'])
  await closeToasts(page)
  await page.getByRole('button', { name: 'Passwort vergessen?' }).click()
  await expect(page.getByText('Passwort-Zurücksetzen konnte nicht gestartet werden.')).toBeVisible()
  await closeToasts(page)
  await page.getByRole('button', { name: 'E-Mail noch nicht bestätigt?' }).click()
  await page.getByRole('button', { name: 'Bestätigungslink erneut senden' }).click()
  await expect(page.getByText('Der Bestätigungslink konnte nicht gesendet werden.')).toBeVisible()
})

test('the home dialog has words of its own', async ({ page }) => {
  const email = newAddress()
  const dialog = await openDialog(page)
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
  await expect(page.getByText('Registrierung erfolgreich')).toBeVisible()

  await fillAndSend(page, 'Anmelden', { email, password })
  await expect(dialog.getByText('Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse')).toBeVisible()
  await dialog.getByRole('button', { name: 'Bestätigungslink erneut senden' }).click()
  await expect(page.getByText('Ein neuer Bestätigungslink wurde an Ihre E-Mail-Adresse gesendet.')).toBeVisible()
  await confirm(page, email, 2)
  await signOut(page)
  await openDialog(page)
  await page.getByRole('tab', { name: 'Registrieren' }).click()
  await fillAndSend(page, 'Registrieren', { email, password })
  await expect(page.getByText('Ein Benutzer mit dieser E-Mail-Adresse existiert bereits')).toBeVisible()
  await page.getByRole('tab', { name: 'Anmelden' }).click()
  await fillAndSend(page, 'Anmelden', { email, password })
  await expect(page.getByText('Erfolgreich angemeldet')).toBeVisible()
  await expect(page).toHaveURL('/konto')
})

test('the home dialog when the server fails or does not answer', async ({ page }) => {
  const email = newAddress()
  const dialog = await openDialog(page)
  await dialog.getByRole('tab', { name: 'Registrieren' }).click()
  await fillAndSend(page, 'Registrieren', { email, password })
  await expect(page.getByText('Registrierung erfolgreich')).toBeVisible()
  await fillAndSend(page, 'Anmelden', { email, password })
  await expect(dialog.getByText('Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse')).toBeVisible()
  await forceFailure(page)
  await dialog.getByRole('button', { name: 'Bestätigungslink erneut senden' }).click()
  await expect(dialog.getByText('Bestätigungs-E-Mail konnte nicht gesendet werden')).toBeVisible()
  await dialog.getByRole('button', { name: 'Passwort vergessen?' }).click()
  await expect(dialog.getByText('Passwort-Zurücksetzen konnte nicht gestartet werden')).toBeVisible()
  await dialog.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await expect(dialog.getByText('Anmeldung fehlgeschlagen. Bitte versuchen Sie es erneut.')).toBeVisible()
  await dialog.getByRole('tab', { name: 'Registrieren' }).click()
  await fillAndSend(page, 'Registrieren', { email, password })
  await expect(dialog.getByText('Registrierung fehlgeschlagen. Bitte versuchen Sie es erneut.')).toBeVisible()
  await page.unroute('**/auth/v1/**')
  await page.route('**/auth/v1/**', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Registrieren', exact: true }).click()
  await expect(dialog.getByText('Ein unerwarteter Fehler ist aufgetreten')).toBeVisible()
})

test('/auth/confirm: nothing given, errors of the address, a failing server, a new link', async ({ page }) => {
  await page.goto('/auth/confirm')
  await expect(page).toHaveTitle('E-Mail-Bestätigung – Handschlag')
  await expect(page.getByText('Bestätigungslink ist ungültig oder abgelaufen')).toBeVisible()
  await page.getByRole('button', { name: 'Senden' }).click()
  await expectAll(page, ['E-Mail erforderlich', 'Bitte geben Sie Ihre E-Mail-Adresse ein.'])
  await closeToasts(page)
  await page.getByLabel('Neuen Bestätigungslink an diese E-Mail-Adresse').fill(newAddress())
  await page.getByRole('button', { name: 'Senden' }).click()
  await expectAll(page, ['E-Mail gesendet', 'Ein neuer Bestätigungslink wurde an Ihre E-Mail-Adresse gesendet.'])
  await forceFailure(page)
  await page.getByLabel('Neuen Bestätigungslink an diese E-Mail-Adresse').fill(newAddress())
  await page.getByRole('button', { name: 'Senden' }).click()
  await expect(page.getByText('Der Bestätigungslink konnte nicht gesendet werden. Bitte versuchen Sie es später erneut.')).toBeVisible()
  await page.getByRole('link', { name: 'Zum Login' }).click()
  await expect(page).toHaveURL('/auth')

  await page.goto('/auth/confirm?error=access_denied&error_code=otp_expired#error_description=Email+link+is+invalid')
  await expect(page.getByText('E-Mail-Bestätigung fehlgeschlagen')).toBeVisible()
  await expect(page.getByText('Technische Angabe: access_denied · otp_expired · Email link is invalid')).toBeVisible()
  await expect(page).toHaveURL('/auth/confirm')
  await page.goto('/auth/confirm?token_hash=abc&type=signup')
  await expect(page.getByText('E-Mail-Bestätigung fehlgeschlagen')).toBeVisible()
})

test('/auth/confirm: used links sign nobody in, another browser is asked, every source is read', async ({ page, browser }) => {
  const email = newAddress()
  await register(page, email)
  const link = await linkOf(email, 1)
  const other = await (await browser.newContext({ baseURL: addresses.product, locale: 'de-DE' })).newPage()
  await other.goto(link)
  await expect(other.getByRole('button', { name: `Weiter als ${email}` })).toBeVisible()
  await expect(other).toHaveURL('/auth/confirm')
  await page.goto(link)
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Anmelden' })).toBeVisible()
  await other.getByRole('button', { name: `Weiter als ${email}` }).click()
  await expect(other).toHaveURL('/')
  await expect(other.getByRole('banner').getByText(`Hallo, ${email}`)).toBeVisible()
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
    const address = newAddress()
    await register(page, address)
    await page.goto('/auth')
    await page.goto(`/auth/confirm${source(secretOf(await linkOf(address, 1)) ?? '', address)}`)
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('banner').getByText(`Hallo, ${address}`)).toBeVisible()
    await signOut(page)
  }
})

test('/auth/reset: five states and what is wrong', async ({ page }) => {
  await page.goto('/auth/reset')
  await expect(page).toHaveTitle('Passwort zurücksetzen – Handschlag')
  await expect(
    page.getByText('Keine gültige Wiederherstellungssitzung gefunden. Bitte öffnen Sie den Link aus der E‑Mail erneut.'),
  ).toBeVisible()
  const email = newAddress()
  await register(page, email)
  await confirm(page, email)
  await signOut(page)
  await post(page, 'recover', { email })
  const link = await linkOf(email, 3)

  const held = Promise.withResolvers<void>()
  await page.route('**/auth/v1/verify', async (route) => {
    await held.promise
    await route.fulfill({ status: 500, json: { error: 'Forciert' } })
  })
  await page.goto(link)
  await expect(page.getByText('Überprüfe Link…')).toBeVisible()
  held.resolve()
  await expect(page.getByText('Wiederherstellung fehlgeschlagen. Bitte Link erneut öffnen.')).toBeVisible()
  await page.unroute('**/auth/v1/verify')
  await page.getByRole('button', { name: 'Seite neu laden' }).click()

  await fillReset(page, 'Dachrinne88', 'Dachrinne89')
  await expect(page.getByText('Passwörter stimmen nicht überein')).toBeVisible()
  await fillReset(page, 'klein', 'klein')
  await expect(page.getByText('Passwort: min. 8 Zeichen, Groß‑, Kleinbuchstabe und Zahl erforderlich')).toBeVisible()
  await page.reload()
  await page.route('**/auth/v1/user', (route) => route.fulfill({ status: 500, json: { error: 'Forciert' } }))
  await fillReset(page, 'Dachrinne88', 'Dachrinne88')
  await expect(page.getByText('Aktualisierung fehlgeschlagen')).toBeVisible()
  await expect(page.getByLabel('Neues Passwort')).toHaveValue('Dachrinne88')
  await page.unroute('**/auth/v1/user')
  await page.route('**/auth/v1/user', async (route) => {
    await new Promise((done) => setTimeout(done, 500))
    await route.continue()
  })
  await page.getByRole('button', { name: 'Passwort speichern' }).click()
  await expect(page.getByText('Aktualisiere…')).toBeVisible()
  await expect(page.getByText('Passwort aktualisiert. Weiterleitung zum Dashboard…')).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
})

test('/konto: sessions, password, export, deletion; contact data for members', async ({ page }) => {
  const email = newAddress()
  await register(page, email)
  await confirm(page, email)
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
  await page.getByLabel('Neues Passwort').fill('Dachrinne88')
  await page.getByLabel('Passwort bestätigen').fill('Dachrinne88')
  await page.getByRole('button', { name: 'Passwort speichern' }).click()
  await expect(page.getByText('Das aktuelle Passwort ist falsch.')).toBeVisible()
  await page.getByLabel('Aktuelles Passwort').fill(password)
  await page.getByRole('button', { name: 'Passwort speichern' }).click()
  await expect(page.getByText('Passwort geändert')).toBeVisible()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Daten herunterladen' }).click()])
  expect(download.suggestedFilename()).toBe('meine-daten.json')
  await page.getByRole('button', { name: 'Konto löschen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Konto endgültig löschen?' })
  await dialog.getByLabel('Passwort', { exact: true }).fill('Dachrinne88')
  await dialog.getByRole('button', { name: 'Konto löschen' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Anmelden' })).toBeVisible()
})

test('every state on every width, light and dark', async ({ page }) => {
  test.setTimeout(180_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/auth')
  await inAllLooks(page, 'auth-signin')
  await fillAndSend(page, 'Anmelden', { email: 'x', password: 'y' })
  await inAllLooks(page, 'auth-signin-errors')
  await page.goto('/auth?tab=signup')
  await page.getByLabel('Passwort', { exact: true }).fill('Abc')
  await inAllLooks(page, 'auth-signup')
  await page.goto('/auth?tab=resend')
  await inAllLooks(page, 'auth-resend')
  await page.goto('/auth/confirm?error=access_denied&error_description=Email+link+is+invalid')
  await expect(page.getByText('E-Mail-Bestätigung fehlgeschlagen')).toBeVisible()
  await inAllLooks(page, 'confirm-error')
  await page.goto('/auth/reset')
  await expect(page.getByRole('button', { name: 'Seite neu laden' })).toBeVisible()
  await inAllLooks(page, 'reset-error')

  const dialog = await openDialog(page)
  await fillAndSend(page, 'Anmelden', { email: newAddress(), password })
  await expect(dialog.getByText('Ungültige E-Mail oder Passwort')).toBeVisible()
  await inAllLooks(page, 'dialog-signin')
  await dialog.getByRole('tab', { name: 'Registrieren' }).click()
  await inAllLooks(page, 'dialog-signup')

  const email = newAddress()
  await register(page, email)
  await confirm(page, email)
  await inAllLooks(page, 'home-member')
  await page.goto('/konto')
  await expect(page.getByText('Dieses Gerät')).toBeVisible()
  await inAllLooks(page, 'konto')
  await page.getByRole('button', { name: 'Konto löschen' }).click()
  await inAllLooks(page, 'konto-deletion')
  await openProfile(page)
  await expect(page.getByRole('link', { name: '+49 40 66969101' })).toBeVisible()
  await inAllLooks(page, 'profile-member')
  await signOut(page)
  await post(page, 'recover', { email })
  await page.goto(await linkOf(email, 3))
  await expect(page.getByLabel('Neues Passwort')).toBeVisible()
  await inAllLooks(page, 'reset-ready')
  await showConfirmedElsewhere(page)
  await inAllLooks(page, 'confirm-elsewhere')
})

const looks = [320, 390, 1280].flatMap((width) => (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })))

async function inAllLooks(page: Page, name: string) {
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(coloursHaveSettled)
    await test.step(`${name} ${width} ${colorScheme}`, () => expectAccessible(page))
    if (process.env.LOOK_AT) await page.screenshot({ path: `${process.env.LOOK_AT}/${name}-${width}-${colorScheme}.png` })
  }
}

/** Runs in the page: a new theme reaches buttons by a transition, and a colour on its way has no contrast worth measuring. */
async function coloursHaveSettled() {
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
  await Promise.allSettled(ending.map((one) => one.finished))
}

async function showConfirmedElsewhere(page: Page) {
  const email = newAddress()
  await register(page, email)
  const link = await linkOf(email, 1)
  await page.context().clearCookies()
  await page.goto(link)
  await expect(page.getByRole('button', { name: `Weiter als ${email}` })).toBeVisible()
}

async function fillAndSend(page: Page, button: string, fields: { email: string; password: string }) {
  await page.getByLabel('E-Mail', { exact: true }).fill(fields.email)
  await page.getByLabel('Passwort', { exact: true }).fill(fields.password)
  await page.getByRole('button', { name: button, exact: true }).click()
}

async function fillReset(page: Page, one: string, repeated: string) {
  await page.getByLabel('Neues Passwort').fill(one)
  await page.getByLabel('Passwort bestätigen').fill(repeated)
  await page.getByRole('button', { name: 'Passwort speichern' }).click()
}

async function expectAll(page: Page, texts: readonly string[]) {
  for (const text of texts) await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
}

/** They slide while one of them leaves, so a pointer would miss them. */
async function closeToasts(page: Page) {
  await expect(async () => {
    const crosses = page.getByRole('button', { name: 'Meldung schließen' })
    for (const cross of await crosses.all()) await cross.dispatchEvent('click', {}, { timeout: 500 }).catch(() => {})
    await expect(crosses).toHaveCount(0, { timeout: 1_000 })
  }).toPass({ timeout: 15_000 })
}

async function openDialog(page: Page) {
  await page.goto('/konto')
  const dialog = page.getByRole('dialog', { name: 'Anmelden oder registrieren' })
  await expect(dialog).toBeVisible()
  return dialog
}

const post = (page: Page, name: string, data: object) =>
  page.request.post(`/auth/v1/${name}`, { data, headers: { origin: addresses.product } })

/** Signs an address up from this page's browser. */
async function register(page: Page, email: string) {
  await page.goto('/auth')
  const answer = await post(page, 'sign-up', { email, password })
  expect(answer.status()).toBe(200)
}

async function linkOf(email: string, mails: number) {
  const [mail] = await readMails(email, mails)
  const link = /http\S+token_hash=[\w-]+&type=\w+/.exec(mail?.text ?? '')?.[0]
  if (!link) throw new Error('no link in the mail')
  return link
}

/** Opens the newest confirmation link in this page's browser; so many mails have come to the address by then. */
async function confirm(page: Page, email: string, mails = 1) {
  await page.goto(await linkOf(email, mails))
  await expect(page.getByRole('banner').getByText(`Hallo, ${email}`)).toBeVisible()
}

async function signOut(page: Page) {
  await page.getByRole('banner').getByRole('button', { name: 'Abmelden' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Anmelden' })).toBeVisible()
}

/** Forced: the real server does not fail on demand. */
const forceFailure = (page: Page) => page.route('**/auth/v1/**', (route) => route.fulfill({ status: 500, json: { error: 'Forciert' } }))
