import {
  closeToasts,
  expectAll,
  fillAndSend,
  fillReset,
  follow,
  linkOf,
  openAuth,
  openLogin,
  postAuth,
  registerAndConfirm,
  signOut,
} from './accountHelpers.ts'
import { counters } from './counterHelpers.ts'
import { test } from './faultyProduct.ts'
import { companyCalled, control, expect, expectAccessible, newAddress, openHydrated, placeBooking, queryDatabase } from './fixtures.ts'
import { nextPassword, password } from './passwords.ts'

// Texts for visitors and members when the product really fails.
test.beforeEach(({ allow }) => allow(/Failed to load resource/))

const companyName = 'Glanzwerk Altona Gebäudereinigung'

test('a search that fails, and its fallback, too: an error with the words of the server, and a retry that works', async ({
  page,
  browser,
  faulty,
}) => {
  await openHydrated(page, '/search')
  const plain = await (await browser.newContext({ baseURL: faulty.address, javaScriptEnabled: false })).newPage()
  const error = page.getByRole('alert')
  await faulty.withoutTables(['companies'], async () => {
    await page.getByLabel('Was brauchen Sie?').fill('Reinigung')
    await page.getByRole('button', { name: 'Anbieter suchen' }).click()
    await expect(error).toContainText('Suchfehler: Ein unerwarteter Fehler ist aufgetreten. Bitte versuchen Sie es erneut.')
    await expect(page.getByRole('article')).toHaveCount(0)
    await plain.goto('/search?q=Reinigung')
    await expect(plain.getByRole('alert')).toContainText('Suchfehler: Fehler bei der Suche')
  })
  await plain.context().close()
  await error.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('1 Anbieter gefunden')
  await expect(error).toHaveCount(0)
})

test('a profile that cannot be loaded inside the app says so, and its retry works', async ({ page, faulty }) => {
  await openHydrated(page, `/service/${await companyCalled(companyName)}`)
  await page.getByRole('banner').getByRole('link', { name: 'Handschlag' }).click()
  await expect(counters(page)).toBeVisible()
  const error = page.getByRole('alert')
  await faulty.withoutTables(['reviews'], async () => {
    await page.goBack()
    await expect(error).toContainText('Service konnte nicht geladen werden.')
  })
  await error.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reinigung Service')
  await expect(error).toHaveCount(0)
})

test('pages say with 503 that the database is away, so that proxies and crawlers come back', async ({ page, faulty }) => {
  const profile = `/service/${await companyCalled(companyName)}`
  const ask = async (path: string, cookie = '') => {
    const answer = await page.request.get(path, { headers: { accept: 'text/html', cookie } })
    return [answer.status(), answer.headers()['retry-after'], answer.headers()['cache-control']]
  }
  await faulty.withoutDatabase(async () => {
    const away = [503, '10', 'no-store']
    // Without a connection no page is cached; with a session, none can be greeted.
    await expect.poll(() => ask('/')).toEqual(away)
    expect(await ask('/', 'session=a')).toEqual(away)
    expect((await ask(profile))[0]).toBe(503)
  })
  expect((await ask('/'))[0]).toBe(200)
})

test('returning to a deleted profile shows a notification and the home page', async ({ page }) => {
  const id = await companyCalled(companyName)
  await openHydrated(page, `/service/${id}`)
  await page.getByRole('banner').getByRole('link', { name: 'Handschlag' }).click()
  await expect(counters(page)).toBeVisible()
  await queryDatabase('update companies set suspended_at = now() where id = $1', [id])
  try {
    await page.goBack()
    await expect(page.getByRole('alert')).toContainText('Service nicht gefunden')
    await expect(page).toHaveURL('/')
  } finally {
    await queryDatabase('update companies set suspended_at = null where id = $1', [id])
  }
})

test('a payment that the PSP cannot confirm says so, and is verified on request', async ({ page, faulty }) => {
  const { sessionId, returnPath } = await placeBooking(companyName)
  const note = page.getByRole('alert')
  await faulty.withoutPayments(async () => {
    await control('pay', { session: sessionId })
    await page.goto(returnPath)
    await expect(note).toContainText('Fehler bei der Zahlungsverifikation')
    await expectAccessible(page)
  })
  await note.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihre Buchung ist bestätigt')
})

test('/auth when the server fails', async ({ page, faulty }) => {
  await openAuth(page)
  await faulty.withoutDatabase(async () => {
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
})

test('the home dialog when the server fails or does not answer', async ({ page, faulty }) => {
  const email = newAddress()
  const dialog = await openLogin(page)
  await dialog.getByRole('tab', { name: 'Registrieren' }).click()
  await fillAndSend(page, 'Registrieren', { email, password })
  await expect(page.getByText('Registrierung erfolgreich').first()).toBeVisible()
  await fillAndSend(page, 'Anmelden', { email, password })
  await expect(dialog.getByText('Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse')).toBeVisible()
  await faulty.withoutDatabase(async () => {
    await dialog.getByRole('button', { name: 'Bestätigungslink erneut senden' }).click()
    await expect(dialog.getByText('Bestätigungs-E-Mail konnte nicht gesendet werden')).toBeVisible()
    await dialog.getByRole('button', { name: 'Passwort vergessen?' }).click()
    await expect(dialog.getByText('Passwort-Zurücksetzen konnte nicht gestartet werden')).toBeVisible()
    await dialog.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await expect(dialog.getByText('Anmeldung fehlgeschlagen. Bitte versuchen Sie es erneut.')).toBeVisible()
    await dialog.getByRole('tab', { name: 'Registrieren' }).click()
    await fillAndSend(page, 'Registrieren', { email, password })
    await expect(dialog.getByText('Registrierung fehlgeschlagen. Bitte versuchen Sie es erneut.')).toBeVisible()
  })
  await faulty.withoutConnection(async () => {
    await dialog.getByRole('button', { name: 'Registrieren', exact: true }).click()
    await expect(dialog.getByText('Ein unerwarteter Fehler ist aufgetreten')).toBeVisible()
  })
})

test('/auth/confirm when no new link can be sent', async ({ page, faulty }) => {
  await faulty.withoutTables(['auth_tokens'], async () => {
    await follow(page, '/auth/confirm?token_hash=abc&type=signup')
    await expect(page.getByText('E-Mail-Bestätigung fehlgeschlagen')).toBeVisible()
  })
  await openHydrated(page, '/auth/confirm')
  await page.getByLabel('Neuen Bestätigungslink an diese E-Mail-Adresse').fill(newAddress())
  await faulty.withoutDatabase(async () => {
    await page.getByRole('button', { name: 'Senden' }).click()
    await expect(page.getByText('Der Bestätigungslink konnte nicht gesendet werden. Bitte versuchen Sie es später erneut.')).toBeVisible()
  })
})

test('/auth/reset when the link cannot be checked: it still opens after a reload', async ({ page, faulty }) => {
  const email = await registerAndConfirm(page)
  await signOut(page)
  await postAuth(page, 'recover', { email })
  const link = await linkOf(email, { mails: 3, path: '/auth/reset' })
  await faulty.withoutTables(['auth_tokens'], async () => {
    await follow(page, link)
    await expect(page.getByText('Wiederherstellung fehlgeschlagen. Bitte Link erneut öffnen.')).toBeVisible()
  })
  await page.getByRole('button', { name: 'Seite neu laden' }).click()
  await page.getByRole('button', { name: 'Weiter zum neuen Passwort' }).click()
  await fillReset(page, nextPassword)
  await expect(page).toHaveURL('/dashboard')
})
