import { readFileSync } from 'node:fs'
import { berlinDay, formatMonth } from '../src/platform/kit/dates.ts'
import { readPdf } from '../tests/pdfText.ts'
import { closeToasts } from './accountHelpers.ts'
import { expect, expectAccessibleEverywhere, openHydrated, test } from './fixtures.ts'
import { enterAsOwner, passCode } from './ownerHelpers.ts'
import { forced, payBooking } from './payoutHelpers.ts'

test('a company chooses a month and saves its statement', async ({ page, allow }) => {
  allow(forced)
  const { email, companyId } = await enterAsOwner(page)
  await passCode(email)
  await openHydrated(page, '/dashboard/auszahlung')
  const statements = page.getByRole('region', { name: 'Monatsabrechnungen' })
  await expect(statements.getByText('Noch keine Monatsabrechnung')).toBeVisible()
  await payBooking(companyId, 138)
  const month = berlinDay(new Date()).slice(0, 7)
  await expect(statements.getByLabel('Monat')).toHaveValue(month)

  // Live events would reload the months before the button can be pressed.
  await page.route('**/dashboard-events**', (route) => route.abort())
  await page.route('**/list-statement-months', (route) => route.abort())
  await page.reload()
  await expect(statements.getByText('Die Monate konnten nicht geladen werden')).toBeVisible()
  await page.unroute('**/list-statement-months')
  await statements.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(statements.getByRole('option')).toHaveText([`${formatMonth(month)} (läuft noch)`])
  await expectAccessibleEverywhere(page)

  const save = statements.getByRole('button', { name: 'Als PDF herunterladen' })
  await page.route('**/payout-statement.pdf*', (route) => route.fulfill({ status: 500, json: { error: 'Unbekannter Fehler' } }))
  await save.click()
  await expect(page.getByText('Die Datei konnte nicht geladen werden')).toBeVisible()
  await page.unroute('**/payout-statement.pdf*')
  await closeToasts(page)
  const download = page.waitForEvent('download')
  await save.click()
  expect((await download).suggestedFilename()).toBe(`abrechnung-${month}.pdf`)
  const lines = readPdf(readFileSync(await (await download).path())).flatMap((one) => one.map((line) => line.join('|')))
  expect(lines).toContain(`Abrechnung ${formatMonth(month)}`)
  expect(lines).toContain('Ihr Anteil aus Zahlungen|+133,86 €')
  expect(lines).toContain('Provision brutto|4,14 €')
})
