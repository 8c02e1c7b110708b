import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Helpers for the three public counters of the home page. */

export const counterCall = '**/rest/v1/rpc/get_homepage_stats'

export const counters = (page: Page) => page.getByRole('region', { name: 'Handschlag in Zahlen' })

/** Text of the counters, line by line. */
export const readLines = async (page: Page) => (await counters(page).locator('p').allTextContents()).filter(Boolean)

/** Advances the clock over the pauses between tries until `isDone`. */
export const skipWaits = (page: Page, isDone: () => boolean) =>
  expect
    .poll(async () => {
      await page.clock.fastForward(5_000)
      return isDone()
    })
    .toBe(true)

/** Records what the page logs about its counters. */
export function listen(page: Page, allow: (pattern: RegExp) => void) {
  allow(/statistics failed to load/)
  const lines: string[] = []
  page.on('console', (line) => {
    if (line.text().startsWith('statistics failed')) lines.push(line.text())
  })
  return lines
}
