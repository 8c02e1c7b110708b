import { screens } from './appointmentHelpers.ts'
import { refused } from './dashboardHelpers.ts'
import { expectStep, failedAnswer, goOn } from './dialogHelpers.ts'
import { acceptAt, askForEstimate, bookingLinkOf, bookingOf, mailOf, openEstimateCompany, openEstimateRequest } from './estimateHelpers.ts'
import {
  addresses,
  expect,
  expectAccessibleEverywhere,
  newAddress,
  openHydrated,
  payWith,
  queryDatabase,
  readMails,
  saveScreenshot,
  test,
} from './fixtures.ts'
import { asVisitor } from './ownerHelpers.ts'
import { translatePage } from './translatedHelpers.ts'

test.beforeEach(({ allow }) => {
  allow(refused)
  allow(failedAnswer)
})

/** Ends the authorization of a booking at the PSP, as a bank does that takes it back. */
async function revokeAuthorization(email: string) {
  const [row] = await queryDatabase(
    'select payment_id from checkouts join bookings on bookings.id = booking_id where customer_email = $1',
    [email],
  )
  const answer = await fetch(`${addresses.sandbox}/v1/payment_intents/${row?.payment_id}/cancel`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_sandbox' },
  })
  expect(answer.status).toBe(200)
}

for (const screen of screens) {
  test(`an estimate confirmed at its ceiling is charged with exactly that, at ${screen.width}`, async ({ page }) => {
    await page.setViewportSize(screen)
    const companyId = await openEstimateCompany(page)
    const { email, link } = await asVisitor(page, () => askForEstimate(page, companyId))
    await acceptAt(page, '180')
    await mailOf(email, 'Ihre Buchung ist bestätigt')
    expect(await bookingOf(email)).toEqual({ booking_status: 'confirmed', payment_status: 'paid', amount_cents: 18_000 })
    await page.goto(link)
    await expect(page.getByText(/180,00\s€/).first()).toBeVisible()
    await expectAccessibleEverywhere(page, undefined, screen)
  })

  test(`an estimate whose bank refuses the capture is paid again at the confirmed price, at ${screen.width}`, async ({ page }) => {
    await page.setViewportSize(screen)
    const companyId = await openEstimateCompany(page)
    const { email } = await asVisitor(page, () => askForEstimate(page, companyId))
    await openEstimateRequest(page)
    await revokeAuthorization(email)
    await acceptAt(page, '150')
    const mail = await mailOf(email, 'Bitte bezahlen Sie noch einmal')
    expect(await bookingOf(email)).toEqual({ booking_status: 'pending', payment_status: 'pending', amount_cents: 15_000 })
    await page.goto(bookingLinkOf(mail))
    await expect(page.getByRole('link', { name: 'Jetzt bezahlen' })).toBeVisible()
    await saveScreenshot(page, 'refused')
    await page.getByRole('link', { name: 'Jetzt bezahlen' }).click()
    await payWith(page, '4242424242424242')
    await expect(page.getByRole('heading', { name: 'Ihre Buchung ist bestätigt' })).toBeVisible()
    await saveScreenshot(page, 'paid')
    expect(await bookingOf(email)).toEqual({ booking_status: 'confirmed', payment_status: 'paid', amount_cents: 15_000 })
  })

  test(`an estimate without an answer lapses, and nothing is charged, at ${screen.width}`, async ({ page }) => {
    await page.setViewportSize(screen)
    const companyId = await openEstimateCompany(page)
    const { email, link } = await asVisitor(page, () => askForEstimate(page, companyId))
    await queryDatabase(
      "update appointments set deadline_at = now() - interval '1 minute' where booking_id = (select id from bookings where customer_email = $1)",
      [email],
    )
    await queryDatabase(`select graphile_worker.add_job('bookings.keepRequests', '{}')`, [])
    await mailOf(email, 'Ihre Anfrage ist verfallen')
    expect(await bookingOf(email)).toMatchObject({ booking_status: 'cancelled' })
    await page.goto(link)
    await expect(page.getByText(/verfallen/i).first()).toBeVisible()
    await expectAccessibleEverywhere(page, undefined, screen)
  })

  test(`without scripts an estimate is asked for with its range and ceiling, at ${screen.width}`, async ({ page, browser }) => {
    const companyId = await openEstimateCompany(page)
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: addresses.product, viewport: screen })
    const plain = await context.newPage()
    const press = (name: string) => plain.getByRole('button', { name, exact: true }).last().click()
    const email = newAddress()
    await plain.goto(`/buchen/${companyId}`)
    await plain.getByLabel('Anzahl (m)').fill('30')
    await plain.getByLabel('Name').fill('Petra Plain')
    await plain.getByLabel('E-Mail').fill(email)
    await plain.getByLabel('Wohin soll der Anbieter kommen?').fill('Uferweg 3, 22767 Hamburg')
    await plain.locator('input[name=slot]').nth(3).check()
    await press('Weiter')
    await expect(plain.getByRole('heading', { name: 'Stimmt alles?' })).toBeVisible()
    await expect(plain.getByText('etwa 120 bis 180').first()).toBeVisible()
    await expect(plain.locator('.ticket-total')).toContainText('180,00 €')
    await plain.getByLabel(/^Ich verlange ausdrücklich/).check()
    await press('Zahlungspflichtig anfragen')
    await payWith(plain, '4242 4242 4242 4242')
    const [mail] = await readMails(email, 1)
    expect(mail?.subject).toMatch(/^Ihre Anfrage ist beim Anbieter/)
    expect(await bookingOf(email)).toEqual({ booking_status: 'pending', payment_status: 'pending', amount_cents: 18_000 })
    await context.close()
  })
}

test('a translated page asks for an estimate up to the payment', async ({ page, allow }) => {
  // The receipt may be translated before it is hydrated.
  allow(/Minified React error #418/)
  const companyId = await openEstimateCompany(page)
  await page.context().clearCookies()
  await openHydrated(page, `/service/${companyId}`)
  await translatePage(page)
  await page.getByRole('link', { name: 'Buchen Dachrinne reinigen' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Anzahl (m)').fill('30')
  await dialog.getByRole('radio', { name: /frei$/, disabled: false }).nth(2).check()
  await dialog.getByRole('radio', { name: '13:30' }).check()
  await dialog.getByLabel('Name').fill('Katrin Bergmann')
  await dialog.getByLabel('E-Mail').fill(newAddress())
  await dialog.getByLabel('Wohin soll der Anbieter kommen?').fill('Schmale Gasse 12, 22767 Hamburg')
  await goOn(dialog)
  await expectStep(dialog, 'Schritt 2 von 3')
  await goOn(dialog)
  await expectStep(dialog, 'Schritt 3 von 3')
  await dialog.getByRole('radio', { name: 'Unternehmen' }).check()
  await saveScreenshot(page, 'translated')
  await dialog.getByRole('button', { name: 'Zahlungspflichtig anfragen' }).click()
  await expect(page).toHaveURL(new RegExp(`^${addresses.sandbox}`))
})
