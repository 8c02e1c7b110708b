import { expect, type Locator, type Page } from '@playwright/test'
import { companyCalled, consentToEarlyStart, fillDetails, newAddress, openHydrated, pdf } from './fixtures.ts'

/** Helpers for the booking dialog. */

export const orderCall = '**/functions/v1/create-booking-payment'
export const orderLabel = 'Jetzt buchen & bezahlen'
/** Console message of the browser about a failed or refused response. */
export const failedAnswer = /Failed to load resource/

export const opener = (page: Page) =>
  page.getByRole('complementary', { name: 'Buchung und Kontakt' }).getByRole('button', { name: 'Jetzt buchen' })
export const goOn = (dialog: Locator) => dialog.getByRole('button', { name: 'Weiter' }).click()
export const expectStep = (dialog: Locator, name: string) => expect(dialog.getByRole('region', { name })).toBeVisible()
export const choose = (dialog: Locator, files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  dialog.locator('input[type=file]').setInputFiles(files)

export async function openDialog(page: Page, company = 'Glanzwerk Altona Gebäudereinigung') {
  await openHydrated(page, `/service/${await companyCalled(company)}`)
  await opener(page).click()
  const dialog = page.getByRole('dialog')
  await expectStep(dialog, 'Schritt 1 von 3')
  return dialog
}

export async function openSecondStep(page: Page, { company, email = newAddress() }: { company?: string; email?: string } = {}) {
  const dialog = await openDialog(page, company)
  await fillDetails(page, { email, amount: '138' })
  await goOn(dialog)
  await expectStep(dialog, 'Schritt 2 von 3')
  return dialog
}

export async function openLastStep(page: Page, { file, ...who }: { company?: string; email?: string; file?: boolean } = {}) {
  const dialog = await openSecondStep(page, who)
  if (file) {
    await choose(dialog, [pdf()])
    await expect(dialog.getByRole('status')).toHaveText('1 Datei hochgeladen.')
  }
  await goOn(dialog)
  await expectStep(dialog, 'Schritt 3 von 3')
  await consentToEarlyStart(page)
  return dialog
}

/** Waits until the field's accessible description contains a text. */
export const expectDescribed = (field: Locator, text: string) =>
  expect
    .poll(() =>
      field.evaluate((element) =>
        (element.getAttribute('aria-describedby') ?? '')
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent ?? '')
          .join(' '),
      ),
    )
    .toContain(text)

/** Asserts that no part of the dialog overflows its width. */
export async function expectNothingCut(dialog: Locator) {
  for (const part of [dialog, dialog.getByRole('region', { name: /^Schritt/ })]) {
    expect(await part.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
  }
}
