import type { Page } from '@playwright/test'
import {
  expectDescribed,
  expectNothingCut,
  expectStep,
  failedAnswer,
  goOn,
  openDialog,
  openLastStep,
  orderCall,
  orderLabel,
} from './dialogHelpers.ts'
import {
  addresses,
  consentToEarlyStart,
  expect,
  expectAccessibleEverywhere,
  fillDetails,
  newAddress,
  openHydrated,
  payWith,
  queryDatabase,
  readMails,
  test,
} from './fixtures.ts'

test.describe('the order', () => {
  test('pressed twice is one call and one booking', async ({ page }) => {
    const email = newAddress()
    const dialog = await openLastStep(page, { email })
    let calls = 0
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(orderCall, async (route) => {
      calls += 1
      await answered
      await route.continue()
    })
    const order = dialog.getByRole('button', { name: orderLabel })
    await order.dblclick()
    await order.click({ force: true })
    await expect(order).toHaveAttribute('aria-busy', 'true')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    answer()
    await expect(page).toHaveURL(new RegExp(`^${addresses.sandbox}`))
    expect(calls).toBe(1)
    expect(await queryDatabase('select id from bookings where customer_email = $1', [email])).toHaveLength(1)
  })

  test('whose very first answer was lost finds its booking again, although the browser is not known by then', async ({ page, allow }) => {
    allow(failedAnswer)
    const email = newAddress()
    const dialog = await openLastStep(page, { email })
    await page.context().clearCookies()
    await page.route(
      orderCall,
      async (route) => {
        // Another browser sends the request, so that this one gets no cookie.
        await fetch(route.request().url(), {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': (await route.request().headerValue('idempotency-key')) ?? '' },
          body: route.request().postData() ?? '',
        })
        await route.abort()
      },
      { times: 1 },
    )
    const order = dialog.getByRole('button', { name: orderLabel })
    await order.click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await order.click()
    await expect(page).toHaveURL(new RegExp(`^${addresses.sandbox}`))
    expect(await queryDatabase('select id from bookings where customer_email = $1', [email])).toHaveLength(1)
  })

  test('refused by the server leads to the first step with an error', async ({ page, allow }) => {
    allow(failedAnswer)
    // A browser whose clock is years behind accepts a date that is past for the server.
    await page.clock.setFixedTime('2024-05-06T10:00:00Z')
    const dialog = await openDialog(page)
    await fillDetails(page, { email: newAddress() })
    await dialog.getByLabel('Datum').fill('2024-05-07')
    await goOn(dialog)
    await goOn(dialog)
    await consentToEarlyStart(page)
    await dialog.getByRole('button', { name: orderLabel }).click()
    await expectStep(dialog, 'Schritt 1 von 3')
    await expect(dialog.getByRole('alert')).toContainText('Validierungsfehler')
    await expectDescribed(dialog.getByLabel('Datum'), 'Datum kann nicht in der Vergangenheit liegen')
    await expect(dialog.getByLabel('Datum')).toBeFocused()
    await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Katrin Bergmann')
  })

  test("that the server turns down shows 'Zahlungsfehler' with the server's words, and loses nothing", async ({ page, allow }) => {
    allow(failedAnswer)
    const name = 'Byteschmiede Webentwicklung'
    const dialog = await openLastStep(page, { company: name })
    await queryDatabase(`update companies set subscription_status = 'canceled' where company_name = $1`, [name])
    const error = dialog.getByRole('alert')
    try {
      await dialog.getByRole('button', { name: orderLabel }).click()
      await expect(error).toContainText('Zahlungsfehler')
      await expect(error).toContainText('Dieser Anbieter nimmt derzeit keine Buchungen an.')
    } finally {
      await queryDatabase(`update companies set subscription_status = 'active' where company_name = $1`, [name])
    }
    await expect(dialog).toContainText('Katrin Bergmann')
    await dialog.getByRole('button', { name: orderLabel }).click()
    await expect(page).toHaveURL(new RegExp(`^${addresses.sandbox}`))
  })

  test('answered without an address, and not answered at all, says what is known', async ({ page, allow }) => {
    allow(failedAnswer)
    const dialog = await openLastStep(page)
    const answers = [
      [{ json: { success: true } }, 'Keine Zahlungs-URL erhalten'],
      ['abort', 'Keine Verbindung. Ihre Eingaben bleiben erhalten.'],
    ] as const
    for (const [answer, text] of answers) {
      await page.route(orderCall, (route) => (answer === 'abort' ? route.abort() : route.fulfill(answer)))
      await dialog.getByRole('button', { name: orderLabel }).click()
      await expect(dialog.getByRole('alert')).toContainText('Zahlungsfehler')
      await expect(dialog.getByRole('alert')).toContainText(text)
      await page.unroute(orderCall)
    }
    await expectAccessibleEverywhere(page, () => expectNothingCut(dialog))
    await dialog.getByRole('button', { name: orderLabel }).click()
    await expect(page).toHaveURL(new RegExp(`^${addresses.sandbox}`))
  })
})

test.describe('the payment page', () => {
  test('keeps a customer whose card is declined or empty, until another card pays', async ({ page, allow }) => {
    allow(failedAnswer)
    const email = newAddress()
    await order(page, { email })
    for (const [card, text] of [
      ['4000 0000 0000 0002', 'Ihre Karte wurde abgelehnt.'],
      ['4000 0000 0000 9995', 'Ihre Karte wurde abgelehnt: Die Deckung reicht nicht aus.'],
    ] as const) {
      await payWith(page, card)
      await expectDescribed(page.getByLabel('Kartennummer'), text)
      await expect(page).toHaveURL(new RegExp(`^${addresses.sandbox}`))
    }
    await payWith(page, '4242 4242 4242 4242')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihre Buchung ist bestätigt')
    await readMails(email, 1)
  })

  test('asks for a confirmation first when the card wants one', async ({ page, allow }) => {
    allow(failedAnswer)
    await order(page, { email: newAddress() })
    await payWith(page, '4000 0025 0000 3155')
    await page.getByRole('button', { name: 'Zahlung ablehnen' }).click()
    await expectDescribed(page.getByLabel('Kartennummer'), 'Die Zahlung wurde nicht bestätigt.')
    await payWith(page, '4000 0025 0000 3155')
    await page.getByRole('button', { name: 'Zahlung bestätigen' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihre Buchung ist bestätigt')
  })

  test('left by the back button or by cancelling, everything typed is still there, and the same booking is paid', async ({ page }) => {
    const email = newAddress()
    const dialog = await openLastStep(page, { email, file: true })
    const profile = page.url()
    await dialog.getByRole('button', { name: orderLabel }).click()
    await expect(page).toHaveURL(new RegExp(`^${addresses.sandbox}`))
    const checkout = page.url()

    await page.goBack()
    await expect(page).toHaveURL(profile)
    await resume(page)
    await expect(dialog).toContainText('Grundriss.pdf')
    await expect(dialog).toContainText(email)
    await dialog.getByRole('button', { name: orderLabel }).click()
    await expect(page).toHaveURL(checkout)

    await page.getByRole('button', { name: 'Abbrechen' }).click()
    await expect(page).toHaveURL(`${profile}?booking=cancelled`)
    await resume(page)
    await dialog.getByRole('button', { name: 'Zurück' }).click()
    await expect(dialog.getByText('Grundriss.pdf')).toBeVisible()
    await goOn(dialog)
    await dialog.getByRole('button', { name: orderLabel }).click()
    await expect(page).toHaveURL(checkout)
    await payWith(page, '4242 4242 4242 4242')
    await expect(page.getByText('Grundriss.pdf', { exact: true })).toBeVisible()
    expect(await queryDatabase('select id from bookings where customer_email = $1', [email])).toHaveLength(1)

    await openHydrated(page, profile)
    await expect(page.getByText('Sie haben eine Buchung begonnen.')).toHaveCount(0)
  })

  test('left and changed: the new booking counts, the old one can no longer be paid', async ({ page, allow }) => {
    allow(failedAnswer)
    const email = newAddress()
    const dialog = await openLastStep(page, { email, file: true })
    await dialog.getByRole('button', { name: orderLabel }).click()
    await expect(page).toHaveURL(new RegExp(`^${addresses.sandbox}`))
    const old = page.url()
    await page.goBack()
    await resume(page)
    await dialog.getByRole('button', { name: 'Ändern: Betrag' }).click()
    await dialog.getByLabel('Betrag').fill('150')
    await goOn(dialog)
    await goOn(dialog)
    await dialog.getByRole('button', { name: orderLabel }).click()
    await expect(page).toHaveURL((url) => url.origin === addresses.sandbox && url.href !== old)
    await expect(page.getByText('150,00 €').first()).toBeVisible()
    await page.goto(old)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Diese Zahlung ist abgelaufen.')
  })
})

async function order(page: Page, who: { email: string }) {
  const dialog = await openLastStep(page, who)
  await dialog.getByRole('button', { name: orderLabel }).click()
  await expect(page).toHaveURL(new RegExp(`^${addresses.sandbox}`))
}

async function resume(page: Page) {
  await page.getByRole('button', { name: 'Buchung fortsetzen' }).click()
  await expectStep(page.getByRole('dialog'), 'Schritt 3 von 3')
}
