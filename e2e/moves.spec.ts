import type { Page } from '@playwright/test'
import { agreed, checkAccessibility, screens } from './appointmentHelpers.ts'
import { refused } from './dashboardHelpers.ts'
import { awaitMails, expect, openHydrated, queryDatabase, test } from './fixtures.ts'

test.beforeEach(({ allow }) => {
  allow(refused)
})

/** The booking's dialog in the dashboard. */
async function openBooking(page: Page) {
  await openHydrated(page, '/dashboard/buchungen')
  await page.getByRole('button', { name: 'Katrin Bergmann' }).first().click()
  return page.getByRole('dialog').first()
}

const confirm = (page: Page, name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click()

for (const screen of screens) {
  test(`a company proposes another time, the customer accepts it at ${screen.width}`, async ({ page }) => {
    await page.setViewportSize(screen)
    const { email, bookingId } = await agreed(page)
    const dialog = await openBooking(page)
    await dialog.getByRole('button', { name: 'Verschieben …' }).click()
    await dialog.getByRole('radio', { name: '15:30' }).check()
    await checkAccessibility(page, screen)
    await dialog.getByRole('button', { name: 'Termin vorschlagen' }).click()
    await expect(page.getByText('Ihr Vorschlag ist gesendet')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Vorschlag zurückziehen' })).toBeVisible()
    await checkAccessibility(page, screen)

    const [mail] = await awaitMails(({ to, subject }) => to === email && subject.startsWith('Neuer Termin vorgeschlagen'), 1)
    await page.goto(/https?:\S+\/buchung\?token=[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? '')
    await expect(page.getByRole('heading', { name: 'Vorgeschlagener Termin' })).toBeVisible()
    await expect(page.getByText(/15:30 Uhr$/)).toBeVisible()
    await checkAccessibility(page, screen)
    await page.getByRole('button', { name: 'Vorschlag annehmen' }).click()
    await confirm(page, 'Vorschlag annehmen')
    await expect(page.getByText('Der Termin ist verschoben')).toBeVisible()
    await expect(page.getByText('15:30 Uhr').first()).toBeVisible()
    await awaitMails(({ to, subject }) => to === email && subject.startsWith('Termin verschoben'), 1)
    const [row] = await queryDatabase('select booking_time::text from bookings where id = $1', [bookingId])
    expect(row).toEqual({ booking_time: '15:30:00' })
  })

  test(`a customer proposes another time too late to move alone, the company declines it at ${screen.width}`, async ({ page }) => {
    await page.setViewportSize(screen)
    const { email, link, bookingId } = await agreed(page)
    const soonStart = `update appointments set starts_at = now() + interval '20 hours', ends_at = now() + interval '21 hours' where booking_id = $1`
    await queryDatabase(soonStart, [bookingId])
    await page.goto(link)
    await page.getByRole('button', { name: 'Termin vorschlagen' }).click()
    await page.getByRole('radio', { name: '15:30' }).check()
    await checkAccessibility(page, screen)
    await page.getByRole('button', { name: 'Termin vorschlagen' }).click()
    await expect(page.getByRole('button', { name: 'Vorschlag zurückziehen' })).toBeVisible()
    await checkAccessibility(page, screen)

    const dialog = await openBooking(page)
    await expect(dialog.getByText(/^Ihr Kunde schlägt diesen Termin vor\./)).toBeVisible()
    await checkAccessibility(page, screen)
    await dialog.getByRole('button', { name: 'Beim alten Termin bleiben' }).click()
    await confirm(page, 'Beim alten Termin bleiben')
    await expect(page.getByText('Es bleibt beim alten Termin', { exact: true })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Verschieben …' })).toBeVisible()
    await awaitMails(({ to, subject }) => to === email && subject.startsWith('Es bleibt beim alten Termin'), 1)
    const [row] = await queryDatabase(`select status from move_proposals where booking_id = $1`, [bookingId])
    expect(row).toEqual({ status: 'declined' })
  })
}

test('a consumer who moves into the period of withdrawal is asked for the early start', async ({ page, allow }) => {
  allow(/Failed to load resource: the server responded with a status of 409/)
  await page.setViewportSize({ width: 390, height: 844 })
  const { email, link, bookingId } = await agreed(page)
  await queryDatabase(`update bookings set customer_kind = 'consumer' where id = $1`, [bookingId])
  await page.goto(link)
  await page.getByRole('button', { name: 'Termin verschieben' }).click()
  await page.getByRole('radio', { name: '15:30' }).check()
  const consent = page.getByRole('checkbox', { name: /^Ich verlange ausdrücklich/ })
  await expect(consent).toBeVisible()
  await page.getByRole('button', { name: 'Termin verschieben' }).click()
  await expect(page.getByText(/^Bitte bestätigen Sie, dass die Leistung vor Ablauf der Widerrufsfrist beginnen soll/)).toBeVisible()
  await checkAccessibility(page)
  await consent.check()
  await page.getByRole('button', { name: 'Termin verschieben' }).click()
  await expect(page.getByText('Ihr Termin ist verschoben')).toBeVisible()
  const [mail] = await awaitMails(({ to, subject }) => to === email && subject.startsWith('Termin verschoben'), 1)
  expect(mail?.text).toContain('Ich verlange ausdrücklich')
})
