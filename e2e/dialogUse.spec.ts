import type { Locator, Page } from '@playwright/test'
import { choose, expectNothingCut, expectStep, goOn, openDialog, opener, orderLabel } from './dialogHelpers.ts'
import {
  addresses,
  companyCalled,
  expect,
  expectAccessibleEverywhere,
  fillDetails,
  newAddress,
  openHydrated,
  pdf,
  readMails,
  soon,
  test,
} from './fixtures.ts'
import { tabTo } from './keyboardHelpers.ts'

test('going back keeps everything, and each step can be used by everybody on every screen', async ({ page }) => {
  const email = newAddress()
  const dialog = await openDialog(page)
  await fillDetails(page, { email, amount: '138' })
  await expectAccessibleEverywhere(page, () => expectNothingCut(dialog))
  await page.setViewportSize({ width: 1280, height: 900 })
  await goOn(dialog)
  await dialog.getByLabel('Beschreibung').fill('Zwei Teeküchen.')
  await choose(dialog, [pdf()])
  await expect(dialog.getByRole('status')).toHaveText('1 Datei hochgeladen.')
  await expectAccessibleEverywhere(page, () => expectNothingCut(dialog))
  await goOn(dialog)
  await expectStep(dialog, 'Schritt 3 von 3')
  for (const text of ['Katrin Bergmann', email, 'Schmale Gasse 12', '138,00 €', 'Zwei Teeküchen.', 'Grundriss.pdf', '07:30 Uhr']) {
    await expect(dialog).toContainText(text)
  }
  await expectAccessibleEverywhere(page, async () => {
    await expectNothingCut(dialog)
    await expectOrderNotice(dialog)
  })

  await dialog.getByRole('button', { name: 'Zurück' }).click()
  await expect(dialog.getByLabel('Beschreibung')).toHaveValue('Zwei Teeküchen.')
  await expect(dialog.getByText('Grundriss.pdf')).toBeVisible()
  await dialog.getByRole('button', { name: 'Zurück' }).click()
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Katrin Bergmann')
  await expect(dialog.getByLabel('Betrag')).toHaveValue('138,00')
  await expect(dialog.getByLabel('Datum')).toHaveValue(soon())
  await goOn(dialog)
  await goOn(dialog)
  await dialog.getByRole('button', { name: 'Ändern: Einsatzort' }).click()
  await expect(dialog.getByLabel('Wohin soll der Anbieter kommen?', { exact: true })).toBeFocused()
})

test('closing asks only when something would be lost, and the focus returns to the opener', async ({ page }) => {
  const dialog = await openDialog(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener(page)).toBeFocused()

  await opener(page).click()
  await dialog.getByLabel('Name', { exact: true }).fill('Katrin Bergmann')
  const question = page.getByRole('alertdialog', { name: 'Buchung abbrechen?' })
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Dialog schließen' }).click(),
    () => dialog.getByRole('button', { name: 'Abbrechen' }).click(),
    // Waits until the content behind the confirmation is clickable again.
    () =>
      page
        .locator('.overlay')
        .first()
        .click({ position: { x: 5, y: 5 } }),
  ]) {
    await close()
    await expect(question).toContainText('Ihre Eingaben gehen verloren.')
    await expect(question.getByRole('button', { name: 'Weiter bearbeiten' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Katrin Bergmann')
  }
  // The second Escape arrives before the confirmation listens; it must be handled all the same.
  await page.evaluate(() => {
    for (let times = 0; times < 2; times += 1) document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', cancelable: true }))
  })
  await expect(dialog).toBeVisible()
  await expect(question).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expectAccessibleEverywhere(page)
  await question.getByRole('button', { name: 'Buchung abbrechen' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(opener(page)).toBeFocused()
  await opener(page).click()
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('')
})

/** Screen readers, and links to a field, need no Tab: none of the elements may be focusable. */
const expectOutOfReach = async (page: Page, behind: string) =>
  expect(
    await page.evaluate((selector) => {
      const found = [...document.querySelectorAll<HTMLElement>(selector)]
      for (const one of found) one.focus()
      return { isFound: found.length > 0, isReached: found.some((one) => one === document.activeElement) }
    }, behind),
  ).toEqual({ isFound: true, isReached: false })

test('behind a dialog the page can neither be reached nor scrolled, and a question does the same to the dialog', async ({ page }) => {
  const dialog = await openDialog(page)
  const before = await page.evaluate(() => scrollY)
  await page.mouse.move(5, 400)
  await page.mouse.wheel(0, 600)
  for (let stop = 0; stop < 40; stop += 1) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('header, main, footer') ?? null)).toBeNull()
  }
  expect(await page.evaluate(() => scrollY)).toBe(before)
  await expectOutOfReach(page, 'header a, main a, main button, footer a')
  await dialog.getByLabel('Name', { exact: true }).fill('Katrin Bergmann')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expect(page.locator('.dialog[inert]')).toHaveCount(1)
  await expectOutOfReach(page, '.dialog:not([role=alertdialog]) :is(input, button)')
  await page.getByRole('button', { name: 'Buchung abbrechen' }).click()
  await expect(page.locator('[inert]')).toHaveCount(0)
  await page.mouse.wheel(0, 600)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before)
})

test('the whole booking by keyboard alone', async ({ page }) => {
  const email = newAddress()
  await openHydrated(page, `/service/${await companyCalled('Glanzwerk Altona Gebäudereinigung')}`)
  await tabTo(page, opener(page))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused()
  const [year, month, day] = soon().split('-')
  for (const [label, typed] of [
    ['Name', 'Katrin Bergmann'],
    ['E-Mail', email],
    ['Telefon', '+49 40 66969140'],
    ['Wohin soll der Anbieter kommen?', '22767 Hamburg'],
    // The test browser's own fields have English format.
    ['Datum', `${month}${day}${year}`],
    ['Uhrzeit', '0730AM'],
    ['Betrag', '34,50'],
  ] as const) {
    const field = dialog.getByLabel(label, { exact: true })
    await tabTo(page, field)
    await page.keyboard.type(typed)
  }
  await expect(dialog.getByLabel('Datum')).toHaveValue(soon())
  await expect(dialog.getByLabel('Uhrzeit')).toHaveValue('07:30')
  await page.keyboard.press('Enter')
  await expectStep(dialog, 'Schritt 2 von 3')
  await tabTo(page, dialog.getByLabel('Beschreibung'))
  await page.keyboard.type('Zwei Teeküchen.')
  const chooser = page.waitForEvent('filechooser')
  await tabTo(page, dialog.locator('input[type=file]'))
  await page.keyboard.press('Space')
  await (await chooser).setFiles(pdf())
  await expect(dialog.getByRole('status')).toHaveText('1 Datei hochgeladen.')
  await tabTo(page, dialog.getByRole('button', { name: 'Weiter' }))
  await page.keyboard.press('Enter')
  await expectStep(dialog, 'Schritt 3 von 3')
  await tabTo(page, dialog.getByLabel(/^Ich verlange ausdrücklich/))
  await page.keyboard.press('Space')
  await tabTo(page, dialog.getByRole('button', { name: orderLabel }))
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(new RegExp(`^${addresses.sandbox}`))
  for (const [label, typed] of [
    ['Kartennummer', '4242424242424242'],
    ['Gültig bis', '1234'],
    ['Prüfnummer (CVC)', '123'],
    ['Name auf der Karte', 'Katrin Bergmann'],
  ] as const) {
    await tabTo(page, page.getByLabel(label))
    await page.keyboard.type(typed)
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihre Buchung ist bestätigt')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await readMails(email, 1)
})

/** Asserts that the notice and the total stand directly above the button, both visible without scrolling. */
async function expectOrderNotice(dialog: Locator) {
  const notice = dialog.getByText('Mit dem Klick bestellen Sie zahlungspflichtig.')
  const button = dialog.getByRole('button', { name: orderLabel })
  await expect(button).toHaveText(orderLabel)
  await expect(notice).toBeInViewport({ ratio: 1 })
  await expect(button).toBeInViewport({ ratio: 1 })
}
