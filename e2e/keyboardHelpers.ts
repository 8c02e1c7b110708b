import type { Locator, Page } from '@playwright/test'

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, target: Locator) {
  for (let stop = 0; stop < 60; stop++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('the keyboard does not get there')
}

/** Moves the focus there by Tab and presses Enter. */
export async function pressByKeyboard(page: Page, target: Locator) {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}
