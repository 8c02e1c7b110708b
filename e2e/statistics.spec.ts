import type { Page, Route } from '@playwright/test'
import { expect, openAlive, test } from './stage.ts'

const call = '**/rest/v1/rpc/get_homepage_stats'
/** The browser's own line about an answer that the test made fail. */
const failedAnswer = /Failed to load resource/

test('while the counters load, three grey placeholders stand above their labels', async ({ page }) => {
  const waiting: Route[] = []
  await page.route(call, (route) => void waiting.push(route))
  await page.goto('/')
  const counters = region(page)
  await expect(counters).toHaveAttribute('aria-busy', 'true')
  const placeholders = counters.locator('.sk')
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

test('each counter shows its number and a plus, or 0 when it is zero or missing', async ({ page }) => {
  await page.route(call, (route) => route.fulfill({ json: [{ companies: 1234, bookings: 0 }] }))
  await page.goto('/')
  await expect(region(page)).toHaveAttribute('aria-busy', 'false')
  expect(await readLines(page)).toEqual(['1.234+', 'Verifizierte Anbieter', '0', 'Erfolgreiche Buchungen', '0', 'Kundenbewertungen'])
  await expect(region(page).getByText('+', { exact: true })).toHaveCount(1)
})

test('the counters of the demo are counted, not made up', async ({ page }) => {
  await page.goto('/')
  await expect(region(page)).toHaveAttribute('aria-busy', 'false')
  const [companies, , bookings, , reviews] = await readLines(page)
  expect(companies).toMatch(/^2\d\+$/)
  expect(bookings).toMatch(/^(0|\d+\+)$/)
  // Other journeys write a few more.
  expect(reviews).toMatch(/^[4-9]\d\+$/)
})

test('when the counters cannot be read, three more tries are made, then fixed numbers stand there, and the error is logged', async ({
  page,
  allow,
}) => {
  allow(failedAnswer)
  const logged = listen(page, allow)
  let asked = 0
  await page.route(call, (route) => {
    asked += 1
    return route.fulfill({ status: 503, json: { error: 'Der Dienst ruht.', code: 'resting' } })
  })
  await page.clock.install()
  await page.goto('/')
  await expect.poll(() => asked).toBe(1)
  expect(await readLines(page)).toEqual(['Verifizierte Anbieter', 'Erfolgreiche Buchungen', 'Kundenbewertungen'])
  await skipWaits(page, () => asked === 4)
  await expect(region(page)).toHaveAttribute('aria-busy', 'false')
  expect(await readLines(page)).toEqual(['2+', 'Verifizierte Anbieter', '5+', 'Erfolgreiche Buchungen', '10+', 'Kundenbewertungen'])
  expect(logged).toEqual([expect.stringContaining('Der Dienst ruht.')])

  await page.clock.fastForward(60_000)
  expect(asked).toBe(4)
})

test('an empty answer is an error, too, and is logged as such', async ({ page, allow }) => {
  const logged = listen(page, allow)
  let asked = 0
  await page.route(call, (route) => {
    asked += 1
    return route.fulfill({ json: [] })
  })
  await page.clock.install()
  await page.goto('/')
  await skipWaits(page, () => asked === 4)
  await expect(region(page)).toHaveAttribute('aria-busy', 'false')
  expect(await readLines(page)).toContain('2+')
  expect(logged).toEqual([expect.stringContaining('No stats data returned')])
})

test('the counters are read again on reconnect, not on focus, and not while they are fresh', async ({ page, context }) => {
  let companies = 10
  await page.route(call, (route) => {
    companies += 1
    return route.fulfill({ json: [{ companies, bookings: 1, reviews: 1 }] })
  })
  await page.clock.install()
  await openAlive(page, '/')
  await expect(region(page)).toContainText('11+')

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
  await expect(region(page)).toContainText('12+')

  async function reconnect() {
    await context.setOffline(true)
    await context.setOffline(false)
  }
})

const region = (page: Page) => page.getByRole('region', { name: 'Handschlag in Zahlen' })

/** What can be read there, line by line; a soft hyphen is where a long word may break. */
const readLines = async (page: Page) =>
  (await region(page).locator('p').allTextContents()).map((line) => line.replaceAll('\u00ad', '')).filter(Boolean)

/** Jumps over the pauses between tries until it is done. */
const skipWaits = (page: Page, isDone: () => boolean) =>
  expect
    .poll(async () => {
      await page.clock.fastForward(5_000)
      return isDone()
    })
    .toBe(true)

/** What the page writes about its counters. */
function listen(page: Page, allow: (pattern: RegExp) => void) {
  allow(/statistics failed to load/)
  const lines: string[] = []
  page.on('console', (line) => {
    if (line.text().startsWith('statistics failed')) lines.push(line.text())
  })
  return lines
}
