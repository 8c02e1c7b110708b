import { agreed, checkAccessibility, screens } from './appointmentHelpers.ts'
import { refused } from './dashboardHelpers.ts'
import { awaitMails, expect, openHydrated, queryDatabase, test } from './fixtures.ts'
import { enterAsOperator } from './operatorHelpers.ts'

test.beforeEach(({ allow }) => {
  allow(refused)
})

for (const screen of screens) {
  test(`the operator reads both sides of an objection and decides it at ${screen.width}`, async ({ page }) => {
    await page.setViewportSize(screen)
    const { email, bookingId } = await agreed(page)
    await queryDatabase(
      `update appointments
      set starts_at = now() - interval '3 hours', ends_at = now() - interval '2 hours', status = 'missed', deadline_at = now() + interval '2 days'
      where booking_id = $1`,
      [bookingId],
    )
    const [mail] = await awaitMails(({ to }) => to === email, 1)
    await page.goto(/https?:\S+\/buchung\?token=[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? '')
    await page.getByRole('button', { name: 'Widersprechen' }).click()
    await page.getByLabel('Grund').fill('Ich habe eine Stunde gewartet.')
    await page.getByRole('button', { name: 'Widerspruch senden' }).click()
    await expect(page.getByText('Ihr Widerspruch ist angekommen')).toBeVisible()

    await enterAsOperator(page)
    await openHydrated(page, '/admin')
    await page.getByRole('main').getByRole('link', { name: 'Ansehen' }).click()
    await expect(page).toHaveURL(/\/admin\/widersprueche\?state=open/)
    await openHydrated(page, `/admin/widersprueche?search=${email}`)
    await page.getByRole('button', { name: 'Katrin Bergmann' }).click()
    const dialog = page.getByRole('dialog', { name: /^Widerspruch zu Buchung/ })
    await expect(dialog.getByText('Ich habe eine Stunde gewartet.')).toBeVisible()
    await checkAccessibility(page, screen)
    await dialog.getByRole('button', { name: 'Entscheiden' }).click()
    const deciding = page.getByRole('dialog', { name: 'Über den Widerspruch entscheiden' })
    await deciding.getByLabel('Der Kunde hat recht und bekommt alles zurück').check()
    await checkAccessibility(page, screen)
    await deciding.getByRole('button', { name: 'Entscheidung mitteilen' }).click()
    await deciding.getByLabel('Grund').fill('Der Anbieter war am falschen Ort.')
    await deciding.getByRole('button', { name: 'Entscheidung mitteilen' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Ja, entscheiden' }).click()
    await expect(page.getByText('Entscheidung gespeichert')).toBeVisible()
    await expect(dialog.getByText('Der Anbieter war am falschen Ort.')).toBeVisible()
    const [cancellationMail] = await awaitMails(({ to, subject }) => to === email && subject.startsWith('Ihre Buchung wurde storniert'), 1)
    expect(cancellationMail?.text).toContain('Der Anbieter war am falschen Ort.')
  })
}
