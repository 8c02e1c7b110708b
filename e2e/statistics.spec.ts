import type { Route } from '@playwright/test'
import { counterCall, counters, listen, readLines, skipWaits } from './counterStage.ts'
import { expect, openAlive, test } from './stage.ts'

test('while the counters load, three grey placeholders stand above their labels', async ({ page }) => {
  const waiting: Route[] = []
  await page.route(counterCall, (route) => void waiting.push(route))
  await page.goto('/')
  await expect(counters(page)).toHaveAttribute('aria-busy', 'true')
  const placeholders = counters(page).locator('.skeleton')
  await expect(placeholders).toHaveCount(3)
  for (const placeholder of await placeholders.all()) {
    await expect(placeholder).toBeVisible()
    expect(await placeholder.evaluate((element) => getComputedStyle(element).backgroundColor)).not.toBe('rgba(0, 0, 0, 0)')
  }
  expect(await readLines(page)).toEqual(['Verifizierte Anbieter', 'Erfolgreiche Buchungen', 'Kundenbewertungen'])

  await expect.poll(() => waiting.length).toBe(1)
  await waiting[0]?.fulfill({ json: [{ companies: 1, bookings: 1, reviews: 1 }] })
  await expect(placeholders).toHaveCount(0)
})

test('a number that is missing is 0', async ({ page }) => {
  await page.route(counterCall, (route) => route.fulfill({ json: [{ companies: 1234, bookings: 0 }] }))
  await page.goto('/')
  await expect(counters(page)).toHaveAttribute('aria-busy', 'false')
  expect(await readLines(page)).toEqual(['1.234+', 'Verifizierte Anbieter', '0', 'Erfolgreiche Buchungen', '0', 'Kundenbewertungen'])
  await expect(counters(page).getByText('+', { exact: true })).toHaveCount(1)
})

test('the counters of the demo are counted, not made up', async ({ page }) => {
  await page.goto('/')
  await expect(counters(page)).toHaveAttribute('aria-busy', 'false')
  const [companies, , bookings, , reviews] = await readLines(page)
  expect(companies).toMatch(/^2\d\+$/)
  expect(bookings).toMatch(/^(0|\d+\+)$/)
  // Other journeys add a few.
  expect(reviews).toMatch(/^[4-9]\d\+$/)
})

test('an empty answer is an error, too, and is logged as such', async ({ page, allow }) => {
  const logged = listen(page, allow)
  let asked = 0
  await page.route(counterCall, (route) => {
    asked += 1
    return route.fulfill({ json: [] })
  })
  await page.clock.install()
  await page.goto('/')
  await skipWaits(page, () => asked === 4)
  await expect(counters(page)).toHaveAttribute('aria-busy', 'false')
  expect(await readLines(page)).toContain('2+')
  expect(logged).toEqual([expect.stringContaining('No stats data returned')])
})

test('the counters are read again on reconnect, not on focus, and not while they are fresh', async ({ page, context }) => {
  let companies = 10
  await page.route(counterCall, (route) => {
    companies += 1
    return route.fulfill({ json: [{ companies, bookings: 1, reviews: 1 }] })
  })
  await page.clock.install()
  await openAlive(page, '/')
  await expect(counters(page)).toContainText('11+')

  await page.clock.fastForward(29_000)
  await reconnect()
  await page.clock.fastForward(60_000)
  const other = await context.newPage()
  await other.bringToFront()
  await page.bringToFront()
  await page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange'))
    window.dispatchEvent(new Event('focus'))
  })
  expect(companies).toBe(11)
  await reconnect()
  await expect(counters(page)).toContainText('12+')

  async function reconnect() {
    await context.setOffline(true)
    await context.setOffline(false)
  }
})
