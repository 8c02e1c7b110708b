import { agreed, checkAccessibility, screens } from './appointmentHelpers.ts'
import { refused } from './dashboardHelpers.ts'
import { awaitMails, expect, openHydrated, queryDatabase, test } from './fixtures.ts'
import { enterAsOperator } from './operatorHelpers.ts'

test.beforeEach(({ allow }) => {
  allow(refused)
})

for (const screen of screens) {
  test(`a customer reports a problem, the company answers, the operator decides at ${screen.width}`, async ({ page }) => {
    await page.setViewportSize(screen)
    const { email, bookingId, link } = await agreed(page)
    await queryDatabase(
      `update appointments set starts_at = now() - interval '3 hours', ends_at = now() - interval '2 hours' where booking_id = $1`,
      [bookingId],
    )
    await page.goto(link)
    await page.getByRole('button', { name: 'Problem melden' }).click()
    const reporting = page.getByRole('dialog', { name: 'Problem melden' })
    await reporting.getByRole('button', { name: 'Problem melden' }).click()
    await expect(reporting.getByText('Bitte wählen Sie, was nicht stimmt')).toBeVisible()
    await reporting.getByLabel('Es ist niemand gekommen').check()
    await reporting.getByLabel('Was ist geschehen?').fill('Ich habe zwei Stunden gewartet.')
    await reporting.getByLabel('Alles zurück').check()
    await checkAccessibility(page, screen)
    await reporting.getByRole('button', { name: 'Problem melden' }).click()
    await expect(page.getByText('Ihre Meldung ist angekommen')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Ihr gemeldetes Problem' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Etwas stimmt nicht?' })).toBeHidden()
    await checkAccessibility(page, screen)

    await openHydrated(page, '/dashboard/buchungen')
    await expect(page.getByText('Problem gemeldet')).toBeVisible()
    await openHydrated(page, `/dashboard/buchungen?buchung=${bookingId}`)
    const booking = page.getByRole('dialog', { name: /^Buchung/ })
    await expect(booking.getByText('Ich habe zwei Stunden gewartet.')).toBeVisible()
    await expect(booking.getByRole('button', { name: 'Kunde nicht angetroffen' })).toBeHidden()
    await checkAccessibility(page, screen)
    await booking.getByRole('button', { name: 'Antworten' }).click()
    const answering = page.getByRole('dialog', { name: 'Auf das Problem antworten' })
    await answering.getByLabel('Ihre Antwort').fill('Ich stand vor der Tür.')
    await answering.getByLabel('Ein Teil').check()
    await answering.getByRole('button', { name: 'Antwort senden' }).click()
    await expect(answering.getByText('Betrag muss zwischen 0,01 und 10.000 Euro liegen')).toBeVisible()
    await answering.getByLabel('Betrag').fill('38')
    await checkAccessibility(page, screen)
    await answering.getByRole('button', { name: 'Antwort senden' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Ja, senden' }).click()
    await expect(page.getByText('Ihre Antwort ist gesendet')).toBeVisible()
    await expect(booking.getByText('Ich stand vor der Tür.')).toBeVisible()

    await page.goto(link)
    await page.getByRole('button', { name: 'Nicht einverstanden' }).click()
    const rejecting = page.getByRole('dialog', { name: 'Nicht einverstanden?' })
    await rejecting.getByLabel('Begründung').fill('Es war niemand da.')
    await rejecting.getByRole('button', { name: 'An uns übergeben' }).click()
    await expect(page.getByText('Wir prüfen beide Seiten und entscheiden.')).toBeVisible()

    await enterAsOperator(page)
    await openHydrated(page, `/admin/probleme?state=escalated&search=${email}`)
    await page.getByRole('button', { name: 'Katrin Bergmann' }).click()
    const dialog = page.getByRole('dialog', { name: /^Problem zu Buchung/ })
    await expect(dialog.getByText('Es war niemand da.')).toBeVisible()
    await checkAccessibility(page, screen)
    await dialog.getByRole('button', { name: 'Entscheiden' }).click()
    const deciding = page.getByRole('dialog', { name: 'Über das Problem entscheiden' })
    await deciding.getByLabel(/^Alles, was übrig ist/).check()
    await checkAccessibility(page, screen)
    await deciding.getByLabel('Grund').fill('Der Anbieter war am falschen Ort.')
    await deciding.getByRole('button', { name: 'Entscheidung mitteilen' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Ja, entscheiden' }).click()
    await expect(page.getByText('Entscheidung gespeichert')).toBeVisible()
    const [decisionMail] = await awaitMails(
      ({ to, subject }) => to === email && subject.startsWith('Entscheidung über das gemeldete Problem'),
      1,
    )
    expect(decisionMail?.text).toContain('Der Anbieter war am falschen Ort.')
    expect(decisionMail?.text).toMatch(/100,00\s€/)
  })
}
