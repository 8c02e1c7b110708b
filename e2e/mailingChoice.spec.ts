import { expect, openHydrated, queryDatabase, test } from './fixtures.ts'
import { enterAsOwner, passCode } from './ownerHelpers.ts'

test('a company switches mailings off and on again, on the page of the company', async ({ page }) => {
  const { email, companyId } = await enterAsOwner(page)
  await passCode(email)
  const optOuts = () => queryDatabase('select 1 from mailing_opt_outs where company_id = $1', [companyId])
  await openHydrated(page, '/dashboard/firmendaten')
  const choice = page.getByLabel('Rund-Mails des Betreibers erhalten')
  await expect(choice).toBeChecked()
  await choice.uncheck()
  await expect(page.getByText('Rund-Mails abbestellt')).toBeVisible()
  expect((await optOuts()).length).toBe(1)
  await page.reload()
  await expect(choice).not.toBeChecked()
  await choice.check()
  await expect(page.getByText('Rund-Mails eingeschaltet')).toBeVisible()
  expect((await optOuts()).length).toBe(0)
})
