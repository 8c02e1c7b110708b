import { openRequestCompany } from './appointmentHelpers.ts'
import { refused } from './dashboardHelpers.ts'
import { choose, expectStep, goOn, openDialog, opener } from './dialogHelpers.ts'
import {
  addresses,
  companyCalled,
  consentToEarlyStart,
  expect,
  fillDetails,
  newAddress,
  openHydrated,
  payWith,
  pdf,
  test,
} from './fixtures.ts'
import { translateEarly, translatePage } from './translatedHelpers.ts'

// docs/decisions/0047-translated-pages.md

test('a translated page is booked up to the payment, there and back in the dialog', async ({ page, allow }) => {
  // The receipt may be translated before it is hydrated.
  allow(/Minified React error #418/)
  allow(/the server responded with a status of 415/)
  await openHydrated(page, `/service/${await companyCalled('Glanzwerk Altona Gebäudereinigung')}`)
  await translatePage(page)
  await opener(page).click()
  const dialog = page.getByRole('dialog')
  await expectStep(dialog, 'Schritt 1 von 3')
  await goOn(dialog)
  await expect(dialog.getByRole('alert')).toContainText('Bitte korrigieren Sie die markierten Felder.')
  await fillDetails(page, { email: newAddress(), amount: '138' })
  await goOn(dialog)
  await expectStep(dialog, 'Schritt 2 von 3')
  await dialog.getByLabel('Beschreibung').fill('x'.repeat(820))
  await choose(dialog, [pdf()])
  await choose(dialog, [{ name: 'Plan.docx', mimeType: 'text/plain', buffer: Buffer.from('kein Bild') }])
  // The server refuses the file by its bytes; until then 'Weiter' waits.
  await expect(dialog.getByRole('list', { name: 'Anhänge' }).getByRole('alert')).toContainText('Ungültiger Dateityp')
  await goOn(dialog)
  await expectStep(dialog, 'Schritt 3 von 3')
  await dialog.getByRole('button', { name: 'Zurück' }).click()
  await dialog.getByRole('button', { name: 'Zurück' }).click()
  await expectStep(dialog, 'Schritt 1 von 3')
  await goOn(dialog)
  await goOn(dialog)
  await expectStep(dialog, 'Schritt 3 von 3')
  await consentToEarlyStart(page)
  await dialog.getByRole('button', { name: 'Jetzt buchen & bezahlen' }).click()
  await expect(page).toHaveURL(new RegExp(`^${addresses.sandbox}`))
  await payWith(page, '4242 4242 4242 4242')
  await expect(page).toHaveURL(/\/payment-success\?/)
  await translatePage(page)
  await expect(page.getByText('kontakt@glanzwerk-altona.example')).toBeVisible()
})

test('a translated request with times of a calendar goes to the last step', async ({ page, allow }) => {
  allow(refused)
  const { companyId } = await openRequestCompany(page)
  await openHydrated(page, `/service/${companyId}`)
  await translatePage(page)
  await page.getByRole('link', { name: 'Buchen Dachrinne reinigen' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /frei$/, disabled: false }).nth(1).check()
  await dialog.getByRole('radio', { name: /frei$/, disabled: false }).nth(2).check()
  await dialog.getByRole('radio', { name: '13:30' }).check()
  await goOn(dialog)
  await expect(dialog.getByRole('alert')).toContainText('Bitte korrigieren Sie die markierten Felder.')
  await dialog.getByLabel('Name').fill('Katrin Bergmann')
  await dialog.getByLabel('E-Mail').fill(newAddress())
  await dialog.getByLabel('Wohin soll der Anbieter kommen?').fill('Schmale Gasse 12, 22767 Hamburg')
  await goOn(dialog)
  await expectStep(dialog, 'Schritt 2 von 3')
  await goOn(dialog)
  await expectStep(dialog, 'Schritt 3 von 3')
  await dialog.getByRole('radio', { name: 'Unternehmen' }).check()
  await dialog.getByRole('radio', { name: 'Verbraucher' }).check()
  await expect(dialog.getByRole('button', { name: 'Zahlungspflichtig anfragen' })).toBeVisible()
})

test('the first tap survives a page that was translated before it came alive', async ({ page, allow }) => {
  allow(/Minified React error #418/)
  await translateEarly(page)
  await page.goto(`/service/${await companyCalled('Glanzwerk Altona Gebäudereinigung')}`)
  await expect(page.locator('font').first()).toBeAttached()
  await opener(page).click()
  await expectStep(page.getByRole('dialog'), 'Schritt 1 von 3')
})

test('a dialog that fails is closed, the page stays, and the draft goes on where it was', async ({ page, allow }) => {
  allow(/./)
  const dialog = await openDialog(page)
  const email = newAddress()
  await fillDetails(page, { email, amount: '138' })
  // Simulates a browser extension or a bug: React cannot remove the node that it rendered.
  await page.evaluate(() => {
    document.getElementById('booking-form')?.replaceChildren()
  })
  await goOn(dialog)
  await page.getByRole('button', { name: 'Buchung fortsetzen' }).first().click()
  await expectStep(dialog, 'Schritt 2 von 3')
  await dialog.getByRole('button', { name: 'Zurück' }).click()
  await expect(dialog.getByLabel('E-Mail', { exact: true })).toHaveValue(email)
  await expect(dialog.getByLabel('Betrag')).toHaveValue('138,00')
})

test('Back closes the dialog and stays on the page; with something typed it asks first', async ({ page }) => {
  const id = await companyCalled('Glanzwerk Altona Gebäudereinigung')
  await page.goto('/')
  await openHydrated(page, `/service/${id}`)
  await opener(page).click()
  const dialog = page.getByRole('dialog')
  await expectStep(dialog, 'Schritt 1 von 3')
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`/service/${id}$`))

  await opener(page).click()
  await expectStep(dialog, 'Schritt 1 von 3')
  await dialog.getByLabel('Name', { exact: true }).fill('Katrin Bergmann')
  await page.goBack()
  await page.getByRole('button', { name: 'Weiter bearbeiten' }).click()
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Katrin Bergmann')
  await page.goBack()
  await page.getByRole('button', { name: 'Buchung abbrechen' }).click()
  await expect(dialog).toHaveCount(0)

  // The dialog's own close button leaves no history entry.
  await opener(page).click()
  await expectStep(dialog, 'Schritt 1 von 3')
  await dialog.getByRole('button', { name: 'Dialog schließen' }).click()
  await expect(dialog).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/:\d+\/$/)
})
