import { agreed, checkAccessibility, screens } from './appointmentHelpers.ts'
import { refused } from './dashboardHelpers.ts'
import { awaitMails, expect, openHydrated, queryDatabase, saveScreenshot, test } from './fixtures.ts'

/** Console message of the browser about the refused response: the refund differs from the one shown. */
const conflict = /Failed to load resource: the server responded with a status of 409/

test.beforeEach(({ allow }) => {
  allow(refused)
  allow(conflict)
})

for (const screen of screens) {
  test(`a customer moves an appointment, reads what cancelling costs when, and cancels at ${screen.width}`, async ({ page }) => {
    await page.setViewportSize(screen)
    const { email, link, bookingId } = await agreed(page)
    await page.goto(link)
    await expect(page.getByText(/^Bis \w\w, 14:00 Uhr kostenlos · danach 50\s% zurück$/)).toBeVisible()
    await page.getByRole('button', { name: 'Termin verschieben' }).click()
    await page.getByRole('radio', { name: '14:30' }).check()
    await checkAccessibility(page, screen)
    await page.getByRole('button', { name: 'Termin verschieben' }).click()
    await expect(page.getByText('Ihr Termin ist verschoben')).toBeVisible()
    await expect(page.getByText('14:30 Uhr').first()).toBeVisible()
    await awaitMails(({ to, subject }) => to === email && subject.startsWith('Termin verschoben'), 1)

    // The appointment comes nearer while the page is open: the smaller refund is refused at first, and shown.
    await queryDatabase(
      `update appointments set starts_at = now() + interval '3 hours', ends_at = now() + interval '4 hours' where booking_id = $1`,
      [bookingId],
    )
    const cancel = async () => {
      await page.getByRole('button', { name: 'Buchung stornieren' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Buchung stornieren' }).click()
    }
    await cancel()
    await expect(page.getByText(/Wenn Sie jetzt stornieren, bekommen Sie 69,00\s€ zurück\.$/).first()).toBeVisible()
    await expect(page.getByText('Ihnen bleibt der Nachweis, dass kein oder ein geringerer Schaden entstanden ist.')).toBeVisible()
    await saveScreenshot(page, 'late')
    await cancel()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Diese Buchung ist storniert')
    await awaitMails(({ to, subject }) => to === email && subject.startsWith('Ihre Buchung wurde storniert'), 1)
    const [left] = await queryDatabase('select status, retained_cents from appointments where booking_id = $1', [bookingId])
    expect(left).toEqual({ status: 'cancelled', retained_cents: 6_900 })
  })

  test(`a company calls an appointment off with a reason at ${screen.width}`, async ({ page }) => {
    await page.setViewportSize(screen)
    const { email, bookingId } = await agreed(page)
    await openHydrated(page, '/dashboard/buchungen')
    await page.getByRole('button', { name: 'Katrin Bergmann' }).first().click()
    const dialog = page.getByRole('dialog').first()
    await expect(dialog.getByText('Vereinbart')).toBeVisible()
    await dialog.getByRole('button', { name: 'Termin absagen und vollständig erstatten' }).click()
    const question = page.getByRole('dialog', { name: 'Termin absagen?' })
    await checkAccessibility(page, screen)
    await question.getByLabel('Grund').fill('Krankheit')
    await question.getByRole('button', { name: 'Termin absagen und vollständig erstatten' }).click()
    await expect(page.getByText('Der Termin ist abgesagt')).toBeVisible()
    const [mail] = await awaitMails(({ to, subject }) => to === email && subject.startsWith('Ihre Buchung wurde storniert'), 1)
    expect(mail?.text).toContain('Krankheit')
    const [left] = await queryDatabase('select booking_status, cancelled_by from bookings where id = $1', [bookingId])
    expect(left).toEqual({ booking_status: 'cancelled', cancelled_by: 'company' })
  })
}
