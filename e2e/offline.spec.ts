import { openCalendar, order, screens } from './appointmentHelpers.ts'
import { refused } from './dashboardHelpers.ts'
import { expect, expectAccessible, openHydrated, saveScreenshot, test } from './fixtures.ts'
import { enterAsMember, enterAsOwner } from './ownerHelpers.ts'

test.use({ serviceWorkers: 'allow' })
test.beforeEach(({ allow }) => allow(refused))

for (const screen of screens) {
  test(`without a connection there is a page that says so, with the bookings kept on this device, at ${screen.width}`, async ({
    page,
    allow,
  }) => {
    allow(/net::ERR_INTERNET_DISCONNECTED/)
    await page.setViewportSize(screen)
    const { companyId } = await enterAsOwner(page)
    await openCalendar(companyId)
    const { link, bookingId } = await order({ companyId })
    await openHydrated(page, link.replace(/^https?:\/\/[^/]+/, ''))
    await expect(page.getByRole('heading', { name: 'Ihre Buchung ist bestätigt' })).toBeVisible()
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.context().setOffline(true)
    await page.goto('/search').catch(() => undefined)
    await expect(page.getByRole('heading', { name: 'Keine Verbindung' })).toBeVisible()
    // Nothing is stored without the user's choice.
    await expect(page.getByRole('heading', { name: 'Auf diesem Gerät gemerkte Termine' })).toBeHidden()
    await expectAccessible(page)
    await saveScreenshot(page, 'offline')

    // The page returns by itself: an earlier navigation would be aborted by that.
    await page.context().setOffline(false)
    await expect(page.getByRole('main')).not.toContainText('Keine Verbindung')
    await openHydrated(page, link.replace(/^https?:\/\/[^/]+/, ''))
    await page.getByRole('button', { name: 'Auf diesem Gerät speichern' }).click()
    await expect(page.getByRole('button', { name: 'Von diesem Gerät entfernen' })).toBeVisible()
    const kept = await page.evaluate(() => localStorage.getItem('offline-bookings'))
    expect(kept).toContain(bookingId.slice(-8))
    expect(kept).not.toMatch(/token|138|@/)
    await page.context().setOffline(true)
    await page.goto('/').catch(() => undefined)
    await expect(page.getByText('Schmale Gasse 12, 22767 Hamburg')).toBeVisible()
    await expectAccessible(page)
    await saveScreenshot(page, 'kept')
    await page.context().setOffline(false)
  })
}

test('behind the worker people sign in, are sent on, and get pages and refusals as without it', async ({ page, allow }) => {
  allow(/the server responded with a status of 404/)
  await openHydrated(page, '/')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await openHydrated(page, '/search?q=Reinigung')
  expect((await page.goto('/gibt-es-nicht'))?.status()).toBe(404)
  const { email } = await enterAsMember(page)
  await openHydrated(page, '/provider-dashboard')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('banner').getByText(`Hallo, ${email}`)).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: 'Abmelden' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Anmelden' })).toBeVisible()
  const names = await page.evaluate(() => caches.keys())
  expect(names).toEqual(['offline-3'])
})

test('the marketplace can be installed: manifest, and icons that are there', async ({ page }) => {
  await page.goto('/')
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = await (await page.request.get(href ?? '')).json()
  expect([manifest.name, manifest.display, manifest.start_url]).toEqual(['Handschlag', 'standalone', '/'])
  for (const { src, type } of manifest.icons) expect((await page.request.get(src)).headers()['content-type']).toBe(type)
})
