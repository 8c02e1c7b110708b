import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, newAddress, openHydrated, queryDatabase, test } from './fixtures.ts'
import { enterAsOperator } from './operatorHelpers.ts'
import { enterAsMember, enterAsOwner } from './ownerHelpers.ts'

const long = `${'Die Anfahrt stand nicht im Angebot und wurde trotzdem berechnet. '.repeat(8)}Ende.`
const short = 'Bitte um Rückruf.'

test('a button of an icon says after a while what it does, the next one at once, and Escape takes it away', async ({ page }) => {
  await page.clock.install()
  await openMessages(page)
  const settings = page.getByRole('link', { name: 'Einstellungen' })
  // The first tooltip also loads the code, so the delay is measured on a later one.
  await settings.hover()
  await expect(tip(page)).toHaveText('Einstellungen')
  await page.keyboard.press('Escape')
  await expect(tip(page)).toHaveCount(0)
  await restBeside(page)

  await holdTime(page)
  await settings.hover()
  await page.clock.runFor(450)
  await expect(tip(page)).toHaveCount(0)
  await page.clock.runFor(450)
  await expect(tip(page)).toHaveText('Einstellungen')
  await page.clock.resume()
  await expectAccessible(page)
  await settings.hover()
  await holdTime(page)
  // A mouse moves in steps: the tooltip stays open on the way from the button to it until the pointer leaves that way.
  const { x, y } = (await page.getByRole('link', { name: 'Protokoll' }).boundingBox()) ?? { x: 0, y: 0 }
  await page.mouse.move(x + 20, y + 20)
  await page.mouse.move(x + 28, y + 20, { steps: 4 })
  await expect(tip(page)).toHaveText('Protokoll')
  await page.clock.resume()

  await restBeside(page)
  await expect(tip(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'Zur Startseite' }).focus()
  await expect(tip(page)).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(settings.or(page.getByRole('link', { name: 'Protokoll' })).and(page.locator(':focus'))).toBeVisible()
  await expect(tip(page)).toHaveText(/^(Einstellungen|Protokoll)$/)
  await page.keyboard.press('Escape')
  await expect(tip(page)).toHaveCount(0)
  await page.setViewportSize({ width: 1280, height: 900 })
  await restBeside(page)
  await settings.hover()
  await page.waitForTimeout(900)
  await expect(tip(page)).toHaveCount(0)
})

test('a text that is cut can be read whole, one that is not has no tooltip', async ({ page }) => {
  await openMessages(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('cell', { name: short }).getByText(short).hover()
  await page.waitForTimeout(900)
  await expect(tip(page)).toHaveCount(0)
  await page.getByText(long).hover()
  await expect(tip(page)).toHaveText(long)
  await expectAccessible(page)

  const { companyId, companyName } = await enterAsOwner(page)
  await queryDatabase('update companies set description = $2 where id = $1', [companyId, long])
  await openHydrated(page, `/search?q=${companyName}`)
  await page.getByText(long).hover()
  await expect(tip(page)).toHaveText(long)
  // Above the first company's text are the buttons that sort.
  expect((await placeOf(tip(page))).top).toBeGreaterThanOrEqual((await placeOf(page.getByText(long).first())).bottom)
})

test('a tooltip at the edge of a narrow window stays in it, and describes what explains itself', async ({ page }) => {
  await enterAsMember(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await openHydrated(page, '/support')
  const own = page.getByRole('banner').locator('[data-tip]')
  await own.hover()
  await expect(tip(page)).toHaveText(/^Meine Buchungen: .+@/)
  await expect(own).toHaveAccessibleDescription(/^Meine Buchungen: .+@/)
  const { left, right } = await placeOf(tip(page))
  expect(left).toBeGreaterThanOrEqual(0)
  expect(right).toBeLessThanOrEqual(320)
  await page.keyboard.press('Escape')
  await expect(own).toHaveAccessibleDescription('')
})

test('a link of an icon whose words narrow screens leave out says them, a wide one does not', async ({ page }) => {
  await enterAsMember(page)
  await page.setViewportSize({ width: 700, height: 900 })
  await openHydrated(page, '/support')
  const dashboard = page.getByRole('banner').getByRole('link', { name: 'Dashboard' })
  await dashboard.hover()
  await expect(tip(page)).toHaveText('Dashboard')
  await restBeside(page)
  await expect(tip(page)).toHaveCount(0)
  await page.setViewportSize({ width: 1280, height: 900 })
  await dashboard.hover()
  await page.waitForTimeout(900)
  await expect(tip(page)).toHaveCount(0)
})

test('one Escape closes a dialog or a sheet, also while the tooltip of its cross is open', async ({ page }) => {
  await openMessages(page)
  await page.getByRole('button', { name: 'Ida Lang' }).first().click()
  const dialog = page.getByRole('dialog')
  await expectOneEscape(page, dialog.getByRole('button', { name: 'Dialog schließen' }))
  await expect(dialog).toHaveCount(0)

  await openHydrated(page, '/search')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expectOneEscape(page, page.getByRole('button', { name: 'Filter schließen' }))
})

async function expectOneEscape(page: Page, cross: Locator) {
  await expect(cross).toBeVisible()
  await cross.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(cross).toBeFocused()
  const name = (await cross.getAttribute('aria-label')) ?? ''
  await expect(tip(page)).toHaveText(name)
  await page.keyboard.press('Escape')
  await expect(cross).toBeHidden()
  await expect(tip(page)).toHaveCount(0)
}

async function placeOf(part: Locator) {
  const { x, y, width, height } = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { left: x, right: x + width, top: y, bottom: y + height }
}

const tip = (page: Page) => page.locator('.tooltip')

/** Stops the page's clock, so that the result does not depend on a busy machine. */
const holdTime = async (page: Page) => page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))

/** Waits until the next tooltip has its full delay again. */
async function restBeside(page: Page) {
  await page.mouse.move(2, 700, { steps: 20 })
  await page.waitForTimeout(450)
}

/** Two messages of one person, in a window so narrow that the header shows icons only. */
async function openMessages(page: Page) {
  const email = newAddress()
  for (const message of [long, short]) {
    await queryDatabase(
      `insert into contact_messages (name, email, topic, message, is_suspect, created_at) values ('Ida Lang', $1, 'other', $2, false, now())`,
      [email, message],
    )
  }
  await enterAsOperator(page)
  await page.setViewportSize({ width: 700, height: 900 })
  await openHydrated(page, `/admin/nachrichten?search=${email}`)
  await expect(page.getByText(short)).toBeVisible()
}
