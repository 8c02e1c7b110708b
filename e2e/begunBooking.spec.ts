import { openRequestCompany } from './appointmentHelpers.ts'
import { refused } from './dashboardHelpers.ts'
import { expectStep, goOn } from './dialogHelpers.ts'
import { addresses, companyCalled, expect, expectAccessibleEverywhere, newAddress, openHydrated, queryDatabase, test } from './fixtures.ts'

const phone = { width: 390, height: 844 }

test('after Back and after cancelling the payment, a phone begins with the booking to continue and the end of its hold', async ({
  page,
  allow,
}) => {
  allow(refused)
  const { companyId } = await openRequestCompany(page)
  // A company cannot be booked by its owner.
  await page.context().clearCookies()
  const email = newAddress()
  await page.setViewportSize(phone)
  await openHydrated(page, `/service/${companyId}`)
  await page.getByRole('link', { name: 'Buchen Dachrinne reinigen' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/^bei /)).toBeVisible()
  await expect(dialog.getByText('Dachrinne reinigen', { exact: true }).first()).toBeInViewport()
  await dialog.getByRole('radio', { name: /frei$/, disabled: false }).nth(2).check()
  await dialog.getByRole('radio', { name: '13:30' }).check()
  await dialog.getByLabel('Name').fill('Katrin Bergmann')
  await dialog.getByLabel('E-Mail').fill(email)
  await dialog.getByLabel('Wohin soll der Anbieter kommen?').fill('Schmale Gasse 12, 22767 Hamburg')
  await goOn(dialog)
  await expectStep(dialog, 'Schritt 2 von 3')
  await goOn(dialog)
  await expectStep(dialog, 'Schritt 3 von 3')
  await dialog.getByRole('radio', { name: 'Unternehmen' }).check()

  for (const leave of [() => page.goBack(), () => page.getByRole('button', { name: 'Abbrechen' }).click()]) {
    await dialog.getByRole('button', { name: 'Zahlungspflichtig anfragen' }).click()
    await expect(page).toHaveURL(new RegExp(`^${addresses.sandbox}`))
    await leave()
    await expect(page).toHaveURL(new RegExp(`/service/${companyId}`))
    // The back/forward cache restores the page as it was.
    if (await dialog.isVisible()) continue
    const resume = page.getByRole('button', { name: 'Buchung fortsetzen' })
    await expect(resume).toBeInViewport()
    expect((await resume.boundingBox())?.y).toBeLessThan(300)
    await expect(page.getByText(/Ihr Termin ist bis \d\d:\d\d Uhr für Sie reserviert\./)).toBeInViewport()
    await expectAccessibleEverywhere(page)
    await page.setViewportSize(phone)
    await resume.click()
    await expectStep(dialog, 'Schritt 3 von 3')
    await expect(dialog.getByText(/Ihr Termin ist bis \d\d:\d\d Uhr/).filter({ visible: true })).toHaveCount(1)
  }
})

test('a hit of other words chooses no service and offers a quote', async ({ page }) => {
  const name = 'Blitzsauber Augsburg'
  const companyId = await companyCalled(name)
  const services = await queryDatabase('select title from services where company_id = $1 and hidden_at is null', [companyId])
  await page.setViewportSize(phone)
  await openHydrated(page, `/search?${new URLSearchParams({ q: name })}`)
  await page.getByRole('button', { name: `Jetzt buchen bei ${name}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Welche Leistung brauchen Sie?')).toBeVisible()
  await expect(dialog.getByText(`bei ${name}`)).toBeInViewport()
  await expect(dialog.getByRole('radio')).toHaveCount(services.length)
  await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(dialog.getByLabel('Betrag')).toHaveCount(0)
  await expect(dialog.getByRole('link', { name: /^fordern Sie ein Angebot an/ })).toHaveAttribute(
    'href',
    `/angebot-anfordern?anbieter=${companyId}`,
  )
  // Titles of two lines are not covered by the next row.
  for (const row of await dialog.locator('.choice-row').all()) {
    expect(await row.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(0)
  }
  await goOn(dialog)
  await expect(dialog.getByText('Bitte wählen Sie eine Leistung').first()).toBeVisible()
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('radio').first().check()
  await expect(dialog.getByText('Welche Leistung brauchen Sie?')).toHaveCount(0)
})
