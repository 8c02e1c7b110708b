import { readLines } from './counterHelpers.ts'
import { expect, test } from './fixtures.ts'

test('the counters of the demo are counted, not made up', async ({ page }) => {
  await page.goto('/')
  const [companies, , bookings, , reviews] = await readLines(page)
  expect(companies).toMatch(/^2\d\+$/)
  expect(bookings).toMatch(/^(0|\d+\+)$/)
  // Other e2e tests add a few.
  expect(reviews).toMatch(/^[4-9]\d\+$/)
})
