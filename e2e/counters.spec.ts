import type { Page, Route } from '@playwright/test'
import { hold } from './accountHelpers.ts'
import { counterCall, counters, listen, readLines, skipWaits } from './counterHelpers.ts'
import { type FaultyProduct, test } from './faultyProduct.ts'
import { expect, queryDatabase } from './fixtures.ts'

// If the server could not count, the browser requests the home page's counters.
test.beforeEach(({ allow }) => allow(/Failed to load resource/))

test('when the counters cannot be read, three more tries are made, then fixed numbers stand there, and the error is logged', async ({
  page,
  faulty,
  allow,
}) => {
  const logged = listen(page, allow)
  let calls = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/get_homepage_stats')) calls += 1
  })
  await page.clock.install()
  const letGo = await hold(page, counterCall)
  await openUncounted(page, faulty)
  await expect.poll(() => calls).toBe(1)
  expect(await readLines(page)).toEqual(['Verifizierte Anbieter', 'Erfolgreiche Buchungen', 'Kundenbewertungen'])
  await faulty.withoutTables(['bookings'], async () => {
    await letGo()
    await skipWaits(page, () => calls === 4)
    await expect(counters(page)).toHaveAttribute('aria-busy', 'false')
  })
  expect(await readLines(page)).toEqual(['2+', 'Verifizierte Anbieter', '5+', 'Erfolgreiche Buchungen', '10+', 'Kundenbewertungen'])
  expect(logged).toEqual([expect.stringContaining('Ein unerwarteter Fehler ist aufgetreten.')])
  await page.clock.fastForward(60_000)
  expect(calls).toBe(4)
})

test('each counter shows its number and a plus, or 0 where there is nothing to count', async ({ page }) => {
  await queryDatabase(
    `insert into companies (company_name, category, description, location, contact_person, email, phone, subscription_status, verified)
     select 'Zählwerk ' || n, 'Sonstiges', 'Zählt mit.', '27498 Helgoland', 'Ole Jensen', 'z' || n || '@zaehlwerk.example', '+49 40 66969150',
       'active', true
     from generate_series(1, 1234 - (select count(*)::int from companies where is_listed and verified)) as n`,
  )
  await queryDatabase('update reviews set published_at = null')
  try {
    await page.goto('/')
    await expect(counters(page)).toHaveAttribute('aria-busy', 'false')
    await expect(counters(page).getByText('+', { exact: true }).first()).toBeVisible()
    const [companies, first, , second, reviews, third] = await readLines(page)
    expect([companies, first, second]).toEqual(['1.234+', 'Verifizierte Anbieter', 'Erfolgreiche Buchungen'])
    expect([reviews, third]).toEqual(['0', 'Kundenbewertungen'])
  } finally {
    await queryDatabase(`delete from companies where email like '%@zaehlwerk.example'`)
  }
})

test('while the counters load, three grey placeholders stand above their labels', async ({ page, faulty }) => {
  const waiting: Route[] = []
  await page.route(counterCall, (route) => void waiting.push(route))
  await openUncounted(page, faulty)
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

test('a number that is missing is 0', async ({ page, faulty }) => {
  await page.route(counterCall, (route) => route.fulfill({ json: [{ companies: 1234, bookings: 0 }] }))
  await openUncounted(page, faulty)
  await expect(counters(page)).toHaveAttribute('aria-busy', 'false')
  expect(await readLines(page)).toEqual(['1.234+', 'Verifizierte Anbieter', '0', 'Erfolgreiche Buchungen', '0', 'Kundenbewertungen'])
  await expect(counters(page).getByText('+', { exact: true })).toHaveCount(1)
})

test('an empty answer is an error, too, and is logged as such', async ({ page, allow, faulty }) => {
  const logged = listen(page, allow)
  let calls = 0
  await page.route(counterCall, (route) => {
    calls += 1
    return route.fulfill({ json: [] })
  })
  await page.clock.install()
  await openUncounted(page, faulty)
  await skipWaits(page, () => calls === 4)
  await expect(counters(page)).toHaveAttribute('aria-busy', 'false')
  expect(await readLines(page)).toContain('2+')
  expect(logged).toEqual([expect.stringContaining('No stats data returned')])
})

test('the counters are read again on reconnect, not on focus, and not while they are fresh', async ({ page, context, faulty }) => {
  let companies = 10
  await page.route(counterCall, (route) => {
    companies += 1
    return route.fulfill({ json: [{ companies, bookings: 1, reviews: 1 }] })
  })
  await page.clock.install()
  await openUncounted(page, faulty)
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

/** Each with its own URL, so that no cached page is returned. */
const openUncounted = (page: Page, faulty: FaultyProduct) =>
  faulty.withoutTables(['bookings'], async () => {
    opened += 1
    await page.goto(`/?ungezaehlt=${opened}`)
  })
let opened = 0
