import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { readPdf } from '../tests/pdfText.ts'
import {
  addresses,
  companyCalled,
  control,
  expect,
  expectAccessibleEverywhere,
  expectToFitEverywhere,
  newAddress,
  openHydrated,
  queryDatabase,
  readMails,
  soon,
  test,
} from './fixtures.ts'

const companyName = 'Eventschutz Ruhr'
/** The browser's own message about a refused answer. */
const refused = /Failed to load resource/

/** Books with a file and pays, without the dialog; returns the link of the confirmation. */
async function paidBooking() {
  const email = newAddress()
  const upload = await fetch(`${addresses.product}/functions/v1/upload-booking-attachment`, {
    method: 'POST',
    headers: { 'content-type': 'application/pdf', 'x-file-name': 'Grundriss.pdf' },
    body: await readFile('e2e/grundriss.pdf'),
  })
  const cookie = upload.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const { id } = (await upload.json()) as { id: string }
  const booked = await fetch(`${addresses.product}/functions/v1/create-booking-payment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({
      companyId: await companyCalled(companyName),
      customerName: 'Katrin Bergmann',
      customerEmail: email,
      location: 'Schmale Gasse 12, 22767 Hamburg',
      date: soon(),
      time: '07:30',
      amount: 138,
      attachmentIds: [id],
    }),
  })
  const { url } = (await booked.json()) as { url: string }
  const sessionId = new URL(url).pathname.split('/').at(-1) ?? ''
  await control('pay', { session: sessionId })
  const [mail] = await readMails(email, 1)
  const link = /https?:\S+\/buchung\?token=[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? ''
  const [row] = await queryDatabase('select id from bookings where customer_email = $1', [email])
  return { email, link, bookingId: String(row?.id), number: String(row?.id).slice(-8) }
}

const textOf = async (download: Download) => readFile(await download.path())
async function download(page: Page, name: RegExp) {
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name }).click()
  return waiting
}

test('the link of the confirmation opens the booking: files, receipt, calendar, cancellation, money back, mails', async ({ page }) => {
  const { email, link, number } = await paidBooking()
  await page.goto(link)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Ihre Buchung ist bestätigt')
  await expect(heading).toBeFocused()
  // The URL no longer contains the token, yet a reload opens the booking.
  await expect(page).toHaveURL('/buchung')
  await page.reload()
  await expect(heading).toHaveText('Ihre Buchung ist bestätigt')
  const article = page.getByRole('article')
  for (const text of [number, 'So geht es weiter', 'können Sie kostenlos stornieren', 'Katrin Bergmann', '@eventschutz-ruhr.example']) {
    await expect(article).toContainText(text)
  }
  await expectAccessibleEverywhere(page)

  const file = await download(page, /^Herunterladen/)
  expect([file.suggestedFilename(), (await textOf(file)).subarray(0, 5).toString()]).toEqual(['Grundriss.pdf', '%PDF-'])
  const receipt = await download(page, /Zahlungsbeleg/)
  expect(receipt.suggestedFilename()).toBe(`zahlungsbeleg-${number}.pdf`)
  expect(readPdf(await textOf(receipt)).flat(2)).toContain('Zahlungsbeleg')
  const calendar = await download(page, /In den Kalender/)
  expect(calendar.suggestedFilename()).toBe(`termin-${number}.ics`)
  expect((await textOf(calendar)).toString()).toContain(`DTSTART:${soon().replaceAll('-', '')}T0`)

  await page.getByRole('button', { name: 'Buchung stornieren' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Sie bekommen 138,00 € zurück')
  await expect(dialog.getByRole('button', { name: 'Termin behalten' })).toBeFocused()
  await expectAccessibleEverywhere(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Buchung stornieren' })).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Buchung stornieren' }).click()
  await expect(heading).toHaveText('Diese Buchung ist storniert')
  await expect(heading).toBeFocused()
  await expect(page.getByText('@eventschutz-ruhr.example')).toHaveCount(0)
  await expectAccessibleEverywhere(page)

  const mails = await readMails(email, 3)
  expect(mails.map(({ subject }) => subject.replace(/[ :].*/, '')).sort()).toEqual(['Erstattung', 'Ihre', 'Ihre'])
  await page.reload()
  await expect(article).toContainText('Der Betrag wurde Ihnen erstattet.')
})

test('without a link that opens a booking a new one is asked for, and its mail opens it', async ({ page, allow }) => {
  allow(refused)
  const { email, number, link } = await paidBooking()
  await page.goto(`/buchung?token=${'x'.repeat(43)}`)
  await expect(page.getByRole('alert')).toContainText('Dieser Link ist ungültig oder abgelaufen.')
  await expect(page).toHaveURL('/buchung')
  await page.getByRole('button', { name: 'Neuen Link anfordern' }).click()
  const [numberField, emailField] = [page.getByLabel('Buchungsnummer'), page.getByLabel('E-Mail')]
  await expect(page.getByText('Bitte geben Sie die acht Zeichen der Buchungsnummer ein')).toBeVisible()
  await expect(page.getByText('Ungültige E-Mail-Adresse')).toBeVisible()
  await expect(numberField).toBeFocused()
  await expectToFitEverywhere(page)
  await numberField.fill(number.toUpperCase())
  await emailField.fill(email)
  await emailField.press('Enter')
  await expect(page.getByRole('status')).toContainText('Link angefordert')
  await expectToFitEverywhere(page)
  const [mail] = await readMails(email, 2)
  expect(mail?.subject).toBe(`Ihr neuer Link zur Buchung ${number}`)
  const fresh = /https?:\S+\/buchung\?token=[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? ''
  expect(fresh).not.toBe(link)
  await page.goto(fresh)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihre Buchung ist bestätigt')
})

test('a booking that cannot be loaded says so and is loaded on request', async ({ page, allow }) => {
  allow(refused)
  const { link } = await paidBooking()
  await page.route('**/functions/v1/get-booking', (route) => route.abort())
  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText('Die Buchung konnte nicht geladen werden')
  await expectAccessibleEverywhere(page)
  await page.unroute('**/functions/v1/get-booking')
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihre Buchung ist bestätigt')
})

test('less than a day before the appointment the page says why there is no cancellation; on the day it asks for a review', async ({
  page,
  allow,
}) => {
  allow(refused)
  const { link, bookingId } = await paidBooking()
  await openHydrated(page, link)
  const button = page.getByRole('button', { name: 'Buchung stornieren' })
  await expect(button).toBeVisible()
  // The cancellation period ends while the page is open.
  await queryDatabase(
    "update bookings set booking_date = (now() at time zone 'Europe/Berlin')::date + 1, booking_time = '00:00' where id = $1",
    [bookingId],
  )
  await button.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Buchung stornieren' }).click()
  await expect(page.getByText('Kostenlos stornieren konnten Sie bis 24 Stunden vor dem Termin.')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('Die Buchung wurde nicht storniert')
  await expect(button).toHaveCount(0)
  await expectAccessibleEverywhere(page)
  await queryDatabase("update bookings set booking_date = (now() at time zone 'Europe/Berlin')::date where id = $1", [bookingId])
  await page.reload()
  await expect(page.getByRole('link', { name: 'Bewertung schreiben' })).toHaveAttribute('href', /^\/bewerten\?token=[\w-]{43}$/)
  await expect(page.getByRole('link', { name: 'Vertrag widerrufen' }).first()).toHaveAttribute(
    'href',
    /^\/vertrag-widerrufen\?token=[\w-]{43}$/,
  )
  await expectToFitEverywhere(page)
  // A guest repeats a booking: the form is prefilled, and the URL contains none of the data.
  await page.getByRole('link', { name: 'Nochmal buchen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Termin buchen' })
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Katrin Bergmann')
  await expect(dialog.getByLabel('Wohin soll der Anbieter kommen?')).not.toHaveValue('')
  expect(page.url()).not.toContain('Bergmann')
})
