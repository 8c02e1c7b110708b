import type { Page } from '@playwright/test'
import { openRequestCompany } from './appointmentHelpers.ts'
import { expectStep, goOn } from './dialogHelpers.ts'
import { bookingLinkOf, mailOf } from './estimateHelpers.ts'
import { expect, newAddress, openHydrated, payWith, queryDatabase } from './fixtures.ts'
import { asVisitor } from './ownerHelpers.ts'

/** A company and a paid job of four hours at 50 €; returns the job's company, the customer's address and the link of the booking. */
export async function openJob(page: Page) {
  const { companyId } = await openRequestCompany(page)
  const changes = "price_kind = 'hourly', price_cents = 5000, unit = null, booking_mode = 'instant'"
  await queryDatabase(`update services set ${changes} where company_id = $1`, [companyId])
  const email = newAddress()
  await asVisitor(page, async () => {
    await openHydrated(page, `/service/${companyId}`)
    await page.getByRole('link', { name: 'Buchen Dachrinne reinigen' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Stunden').fill('4')
    await dialog.getByLabel('Name').fill('Katrin Bergmann')
    await dialog.getByLabel('E-Mail').fill(email)
    await dialog.getByLabel('Wohin soll der Anbieter kommen?').fill('Schmale Gasse 12, 22767 Hamburg')
    await dialog.getByRole('radio', { name: /frei$/, disabled: false }).nth(2).check()
    await dialog.getByRole('radio', { name: '9:00' }).check()
    await goOn(dialog)
    await expectStep(dialog, 'Schritt 2 von 3')
    await goOn(dialog)
    await expectStep(dialog, 'Schritt 3 von 3')
    await dialog.getByRole('checkbox', { name: /Ich verlange ausdrücklich/ }).check()
    await dialog.getByRole('button', { name: /^(Zahlungspflichtig|Jetzt)/ }).click()
    await payWith(page, '4242424242424242')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihre Buchung ist bestätigt')
  })
  return { companyId, email, link: bookingLinkOf(await mailOf(email, 'Ihre Buchung ist bestätigt')) }
}

/** Opens the job in the company's dashboard. */
export async function openInDashboard(page: Page, companyId: string) {
  const [booking] = await queryDatabase('select id from bookings where company_id = $1 and parent_id is null', [companyId])
  await openHydrated(page, `/dashboard/buchungen?buchung=${String(booking?.id)}`)
  const dialog = page.getByRole('dialog', { name: /^Buchung / })
  await expect(dialog.getByRole('heading', { name: 'Nachträge' })).toBeVisible()
  return dialog
}

/** Opens the company's form for a supplement and fills it in. */
export async function propose(page: Page, { reason, quantity }: { reason: string; quantity?: string }) {
  await page.getByRole('button', { name: 'Nachtrag vorschlagen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nachtrag vorschlagen' })
  if (quantity) await dialog.getByLabel('Weitere Stunden').fill(quantity)
  await dialog.getByLabel('Begründung').fill(reason)
  return dialog
}

/** Enters a supplement without a connection, in the open dialog of a job. */
export async function keepSupplement(page: Page) {
  const dialog = await propose(page, { reason: 'Die Rinne ist undicht', quantity: '0,5' })
  await dialog.getByRole('button', { name: 'Nachtrag senden' }).click()
  await expect(page.getByText('Wartet auf Verbindung').first()).toBeVisible()
}
