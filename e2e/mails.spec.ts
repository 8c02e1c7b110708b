import { expect, expectAccessible, test } from './fixtures.ts'

/** There are well over a hundred mails: several tests share them, so that each stays within its time. */
const parts = 4

for (let part = 0; part < parts; part++) {
  test(`every mail of the product can be read at 390 and 600 pixels, light and dark: part ${part + 1} of ${parts}`, async ({ page }) => {
    await page.goto('/__mails')
    const names = await page.locator('h2').allTextContents()
    expect(names.length).toBeGreaterThan(60)
    for (const name of names.filter((_, index) => index % parts === part)) {
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
}
