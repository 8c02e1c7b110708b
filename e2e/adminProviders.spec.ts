import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { closeToasts } from './accountHelpers.ts'
import {
  addresses,
  awaitMails,
  expect,
  expectAccessibleEverywhere,
  expectToFitEverywhere,
  openHydrated,
  placeBooking,
  queryDatabase,
  readMails,
  test,
} from './fixtures.ts'
import { enterAsOperator, fillCompany } from './operatorHelpers.ts'
import { enterAsOwner, passCode } from './ownerHelpers.ts'

/** The browser itself logs answers that a test makes fail on the console. */
const forced = /Failed to load resource: (the server responded with a status of (401|403|409|422|500)|net::ERR_FAILED)/
const own = () => Math.random().toString(36).slice(2, 10)
const iban = 'DE89 3704 0044 0532 0130 00'

test('a company is added, gets its code by mail and takes its profile over', async ({ page, browser, allow }) => {
  allow(forced)
  const name = `Kaimauer Anstriche ${own()}`
  const email = `post-${own()}@anbieter.example`
  await enterAsOperator(page)
  await openHydrated(page, '/admin/add-provider')
  const area = page.getByRole('region', { name: 'Neuer Anbieter' })
  const add = area.getByRole('button', { name: 'Anbieter hinzufügen' })
  await page.setViewportSize({ width: 1280, height: 900 })

  await add.click()
  const missing = [
    'Firmenname ist erforderlich',
    'Kategorie ist erforderlich',
    'E-Mail ist erforderlich',
    'Telefonnummer ist erforderlich',
    'Ansprechpartner ist erforderlich',
    'Standort ist erforderlich',
    'Beschreibung ist erforderlich',
  ]
  await expect(area.locator('.message')).toHaveText(missing)
  await expect(area.getByLabel('Firmenname')).toBeFocused()
  for (const label of ['Beschreibung *', 'Webseite', 'Stundensatz']) await expect(area.getByLabel(label, { exact: true })).toBeVisible()
  await expectToFitEverywhere(page)
  await page.setViewportSize({ width: 1280, height: 900 })

  await fillCompany(area, { name, email })
  await area.getByLabel('Kontoinhaber').fill('Kaimauer GmbH')
  await area.getByLabel('IBAN').fill('DE00 1234')
  await add.click()
  await expect(area.getByText('Ungültige IBAN')).toBeVisible()
  await area.getByLabel('IBAN').fill(iban)

  await add.click()
  await expect(area.getByText('Anbieter erfolgreich hinzugefügt')).toBeVisible()
  await expect(area.getByLabel('Firmenname')).toHaveValue('')
  await closeToasts(page)

  const [mail] = await readMails(email, 1)
  const code =
    /\b(\d{4}) (\d{4})\b/
      .exec(mail?.text ?? '')
      ?.slice(1, 3)
      .join('') ?? ''
  // A mail reaches the inbox a moment before the server records it as sent.
  const sent = async () =>
    (
      await queryDatabase(
        "select from sent_mails join claim_codes on occasion like '%' || mail_id join companies on companies.id = company_id where email = $1",
        [email],
      )
    ).length
  await expect.poll(sent).toBe(1)
  await area.getByRole('link', { name: `${name} ansehen` }).click()
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog.getByText('Die E-Mail mit dem Code ist verschickt')).toBeVisible()
  await expectAccessibleEverywhere(page)

  const other = await browser.newContext({ baseURL: addresses.product })
  const owner = await other.newPage()
  // An account with a company claims another one.
  const company = await enterAsOwner(owner)
  await passCode(company.email)
  await openHydrated(owner, '/dashboard/firmendaten')
  await owner.getByRole('button', { name: 'Firma mit Code übernehmen' }).click()
  await expectAccessibleEverywhere(owner)
  await owner.getByLabel('E-Mail der Firma').fill(email)
  await owner.getByLabel('8-stelliger Code').fill(code)
  await owner.getByRole('button', { name: 'Firma übernehmen' }).click()
  await expect(owner.getByRole('heading', { level: 1, name: `Dashboard - ${name}` })).toBeVisible()
  await expect(owner.locator('.dashboard-choice option').filter({ hasText: company.companyName })).toHaveCount(1)
  await other.close()
})

test('an answer without a company is none', async ({ page }) => {
  await enterAsOperator(page)
  await openHydrated(page, '/admin/add-provider')
  const area = page.getByRole('region', { name: 'Neuer Anbieter' })
  await fillCompany(area, { name: 'Kaimauer Anstriche', email: `post-${own()}@anbieter.example` })
  // Forced: the real server answers with the company or refuses.
  await page.route('**/functions/v1/admin-create-provider', (route) => route.fulfill({ json: {} }))
  await area.getByRole('button', { name: 'Anbieter hinzufügen' }).click()
  await expect(area.getByText('Keine Daten zurückgegeben')).toBeVisible()
})

test('the operator finds a company, changes it despite a concurrent change, and sees its bank details after a code', async ({
  page,
  allow,
}) => {
  allow(forced)
  const { name, id } = await addCompany(page)
  await openHydrated(page, '/admin/manage-providers')
  const area = page.getByRole('region', { name: 'Alle Anbieter' })
  await expect(area.getByRole('columnheader').first()).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 900 })
  await find(page, name)
  await area.getByLabel('Kategorie').selectOption('Catering')
  await expect(area.getByText('Kein Anbieter gefunden')).toBeVisible()
  await area.getByLabel('Kategorie').selectOption('Handwerk')
  await expect(page).toHaveURL(/category=Handwerk/)
  await page.reload()
  await expect(area.getByText('1–1 von 1')).toBeVisible()
  const download = page.waitForEvent('download')
  await area.getByRole('button', { name: 'Als CSV herunterladen' }).click()
  const file = readFileSync(await (await download).path(), 'utf8')
  expect(file.trim().split('\r\n')).toHaveLength(2)
  await area.getByRole('button', { name: 'Aktualisieren' }).click()
  await expect(page.getByText('Erfolgreich aktualisiert')).toBeVisible()
  await closeToasts(page)

  await area.getByRole('button', { name, exact: true }).click()
  await page.getByRole('dialog', { name }).getByRole('button', { name: 'Bearbeiten' }).click()
  const edit = page.getByRole('dialog', { name: `${name} bearbeiten` })
  const save = edit.getByRole('button', { name: 'Änderungen speichern' })
  await edit.getByLabel('Telefon').fill('')
  await save.click()
  await expect(edit.getByText('Telefon ist erforderlich')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await edit.getByLabel('Telefon').fill('+49 431 5550199')
  await queryDatabase(`update companies set contact_person = 'Neue Person', updated_at = now() where id = $1`, [id])
  await save.click()
  await expect(edit.getByText('Dieser Anbieter wurde inzwischen geändert.').first()).toBeVisible()
  await closeToasts(page)
  await edit.getByRole('button', { name: 'Neuen Stand laden' }).click()
  await expect(edit.getByLabel('Ansprechpartner')).toHaveValue('Neue Person')
  await expect(edit.getByLabel('Telefon')).toHaveValue('+49 431 5550199')
  await save.click()
  await expect(page.getByText('Anbieter gespeichert')).toBeVisible()
  await closeToasts(page)
  const [row] = await queryDatabase('select phone, contact_person from companies where id = $1', [id])
  expect(row).toEqual({ phone: '+49 431 5550199', contact_person: 'Neue Person' })

  await page.getByRole('dialog', { name }).getByRole('button', { name: 'Bankdaten' }).click()
  const bank = page.getByRole('dialog', { name: `Bankdaten: ${name}` })
  await expect(bank.getByText('DE89 •••• •••• •••• ••30 00')).toBeVisible()
  await bank.getByRole('button', { name: 'Unmaskiert anzeigen' }).click()
  await expect(bank.getByLabel('6-stelliger Code')).toBeFocused()
  await expectAccessibleEverywhere(page)
  await bank.getByLabel('6-stelliger Code').fill(await freshCode())
  await bank.getByRole('button', { name: 'Code bestätigen' }).click()
  await expect(bank.getByText(iban)).toBeVisible()
  await expectAccessibleEverywhere(page)
  const auditEntries = await queryDatabase(`select 1 from audit_log where object_id = $1 and action = 'payouts.viewBankDetails'`, [id])
  expect(auditEntries).toHaveLength(1)
})

test('a company is suspended, released and deleted for good; one that was paid is archived and its customer gets the money back', async ({
  page,
  allow,
}) => {
  allow(forced)
  const { name, id, email } = await addCompany(page)
  await openHydrated(page, `/admin/manage-providers?${new URLSearchParams({ search: name })}`)
  await page.getByRole('button', { name, exact: true }).click()
  const dialog = page.getByRole('dialog', { name, exact: true })
  await dialog.getByRole('button', { name: 'Sperren' }).click()
  const suspend = page.getByRole('dialog', { name: `${name} sperren?` })
  await suspend.getByRole('button', { name: 'Sperren' }).click()
  await expect(suspend.getByText('Bitte geben Sie einen Grund an', { exact: true })).toBeVisible()
  await expect(suspend.getByText('Bitte geben Sie einen Grund für den Anbieter an')).toBeVisible()
  await suspend.getByLabel('Interner Grund').fill('Beschwerden')
  await suspend.getByLabel('Grund für den Anbieter').fill('Mehrere Kunden haben sich beschwert.')
  await expectAccessibleEverywhere(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await suspend.getByRole('button', { name: 'Sperren' }).click()
  await expect(dialog.getByText('Gesperrt', { exact: true })).toBeVisible()
  expect((await page.request.get(`/service/${id}`)).status()).toBe(404)
  await dialog.getByRole('button', { name: 'Sperre aufheben' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ja, Sperre aufheben' }).click()
  await expect(dialog.getByText('Sichtbar', { exact: true })).toBeVisible()
  await closeToasts(page)

  await dialog.getByRole('button', { name: 'Löschen' }).click()
  const removal = page.getByRole('dialog', { name: `${name} endgültig löschen?` })
  await expect(removal.getByText('Das kann nicht rückgängig gemacht werden.')).toBeVisible()
  await expect(removal.getByText('Es gibt keine Buchungen.')).toBeVisible()
  await expect(removal.getByRole('button', { name: 'Abbrechen' })).toBeFocused()
  await expectAccessibleEverywhere(page)
  await page.setViewportSize({ width: 1280, height: 900 })

  const booking = await paidBooking(name)
  await removal.getByRole('button', { name: 'Endgültig löschen' }).click()
  const archive = page.getByRole('dialog', { name: `${name} archivieren?` })
  await expect(archive.getByText('Inzwischen hat sich etwas geändert.', { exact: false }).first()).toBeVisible()
  await expect(archive.getByText(/1 bevorstehender Termin wird storniert, 138,00\s€ gehen an/)).toBeVisible()
  await closeToasts(page)
  await expectAccessibleEverywhere(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await archive.getByRole('button', { name: 'Archivieren' }).click()
  await expect(page.getByText('Anbieter archiviert')).toBeVisible()
  await expect(page.getByText('Kein Anbieter gefunden')).toBeVisible()
  await expect
    .poll(() => stateOf(booking.bookingId), { timeout: 60_000 })
    .toEqual({ booking_status: 'cancelled', payment_status: 'refunded' })
  expect((await page.request.get(`/service/${id}`)).status()).toBe(404)
  await awaitMails(({ to, subject }) => to === email && subject === 'Ihr Anbieterprofil wurde gelöscht', 1)

  const bare = await addCompany(page)
  await openHydrated(page, `/admin/manage-providers?${new URLSearchParams({ search: bare.name })}`)
  await page.getByRole('button', { name: bare.name, exact: true }).click()
  await page.getByRole('dialog', { name: bare.name, exact: true }).getByRole('button', { name: 'Löschen' }).click()
  await page.getByRole('button', { name: 'Endgültig löschen' }).click()
  await expect(page.getByText('Anbieter gelöscht')).toBeVisible()
  expect(await queryDatabase('select 1 from companies where id = $1', [bare.id])).toEqual([])
})

/** A company used by this test only, created by the API. */
async function addCompany(page: Page) {
  await enterAsOperator(page)
  const [name, email] = [`Mole Anstriche ${own()}`, `post-${own()}@anbieter.example`]
  const answer = await page.request.post('/functions/v1/admin-create-provider', {
    data: {
      ...{ company_name: name, category: 'Handwerk', email, phone: '+49 40 66969102', contact_person: 'Jonte Harms' },
      ...{ location: '27498 Helgoland', description: 'Wir streichen Mauern am Wasser.', website: '', hourly_rate: '' },
      ...{ account_holder: 'Mole GmbH', bank_account: iban, bank_code: '' },
    },
  })
  const { company } = await answer.json()
  return { name, email, id: String(company.id) }
}

async function find(page: Page, name: string) {
  await page.getByLabel('Firma, Standort oder Ansprechpartner').fill(name)
  await page.getByRole('button', { name: 'Suchen' }).click()
  await expect(page.getByText('1–1 von 1')).toBeVisible()
}

/** Newest code that was mailed to confirm an action. */
async function freshCode() {
  const [mail] = await awaitMails(({ to, subject }) => to === 'admin@handschlag.example' && subject === 'Ihr Code zum Bestätigen', 1)
  return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? ''
}

async function paidBooking(name: string) {
  const booking = await placeBooking(name)
  await fetch(`${addresses.sandbox}/__control/pay`, {
    method: 'POST',
    body: JSON.stringify({ session: booking.sessionId, card: '4000000000000077' }),
    headers: { 'content-type': 'application/json' },
  })
  await expect.poll(async () => (await stateOf(booking.bookingId)).payment_status, { timeout: 60_000 }).toBe('paid')
  return booking
}

async function stateOf(bookingId: string) {
  const [row] = await queryDatabase('select booking_status, payment_status from bookings where id = $1', [bookingId])
  return { booking_status: row?.booking_status, payment_status: row?.payment_status }
}
