import { checkAccessibility, screens } from './appointmentHelpers.ts'
import { refused } from './dashboardHelpers.ts'
import { failedAnswer } from './dialogHelpers.ts'
import { bookingLinkOf, mailOf } from './estimateHelpers.ts'
import { expect, payWith, queryDatabase, test } from './fixtures.ts'
import { asVisitor } from './ownerHelpers.ts'
import { keepSupplement, openInDashboard, openJob, propose } from './supplementHelpers.ts'

/** Journeys of supplements: proposed by the company, accepted or declined by the customer, also without a connection. */

test.beforeEach(({ allow }) => {
  allow(refused)
  allow(failedAnswer)
})

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

test('a supplement that is entered without a connection is kept over a reload, and sent once', async ({ page, context, allow }) => {
  // The router asks for its routes without a connection, too.
  allow(/Failed to fetch manifest patches/)
  const { companyId, email } = await openJob(page)
  await openInDashboard(page, companyId)
  await context.setOffline(true)
  await keepSupplement(page)
  await context.setOffline(false)
  await openInDashboard(page, companyId)
  await expect(page.getByText('Wartet auf Antwort')).toBeVisible()
  await mailOf(email, 'Ihr Anbieter schlägt einen Nachtrag vor')
  const rows = await queryDatabase('select status from supplements where company_id = $1', [companyId])
  expect(rows).toEqual([{ status: 'open' }])
})
