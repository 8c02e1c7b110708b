import type { Page } from '@playwright/test'
import { checkAccessibility, openRequestCompany } from './appointmentHelpers.ts'
import { expectStep, goOn } from './dialogHelpers.ts'
import { awaitMails, expect, newAddress, openHydrated, payWith, queryDatabase } from './fixtures.ts'

/** A company whose only service costs 4 to 6 € per metre. */
export async function openEstimateCompany(page: Page) {
  const { companyId } = await openRequestCompany(page)
  await queryDatabase(
    "update services set price_kind = 'from', price_cents = 400, price_to_cents = 600, unit = 'm' where company_id = $1",
    [companyId],
  )
  return companyId
}

/** A customer asks for 30 metres with an authorized card: 120 to 180 €. Returns the customer's address and the link of the booking. */
export async function askForEstimate(page: Page, companyId: string, walk?: { width: number }) {
  const email = newAddress()
  await openHydrated(page, `/service/${companyId}`)
  await page.getByRole('link', { name: 'Buchen Dachrinne reinigen' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Anzahl (m)').fill('30')
  await expect(dialog.getByRole('status', { name: 'Schätzung' })).toContainText('etwa 120 bis 180')
  await dialog.getByLabel('Name').fill('Katrin Bergmann')
  await dialog.getByLabel('E-Mail').fill(email)
  await dialog.getByLabel('Wohin soll der Anbieter kommen?').fill('Schmale Gasse 12, 22767 Hamburg')
  await dialog.getByRole('radio', { name: /frei$/, disabled: false }).nth(2).check()
  await dialog.getByRole('radio', { name: '13:30' }).check()
  await checkAccessibility(page, walk)
  await goOn(dialog)
  await expectStep(dialog, 'Schritt 2 von 3')
  await goOn(dialog)
  await expectStep(dialog, 'Schritt 3 von 3')
  await dialog.getByRole('radio', { name: 'Unternehmen' }).check()
  await expect(dialog.getByText(/höchstens 180,00\s€\. Erst damit kommt Ihr Auftrag zustande/)).toBeVisible()
  await checkAccessibility(page, walk)
  await dialog.getByRole('button', { name: 'Zahlungspflichtig anfragen' }).click()
  await payWith(page, '4242424242424242')
  await expect(page.getByRole('heading', { name: 'Ihre Anfrage ist beim Anbieter' })).toBeVisible()
  await expect(page.getByText('Höchstpreis')).toBeVisible()
  await checkAccessibility(page, walk)
  const mail = await mailOf(email, 'Ihre Anfrage ist beim Anbieter')
  return { email, link: bookingLinkOf(mail) }
}

/** Opens the request for an estimate in the company's dashboard. */
export async function openEstimateRequest(page: Page) {
  await openHydrated(page, '/dashboard')
  await page.getByRole('region', { name: 'Offene Anfragen' }).getByRole('button', { name: 'Katrin Bergmann' }).click()
  const dialog = page.getByRole('dialog').first()
  await expect(dialog.getByText(/Der Kunde sieht etwa 120 bis 180/)).toBeVisible()
  return dialog
}

/** The company names a price at or below the ceiling and accepts. */
export async function acceptAt(page: Page, price: string) {
  const dialog = await openEstimateRequest(page)
  await dialog.getByLabel('Ihr Preis').fill(price)
  await dialog.getByRole('button', { name: 'Preis bestätigen und annehmen' }).click()
  await confirmDialog(page, 'Preis bestätigen und annehmen')
  await expect(page.getByText('Die Anfrage ist angenommen')).toBeVisible()
}

export const confirmDialog = (page: Page, name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click()

export const mailOf = async (email: string, subject: string) =>
  (await awaitMails((mail) => mail.to === email && mail.subject.startsWith(subject), 1))[0]

export const bookingLinkOf = (mail?: { text: string }) => /https?:\S+\/buchung\?token=[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? ''

/** Status and amount of a customer's only booking. */
export async function bookingOf(email: string) {
  const [row] = await queryDatabase('select booking_status, payment_status, amount_cents from bookings where customer_email = $1', [email])
  return row
}
