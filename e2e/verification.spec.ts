import { addDays, berlinDay, formatDate } from '../src/platform/kit/dates.ts'
import { checkAccessibility, screens } from './appointmentHelpers.ts'
import { expect, expectToFitEverywhere, openHydrated, pdf, test } from './fixtures.ts'
import { enterAsOperator } from './operatorHelpers.ts'
import { enterAsOwner, passCode } from './ownerHelpers.ts'

for (const screen of screens) {
  test(`a company shows evidence, the operator decides, and the sign appears at ${screen.width}`, async ({ page, browser }) => {
    await page.setViewportSize(screen)
    const { companyId, companyName, email } = await enterAsOwner(page)
    await passCode(email)
    await openHydrated(page, '/dashboard/firmendaten')
    const card = page.getByRole('region', { name: 'Verifizierung' })
    await card.getByRole('button', { name: 'Verifizierung beantragen' }).click()
    await expect(card.getByRole('alert')).toContainText('Bitte laden Sie zuerst mindestens einen Nachweis hoch.')
    await card.getByRole('radio', { name: 'Betriebshaftpflicht' }).check()
    await card
      .locator('input[type=file]')
      .setInputFiles({ name: 'tabelle.xlsx', mimeType: 'application/vnd.ms-excel', buffer: Buffer.from('x') })
    await expect(card.getByRole('alert').filter({ hasText: 'tabelle.xlsx: Erlaubt sind PNG, JPEG und PDF.' })).toBeVisible()
    await card.locator('input[type=file]').setInputFiles(pdf('police.pdf'))
    await expect(card.getByRole('list', { name: 'Ihre Nachweise' })).toContainText('Betriebshaftpflicht: police.pdf')
    await checkAccessibility(page, screen)
    await expectToFitEverywhere(page)
    await card.getByRole('button', { name: 'Verifizierung beantragen' }).click()
    await expect(card).toContainText('Ihr Antrag wird geprüft')

    const desk = await (await browser.newContext({ viewport: screen })).newPage()
    await enterAsOperator(desk)
    await openHydrated(desk, '/admin/verifizierungen?state=open')
    await desk.getByRole('button', { name: companyName }).click()
    const dialog = desk.getByRole('dialog', { name: companyName })
    const saved = desk.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Betriebshaftpflicht: police.pdf' }).click()
    expect((await saved).suggestedFilename()).toBe('police.pdf')
    await dialog.getByRole('button', { name: 'Ablehnen' }).click()
    await expect(dialog.getByText('Bitte begründen Sie die Entscheidung')).toBeVisible()
    await checkAccessibility(desk, screen)
    await dialog.getByRole('button', { name: 'Verifizieren' }).click()
    await expect(dialog.getByText('Bitte geben Sie an, bis wann die Betriebshaftpflicht gilt')).toBeVisible()
    await checkAccessibility(desk, screen)
    const until = addDays(berlinDay(new Date()), 200)
    await dialog.getByLabel('Betriebshaftpflicht gültig bis').fill(formatDate(until))
    // By key: the message of the refusal lies over the button on a wide screen.
    await dialog.getByRole('button', { name: 'Verifizieren' }).press('Enter')
    await expect(dialog).toBeHidden()

    const line = `Betriebshaftpflicht geprüft, gültig bis ${formatDate(until)}`
    await expect(card).toContainText('Ihre Firma ist verifiziert.')
    await expect(card.getByRole('list', { name: 'Geprüfte Nachweise' })).toContainText(line)
    await checkAccessibility(page, screen)
    await page.goto(`/service/${companyId}`)
    await expect(page.getByRole('list', { name: 'Geprüft und gezählt' })).toContainText(line)
    await checkAccessibility(page, screen)
    await page.getByRole('link', { name: 'Verifiziert', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Was heißt „Verifiziert“?' })).toBeVisible()
    await checkAccessibility(page, screen)
    await desk.context().close()
  })
}

test('a new company reads on its first page what is to set up, each step a way to do it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { email } = await enterAsOwner(page)
  await passCode(email)
  await openHydrated(page, '/dashboard')
  const setup = page.getByRole('region', { name: 'Ihr Profil einrichten' })
  await expect(setup).toContainText('0 von 7 erledigt')
  await checkAccessibility(page)
  await setup.getByRole('link', { name: 'Leistungen mit Preisen anlegen' }).click()
  await expect(page).toHaveURL('/dashboard/leistungen')
})
