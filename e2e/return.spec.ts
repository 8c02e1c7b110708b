import type { Page } from '@playwright/test'
import { addresses, control, expect, expectAccessible, expectAccessibleEverywhere, placeBooking, queryDatabase, test } from './fixtures.ts'

const companyName = 'Eventschutz Ruhr'
const verifyCall = '**/functions/v1/verify-payment'
/** Console message of the browser about a failed or refused response. */
const failedAnswer = /Failed to load resource/

test('without both ids there is nothing to verify: a notification, and home', async ({ page }) => {
  for (const path of ['/payment-success', '/payment-success?session_id=cs_test_1', '/payment-success?booking_id=1']) {
    await page.goto(path)
    await expect(page.getByRole('alert').filter({ hasText: 'Keine gültige Session oder Buchungs-ID gefunden.' })).toHaveCount(1)
    await expect(page).toHaveURL('/')
  }
})

test('an unpaid session is polled for a while, and then on request', async ({ page }) => {
  const { sessionId, returnPath } = await placeBooking(companyName)
  let asked = 0
  await page.route(verifyCall, (route) => {
    asked += 1
    return route.continue()
  })
  await page.clock.install()
  await page.goto(returnPath)
  const note = page.getByRole('alert')
  await expect(note).toContainText('Zahlung wurde nicht bestätigt')
  await expect(note).toContainText('Wir prüfen automatisch weiter.')
  await expect
    .poll(async () => {
      await page.clock.fastForward(2_000)
      return asked
    })
    .toBe(4)
  await expect(note).toContainText('Sobald Ihre Zahlung eingeht, bekommen Sie eine E-Mail.')
  await expect(page.getByText('@eventschutz-ruhr.example')).toHaveCount(0)
  await expectAccessible(page)
  await expect(note.getByRole('link', { name: 'Jetzt bezahlen' })).toHaveAttribute(
    'href',
    new RegExp(`^${addresses.sandbox}.*${sessionId}`),
  )
  await expect(note.getByRole('link', { name: 'Zum Anbieter' })).toHaveAttribute('href', /^\/service\/[\w-]{36}$/)
  await expect(note.getByRole('link', { name: 'Support kontaktieren' })).toHaveAttribute('href', '/support')

  await control('pay', { session: sessionId })
  await note.getByRole('button', { name: 'Erneut prüfen' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihre Buchung ist bestätigt')
})

test('once the time to pay is over, the way leads to a new booking', async ({ page }) => {
  const { sessionId, returnPath } = await placeBooking(companyName)
  await control('expire', { session: sessionId })
  await page.goto(returnPath)
  const note = page.getByRole('alert')
  await expect(note).toContainText('Die Zeit für die Zahlung ist abgelaufen.')
  await expect(note.getByRole('link', { name: 'Beim Anbieter neu buchen' })).toHaveAttribute('href', /^\/service\/[\w-]{36}$/)
  await expect(note.getByRole('link', { name: 'Jetzt bezahlen' })).toHaveCount(0)
})

test('the receipt names the booking and the company, and a reload shows it again', async ({ page }) => {
  const { sessionId, bookingId, returnPath } = await placeBooking(companyName)
  await control('pay', { session: sessionId })
  await page.goto(returnPath)
  await expectReceipt(page, bookingId)
  await page.reload()
  await expectReceipt(page, bookingId)
})

test('the session of another booking opens nothing', async ({ page, allow }) => {
  allow(failedAnswer)
  const mine = await placeBooking(companyName)
  const other = await placeBooking(companyName)
  await control('pay', { session: mine.sessionId })
  await page.goto(`/payment-success?session_id=${mine.sessionId}&booking_id=${other.bookingId}`)
  const note = page.getByRole('alert')
  await expect(note).toContainText('Fehler bei der Zahlungsverifikation')
  await expect(note).toContainText('Buchung nicht gefunden')
  await expect(page.getByText('eventschutz-ruhr')).toHaveCount(0)
})

test('60 days after its date a booking no longer opens by its address', async ({ page, allow }) => {
  allow(failedAnswer)
  const { sessionId, bookingId, returnPath } = await placeBooking(companyName)
  await control('pay', { session: sessionId })
  await page.goto(returnPath)
  await expectReceipt(page, bookingId)
  await queryDatabase('update bookings set booking_date = current_date - 62 where id = $1', [bookingId])
  await page.reload()
  await expect(page.getByRole('alert').locator('b')).toHaveText('Buchung nicht gefunden')
  await expect(page.getByText('eventschutz-ruhr')).toHaveCount(0)
  await expectAccessibleEverywhere(page)
})

test("the subscription's parameters are forwarded to its own page", async ({ page, allow }) => {
  allow(failedAnswer)
  await page.goto('/payment-success?session_id=cs_test_1&setup=complete')
  await expect(page).toHaveURL('/payment-success-provider?session_id=cs_test_1&setup=complete')
})

async function expectReceipt(page: Page, bookingId: string) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihre Buchung ist bestätigt')
  const [company] = await queryDatabase('select email, contact_person, phone from companies where company_name = $1', [companyName])
  const receipt = page.getByRole('article')
  for (const text of [bookingId.slice(-8), 'Sicherheitsdienst nach Absprache', '138,00 €', '07:30 Uhr', 'Katrin Bergmann', companyName]) {
    await expect(receipt).toContainText(text)
  }
  for (const text of [company?.email, company?.contact_person, company?.phone]) await expect(receipt).toContainText(String(text))
}
