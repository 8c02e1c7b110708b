import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { hold } from './accountHelpers.ts'
import { fillAndSave, openMailedLink } from './bankHelpers.ts'
import { expect, expectAccessible, expectAccessibleEverywhere, findMails, openHydrated, queryDatabase, test } from './fixtures.ts'
import { password } from './passwords.ts'

const first = { holder: 'Nordlicht Haustechnik GmbH', iban: 'DE89 3704 0044 0532 0130 00', masked: 'DE89 •••• •••• •••• ••30 00' }
const second = { holder: 'Nordlicht GmbH', iban: 'DE02120300000000202051', masked: 'DE02 •••• •••• •••• ••20 51' }
/** The browser itself logs failed and refused answers on the console. */
const refused = /Failed to load resource/

test('bank details are entered, confirmed by mail, changed and taken back', async ({ page, allow }) => {
  allow(refused)
  const { email } = await openPayouts(page)
  const card = page.getByRole('region', { name: 'Bankdaten für Auszahlungen' })
  await expect(card.getByText('Noch keine Bankdaten hinterlegt')).toBeVisible()
  await expect(card.getByText('Keine Bankdaten hinterlegt', { exact: true })).toBeVisible()
  await expect(card.getByText('Änderungen müssen Sie per E-Mail bestätigen.')).toBeVisible()
  await card.getByRole('button', { name: 'Bankdaten hinzufügen' }).click()
  await expect(card.getByLabel('Kontoinhaber *')).toBeFocused()
  await expectAccessible(page)
  await fillAndSave(page, { holder: ' ', iban: '' })
  await expect(card.getByText('Kontoinhaber ist erforderlich')).toBeVisible()
  await expect(card.getByText('IBAN ist erforderlich')).toBeVisible()
  await card.getByLabel('IBAN *').fill('DE88370400440532013000')
  await card.getByLabel('BIC (optional)').fill('COBA')
  await card.getByRole('button', { name: 'Speichern & Bestätigen' }).click()
  await expect(card.getByText('Ungültige IBAN')).toBeVisible()
  await expect(card.getByText('Ungültige BIC')).toBeVisible()
  await card.getByLabel('BIC (optional)').fill('COBADEFFXXX')
  await fillAndSave(page, first)
  await expectToast(page, 'Bestätigung erforderlich')
  await expect(
    page.getByText(
      'Eine E-Mail zur Bestätigung wurde an Ihre E-Mail-Adresse gesendet. Klicken Sie auf den Link in der E-Mail, um die Änderungen zu bestätigen.',
    ),
  ).toBeVisible()
  await expect(card.getByText('Ihre Bankdaten warten auf Ihre Bestätigung')).toBeVisible()
  // No other text claims that there are none.
  for (const text of ['Noch keine Bankdaten hinterlegt', 'Keine Bankdaten hinterlegt', 'Auszahlungen warten', 'Bankdaten hinzufügen'])
    await expect(card.getByText(text, { exact: true })).toHaveCount(0)
  await expect(card.getByText(first.masked)).toBeVisible()
  await expect(card.getByText('Commerzbank')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await expectNothingReadable(page, email)

  await openMailedLink(page, { email, subject: /Bitte bestätigen Sie Ihre neuen Bankdaten/ })
  await expect(page.getByRole('heading', { name: 'Bankdaten Bestätigung' })).toBeVisible()
  // A mail scanner that runs scripts gets this far. The page has removed the token from its URL, so its scripts did run.
  await expect(page).toHaveURL('/verify-bank-update')
  await page.waitForLoadState('networkidle')
  expect(
    await queryDatabase('select confirmed_at from bank_changes where user_id = (select id from users where email = $1)', [email]),
  ).toEqual([{ confirmed_at: null }])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Jetzt bestätigen' }).click()
  await expect(page.getByText('Erfolgreich!')).toBeVisible()
  await expect(page.getByText('Ihre Bankdaten wurden aktualisiert.')).toBeVisible()
  await expect(page).toHaveURL('/verify-bank-update')
  await expectAccessible(page)
  await expect(page.getByRole('link', { name: 'Zur Startseite' })).toHaveAttribute('href', '/')
  await page.getByRole('link', { name: 'Zum Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
  await openHydrated(page, '/dashboard/auszahlung')
  await expect(card.getByText(first.masked)).toBeVisible()
  await expect(card.getByText(first.holder)).toBeVisible()
  await expect(card.getByText('COBADEFFXXX')).toBeVisible()
  await expect(page.getByText('Auszahlungen warten')).toBeHidden()

  await card.getByRole('button', { name: 'Bearbeiten' }).click()
  await expect(card.getByLabel('Kontoinhaber *')).toHaveValue(first.holder)
  await fillAndSave(page, second)
  await expect(card.getByText('Änderung wartet auf Ihre Bestätigung')).toBeVisible()
  await openMailedLink(page, { email, subject: /Bitte bestätigen Sie Ihre neuen Bankdaten/ })
  await page.getByRole('button', { name: 'Jetzt bestätigen' }).click()
  await expect(page.getByText('Erfolgreich!')).toBeVisible()
  await openHydrated(page, '/dashboard/auszahlung')
  await expect(card.getByText(second.masked)).toBeVisible()
  await expect(card.getByText(/Bankdaten kürzlich geändert – Auszahlung nach Ablauf der Sicherheitsfrist/)).toBeVisible()

  await openMailedLink(page, { email, subject: /Ihre Bankdaten wurden geändert/ })
  await expect(page.getByRole('heading', { name: 'Das war ich nicht' })).toBeVisible()
  await expect(page).toHaveURL('/undo-bank-update')
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Änderung zurücknehmen' }).click()
  await expect(page.getByText('Zurückgenommen', { exact: true })).toBeVisible()
  await openHydrated(page, '/dashboard/auszahlung')
  await expect(page).toHaveURL('/')
  expect(await queryDatabase('select 1 from sessions join users on users.id = user_id where email = $1', [email])).toEqual([])
  await signIn(page, email)
  await passCode(email)
  await openHydrated(page, '/dashboard/auszahlung')
  await expect(card.getByText(first.masked)).toBeVisible()
  await expect(card.getByText(/Auszahlungen angehalten/)).toBeVisible()
  await expectNothingReadable(page, email)
})

test('the form keeps what was typed through a code and a refusal', async ({ page, allow }) => {
  allow(refused)
  const { email } = await openPayouts(page)
  await passCode(email, 11)
  const card = page.getByRole('region', { name: 'Bankdaten für Auszahlungen' })
  await card.getByRole('button', { name: 'Bankdaten hinzufügen' }).click()
  await fillAndSave(page, first)
  const dialog = page.getByRole('dialog', { name: 'Zugriff bestätigen' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()
  await expectToast(page, 'Fehler')
  await expect(card.getByLabel('IBAN *')).toHaveValue(first.iban)
  await passCode(email)
  const letSave = await hold(page, '**/functions/v1/request-bank-details-update')
  await card.getByRole('button', { name: 'Speichern & Bestätigen' }).click()
  await expect(card.getByRole('button', { name: 'Bestätigung senden...' })).toBeVisible()
  await letSave()
  await expect(card.getByText('Ihre Bankdaten warten auf Ihre Bestätigung')).toBeVisible()
  await card.getByRole('button', { name: 'Bearbeiten' }).click()
  await card.getByLabel('Kontoinhaber *').fill('Wird verworfen')
  await card.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(card.getByRole('button', { name: 'Bearbeiten' })).toBeFocused()
  await card.getByRole('button', { name: 'Bearbeiten' }).click()
  await expect(card.getByLabel('Kontoinhaber *')).toHaveValue('')
})

test('/verify-bank-update says what is wrong with a link', async ({ page, allow }) => {
  allow(refused)
  await page.goto('/verify-bank-update')
  await expect(page.getByText('Fehler!')).toBeVisible()
  await expect(page.getByText('Ungültiger Bestätigungslink')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Zur Startseite' })).toBeVisible()
  const confirmNow = page.getByRole('button', { name: 'Jetzt bestätigen' })
  await openHydrated(page, `/verify-bank-update?token=${'x'.repeat(43)}`)
  await confirmNow.click()
  await expect(page.getByText('Dieser Bestätigungslink ist ungültig. Es gilt nur der Link aus der neuesten E-Mail.')).toBeVisible()
  const letVerify = await hold(page, '**/functions/v1/verify-bank-update')
  await openHydrated(page, `/verify-bank-update?token=${'x'.repeat(43)}`)
  await confirmNow.click()
  await expect(page.getByText('Bestätigung wird verarbeitet...')).toBeVisible()
  await expectAccessible(page)
  await letVerify()
  await expect(page.getByText('Dieser Bestätigungslink ist ungültig.')).toBeVisible()
})

test('without JavaScript the link is confirmed by a button', async ({ page, browser, baseURL, allow }) => {
  allow(refused)
  const { email } = await openPayouts(page)
  await page.getByRole('button', { name: 'Bankdaten hinzufügen' }).click()
  await fillAndSave(page, first)
  await expect(page.getByText('Ihre Bankdaten warten auf Ihre Bestätigung')).toBeVisible()
  const plain = await (await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })).newPage()
  await openMailedLink(plain, { email, subject: /Bitte bestätigen Sie Ihre neuen Bankdaten/ })
  expect(await queryDatabase(ofCompany, [email])).toEqual([])
  await plain.getByRole('button', { name: 'Jetzt bestätigen' }).click()
  await expect(plain.getByText('Erfolgreich!')).toBeVisible()
  expect(await queryDatabase(ofCompany, [email])).toHaveLength(1)
  await plain.context().close()
})

test('the direct payout is set up on the pages of the PSP, and its card follows', async ({ page, allow }) => {
  allow(refused)
  const { email } = await openPayouts(page)
  const card = page.getByRole('region', { name: 'Direktauszahlung' })
  await expect(card.getByText('Nicht eingerichtet')).toBeVisible()
  await card.getByRole('button', { name: 'Direktauszahlung einrichten' }).click()
  await page.getByRole('button', { name: 'Angaben bestätigen' }).click()
  await expect(page).toHaveURL('/dashboard/auszahlung')
  await expect(card.getByText('Wartet auf Ihre Bestätigung')).toBeVisible({ timeout: 40_000 })
  await expectAccessibleEverywhere(page)
  await openMailedLink(page, { email, subject: /Bitte bestätigen Sie Ihr Konto für Direktauszahlungen/ })
  await page.getByRole('button', { name: 'Jetzt bestätigen' }).click()
  await expect(page.getByText('Ihr Konto beim Zahlungsdienst ist bestätigt.')).toBeVisible()
  await openHydrated(page, '/dashboard/auszahlung')
  await expect(card.getByText('Bereit', { exact: true })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Konto beim Zahlungsdienst öffnen' })).toBeVisible()
  await expect(page.getByText('Keine Bankdaten hinterlegt', { exact: true })).toBeHidden({ timeout: 20_000 })
  await expectAccessibleEverywhere(page)
})

test('back from the PSP, the button of the direct payout works again', async ({ page, allow }) => {
  allow(refused)
  await openPayouts(page)
  // A response without content keeps the page as it was, like a return from the back/forward cache.
  await page.route('**/setup/e/**', (route) => route.fulfill({ status: 204 }))
  const card = page.getByRole('region', { name: 'Direktauszahlung' })
  const left = page.waitForRequest('**/setup/e/**')
  await card.getByRole('button', { name: 'Direktauszahlung einrichten' }).click()
  await left
  await expect(card.getByRole('button', { name: 'Wird geöffnet...' })).toBeVisible()
  // Without the event it would be ready after eight seconds.
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(card.getByRole('button', { name: /Direktauszahlung einrichten|Angaben ergänzen/ })).toBeEnabled({ timeout: 6_000 })
})

test('where the direct payout is not available, its card says so and names the bank details', async ({ page, allow }) => {
  allow(refused)
  await page.route('**/functions/v1/get-payout-account', (route) =>
    route.fulfill({ json: { stripe_connect_account_id: null, status: 'unavailable', details_submitted: false, open_requirements: [] } }),
  )
  await openPayouts(page)
  const card = page.getByRole('region', { name: 'Direktauszahlung' })
  await expect(
    card.getByText('Die Direktauszahlung über den Zahlungsdienst ist derzeit nicht verfügbar. Wir überweisen auf Ihr Bankkonto.'),
  ).toBeVisible()
  await expect(card.getByRole('button')).toHaveCount(0)
})

const ofCompany = `
  select bank_details.company_id
  from bank_details
  join companies on companies.id = company_id
  join users on users.id = user_id
  where users.email = $1`

/** Asserts that no row of any table, including the queue, contains an IBAN, an account holder, a mailed token or the value of a cookie. */
async function expectNothingReadable(page: Page, email: string) {
  const mailed = (await findMails(({ to }) => to === email)).flatMap(({ text }) => [...text.matchAll(/token=([\w-]{43})|^(\d{6})$/gm)])
  const cookies = (await page.context().cookies()).filter(({ httpOnly }) => httpOnly)
  const secrets = [
    ...mailed.map(([, token, code]) => token ?? code ?? ''),
    ...cookies.map(({ value }) => value),
    ...[first, second].flatMap(({ holder, iban }) => [holder, iban.replaceAll(' ', ''), iban]),
  ]
  expect(mailed.length).toBeGreaterThan(0)
  expect(cookies.length).toBeGreaterThan(0)
  const tables = await queryDatabase(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'graphile_worker')`,
  )
  expect(tables.length).toBeGreaterThan(20)
  for (const { name } of tables) {
    const found = await queryDatabase(`select 1 from ${name} as one where one::text like any ($1)`, [
      secrets.map((secret) => `%${secret}%`),
    ])
    expect([name, found.length]).toEqual([name, 0])
  }
}

/** Opens the payouts of a new company, signed in and past the code. */
async function openPayouts(page: Page) {
  const email = `bank-${randomBytes(5).toString('hex')}@anbieter.example`
  await page.request.post('/auth/v1/sign-up', { data: { email, password } })
  await queryDatabase('update users set confirmed_at = now(), welcome_sent_at = now() where email = $1', [email])
  await queryDatabase(
    `insert into companies
       (company_name, category, description, location, contact_person, email, phone, subscription_status, user_id)
     select 'Nordlicht Haustechnik', 'Handwerk', 'Heizung und Sanitär.', '22767 Hamburg', 'Ole Jensen', $1, '+49 40 66969150', 'active', id
     from users
     where email = $1`,
    [email],
  )
  await signIn(page, email)
  await passCode(email)
  await openHydrated(page, '/dashboard/auszahlung')
  await expect(page.getByRole('region', { name: 'Bankdaten für Auszahlungen' }).getByText('Noch keine Bankdaten')).toBeVisible()
  // Content that loads above would move the card away from the pointer.
  await expect(page.locator('.skeleton')).toHaveCount(0)
  return { email }
}

async function signIn(page: Page, email: string) {
  const answer = await page.request.post('/auth/v1/sign-in', { data: { email, password } })
  expect(answer.status()).toBe(200)
}

/** State as if the mailed code had been entered this many minutes ago. */
const passCode = (email: string, minutesAgo = 0) =>
  queryDatabase(
    `update sessions set stepped_up_at = now() - make_interval(mins => $2)
     where user_id = (select id from users where email = $1)`,
    [email, minutesAgo],
  )

const expectToast = (page: Page, title: string) => expect(page.getByText(title, { exact: true })).toBeVisible()
