import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { earlyStartMissing } from '../src/orders/bookings/withdrawalRules.ts'
import { addDays, berlinDay, berlinInstant, formatDate } from '../src/platform/kit/dates.ts'
import { expectNothingCut, expectStep, goOn, openSecondStep, orderLabel } from './dialogHelpers.ts'
import {
  addresses,
  companyCalled,
  control,
  expect,
  expectAccessibleEverywhere,
  expectToFitEverywhere,
  newAddress,
  openHydrated,
  queryDatabase,
  readMails,
  test,
} from './fixtures.ts'
import { enterAsOperator } from './operatorHelpers.ts'
import { callAs } from './payoutHelpers.ts'

const confirm = (page: Page) => page.getByRole('button', { name: 'Widerruf bestätigen' })
const toReview = (page: Page) => page.getByRole('button', { name: 'Weiter zur Bestätigung' })

/** Moves the clocks of the product and of the PSP. */
async function moveClocks(request: APIRequestContext, to: Date) {
  await request.post('/__test/clock', { data: { now: to.toISOString() }, headers: { origin: addresses.product } })
  await control('clock', { to: to.toISOString() })
}

/** A paid booking. */
async function paidBooking(request: APIRequestContext, fields: { date: string; company?: string; customerKind?: string }) {
  const { company = 'Glanzwerk Altona Gebäudereinigung', ...more } = fields
  const email = newAddress()
  const { url } = await callAs(request, 'create-booking-payment', {
    companyId: await companyCalled(company),
    customerName: 'Katrin Bergmann',
    customerEmail: email,
    location: 'Schmale Gasse 12, 22767 Hamburg',
    time: '07:30',
    amount: 138,
    ...more,
  })
  const sessionId = new URL(url).pathname.split('/').at(-1) ?? ''
  await control('pay', { session: sessionId })
  const [checkout] = await queryDatabase('select booking_id from checkouts where session_id = $1', [sessionId])
  const bookingId = String(checkout?.booking_id)
  expect(await callAs(request, 'verify-payment', { sessionId, bookingId })).toMatchObject({ paid: true })
  return { email, bookingId, number: bookingId.slice(-8) }
}

const linkIn = (text: string | undefined) => /https?:\S+\/vertrag-widerrufen\?token=[\w-]{43}/.exec(text ?? '')?.[0] ?? 'no link'
const later = () => addDays(berlinDay(new Date()), 60)

test('a contract is withdrawn from by number and address: two steps, receipt, money back', async ({ page }) => {
  const { email, bookingId, number } = await paidBooking(page.request, { date: later() })
  await openHydrated(page, '/vertrag-widerrufen')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vertrag widerrufen')
  await toReview(page).click()
  await expect(page.getByRole('alert')).toContainText('Validierungsfehler')
  for (const text of [
    'Bitte geben Sie Ihren Namen an',
    'Bitte geben Sie an, welchen Vertrag Sie widerrufen, zum Beispiel mit der Buchungsnummer',
    'Bitte geben Sie eine E-Mail-Adresse an, an die wir die Eingangsbestätigung senden können',
  ]) {
    await expect(page.getByText(text)).toBeVisible()
  }
  await expect(page.getByLabel('Ihr Name')).toBeFocused()
  await expectToFitEverywhere(page)
  await page.getByLabel('Ihr Name').fill('Katrin Bergmann')
  await page.getByLabel('Welchen Vertrag widerrufen Sie?').fill(`Buchung ${number}`)
  await page.getByLabel('E-Mail für die Eingangsbestätigung').fill(email)
  await page.getByLabel('E-Mail für die Eingangsbestätigung').press('Enter')

  await expect(page.getByRole('heading', { name: 'Stimmt Ihre Erklärung?' })).toBeFocused()
  await expect(page.getByText('Hiermit widerrufe ich den unten genannten Vertrag.')).toBeVisible()
  expect((await queryDatabase('select 1 from withdrawals where email = $1', [email])).length).toBe(0)
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Angaben ändern' }).click()
  await expect(page.getByLabel('Ihr Name')).toHaveValue('Katrin Bergmann')
  await toReview(page).click()
  await confirm(page).click()
  await expect(page.getByRole('heading', { name: 'Ihr Widerruf ist eingegangen' })).toBeVisible()
  await expect(page.getByRole('status')).toContainText(`Die Eingangsbestätigung geht an ${email}.`)
  await expectAccessibleEverywhere(page)

  // The booking's confirmation, the receipt, the cancellation, the refund.
  const mails = await readMails(email, 4)
  expect(mails.find(({ subject }) => subject.startsWith('Eingangsbestätigung'))?.text).toContain(`Buchung ${number}`)
  const [booking] = await queryDatabase('select booking_status, payment_status, cancelled_by from bookings where id = $1', [bookingId])
  expect(booking).toEqual({ booking_status: 'cancelled', payment_status: 'refunded', cancelled_by: 'withdrawal' })
})

test('a link that opens nothing, a connection that is gone: the way by mail is named and nothing typed is lost', async ({
  page,
  allow,
}) => {
  allow(/Failed to load resource/)
  await openHydrated(page, `/vertrag-widerrufen?token=${'x'.repeat(43)}`)
  await expect(page).toHaveURL('/vertrag-widerrufen')
  await expect(page.getByText('Den Vertrag können Sie trotzdem widerrufen')).toBeVisible()
  await page.getByLabel('Ihr Name').fill('Katrin Bergmann')
  await page.getByLabel('Welchen Vertrag widerrufen Sie?').fill('Reinigung am Dienstag')
  await page.getByLabel('E-Mail für die Eingangsbestätigung').fill(newAddress())
  await toReview(page).click()
  await page.context().setOffline(true)
  await confirm(page).click()
  await expect(page.getByRole('alert')).toContainText('Ihr Widerruf ist noch nicht angekommen')
  await expect(page.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:.+body=.*Reinigung%20am%20Dienstag/)
  await expectAccessibleEverywhere(page)
  await page.context().setOffline(false)
  await confirm(page).click()
  await expect(page.getByRole('heading', { name: 'Ihr Widerruf ist eingegangen' })).toBeVisible()
})

test('the last step of a booking asks a consumer for the early start, or for a later day', async ({ page }) => {
  const email = newAddress()
  await page.setViewportSize({ width: 1280, height: 800 })
  const dialog = await openSecondStep(page, { email })
  await goOn(dialog)
  await expectStep(dialog, 'Schritt 3 von 3')
  const consent = dialog.getByRole('checkbox', { name: /^Ich verlange ausdrücklich/ })
  await expect(dialog.getByRole('radio', { name: 'Verbraucher' })).toBeChecked()
  await expect(consent).not.toBeChecked()
  await dialog.getByRole('button', { name: orderLabel }).click()
  await expect(consent).toBeFocused()
  const missing = dialog.getByText(earlyStartMissing(berlinDay(new Date())))
  for (const part of [missing, consent]) await expect(part).toBeInViewport({ ratio: 1 })
  expect(await isCovered(missing)).toBe(false)
  await expect(dialog.getByRole('alert')).toContainText('Validierungsfehler')
  await expectAccessibleEverywhere(page, () => expectNothingCut(dialog))
  await dialog.getByRole('radio', { name: 'Unternehmen' }).check()
  await expect(consent).toHaveCount(0)
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await dialog.getByRole('radio', { name: 'Verbraucher' }).check()
  await consent.check()
  await dialog.getByRole('button', { name: 'Ändern: Termin' }).click()
  await dialog.getByLabel('Datum').fill(later())
  await goOn(dialog)
  await goOn(dialog)
  await expect(consent).toHaveCount(0)
  await dialog.getByRole('button', { name: orderLabel }).click()
  await expect(page).toHaveURL(new RegExp(`^${addresses.sandbox}`))
  expect(await queryDatabase('select customer_kind, early_start_version from bookings where customer_email = $1', [email])).toEqual([
    { customer_kind: 'consumer', early_start_version: null },
  ])
})

test('the operator decides declarations that cannot be settled automatically', async ({ page }) => {
  const { email, number, bookingId } = await paidBooking(page.request, { date: later(), customerKind: 'business' })
  const declared = { name: 'Katrin Bergmann', contract: number, email }
  await callAs(page.request, 'declare-withdrawal', declared)
  const words = `Die Reinigung ${Math.random()}`
  await callAs(page.request, 'declare-withdrawal', { ...declared, contract: words })
  await enterAsOperator(page)
  await openHydrated(page, `/admin/widerrufe?search=${email}&status=open`)
  const table = page.getByRole('region', { name: 'Tabelle der Widerrufe' })
  await expect(table.getByRole('row')).toHaveCount(3)
  await expect(table).toContainText('Als Unternehmen gebucht')
  await expect(table).toContainText('Keiner Buchung zugeordnet')
  await expectToFitEverywhere(page)

  await table.getByRole('row').filter({ hasText: number }).getByRole('button').click()
  const dialog = page.getByRole('dialog', { name: 'Widerruf', exact: true })
  await expect(dialog).toContainText(`Buchung ${number}`)
  await expect(dialog).toContainText('Unternehmen')
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'Ablehnen' }).click()
  const rejection = page.getByRole('dialog', { name: 'Widerruf ablehnen' })
  await rejection.getByRole('button', { name: 'Widerruf ablehnen' }).click()
  await expect(rejection.getByText('Bitte geben Sie einen Grund an (höchstens 500 Zeichen)')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await rejection.getByLabel('Grund').fill('Ein Unternehmen hat kein Widerrufsrecht.')
  await rejection.getByRole('button', { name: 'Widerruf ablehnen' }).click()
  await expect(rejection).toHaveCount(0)
  await expect(dialog).toContainText('Abgelehnt')
  await page.keyboard.press('Escape')

  await table.getByRole('row').filter({ hasText: words }).getByRole('button').click()
  await dialog.getByRole('button', { name: 'Annehmen' }).click()
  const acceptance = page.getByRole('dialog', { name: 'Widerruf annehmen' })
  await acceptance.getByLabel('Buchung').selectOption(bookingId)
  await acceptance.getByLabel('Grund').fill('Aus Kulanz.')
  await expectAccessibleEverywhere(page)
  await acceptance.getByRole('button', { name: 'Widerruf annehmen' }).click()
  await expect(page.getByText('138,00 € gehen zurück.').first()).toBeVisible()
  const mails = await readMails(email, 7)
  expect(mails.find(({ subject }) => subject === 'Ihr Widerruf wurde abgelehnt')?.text).toContain('kein Widerrufsrecht')
  expect(mails.find(({ subject }) => subject === 'Ihr Widerruf wurde angenommen')?.text).toContain('Aus Kulanz.')
})

test('23:59:59 of a last day that holidays moved, and one second later', { tag: '@clock' }, async ({ page, browser }) => {
  const today = berlinDay(new Date())
  const year = Number(today.slice(0, 4)) + (today.slice(5) >= '12-10' ? 1 : 0)
  // Day 14 is Christmas; the first working day after it, computed independently.
  const working = [27, 28, 29].find((day) => ![0, 6].includes(new Date(Date.UTC(year, 11, day)).getUTCDay()))
  const midnight = berlinInstant(addDays(`${year}-12-${working}`, 1), '00:00')
  const lastSecond = new Date(midnight.getTime() - 1_000)
  try {
    await moveClocks(page.request, berlinInstant(`${year}-12-11`, '10:00'))
    const date = `${year + 1}-02-10`
    const [inTime, late] = [await paidBooking(page.request, { date }), await paidBooking(page.request, { date })]
    const other = await (await browser.newContext({ baseURL: addresses.product, locale: 'de-DE' })).newPage()
    await withdrawAt(page, { email: inTime.email, at: lastSecond })
    await withdrawAt(other, { email: late.email, at: midnight })

    const mails = await readMails(inTime.email, 4)
    const receipt = mails.find(({ subject }) => subject.startsWith('Eingangsbestätigung'))
    expect(receipt?.text).toContain(`${formatDate(`${year}-12-${working}`)}, 23:59:59 Uhr`)
    expect(mails.some(({ text }) => /Wir erstatten Ihnen 138,00\s€/.test(text))).toBe(true)
    expect((await readMails(late.email, 2))[0]?.text).toContain('Wir prüfen Ihre Erklärung')
    const moneyOf = (id: string) =>
      queryDatabase(
        `select bookings.booking_status, bookings.payment_status, bookings.refunded_cents,
          (select sum(amount_cents)::int from ledger_entry join ledger_tx on ledger_tx.id = tx_id where booking_id = bookings.id and account = 'psp_balance') as psp
        from bookings where id = $1`,
        [id],
      )
    await expect
      .poll(() => moneyOf(inTime.bookingId))
      .toEqual([{ booking_status: 'cancelled', payment_status: 'refunded', refunded_cents: 13_800, psp: 0 }])
    expect(await moneyOf(late.bookingId)).toEqual([{ booking_status: 'confirmed', payment_status: 'paid', refunded_cents: 0, psp: 13_800 }])
    expect(await queryDatabase('select status, cause from withdrawals where booking_id = $1', [late.bookingId])).toEqual([
      { status: 'open', cause: 'late' },
    ])
    await other.context().close()
  } finally {
    await moveClocks(page.request, new Date())
  }
})

/** Opens the link of the booking's mail and confirms at that second. */
async function withdrawAt(page: Page, { email, at }: { email: string; at: Date }) {
  const [mail] = await readMails(email, 1)
  await openHydrated(page, linkIn(mail?.text))
  await expect(page).toHaveURL('/vertrag-widerrufen')
  await expect(page.getByLabel('E-Mail für die Eingangsbestätigung')).toHaveValue(email)
  await expect(page.getByText('Reinigung nach Absprache bei Glanzwerk Altona')).toBeVisible()
  await toReview(page).click()
  // The clock runs, so it is set when the declaration is sent.
  await page.route('**/functions/v1/declare-withdrawal', async (route) => {
    await moveClocks(page.request, at)
    await route.continue()
  })
  await confirm(page).click()
  await expect(page.getByRole('heading', { name: 'Ihr Widerruf ist eingegangen' })).toBeVisible()
}

/** True if another element covers the text, such as the footer of a dialog. */
const isCovered = (text: Locator) =>
  text.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const corners = [2, height - 2].map((down) => document.elementFromPoint(left + width / 2, top + down))
    return !corners.every((found) => found !== null && (element.contains(found) || found.contains(element)))
  })
