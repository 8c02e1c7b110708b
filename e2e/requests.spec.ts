import type { Page } from '@playwright/test'
import { checkAccessibility, openRequestCompany, screens } from './appointmentHelpers.ts'
import { refused } from './dashboardHelpers.ts'
import { expectStep, failedAnswer, goOn } from './dialogHelpers.ts'
import { awaitMails, expect, newAddress, openHydrated, payWith, queryDatabase, test } from './fixtures.ts'
import { asVisitor } from './ownerHelpers.ts'

test.beforeEach(({ allow }) => {
  allow(refused)
  allow(failedAnswer)
})

const order = 'Zahlungspflichtig anfragen'
const confirm = (page: Page, name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click()
const subjectOf = (email: string, subject: string) => awaitMails((mail) => mail.to === email && mail.subject.startsWith(subject), 1)

/** A customer sends a request in the dialog with an authorized card; returns its page. */
async function ask(page: Page, companyId: string, walk?: { width: number }) {
  const email = newAddress()
  await openHydrated(page, `/service/${companyId}`)
  await page.getByRole('link', { name: 'Buchen Dachrinne reinigen' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Katrin Bergmann')
  await dialog.getByLabel('E-Mail').fill(email)
  await dialog.getByLabel('Wohin soll der Anbieter kommen?').fill('Schmale Gasse 12, 22767 Hamburg')
  await dialog.getByRole('radio', { name: /frei$/, disabled: false }).nth(2).check()
  await dialog.getByRole('radio', { name: '13:30' }).check()
  await goOn(dialog)
  await expectStep(dialog, 'Schritt 2 von 3')
  await goOn(dialog)
  await expectStep(dialog, 'Schritt 3 von 3')
  await dialog.getByRole('radio', { name: 'Unternehmen' }).check()
  await expect(dialog.getByText(/^Bis .+ kostenlos · danach 50.% zurück$/)).toBeVisible()
  await expect(dialog.getByText('Bis dahin wird nichts abgebucht.')).toBeVisible()
  await checkAccessibility(page, walk)
  await dialog.getByRole('button', { name: order }).click()
  await payWith(page, '4242424242424242')
  await expect(page.getByRole('heading', { name: 'Ihre Anfrage ist beim Anbieter' })).toBeVisible()
  await checkAccessibility(page, walk)
  const [mail] = await subjectOf(email, 'Ihre Anfrage ist beim Anbieter')
  return { email, link: /https?:\S+\/buchung\?token=[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? '' }
}

/** Opens the request in the dashboard, from the first screen. */
async function openRequest(page: Page, walk?: { width: number }) {
  await openHydrated(page, '/dashboard')
  const open = page.getByRole('region', { name: 'Offene Anfragen' })
  await expect(open).toContainText('Dachrinne reinigen')
  await checkAccessibility(page, walk)
  await open.getByRole('button', { name: 'Katrin Bergmann' }).click()
  const dialog = page.getByRole('dialog').first()
  await expect(dialog.getByText('Schmale Gasse 12, 22767 Hamburg')).toBeVisible()
  return dialog
}

for (const screen of screens) {
  test(`a customer asks, the company accepts, and only then the money is taken at ${screen.width}`, async ({ page }) => {
    await page.setViewportSize(screen)
    const { companyId } = await openRequestCompany(page)
    const { email, link } = await asVisitor(page, () => ask(page, companyId, screen))
    const statusOf = async () => {
      const [row] = await queryDatabase('select booking_status, payment_status from bookings where customer_email = $1', [email])
      return row
    }
    expect(await statusOf()).toEqual({ booking_status: 'pending', payment_status: 'pending' })
    const dialog = await openRequest(page, screen)
    await checkAccessibility(page, screen)
    await dialog.getByRole('button', { name: 'Annehmen' }).click()
    await confirm(page, 'Annehmen')
    await expect(page.getByText('Die Anfrage ist angenommen')).toBeVisible()
    await subjectOf(email, 'Ihre Buchung ist bestätigt')
    expect(await statusOf()).toEqual({ booking_status: 'confirmed', payment_status: 'paid' })
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Ihre Buchung ist bestätigt' })).toBeVisible()
  })

  test(`the company proposes other times, the customer chooses one at ${screen.width}`, async ({ page }) => {
    await page.setViewportSize(screen)
    const { companyId } = await openRequestCompany(page)
    const { email, link } = await asVisitor(page, () => ask(page, companyId, screen))
    const dialog = await openRequest(page, screen)
    await dialog.getByRole('button', { name: 'Andere Zeiten vorschlagen' }).click()
    for (const time of ['09:00', '16:00']) {
      await dialog.getByRole('radio', { name: time }).check()
      await dialog.getByRole('button', { name: 'Zeit hinzufügen' }).click()
    }
    await checkAccessibility(page, screen)
    await dialog.getByRole('button', { name: 'Gegenvorschlag senden' }).click()
    await expect(page.getByText('Ihr Gegenvorschlag ist gesendet')).toBeVisible()
    await subjectOf(email, 'Ihr Anbieter schlägt andere Zeiten vor')
    await page.goto(link)
    await page.getByRole('button', { name: 'Diese Zeit nehmen' }).click()
    await expect(page.getByText('Bitte wählen Sie eine Zeit.')).toBeVisible()
    await page.getByRole('radio', { name: /16:00 Uhr$/ }).check()
    await checkAccessibility(page, screen)
    await page.getByRole('button', { name: 'Diese Zeit nehmen' }).click()
    await expect(page.getByRole('heading', { name: 'Ihre Buchung ist bestätigt' })).toBeVisible()
    const [row] = await queryDatabase('select booking_time::text from bookings where customer_email = $1', [email])
    expect(row).toEqual({ booking_time: '16:00:00' })
  })
}

test('the company declines with a reason; another customer takes the request back', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { companyId } = await openRequestCompany(page)
  const { email, link } = await asVisitor(page, () => ask(page, companyId))
  const dialog = await openRequest(page)
  await dialog.getByRole('button', { name: 'Ablehnen' }).click()
  const declineDialog = page.getByRole('dialog', { name: 'Anfrage ablehnen?' })
  await declineDialog.getByRole('button', { name: 'Ablehnen' }).click()
  await expect(declineDialog.getByText('Bitte geben Sie einen Grund an')).toBeVisible()
  await checkAccessibility(page)
  await declineDialog.getByLabel('Grund').fill('Leider ausgebucht')
  await declineDialog.getByRole('button', { name: 'Ablehnen' }).click()
  await expect(page.getByText('Die Anfrage ist abgelehnt')).toBeVisible()
  const [mail] = await subjectOf(email, 'Ihre Anfrage wurde abgelehnt')
  expect(mail?.text).toContain('Leider ausgebucht')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Ihre Anfrage wurde abgelehnt' })).toBeVisible()
  await checkAccessibility(page)

  const second = await asVisitor(page, () => ask(page, companyId))
  await page.goto(second.link)
  await page.getByRole('button', { name: 'Anfrage zurückziehen' }).click()
  await confirm(page, 'Anfrage zurückziehen')
  await expect(page.getByRole('heading', { name: 'Ihre Anfrage ist zurückgezogen' })).toBeVisible()
})
