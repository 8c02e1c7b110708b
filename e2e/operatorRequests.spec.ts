import type { Page } from '@playwright/test'
import { checkAccessibility, openRequestCompany, order, screens } from './appointmentHelpers.ts'
import { refused } from './dashboardHelpers.ts'
import { expect, openHydrated, queryDatabase, test } from './fixtures.ts'
import { enterAsOperator } from './operatorHelpers.ts'
import { enterAsOwner, passCode } from './ownerHelpers.ts'

test.beforeEach(({ allow }) => {
  allow(refused)
})

/** Opens the operator's list of a customer's requests, by state. */
const openList = (page: Page, state: string, email: string) => openHydrated(page, `/admin/anfragen?state=${state}&search=${email}`)

for (const screen of screens) {
  test(`the operator sees an open request, is warned when it is overdue, and finds it again at ${screen.width}`, async ({ page }) => {
    await page.setViewportSize(screen)
    const { email, bookingId } = await order(await openRequestCompany(page))
    const become = (change: string) => queryDatabase(`update appointments set ${change} where booking_id = $1`, [bookingId])
    await enterAsOperator(page)

    await openList(page, 'open', email)
    const row = page.getByRole('row').filter({ hasText: 'Dachrinne reinigen' })
    await expect(row).toContainText('138,00 €')
    await expect(row).toContainText('Angefragt')
    await expect(row).toContainText('wartet auf den Anbieter')
    await checkAccessibility(page, screen)
    await row.getByRole('button', { name: 'Katrin Bergmann' }).click()
    await expect(page.getByRole('dialog').getByText('Schmale Gasse 12, 22767 Hamburg')).toBeVisible()
    await checkAccessibility(page, screen)
    await openList(page, 'soon', email)
    await expect(page.getByText('Keine Anfrage gefunden')).toBeVisible()

    // No job ends a request that awaits another payment: only the PSP's event does, and none arrived.
    await become(`status = 'accepting'`)
    await become(`status = 'held', deadline_at = now() - interval '20 minutes'`)
    await openHydrated(page, '/admin')
    await expect(page.getByText(/^\d+ Anfragen? (ist|sind) überfällig$/)).toBeVisible()
    await checkAccessibility(page, screen)
    await page.getByRole('link', { name: 'Zu den Anfragen' }).click()
    await expect(page).toHaveURL(/\/admin\/anfragen\?state=overdue&sort=urgent$/)
    await openList(page, 'overdue', email)
    await expect(row.getByText('Überfällig')).toBeVisible()
    await checkAccessibility(page, screen)

    await become(`status = 'lapsed', deadline_at = null`)
    await openList(page, 'lapsed', email)
    await expect(row.getByText('Verfallen')).toBeVisible()
  })

  test(`both sides' lists of bookings say what is only asked for at ${screen.width}`, async ({ page }) => {
    await page.setViewportSize(screen)
    const { email, bookingId } = await order(await openRequestCompany(page))
    await enterAsOperator(page)
    const row = page.getByRole('row').filter({ hasText: 'Katrin Bergmann' })
    for (const { status, word } of [
      { status: 'requested', word: 'Angefragt' },
      { status: 'countered', word: 'Gegenvorschlag' },
    ]) {
      await queryDatabase('update appointments set status = $2 where booking_id = $1', [bookingId, status])
      await openHydrated(page, '/dashboard/buchungen')
      await expect(row.getByText(word)).toBeVisible()
      await checkAccessibility(page, screen)
      await openHydrated(page, `/admin/bookings?search=${email}`)
      await expect(row.getByText(word)).toBeVisible()
      await checkAccessibility(page, screen)
    }
    await row.getByRole('button', { name: 'Katrin Bergmann' }).click()
    await expect(page.getByRole('dialog').getByText('Gegenvorschlag')).toBeVisible()
  })
}

// Settings are shared: tests that change them run after all others, and alone.
test('what the operator says about appointments stands in the form of a new service', { tag: '@clock' }, async ({ page }) => {
  await enterAsOperator(page)
  const write = async (hours: Record<string, string>) => {
    await openHydrated(page, '/admin/settings')
    for (const [label, value] of Object.entries(hours)) await page.getByLabel(label).fill(value)
    await page.getByRole('button', { name: 'Einstellungen speichern' }).click()
  }
  const [answer, notice] = ['Antwort auf eine Anfrage (Stunden)', 'Vorlauf (Stunden)']
  await write({ [answer]: '73' })
  await expect(page.getByText('Antwort muss zwischen 4 und 72 Stunden liegen')).toBeVisible()
  await checkAccessibility(page)
  await write({ [answer]: '36', [notice]: '48' })
  await expect(page.getByText('Einstellungen gespeichert')).toBeVisible()

  const { email } = await enterAsOwner(page)
  await passCode(email)
  await openHydrated(page, '/dashboard/leistungen')
  await page.getByRole('button', { name: 'Eigene Leistung ohne Vorlage anlegen' }).click()
  await page.getByText('Termine: sofort oder auf Anfrage, Puffer, Vorlauf und Beginn').click()
  await expect(page.getByText('Auf Anfrage: Sie haben 36 Stunden, um anzunehmen.')).toBeVisible()
  await expect(page.getByLabel(notice)).toHaveValue('48')

  // A service on request can be a series, which is short if it can be booked only few days ahead.
  const few = page.getByText('Eine Serie alle 4 Wochen hat so höchstens 2 Termine, mit 180 Tagen 7.')
  await expect(few).toHaveCount(0)
  await page.getByRole('radio', { name: /^Auf Anfrage: Sie haben/ }).check()
  await expect(few).toBeVisible()
  await checkAccessibility(page)
  await page.getByLabel('Buchbar bis (Tage voraus)').fill('180')
  await expect(few).toHaveCount(0)

  await write({ [answer]: '24', [notice]: '24' })
  await expect(page.getByText('Einstellungen gespeichert')).toBeVisible()
})
