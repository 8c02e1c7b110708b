import { checkAccessibility, screens } from './appointmentHelpers.ts'
import { addresses, awaitMails, expect, openHydrated, payWith, queryDatabase, test } from './fixtures.ts'
import { enterAsMember, passCode } from './ownerHelpers.ts'
import { cards, order, walkToOrder } from './signupHelpers.ts'

/** Finding P1: in flexible billing mode the PSP's portal cancels by a time and leaves `cancel_at_period_end` false. */
for (const screen of screens) {
  test(`a cancellation in the PSP's portal is shown, mailed and revoked in the dashboard, at ${screen.width}`, async ({ page }) => {
    await page.setViewportSize(screen)
    const { email } = await enterAsMember(page)
    const name = `Malermeister ${email.slice(8, 16)}`
    await walkToOrder(page, name)
    await order(page).click()
    await payWith(page, cards.pays)
    await expect(page.getByRole('heading', { name: 'Ihre Firma ist freigeschaltet' })).toBeVisible()
    await passCode(email)
    await openHydrated(page, '/dashboard')
    await page.getByRole('button', { name: 'Zahlungsmittel ändern' }).click()
    await expect(page).toHaveURL(new RegExp(`^${addresses.sandbox}`))
    await page.getByRole('button', { name: 'Abonnement kündigen' }).click()
    await expect(page.getByRole('status')).toHaveText('Das Abonnement endet mit dem Zeitraum.')
    await page.getByRole('link', { name: 'Zurück zum Anbieter' }).click()

    const note = page.getByText(/^Gekündigt zum \d\d\.\d\d\.\d{4}$/)
    // The event may arrive after the owner.
    await expect(async () => {
      await openHydrated(page, '/dashboard')
      await expect(note).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await checkAccessibility(page, screen)
    await awaitMails((mail) => mail.to === email && /kündig/i.test(mail.subject), 1)

    await page.getByRole('button', { name: 'Kündigung zurücknehmen' }).click()
    await expect(page.getByText('Kündigung zurückgenommen')).toBeVisible()
    await expect(note).toBeHidden()
    const [kept] = await queryDatabase(
      `select cancel_at_period_end, cancel_at from subscriptions join companies on companies.id = company_id where company_name = $1`,
      [name],
    )
    expect(kept).toEqual({ cancel_at_period_end: false, cancel_at: null })
  })
}
