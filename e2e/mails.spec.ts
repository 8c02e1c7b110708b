import { expect, expectAccessible, test } from './stage.ts'

test('every mail of the product can be read at 390 and 600 pixels, light and dark', async ({ page }) => {
  test.setTimeout(240_000)
  await page.goto('/__mails')
  const names = await page.locator('h2').allTextContents()
  expect(names.length).toBeGreaterThan(60)
  for (const name of names) {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/__mails/${name}.html`)
    await test.step(name, async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await expectAccessible(page)
      }
      await page.setViewportSize({ width: 600, height: 844 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(600)
    })
  }
})
