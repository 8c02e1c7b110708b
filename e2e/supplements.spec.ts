import type { Page } from '@playwright/test'
import { checkAccessibility, openRequestCompany, screens } from './appointmentHelpers.ts'
import { refused } from './dashboardHelpers.ts'
import { expectStep, failedAnswer, goOn } from './dialogHelpers.ts'
import { bookingLinkOf, mailOf } from './estimateHelpers.ts'
import { expect, newAddress, openHydrated, payWith, queryDatabase, test } from './fixtures.ts'
import { asVisitor } from './ownerHelpers.ts'

/** Journeys of supplements: proposed by the company, accepted or declined by the customer, also without a connection. */

test.beforeEach(({ allow }) => {
  allow(refused)
  allow(failedAnswer)
})

/** A company and a paid job of four hours at 50 €; returns the job's company, the customer's address and the link of the booking. */
async function openJob(page: Page) {
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
async function openInDashboard(page: Page, companyId: string) {
  const [booking] = await queryDatabase('select id from bookings where company_id = $1 and parent_id is null', [companyId])
  await openHydrated(page, `/dashboard/buchungen?buchung=${String(booking?.id)}`)
  const dialog = page.getByRole('dialog', { name: /^Buchung / })
  await expect(dialog.getByRole('heading', { name: 'Nachträge' })).toBeVisible()
  return dialog
}

async function propose(page: Page, { reason, quantity }: { reason: string; quantity?: string }) {
  await page.getByRole('button', { name: 'Nachtrag vorschlagen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nachtrag vorschlagen' })
  if (quantity) await dialog.getByLabel('Weitere Stunden').fill(quantity)
  await dialog.getByLabel('Begründung').fill(reason)
  return dialog
}

for (const screen of screens) {
  test(`a supplement is proposed in four taps, accepted and paid; a second one is declined, at ${screen.width}`, async ({ page }) => {
    await page.setViewportSize(screen)
    const { companyId, email, link } = await openJob(page)
    await openInDashboard(page, companyId)
    const dialog = await propose(page, { reason: 'Die Rinne ist länger als angegeben' })
    await expect(dialog.getByText(/^Zusammen 50,00/)).toBeVisible()
    await checkAccessibility(page, screen)
    await dialog.getByLabel('Weitere Stunden').fill('2')
    await dialog.getByRole('button', { name: 'Nachtrag senden' }).click()
    await expect(dialog.getByText(/höchstens 30 %/)).toBeVisible()
    await expect(dialog.getByLabel('Begründung')).toHaveValue('Die Rinne ist länger als angegeben')
    await dialog.getByLabel('Weitere Stunden').fill('0,75')
    await dialog.getByRole('button', { name: 'Nachtrag senden' }).click()
    await expect(page.getByText('Der Nachtrag ist beim Kunden')).toBeVisible()
    await expect(page.getByText('Wartet auf Antwort')).toBeVisible()
    await checkAccessibility(page, screen)

    await asVisitor(page, async () => {
      await page.goto(bookingLinkOf(await mailOf(email, 'Ihr Anbieter schlägt einen Nachtrag vor')))
      await expect(page.getByRole('heading', { name: 'Ihr Anbieter schlägt einen Nachtrag vor' })).toBeVisible()
      await page.getByRole('button', { name: 'Zahlungspflichtig annehmen' }).click()
      await expect(page.getByText('Bitte bestätigen Sie, dass die Arbeit vor Ablauf der Widerrufsfrist beginnen soll.')).toBeVisible()
      await checkAccessibility(page, screen)
      await page.getByRole('checkbox', { name: /Ich verlange ausdrücklich/ }).check()
      await page.getByRole('button', { name: 'Zahlungspflichtig annehmen' }).click()
      await payWith(page, '4242424242424242')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihr Nachtrag ist angenommen und bezahlt')
      await checkAccessibility(page, screen)
    })

    await openInDashboard(page, companyId)
    await expect(page.getByText('Angenommen und bezahlt')).toBeVisible()
    const second = await propose(page, { reason: 'Noch ein Fallrohr', quantity: '0,25' })
    await second.getByRole('button', { name: 'Nachtrag senden' }).click()
    await expect(page.getByText('Der Nachtrag ist beim Kunden')).toBeVisible()
    await asVisitor(page, async () => {
      await page.goto(link)
      await page.getByRole('button', { name: 'Ablehnen' }).click()
      await expect(page.getByText('Der Nachtrag ist abgelehnt')).toBeVisible()
      const sums = page.getByRole('region', { name: 'Auftrag und Nachträge' })
      await expect(sums).toContainText('237,50')
      await expect(sums).toContainText('Abgelehnt')
      await checkAccessibility(page, screen)
    })
    await mailOf((await companyMail(companyId)) ?? '', 'Ihr Nachtrag ist abgelehnt')
  })
}

const companyMail = async (companyId: string) => {
  const [row] = await queryDatabase('select email from companies where id = $1', [companyId])
  return row?.email as string | undefined
}

test('a supplement that is entered without a connection is kept over a reload, and sent once', async ({ page, context }) => {
  const { companyId, email } = await openJob(page)
  await openInDashboard(page, companyId)
  await context.setOffline(true)
  const dialog = await propose(page, { reason: 'Die Rinne ist undicht', quantity: '0,5' })
  await dialog.getByRole('button', { name: 'Nachtrag senden' }).click()
  await expect(page.getByText('Wartet auf Verbindung').first()).toBeVisible()
  await context.setOffline(false)
  await openInDashboard(page, companyId)
  await expect(page.getByText('Wartet auf Antwort')).toBeVisible()
  await mailOf(email, 'Ihr Anbieter schlägt einen Nachtrag vor')
  const rows = await queryDatabase('select status from supplements where company_id = $1', [companyId])
  expect(rows).toEqual([{ status: 'open' }])
})
