import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { enterAsMember, enterAsProvider, loseCode, makeCompany, otherThan, passCode, password, readCode } from './providerStage.ts'
import {
  askDatabase,
  expect,
  expectAccessible,
  expectAccessibleEverywhere,
  fillDetails,
  newAddress,
  openAlive,
  payWith,
  pdf,
  soon,
  test,
} from './stage.ts'

/** Refused and forced answers are reported on the console by the browser itself. */
const refused = /Failed to load resource: (the server responded with a status of (401|403|422|429|500|503)|net::ERR_FAILED)/
test.beforeEach(({ allow }) => allow(refused))

const codeField = (page: Page) => page.getByLabel('6-stelliger Code')
const rail = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' })
const noCompany = 'Es wurde keine Firma für Ihr Konto gefunden. Möglicherweise ist die Registrierung noch nicht abgeschlossen.'

test('visitors sign in on the home page and come back; the other address leads here, too', async ({ page }) => {
  const html = await (await page.request.get('/dashboard')).text()
  expect(html).toContain('Authentifizierung wird überprüft...')
  const { email } = await enterAsProvider(page)
  await page.request.post('/auth/v1/sign-out', { data: {} })
  await page.goto('/provider-dashboard')
  const dialog = page.getByRole('dialog', { name: 'Anmelden oder registrieren' })
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL('/')
  await dialog.getByLabel('E-Mail').fill(email)
  await dialog.getByLabel('Passwort', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard-Zugriff' })).toBeVisible()
  await expect(page.getByRole('main').getByText(email)).toBeVisible()
})

test('the code is sent, typed, refused by every cause, pasted and granted', async ({ page }) => {
  const { email, companyName } = await enterAsProvider(page)
  await openAlive(page, '/dashboard')
  const send = page.getByRole('button', { name: 'Code senden' })
  // Forced: the real server does not fail without words on demand.
  await page.route('**/send-2fa-code', (route) => route.fulfill({ status: 500, body: '' }))
  await send.click()
  await expect(page.getByText('Fehler beim Senden des Codes: Unbekannter Fehler')).toBeVisible()
  await page.unroute('**/send-2fa-code')
  // As if fifteen wrong codes had been typed within the hour.
  const ofAccount = `purpose = 'dashboard' and subject = (select id::text from users where email = $1)`
  await askDatabase(
    `insert into code_failures (purpose, subject, failures, until)
     select 'dashboard', id, 15, now() + interval '1 hour' from users where email = $1`,
    [email],
  )
  await send.click()
  await expect(
    page.getByText('Fehler beim Senden des Codes: Zu viele Anfragen. Bitte versuchen Sie es später erneut.', { exact: true }),
  ).toBeVisible()
  await askDatabase(`delete from code_failures where ${ofAccount}`, [email])

  await send.click()
  await expect(page.getByText('Code gesendet', { exact: true })).toBeVisible()
  await expect(page.getByText(`Ein 6-stelliger Code wurde an ${email} gesendet.`).first()).toBeVisible()
  await expect(codeField(page)).toBeFocused()
  const confirm = page.getByRole('button', { name: 'Bestätigen' })
  await codeField(page).fill('1a2 b3')
  await expect(codeField(page)).toHaveValue('123')
  await expect(confirm).toBeDisabled()
  await codeField(page).press('Enter')
  await expect(page.getByText('Bitte geben Sie den vollständigen 6-stelligen Code ein.')).toBeVisible()

  const first = await readCode(email, 1)
  const wrong = page.getByText('Ungültiger oder abgelaufener Code. Bitte versuchen Sie es erneut.')
  await codeField(page).fill(otherThan(first))
  await confirm.click()
  await expect(wrong).toBeVisible()
  await expect(codeField(page)).toHaveValue('')
  await expect(codeField(page)).toBeFocused()
  await askDatabase(
    `update one_time_codes set expires_at = now() - interval '1 minute' where subject = (select id::text from users where email = $1)`,
    [email],
  )
  await codeField(page).fill(first)
  await expect(wrong).toBeHidden()
  await confirm.click()
  await expect(wrong).toBeVisible()

  await page.getByRole('button', { name: 'Zurück' }).click()
  await send.click()
  const second = await readCode(email, 2)
  await paste(page, `Ihr Code: ${second}`)
  await expect(codeField(page)).toHaveValue(second)
  const letGo = await hold(page, '**/get-dashboard-data')
  await confirm.click()
  await expect(page.getByText('Zugriff gewährt')).toBeVisible()
  await expect(page.getByText('Dashboard-Zugriff erfolgreich verifiziert!')).toBeVisible()
  await expect(page.getByText('Dashboard wird geladen...')).toBeVisible()
  letGo()
  await expect(page.getByRole('heading', { level: 1, name: `Dashboard - ${companyName}` })).toBeVisible()

  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: `Dashboard - ${companyName}` })).toBeVisible()
  await page.getByRole('link', { name: 'Zur Startseite' }).click()
  await expect(page).toHaveURL('/')
})

test('an account without a company is shown the way to one', async ({ page }) => {
  const { email } = await enterAsMember(page)
  await passCode(email)
  await openAlive(page, '/dashboard')
  await expect(page.getByText(noCompany)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Jetzt als Anbieter registrieren' })).toHaveAttribute('href', '/provider-signup')
  await expect(page.getByRole('heading', { name: 'Firma mit Code übernehmen' })).toBeVisible()
  await expectAccessibleEverywhere(page)
})

test('a dashboard that cannot be loaded says why, and its retry works', async ({ page }) => {
  const { email, companyName } = await enterAsProvider(page)
  await passCode(email)
  await page.route('**/get-dashboard-data', (route) => route.fulfill({ status: 503, json: { error: 'Forciert' } }))
  await openAlive(page, '/dashboard')
  await expect(page.getByText('Fehler beim Laden des Dashboards: Forciert')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/get-dashboard-data')
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: companyName })).toBeVisible()
})

test('of several companies the one with the own address comes first, and another can be chosen', async ({ page }) => {
  const { email } = await enterAsMember(page)
  await makeCompany(email, { name: 'Zweite Adresse GmbH', email: newAddress() })
  await makeCompany(email, { name: 'Eigene Adresse GmbH' })
  await passCode(email)
  await openAlive(page, '/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard - Eigene Adresse GmbH' })).toBeVisible()
  await page.getByLabel('Firma').selectOption('Zweite Adresse GmbH')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard - Zweite Adresse GmbH' })).toBeVisible()
  await rail(page).getByRole('link', { name: 'Firmendaten' }).click()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard - Zweite Adresse GmbH' })).toBeVisible()
})

test('a paid booking appears by itself, with its figures, details and file', async ({ page, browser }) => {
  test.setTimeout(120_000)
  const { email, companyId } = await enterAsProvider(page)
  await passCode(email)
  await openAlive(page, '/dashboard')
  await expect(page.getByText('Noch keine Buchungen')).toBeVisible()
  await expect(page.getByText(/^Live, Stand \d\d:\d\d Uhr$/)).toBeVisible()

  const customer = await (await browser.newContext()).newPage()
  const customerEmail = newAddress()
  await bookWithFile(customer, { companyId, email: customerEmail })
  await payWith(customer, '4242 4242 4242 4242')
  await expect(customer).toHaveURL(/\/payment-success\?/)

  await expect(page.getByText(/^Neue Buchung: Katrin Bergmann, \d\d\.\d\d\.\d{4}, 138,00\s€\.$/)).toBeVisible()
  await expect(tile(page, 'Buchungen gesamt')).toContainText('1')
  await expect(tile(page, 'Bezahlte Buchungen')).toContainText('100 % aller Buchungen')
  await expect(tile(page, 'Umsatz gesamt')).toContainText('138,00 €')
  await expect(tile(page, 'Umsatz gesamt')).toContainText('Ihr Anteil: 133,86 €')
  await expect(tile(page, 'Kontostatus')).toContainText('Aktiv')
  await expect(page.getByRole('img', { name: /^Umsatz je Monat: .* bisher 138 €$/ })).toBeVisible()
  await page.getByText('Als Tabelle').click()
  await expect(page.getByRole('row').filter({ hasText: '133,86 €' })).toContainText('138,00 €')

  const [booking] = await askDatabase('select id from bookings where company_id = $1', [companyId])
  const number = String(booking?.id).slice(-8)
  await expect(page.getByText(`Nr. ${number}`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Letzte Buchungen', exact: true }).getByText('Bezahlt', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Katrin Bergmann' }).click()
  const dialog = page.getByRole('dialog', { name: `Buchung ${number}` })
  await expect(dialog.getByText(customerEmail)).toBeVisible()
  await expect(dialog.getByText('Bitte klingeln.')).toBeVisible()
  await expect(dialog.getByText('− 4,14 €')).toBeVisible()
  await expectAccessibleEverywhere(page)
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: /^Herunterladen ?: Grundriss.pdf$/ }).click()
  expect(readFileSync(await (await download).path())).toEqual(readFileSync('e2e/grundriss.pdf'))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Katrin Bergmann' })).toBeFocused()
})

test('all bookings: pages, filters, search, sorting in the address, and the file', async ({ page }) => {
  const { email, companyId } = await enterAsProvider(page)
  await insertBookings(companyId)
  await passCode(email)
  await openAlive(page, '/dashboard')
  await expect(page.getByRole('row')).toHaveCount(1 + 5)
  await page.getByRole('link', { name: 'Alle Buchungen' }).click()
  await expect(page).toHaveURL('/dashboard/buchungen')
  await expect(page.getByText('1–25 von 32')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(1 + 25)
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(page).toHaveURL('/dashboard/buchungen?page=2')
  await expect(page.getByText('26–32 von 32')).toBeVisible()
  await page.getByLabel('Buchung', { exact: true }).selectOption('Storniert')
  await expect(page).toHaveURL('/dashboard/buchungen?status=cancelled')
  await expect(page.getByText('1–2 von 2')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('26–32 von 32')).toBeVisible()

  await page.goto('/dashboard/buchungen?sort=amountDesc')
  await expect(page.getByRole('row').nth(1)).toContainText('132,00 €')
  await page.getByLabel('Name, Leistung oder Nummer').fill('Kundin 7')
  await page.getByLabel('Name, Leistung oder Nummer').press('Enter')
  await expect(page).toHaveURL('/dashboard/buchungen?search=Kundin+7&sort=amountDesc')
  await expect(page.getByText('1–1 von 1')).toBeVisible()
  await page.getByLabel('Termin ab').fill('2099-01-01')
  await page.getByLabel('Termin ab').blur()
  await expect(page.getByText('Keine Buchung gefunden')).toBeVisible()
  await page.getByRole('button', { name: 'Filter zurücksetzen' }).last().click()
  await expect(page.getByText('1–25 von 32')).toBeVisible()

  await page.getByLabel('Buchung', { exact: true }).selectOption('Storniert')
  await expect(page.getByText('1–2 von 2')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Als CSV herunterladen' }).click()
  const lines = readFileSync(await (await download).path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(1 + 2)
  expect(lines[0]).toContain('Buchungsnummer;')

  // Live news would read the list again before anybody can ask for it.
  await page.route('**/dashboard-events**', (route) => route.abort())
  await page.route('**/list-company-bookings', (route) => route.fulfill({ status: 500, json: { error: 'Forciert' } }))
  await page.reload()
  await expect(page.getByText('Die Buchungen konnten nicht geladen werden')).toBeVisible()
  await page.unroute('**/list-company-bookings')
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(page.getByText('1–2 von 2')).toBeVisible()
})

test('company details are checked, saved, and found in the search at once', async ({ page }) => {
  test.setTimeout(120_000)
  const { email, companyId } = await enterAsProvider(page)
  await passCode(email)
  await openAlive(page, '/dashboard/firmendaten')
  await page.getByRole('button', { name: 'Bearbeiten' }).click()
  await expect(page.getByRole('heading', { name: 'Firmendaten bearbeiten' })).toBeFocused()
  await page.getByLabel('Telefon *').fill('')
  await page.getByRole('button', { name: 'Änderungen speichern' }).click()
  await expect(page.getByText('Telefonnummer ist erforderlich')).toBeVisible()
  await expect(page.getByLabel('Telefon *')).toBeFocused()
  await expectAccessibleEverywhere(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByLabel('Telefon *').fill('+49 40 66969151')
  const name = `Kranwerk ${companyId.slice(-6)}`
  await page.getByLabel('Firmenname *').fill(name)
  await page.getByLabel('Stundensatz').fill('41')
  await page.getByRole('button', { name: 'Änderungen speichern' }).click()
  await expect(page.getByText('Firmendaten gespeichert')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: `Dashboard - ${name}` })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Bearbeiten' })).toBeFocused()
  await expect(page.getByText('ab 41 €/Std')).toBeVisible()
  await page.goto(`/search?q=${encodeURIComponent(name)}`)
  await expect(page.getByRole('heading', { name: '1 Anbieter gefunden' })).toBeVisible()
})

test('typed changes are not lost by leaving without a question', async ({ page }) => {
  const { email } = await enterAsProvider(page)
  await passCode(email)
  await openAlive(page, '/dashboard/firmendaten')
  await page.getByRole('button', { name: 'Bearbeiten' }).click()
  await page.getByLabel('Ansprechpartner *').fill('Meike Petersen')
  await rail(page).getByRole('link', { name: 'Bilder' }).click()
  const question = page.getByRole('alertdialog', { name: 'Änderungen verwerfen?' })
  await question.getByRole('button', { name: 'Weiter bearbeiten' }).click()
  await expect(page.getByLabel('Ansprechpartner *')).toHaveValue('Meike Petersen')
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await question.getByRole('button', { name: 'Verwerfen' }).click()
  await expect(page.getByText('Ole Jensen')).toBeVisible()
  await rail(page).getByRole('link', { name: 'Bilder' }).click()
  await expect(page).toHaveURL('/dashboard/bilder')
})

test('when the code runs out in the middle of editing it is asked for in place, and nothing typed is lost', async ({ page }) => {
  test.setTimeout(120_000)
  const { email } = await enterAsProvider(page)
  await passCode(email)
  await openAlive(page, '/dashboard/firmendaten')
  await page.getByRole('button', { name: 'Bearbeiten' }).click()
  await page.getByLabel('Ansprechpartner *').fill('Meike Petersen')
  await loseCode(email)
  await page.getByRole('button', { name: 'Änderungen speichern' }).click()
  const dialog = page.getByRole('dialog', { name: 'Zugriff bestätigen' })
  await expect(dialog.getByText(`Ein 6-stelliger Code wurde an ${email} gesendet.`)).toBeVisible()
  await expect(codeField(page)).toBeFocused()
  await expectAccessibleEverywhere(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(page.getByText('Die Änderungen wurden nicht gespeichert')).toBeVisible()
  await expect(page.getByLabel('Ansprechpartner *')).toHaveValue('Meike Petersen')

  await page.getByRole('button', { name: 'Änderungen speichern' }).click()
  const code = await readCode(email, 2)
  await codeField(page).fill(otherThan(code))
  await dialog.getByRole('button', { name: 'Bestätigen' }).click()
  await expect(dialog.getByText('Ungültiger oder abgelaufener Code. Bitte versuchen Sie es erneut.')).toBeVisible()
  await codeField(page).fill(code)
  await dialog.getByRole('button', { name: 'Bestätigen' }).click()
  await expect(page.getByText('Firmendaten gespeichert')).toBeVisible()
  await expect(page.getByText('Meike Petersen')).toBeVisible()
})

test('a screen whose code has run out falls silent, asks nobody in the middle of typing, and goes on by its button', async ({ page }) => {
  const { email, companyId } = await enterAsProvider(page)
  await passCode(email)
  await openAlive(page, '/dashboard/firmendaten')
  await expect(page.getByText(/^Live, Stand/)).toBeVisible()
  await page.getByRole('button', { name: 'Bearbeiten' }).click()
  await page.getByLabel('Ansprechpartner *').fill('Meike Petersen')
  await loseCode(email)
  await askDatabase(`select pg_notify('live', json_build_object('companyId', $1::text, 'kind', 'company', 'id', $1::text)::text)`, [
    companyId,
  ])
  await expect(page.getByText(/^Angehalten, Stand/)).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByLabel('Ansprechpartner *')).toHaveValue('Meike Petersen')
  await page.getByRole('button', { name: 'Code eingeben' }).click()
  await codeField(page).fill(await readCode(email, 1))
  await page.getByRole('dialog').getByRole('button', { name: 'Bestätigen' }).click()
  await expect(page.getByText(/^Live, Stand/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Code eingeben' })).toBeHidden()
  await expect(page.getByLabel('Ansprechpartner *')).toHaveValue('Meike Petersen')
})

test('the gate on every width, light and dark', async ({ page }) => {
  const { email } = await enterAsProvider(page)
  await openAlive(page, '/dashboard')
  await expect(page.getByRole('button', { name: 'Code senden' })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Code senden' }).click()
  await readCode(email, 1)
  await codeField(page).fill('123')
  await codeField(page).press('Enter')
  await expectAccessibleEverywhere(page)
})

for (const area of ['', '/buchungen', '/firmendaten', '/bilder', '/auszahlung']) {
  test(`/dashboard${area} on every width, light and dark`, async ({ page }) => {
    test.setTimeout(120_000)
    const { email, companyId } = await enterAsProvider(page)
    await insertBookings(companyId)
    await passCode(email)
    await openAlive(page, `/dashboard${area}`)
    await expect(rail(page).getByRole('link')).toHaveText(['Übersicht', 'Buchungen32', 'Firmendaten', 'Bilder', 'Auszahlung'])
    await expect(page.locator('.sk')).toHaveCount(0)
    await expectAccessibleEverywhere(page)
    await page.setViewportSize({ width: 768, height: 1024 })
    await expectAccessible(page)
  })
}

const tile = (page: Page, label: string) => page.getByRole('region', { name: 'Kennzahlen' }).locator('div').filter({ hasText: label })

/** Holds the calls of an address back until it is let go. */
async function hold(page: Page, address: string) {
  let letGo = () => {}
  const held = new Promise<void>((done) => {
    letGo = done
  })
  await page.route(address, async (route) => {
    await held
    await route.continue()
  })
  return letGo
}

const paste = (page: Page, text: string) =>
  codeField(page).evaluate((input, pasted) => {
    const data = new DataTransfer()
    data.setData('text', pasted)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, text)

/** Books with a file, up to the payment page. */
async function bookWithFile(page: Page, { companyId, email }: { companyId: string; email: string }) {
  await openAlive(page, `/service/${companyId}`)
  await page.getByRole('button', { name: 'Jetzt buchen' }).first().click()
  await fillDetails(page, { email, amount: '138' })
  await page.getByRole('button', { name: 'Weiter' }).click()
  await page.getByLabel('Beschreibung').fill('Unterhaltsreinigung.\nBitte klingeln.')
  await page.locator('input[type=file]').setInputFiles(pdf())
  await expect(page.getByText('Grundriss.pdf')).toBeVisible()
  await expect(page.getByRole('progressbar')).toBeHidden()
  await page.getByRole('button', { name: 'Weiter' }).click()
  await page.getByRole('button', { name: 'Jetzt buchen & bezahlen' }).click()
  await expect(page).toHaveURL(/\/pay\/|\/c\/|cs_/)
}

/** Thirty that wait for their payment and two that were cancelled, from 101 to 132 euros. */
const insertBookings = (companyId: string) =>
  askDatabase(
    `insert into bookings
       (company_id, request_hash, service_title, customer_name, customer_email, customer_phone, location, description, booking_date,
        booking_time, amount_cents, booking_status, payment_status, expires_at, created_at, updated_at)
     select $1, gen_random_uuid()::text, 'Reinigung Service', 'Kundin ' || n || '.', 'k' || n || '@kunde.example', '', '20457 Hamburg', '', $2::date,
       '07:30', 10000 + n * 100, case when n > 30 then 'cancelled' else 'pending' end, case when n > 30 then 'failed' else 'pending' end,
       now() + interval '1 day', now() - n * interval '1 minute', now()
     from generate_series(1, 32) as n`,
    [companyId, soon()],
  )
