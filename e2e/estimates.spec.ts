import { checkAccessibility, openRequestCompany, screens } from './appointmentHelpers.ts'
import { refused } from './dashboardHelpers.ts'
import { failedAnswer } from './dialogHelpers.ts'
import { askForEstimate, bookingOf, confirmDialog, mailOf, openEstimateCompany, openEstimateRequest } from './estimateHelpers.ts'
import { expect, openHydrated, payWith, queryDatabase, test } from './fixtures.ts'
import { asVisitor } from './ownerHelpers.ts'

test.beforeEach(({ allow }) => {
  allow(refused)
  allow(failedAnswer)
})

for (const screen of screens) {
  test(`an estimate: the company confirms a price below the ceiling, which is charged at ${screen.width}`, async ({ page }) => {
    await page.setViewportSize(screen)
    const companyId = await openEstimateCompany(page)
    const { email, link } = await asVisitor(page, () => askForEstimate(page, companyId, screen))
    expect(await bookingOf(email)).toEqual({ booking_status: 'pending', payment_status: 'pending', amount_cents: 18_000 })
    const dialog = await openEstimateRequest(page)
    await dialog.getByRole('button', { name: 'Preis bestätigen und annehmen' }).click()
    await expect(dialog.getByText('Bitte nennen Sie den Preis')).toBeVisible()
    await checkAccessibility(page, screen)
    await dialog.getByLabel('Ihr Preis').fill('145,50')
    await dialog.getByRole('button', { name: 'Preis bestätigen und annehmen' }).click()
    await expect(page.getByRole('alertdialog')).toContainText('145,50')
    await confirmDialog(page, 'Preis bestätigen und annehmen')
    await expect(page.getByText('Die Anfrage ist angenommen')).toBeVisible()
    await mailOf(email, 'Ihre Buchung ist bestätigt')
    expect(await bookingOf(email)).toEqual({ booking_status: 'confirmed', payment_status: 'paid', amount_cents: 14_550 })
    await page.goto(link)
    await expect(page.getByText('145,50').first()).toBeVisible()
    await checkAccessibility(page, screen)
  })

  test(`an estimate: a price above the ceiling waits for the customer at ${screen.width}`, async ({ page }) => {
    await page.setViewportSize(screen)
    const companyId = await openEstimateCompany(page)
    const { email, link } = await asVisitor(page, () => askForEstimate(page, companyId))
    const dialog = await openEstimateRequest(page)
    await dialog.getByLabel('Ihr Preis').fill('220')
    await dialog.getByRole('button', { name: 'Preis vorschlagen' }).click()
    await expect(dialog.getByText(/liegt über dem Höchstpreis von 180,00/)).toBeVisible()
    await dialog.getByLabel('Grund').fill('Drei Stockwerke')
    await checkAccessibility(page, screen)
    await dialog.getByRole('button', { name: 'Preis vorschlagen' }).click()
    await confirmDialog(page, 'Preis vorschlagen')
    await expect(page.getByText('Ihr Preis ist beim Kunden')).toBeVisible()
    await mailOf(email, 'Ihr Anbieter nennt einen höheren Preis')
    await page.goto(link)
    await expect(page.getByText('Drei Stockwerke')).toBeVisible()
    await checkAccessibility(page, screen)
    await page.getByRole('button', { name: 'Preis annehmen und bezahlen' }).click()
    await page.getByRole('link', { name: 'Jetzt bezahlen' }).click()
    await payWith(page, '4242424242424242')
    await expect(page.getByRole('heading', { name: 'Ihre Buchung ist bestätigt' })).toBeVisible()
    expect(await bookingOf(email)).toEqual({ booking_status: 'confirmed', payment_status: 'paid', amount_cents: 22_000 })
  })
}

test('a service on request leads to the form for quotes, with company and service filled in', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { companyId } = await openRequestCompany(page)
  await queryDatabase("update services set price_kind = 'quote', price_cents = null where company_id = $1", [companyId])
  const [service] = await queryDatabase('select id from services where company_id = $1', [companyId])
  await asVisitor(page, async () => {
    await openHydrated(page, `/service/${companyId}?buchen=${service?.id}`)
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Den Preis dieser Leistung nennt der Anbieter in einem Angebot.')).toBeVisible()
    await checkAccessibility(page)
    await dialog.getByRole('link', { name: 'Angebot anfordern' }).click()
    await expect(page.getByRole('heading', { name: 'Angebot anfordern' })).toBeVisible()
    await expect(page.getByText('Dachrinne reinigen').first()).toBeVisible()
  })
})
