import { checkAccessibility, screens } from './appointmentHelpers.ts'
import { refused } from './dashboardHelpers.ts'
import { expect, openHydrated, payWith, test } from './fixtures.ts'
import { enterAsMember, passCode } from './ownerHelpers.ts'
import { leaveForCheckout } from './signupHelpers.ts'

/** Card whose bank asks for a confirmation of every payment. */
const asking = '4000002760003184'

for (const screen of screens) {
  test(`an upgrade that the bank wants confirmed: nothing changes until it is, at ${screen.width}`, async ({ page, allow }) => {
    allow(refused)
    await page.setViewportSize(screen)
    const { email } = await enterAsMember(page)
    const { url } = await leaveForCheckout(page, 'Basic')
    await page.goto(url)
    await payWith(page, asking)
    await page.getByRole('button', { name: 'Zahlung bestätigen' }).click()
    await expect(page.getByRole('heading', { name: 'Ihre Firma ist freigeschaltet' })).toBeVisible()
    await passCode(email)
    await openHydrated(page, '/dashboard')
    const card = page.getByRole('region', { name: 'Plan und Abonnement' })
    await card.getByRole('button', { name: 'Zu Premium wechseln' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Zahlungspflichtig wechseln' }).click()
    await expect(card.getByText('Ihre Bank verlangt eine Bestätigung')).toBeVisible()
    await expect(card.getByRole('button', { name: 'Zu Premium wechseln' })).toBeVisible()
    await checkAccessibility(page, screen)

    const opened = page.waitForEvent('popup')
    await card.getByRole('link', { name: 'Zahlung bestätigen (neues Fenster)' }).click()
    const invoicePage = await opened
    await invoicePage.getByRole('button', { name: 'Jetzt bezahlen' }).click()
    await expect(invoicePage.getByRole('alert')).toContainText('Ihre Bank verlangt')
    await invoicePage.getByRole('button', { name: 'Zahlung bestätigen' }).click()
    await expect(invoicePage.getByText('Bezahlt')).toBeVisible()
    await invoicePage.close()
    await expect(card.getByRole('button', { name: 'Zu Basic wechseln' })).toBeVisible()
    await expect(card.getByText('Ihre Bank verlangt eine Bestätigung')).toBeHidden()
    await expect(card.getByText(/1,5\s%/)).toBeVisible()
  })
}
