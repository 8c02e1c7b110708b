import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { closeToasts } from './accountHelpers.ts'
import {
  companyCalled,
  control,
  expect,
  expectAccessibleEverywhere,
  expectToFitEverywhere,
  openHydrated,
  placeBooking,
  queryDatabase,
  readMails,
  test,
} from './fixtures.ts'
import { enterAsOperator } from './operatorHelpers.ts'

/** Console messages of the browser about responses that a test makes fail. */
const forced = /Failed to load resource: (the server responded with a status of (409|422|500|503)|net::ERR_FAILED)/
const company = 'Glanzwerk Altona Gebäudereinigung'

test('the operator finds a booking, gives a part back, and cancels the rest', async ({ page, allow }) => {
  allow(forced)
  const { bookingId, sessionId } = await paidBooking()
  await enterAsOperator(page)
  await openHydrated(page, '/admin/bookings')
  const area = page.getByRole('region', { name: 'Alle Buchungen' })
  await expect(area.getByRole('columnheader').first()).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 900 })

  await area.getByLabel('Kunde, Telefon, Anbieter, Leistung, Nummer oder Zahlung').fill(bookingId.slice(-8))
  await area.getByRole('button', { name: 'Suchen' }).click()
  await expect(page).toHaveURL(/search=/)
  await expect(area.getByText('1–1 von 1')).toBeVisible()
  const row = area.getByRole('row').filter({ hasText: company })
  for (const text of ['Bestätigt', 'Bezahlt', '138,00', '07:30 Uhr']) await expect(row.getByText(text).first()).toBeVisible()
  await row.getByRole('button', { name: 'Katrin Bergmann' }).click()
  const dialog = page.getByRole('dialog', { name: `Buchung ${bookingId.slice(-8)}` })
  for (const text of ['Schmale Gasse 12, 22767 Hamburg', sessionId.slice(-8), '2,07', '135,93']) {
    await expect(dialog.getByText(text).first()).toBeVisible()
  }
  await dialog.getByText('Hauptbuch (4 Zeilen)').click()
  await expect(dialog.getByText('Schuld an Anbieter')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.setViewportSize({ width: 1280, height: 900 })

  await refundPart(page)
  await expect(dialog.getByRole('region', { name: 'Erstattungen' }).getByText('Kürzer gearbeitet')).toBeVisible()
  await expect(dialog.getByText('Läuft', { exact: true })).toBeHidden()
  await expect(dialog.getByText('− 38,00')).toBeVisible()

  await dialog.getByRole('button', { name: 'Stornieren' }).click()
  const form = page.getByRole('dialog', { name: 'Buchung stornieren' })
  await form.getByRole('button', { name: 'Buchung stornieren' }).click()
  await expect(form.getByText('Bitte geben Sie einen Grund an (höchstens 500 Zeichen)')).toBeVisible()
  await form.getByLabel('Grund').fill('Der Anbieter ist krank')
  await expectAccessibleEverywhere(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await form.getByRole('button', { name: 'Buchung stornieren' }).click()
  const question = page.getByRole('alertdialog', { name: 'Buchung endgültig stornieren?' })
  await expect(question.getByText(/100,00\s€ gehen an Katrin Bergmann zurück/)).toBeVisible()
  await question.getByRole('button', { name: 'Ja, stornieren' }).click()
  await expect(page.getByText('Buchung storniert', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Der Anbieter ist krank').first()).toBeVisible()
  await expect(dialog.getByText('Diese Buchung ist bereits storniert.')).toBeVisible()
  await expect(dialog.getByText('Von dieser Buchung ist nichts mehr zu erstatten.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Schließen', exact: true }).click()
  await expect(row.getByText('Storniert', { exact: true })).toBeVisible()
  // The refund is pending for a moment.
  await expect(async () => {
    await area.getByRole('button', { name: 'Aktualisieren' }).click()
    await expect(row.getByText('Erstattet', { exact: true })).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  const [{ customer_email: email } = {}] = await queryDatabase('select customer_email from bookings where id = $1', [bookingId])
  const mails = await readMails(String(email), 4)
  expect(mails.filter(({ text }) => text.includes('Der Anbieter ist krank')).length).toBe(1)
})

test('an unpaid booking is cancelled, and its payment page is closed', async ({ page }) => {
  const { bookingId, sessionId } = await placeBooking(company)
  await enterAsOperator(page)
  await openHydrated(page, `/admin/bookings?search=${bookingId.slice(-8)}`)
  await page.getByRole('button', { name: 'Katrin Bergmann' }).click()
  const dialog = page.getByRole('dialog', { name: `Buchung ${bookingId.slice(-8)}` })
  await expect(dialog.getByText('Diese Buchung wurde nicht bezahlt.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Stornieren' }).click()
  await page.getByLabel('Grund').fill('Doppelt gebucht')
  await page.getByRole('button', { name: 'Buchung stornieren' }).click()
  await expect(page.getByText(/eine Zahlung, die noch eingeht, wird in voller Höhe erstattet/)).toBeVisible()
  await page.getByRole('button', { name: 'Ja, stornieren' }).click()
  await expect(dialog.getByText('Storniert', { exact: true }).first()).toBeVisible()
  const statusOf = async () => (await queryDatabase('select status from checkouts where session_id = $1', [sessionId]))[0]?.status
  await expect.poll(statusOf, { timeout: 30_000 }).toBe('expired')
})

test('the list of bookings: order, filters, pages and file', async ({ page, allow }) => {
  allow(forced)
  await placeBooking(company)
  await enterAsOperator(page)
  await openHydrated(page, '/admin/bookings')
  const area = page.getByRole('region', { name: 'Alle Buchungen' })
  await area.getByRole('button', { name: 'Betrag' }).click()
  await expect(page).toHaveURL(/sort=amountDesc/)
  await expect(area.getByRole('columnheader', { name: 'Betrag' })).toHaveAttribute('aria-sort', 'descending')
  await area.getByLabel('Buchung', { exact: true }).selectOption('Ausstehend')
  await expect(page).toHaveURL(/status=pending/)
  await expect(area.getByRole('row').filter({ hasText: 'Storniert' })).toHaveCount(0)
  const download = page.waitForEvent('download')
  await area.getByRole('button', { name: 'Als CSV herunterladen' }).click()
  expect(readFileSync(await (await download).path(), 'utf8')).toContain('Glanzwerk Altona')
  await page.goBack()
  await expect(page).not.toHaveURL(/status=/)
  await area.getByLabel('Kunde, Telefon, Anbieter, Leistung, Nummer oder Zahlung').fill('gibt es nicht')
  await page.keyboard.press('Enter')
  await expect(area.getByText('Keine Buchung gefunden')).toBeVisible()
  await area.getByRole('button', { name: 'Filter zurücksetzen' }).first().click()
  await expect(area.getByRole('row').nth(1)).toBeVisible()

  await area.getByRole('button', { name: 'Aktualisieren' }).click()
  await expect(page.getByText('Erfolgreich aktualisiert')).toBeVisible()
  await closeToasts(page)
})

test('the operator looks through reviews and deletes one', async ({ page, allow }) => {
  allow(forced)
  const author = `Önder Prüfmann ${Math.random().toString(36).slice(2, 8)}`
  await queryDatabase(
    `insert into reviews (company_id, customer_name, customer_email, rating, comment, created_at, published_at)
     select $1, $2, 'onder@kunde.example', n, 'Wort für Wort die Note ' || n, now() + n * interval '1 second', case when n > 1 then now() end
     from generate_series(1, 5) as n`,
    [await companyCalled(company), author],
  )
  await enterAsOperator(page)
  await openHydrated(page, '/admin/reviews')
  const area = page.getByRole('region', { name: 'Alle Bewertungen' })
  await expect(page.getByRole('region', { name: 'Kennzahlen der Bewertungen' }).getByText('Positiv')).toBeVisible()
  await area.getByLabel('Kunde, Anbieter oder Kommentar').fill(author.toUpperCase().replace('Ö', 'OE'))
  await page.keyboard.press('Enter')
  await expect(area.getByText('1–5 von 5')).toBeVisible()
  await expect(area.getByText('Wartet auf Bestätigung')).toBeVisible()
  await expectToFitEverywhere(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: '2 Sterne' }).click()
  await expect(page).toHaveURL(/stars=2/)
  await expect(area.getByText('1–1 von 1')).toBeVisible()
  await area.getByLabel('Sterne', { exact: true }).selectOption('1 Stern')
  await expect(area.getByText('Wort für Wort die Note 1')).toBeVisible()

  await area.getByRole('button', { name: `Bewertung von ${author}` }).click()
  const form = page.getByRole('dialog', { name: 'Bewertung löschen' })
  await form.getByRole('button', { name: 'Bewertung löschen' }).click()
  await expect(form.getByText('Bitte geben Sie einen Grund an (höchstens 500 Zeichen)')).toBeVisible()
  await form.getByLabel('Grund').fill('Beleidigend')
  await expectAccessibleEverywhere(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await form.getByRole('button', { name: 'Bewertung löschen' }).click()
  const question = page.getByRole('alertdialog', { name: 'Bewertung endgültig löschen?' })
  await expect(question.getByText(`Die Bewertung von ${author} verschwindet`)).toBeVisible()
  await question.getByRole('button', { name: 'Ja, löschen' }).click()
  await expect(page.getByText('Bewertung gelöscht')).toBeVisible()
  await expect(area.getByText('Keine Bewertung gefunden')).toBeVisible()
  const audit = await queryDatabase(`select after from audit_log where action = 'reviews.delete' order by at desc limit 1`)
  expect(audit).toMatchObject([{ after: { reason: 'Beleidigend' } }])
})

async function paidBooking() {
  const booked = await placeBooking(company)
  await control('pay', { session: booked.sessionId, card: '4000000000000077' })
  const paid = async () => (await queryDatabase('select booking_status from bookings where id = $1', [booked.bookingId]))[0]?.booking_status
  await expect.poll(paid, { timeout: 60_000 }).toBe('confirmed')
  return booked
}

/** Refunds 38,00 € of 138,00 €, after checking the error messages. */
async function refundPart(page: Page) {
  await page.getByRole('button', { name: 'Erstatten' }).click()
  const form = page.getByRole('dialog', { name: 'Geld erstatten' })
  await form.getByLabel('Ein Teil').check()
  await form.getByLabel('Betrag').fill('138,01')
  await form.getByRole('button', { name: 'Erstatten' }).click()
  await expect(form.getByText('So viel ist von dieser Buchung nicht mehr zu erstatten.')).toBeVisible()
  await expect(form.getByText('Bitte geben Sie einen Grund an (höchstens 500 Zeichen)')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await form.getByLabel('Betrag').fill('38')
  await form.getByLabel('Grund').fill('Kürzer gearbeitet')
  await form.getByRole('button', { name: 'Erstatten' }).click()
  const question = page.getByRole('alertdialog', { name: /38,00\s€ erstatten\?/ })
  await expect(question.getByText(/sinkt um 37,43\s€, und das lässt sich nicht rückgängig machen/)).toBeVisible()
  await question.getByRole('button', { name: 'Ja, erstatten' }).click()
  await expect(page.getByText('Erstattung veranlasst')).toBeVisible()
}
