import type { Page } from '@playwright/test'
import { docxOf, docxType } from '../tests/attachmentFiles.ts'
import {
  choose,
  expectDescribed,
  expectNothingCut,
  expectStep,
  failedAnswer,
  goOn,
  openDialog,
  openSecondStep,
  orderLabel,
} from './dialogHelpers.ts'
import { addresses, consentToEarlyStart, expect, expectAccessibleEverywhere, fillDetails, newAddress, pdf, test } from './fixtures.ts'

const uploadCall = '**/functions/v1/upload-booking-attachment'

/**
 * A field of the first step, an invalid input, and the error text: each text once. The limits themselves are tested in
 * src/orders/bookings/rules.test.ts.
 */
const rules = [
  ['Name', 'K', 'Name muss zwischen 2 und 100 Zeichen lang sein'],
  ['E-Mail', 'katrin@', 'Ungültige E-Mail-Adresse'],
  ['Telefon', '+49 40&66969140', 'Ungültige Telefonnummer'],
  ['Wohin soll der Anbieter kommen?', 'HH', 'Ort muss zwischen 5 und 500 Zeichen lang sein'],
  ['Datum', '', 'Datum ist erforderlich'],
  ['Datum', '2020-01-02', 'Datum kann nicht in der Vergangenheit liegen'],
  ['Uhrzeit', '', 'Uhrzeit ist erforderlich'],
  ['Betrag', '10.000,01', 'Betrag muss zwischen 1 und 10.000 Euro liegen'],
  ['Betrag', 'viel', 'Betrag muss zwischen 1 und 10.000 Euro liegen'],
] as const

test.describe('the first step', () => {
  test('refuses each wrong field with its own words, at the field, with the focus there', async ({ page }) => {
    const dialog = await openDialog(page)
    await fillDetails(page, { email: newAddress(), amount: '138' })
    for (const [label, wrong, text] of rules) {
      await test.step(`${label}: ${wrong}`, async () => {
        const field = dialog.getByLabel(label, { exact: true })
        const right = await field.inputValue()
        await field.fill(wrong)
        await goOn(dialog)
        await expect(dialog.getByRole('alert')).toContainText('Validierungsfehler')
        await expect(dialog.getByRole('alert')).toContainText('Bitte korrigieren Sie die markierten Felder.')
        await expect(field).toHaveAttribute('aria-invalid', 'true')
        await expectDescribed(field, text)
        await expect(field).toBeFocused()
        await expect(dialog.locator('[aria-invalid]')).toHaveCount(1)
        await field.fill(right)
      })
    }
    await fillDetails(page, { email: newAddress(), amount: '10.000' })
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await goOn(dialog)
    await expectStep(dialog, 'Schritt 2 von 3')
  })

  test('all wrong at once: every field is marked, the summary leads to each, the first has the focus', async ({ page }) => {
    const dialog = await openDialog(page)
    await dialog.getByLabel('Betrag').fill('')
    await goOn(dialog)
    const wrong = ['Name', 'E-Mail', 'Wohin soll der Anbieter kommen?', 'Datum', 'Uhrzeit', 'Betrag']
    await expect(dialog.locator('[aria-invalid]')).toHaveCount(wrong.length)
    await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused()
    for (const label of wrong) {
      await dialog
        .getByRole('alert')
        .getByRole('link', { name: `Zum Feld „${label}“` })
        .click()
      await expect(dialog.getByLabel(label, { exact: true })).toBeFocused()
    }
    await expectAccessibleEverywhere(page, () => expectNothingCut(dialog))
  })

  test('reads amounts the German and the English way, and writes them the German way', async ({ page }) => {
    const dialog = await openDialog(page)
    const amount = dialog.getByLabel('Betrag')
    await expect(amount).toHaveValue('34,50')
    for (const [typed, written] of [
      ['34.50', '34,50'],
      ['138', '138,00'],
      ['1.234,5', '1.234,50'],
      ['1234,56 €', '1.234,56'],
    ] as const) {
      await amount.fill(typed)
      await amount.blur()
      await expect(amount).toHaveValue(written)
      await expect(dialog.getByRole('complementary', { name: 'Preis' })).toContainText(`${written} €`)
    }
    await amount.fill('0,5')
    await amount.blur()
    await expect(dialog.getByRole('complementary', { name: 'Preis' })).toContainText('Gesamtpreis–')
  })

  test('fits a desktop without scrolling, and shows the price while typing', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    const dialog = await openDialog(page)
    const hidden = await dialog
      .getByRole('region', { name: 'Schritt 1 von 3' })
      .evaluate((element) => element.scrollHeight - element.clientHeight)
    expect(hidden).toBeLessThanOrEqual(0)
    for (const label of ['Name', 'E-Mail', 'Telefon', 'Wohin soll der Anbieter kommen?', 'Datum', 'Uhrzeit', 'Betrag']) {
      await expect(dialog.getByLabel(label, { exact: true })).toBeInViewport({ ratio: 1 })
    }
    await expect(dialog.getByLabel('Datum')).toHaveAttribute('type', 'date')
    await expect(dialog.getByLabel('Uhrzeit')).toHaveAttribute('type', 'time')
  })

  test.describe('for a customer far away', () => {
    test.use({ timezoneId: 'America/New_York' })
    test("judges 'past' in Berlin", async ({ page }) => {
      await page.clock.setFixedTime('2027-03-05T23:30:00Z')
      const dialog = await openDialog(page)
      await fillDetails(page, { email: newAddress() })
      await dialog.getByLabel('Datum').fill('2027-03-05')
      await goOn(dialog)
      await expectDescribed(dialog.getByLabel('Datum'), 'Datum kann nicht in der Vergangenheit liegen')
      await dialog.getByLabel('Datum').fill('2027-03-06')
      await goOn(dialog)
      await expectStep(dialog, 'Schritt 2 von 3')
    })
  })
})

test.describe('the second step', () => {
  test('refuses a long description at the field', async ({ page }) => {
    const dialog = await openSecondStep(page)
    const description = dialog.getByLabel('Beschreibung')
    await description.fill('x'.repeat(1001))
    await goOn(dialog)
    await expect(dialog.getByRole('alert')).toContainText('Validierungsfehler')
    await expectDescribed(description, 'Beschreibung darf maximal 1000 Zeichen lang sein')
    await expect(description).toBeFocused()
    await description.fill('x'.repeat(1000))
    await goOn(dialog)
    await expectStep(dialog, 'Schritt 3 von 3')
  })

  test('refuses a file that is too large or of a wrong type, regardless of its name', async ({ page, allow }) => {
    allow(failedAnswer)
    const dialog = await openSecondStep(page)
    const files = dialog.getByRole('list', { name: 'Anhänge' }).getByRole('listitem')
    const refused: [string, string, Buffer, string][] = [
      ['Plan.pdf', 'application/pdf', Buffer.alloc(10 * 1024 * 1024 + 1), 'Datei zu groß'],
      ['Liste.txt', 'text/plain', Buffer.from('Guten Tag'), 'Ungültiger Dateityp'],
      ['Brief.pdf', 'application/pdf', Buffer.from('Guten Tag'), 'Ungültiger Dateityp'],
    ]
    for (const [name, mimeType, buffer, text] of refused) {
      await choose(dialog, [{ name, mimeType, buffer }])
      await expect(files.filter({ hasText: name }).getByRole('alert')).toContainText(text)
      await expect(files.filter({ hasText: name }).getByRole('button', { name: /erneut hochladen/ })).toHaveCount(0)
    }
    await expectAccessibleEverywhere(page, () => expectNothingCut(dialog))
    await goOn(dialog)
    await expectStep(dialog, 'Schritt 3 von 3')
    await expect(dialog).toContainText('Nicht hochgeladen: Plan.pdf, Liste.txt, Brief.pdf')
    await expectAccessibleEverywhere(page, () => expectNothingCut(dialog))
    await dialog.getByRole('button', { name: 'Zurück' }).click()
    for (const [name] of refused) await dialog.getByRole('button', { name: `${name} entfernen` }).click()
    await goOn(dialog)
    await expectStep(dialog, 'Schritt 3 von 3')
    await expect(dialog).not.toContainText('Nicht hochgeladen')
  })

  test('a file that is refused while the next step waits for it is named, and the next press goes on without it', async ({
    page,
    allow,
  }) => {
    allow(failedAnswer)
    const dialog = await openSecondStep(page)
    const arrive = await holdUploads(page)
    await choose(dialog, [{ name: 'Brief.pdf', mimeType: 'application/pdf', buffer: Buffer.from('Guten Tag') }])
    await goOn(dialog)
    await expect(dialog).toContainText('Eine Datei wird noch hochgeladen.')
    arrive()
    await expect(dialog).toContainText('Eine Datei wurde nicht hochgeladen.')
    await expectStep(dialog, 'Schritt 2 von 3')
    await goOn(dialog)
    await expectStep(dialog, 'Schritt 3 von 3')
  })

  test('takes the four kinds of files, five of them and no sixth', async ({ page }) => {
    const dialog = await openSecondStep(page)
    const stored = dialog.getByRole('list', { name: 'Anhänge' }).getByRole('listitem')
    await choose(dialog, [
      pdf(),
      { name: 'Raum.png', mimeType: 'image/png', buffer: pixel },
      { name: 'Auftrag.docx', mimeType: docxType, buffer: docxOf() },
    ])
    await expect(dialog.getByRole('status')).toHaveText('3 Dateien hochgeladen.')
    await choose(dialog, [pdf('Zwei.pdf'), pdf('Drei.pdf'), pdf('Vier.pdf')])
    const complaint = dialog.getByRole('alert')
    await expect(complaint).toContainText('Zu viele Dateien')
    await expect(complaint).toContainText('Maximal 5 Dateien erlaubt.')
    await expect(dialog.getByRole('status')).toHaveText('5 Dateien hochgeladen.')
    await expect(stored).toHaveCount(5)
    await dialog.getByRole('button', { name: 'Raum.png entfernen' }).click()
    await expect(complaint).toHaveCount(0)
    await choose(dialog, [pdf('Vier.pdf')])
    await expect(stored).toHaveCount(5)
    await expect(dialog.getByRole('status')).toHaveText('5 Dateien hochgeladen.')
    await goOn(dialog)
    await expectStep(dialog, 'Schritt 3 von 3')
    await expect(dialog).toContainText('Auftrag.docx')
    await expect(dialog).toContainText('Vier.pdf')
    await consentToEarlyStart(page)
    await dialog.getByRole('button', { name: orderLabel }).click()
    await expect(page).toHaveURL(new RegExp(`^${addresses.sandbox}`))
  })

  test('an upload that breaks off says so, and the retry brings the file', async ({ page, allow }) => {
    allow(failedAnswer)
    const dialog = await openSecondStep(page)
    await page.route(uploadCall, (route) => route.abort())
    await choose(dialog, [pdf()])
    const file = dialog.getByRole('list', { name: 'Anhänge' }).getByRole('listitem')
    await expect(file.getByRole('alert')).toContainText('Upload-Fehler')
    await page.unroute(uploadCall)
    await file.getByRole('button', { name: 'Grundriss.pdf erneut hochladen' }).click()
    await expect(dialog.getByRole('status')).toHaveText('1 Datei hochgeladen.')
    await expect(file.getByRole('alert')).toHaveCount(0)
  })

  test('a file on its way shows its progress and holds the next step back until it has arrived', async ({ page }) => {
    const dialog = await openSecondStep(page)
    const arrive = await holdUploads(page)
    await choose(dialog, [pdf()])
    await expect(dialog.getByRole('progressbar', { name: 'Grundriss.pdf wird hochgeladen' })).toBeVisible()
    await goOn(dialog)
    await expect(dialog).toContainText('Eine Datei wird noch hochgeladen.')
    await expectStep(dialog, 'Schritt 2 von 3')
    arrive()
    await expectStep(dialog, 'Schritt 3 von 3')
    await expect(dialog).toContainText('Grundriss.pdf')
  })

  test('typing during an upload is not interrupted by the next step', async ({ page }) => {
    const dialog = await openSecondStep(page)
    const arrive = await holdUploads(page)
    await choose(dialog, [pdf()])
    await goOn(dialog)
    await expect(dialog).toContainText('Eine Datei wird noch hochgeladen.')
    await dialog.getByLabel('Beschreibung').fill('Zwei Teeküchen.')
    await expect(dialog).not.toContainText('Eine Datei wird noch hochgeladen.')
    arrive()
    await expect(dialog.getByRole('status')).toHaveText('1 Datei hochgeladen.')
    await expectStep(dialog, 'Schritt 2 von 3')
    await goOn(dialog)
    await expectStep(dialog, 'Schritt 3 von 3')
  })
})

/** Delays uploads; returns the function that lets them finish. */
async function holdUploads(page: Page) {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  await page.route(uploadCall, async (route) => {
    await arrived
    await route.continue()
  })
  return arrive
}

const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
