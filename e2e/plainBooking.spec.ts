import type { Browser, Page } from '@playwright/test'
import { checkAccessibility, openCalendar, screens } from './appointmentHelpers.ts'
import { orderLabel } from './dialogHelpers.ts'
import { addresses, expect, newAddress, payWith, queryDatabase, readMails, test } from './fixtures.ts'
import { enterAsOwner } from './ownerHelpers.ts'

/** A company with a calendar and two services, one of them with options, and a browser without scripts. */
async function openFixture(page: Page, browser: Browser, screen: { width: number; height: number }) {
  const { companyId } = await enterAsOwner(page)
  await openCalendar(companyId)
  const [service] = await queryDatabase(
    `insert into services (company_id, title, price_kind, price_cents, minutes, notice_hours, places, position, created_at, updated_at)
     values ($1, 'Ufer putzen', 'fixed', 8900, 60, 0, '{customer}', 1, now(), now()),
       ($1, 'Steg streichen', 'fixed', 12000, 120, 0, '{customer}', 0, now(), now())
     returning id`,
    [companyId],
  )
  await queryDatabase(
    `insert into service_options (service_id, option_group, title, surcharge_cents, position)
     values ($1, 'Länge', 'bis 10 Meter', 0, 0), ($1, 'Länge', 'bis 50 Meter', 4000, 1), ($1, null, 'Boot', 1500, 2)`,
    [service?.id],
  )
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: addresses.product, viewport: screen })
  return { companyId, plain: await context.newPage() }
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).last().click()

for (const screen of screens) {
  test(`without scripts a service and a time are chosen, held, seen with their total, and paid, at ${screen.width}`, async ({
    page,
    browser,
  }) => {
    const { companyId, plain } = await openFixture(page, browser, screen)
    const email = newAddress()
    await plain.goto(`/service/${companyId}`)
    await plain.getByRole('link', { name: 'Jetzt buchen' }).first().click()
    await expect(plain).toHaveURL(`/buchen/${companyId}`)
    await plain.getByRole('radio', { name: /^Ufer putzen/ }).check()
    await plain.getByLabel('Name').fill('Petra Plain')
    await press(plain, 'Leistung übernehmen')
    await expect(plain.getByLabel('Name')).toHaveValue('Petra Plain')
    await plain.getByRole('radio', { name: /bis 50 Meter/ }).check()
    await plain.getByRole('checkbox', { name: /Boot/ }).check()

    // All errors at once; the input is kept.
    await plain.getByLabel('E-Mail').fill('petra')
    await press(plain, 'Weiter')
    await expect(plain.getByText('Ungültige E-Mail-Adresse')).toBeVisible()
    await expect(plain.getByText('Uhrzeit ist erforderlich')).toBeVisible()
    await expect(plain.getByRole('radio', { name: /bis 50 Meter/ })).toBeChecked()
    await expect(plain.getByRole('checkbox', { name: /Boot/ })).toBeChecked()
    await expect(plain.getByLabel('Name')).toHaveValue('Petra Plain')

    await plain.getByLabel('E-Mail').fill(email)
    await plain.getByLabel('Wohin soll der Anbieter kommen?').fill('Uferweg 3, 22767 Hamburg')
    const time = plain.locator('input[name=slot]').nth(3)
    const slot = (await time.getAttribute('value')) ?? ''
    await time.check()
    await press(plain, 'Weiter')
    await expect(plain.getByRole('heading', { name: 'Stimmt alles?' })).toBeVisible()
    await expect(plain.locator('.ticket-total')).toContainText('144,00 €')
    const held = `select count(*)::integer as held from occupancies where company_id = $1 and kind = 'cart'`
    expect(await queryDatabase(held, [companyId])).toEqual([{ held: 1 }])

    // A price that changed meanwhile is shown before the order.
    const price = (cents: number) =>
      queryDatabase('update services set price_cents = $2 where company_id = $1 and position = 1', [companyId, cents])
    await price(9_900)
    await press(plain, orderLabel)
    await expect(plain.getByText('Der Preis hat sich geändert.')).toBeVisible()
    await expect(plain.locator('.ticket-total')).toContainText('154,00 €')
    await price(8_900)

    // Back and forth, then without the consent, then with it.
    await press(plain, 'Angaben ändern')
    await expect(plain.locator(`input[name=slot][value="${slot}"]`)).toBeChecked()
    await press(plain, 'Weiter')
    await press(plain, orderLabel)
    await expect(plain.locator('.early-start .message')).toBeVisible()
    await plain.getByLabel(/^Ich verlange ausdrücklich/).check()
    await press(plain, orderLabel)
    await expect(plain).toHaveURL(new RegExp(`^${addresses.sandbox}`))
    await payWith(plain, '4242 4242 4242 4242')
    const [mail] = await readMails(email, 1)
    expect(mail?.subject).toMatch(/^Ihre Buchung ist bestätigt: Ufer putzen am /)
    expect(mail?.text).toMatch(/bis 50 Meter: 40,00\s€/)
    const booked = `select count(*)::integer as booked, min(amount_cents)::integer as cents from bookings where company_id = $1`
    expect(await queryDatabase(booked, [companyId])).toEqual([{ booked: 1, cents: 14_400 }])
    await plain.context().close()
  })
}

test('without scripts a time that another took is refused with others, and a company without a calendar asks for day and time', async ({
  page,
  browser,
}) => {
  const { companyId, plain } = await openFixture(page, browser, { width: 390, height: 844 })
  const other = await (await browser.newContext({ javaScriptEnabled: false, baseURL: addresses.product })).newPage()
  for (const one of [plain, other]) {
    await one.goto(`/buchen/${companyId}`)
    await one.getByLabel('Name').fill('Petra Plain')
    await one.getByLabel('E-Mail').fill(newAddress())
    await one.getByLabel('Wohin soll der Anbieter kommen?').fill('Uferweg 3, 22767 Hamburg')
    await one.locator('input[name=slot]').nth(3).check()
  }
  await press(other, 'Weiter')
  await expect(other.getByRole('heading', { name: 'Stimmt alles?' })).toBeVisible()
  await press(plain, 'Weiter')
  await expect(plain.locator('.time-choice .message')).toBeVisible()
  await expect(plain.getByLabel('Name')).toHaveValue('Petra Plain')
  await plain.locator('input[name=slot]').nth(3).check()
  await press(plain, 'Weiter')
  await expect(plain.getByRole('heading', { name: 'Stimmt alles?' })).toBeVisible()

  await queryDatabase('delete from calendars where company_id = $1', [companyId])
  await plain.goto(`/buchen/${companyId}`)
  await expect(plain.getByLabel('Datum')).toBeVisible()
  await expect(plain.getByLabel('Uhrzeit')).toBeVisible()
})

for (const screen of screens) {
  test(`without scripts a customer without a free time joins the waiting list, at ${screen.width}`, async ({ page, browser, allow }) => {
    const { companyId, plain } = await openFixture(page, browser, screen)
    await queryDatabase('delete from opening_hours where company_id = $1', [companyId])
    const email = newAddress()
    await plain.goto(`/buchen/${companyId}`)
    await expect(plain.getByText(/^Kein freier Termin bis/)).toBeVisible()
    // The booking's form cannot succeed: it is not shown, and Enter submits the waiting list's form.
    await expect(plain.getByLabel('Name', { exact: true })).toHaveCount(0)
    await expect(plain.getByRole('button', { name: 'Weiter' })).toHaveCount(0)
    await plain.getByLabel('E-Mail für die Nachricht').fill('petra')
    await plain.getByLabel('Tageszeit').selectOption('Abend')
    await press(plain, 'Benachrichtigen, wenn etwas frei wird')
    await expect(plain.getByText('Ungültige E-Mail-Adresse')).toBeVisible()
    await plain.getByLabel('E-Mail für die Nachricht').fill(email)
    await press(plain, 'Benachrichtigen, wenn etwas frei wird')
    await expect(plain.getByText('Fast geschafft: Bitte bestätigen Sie Ihre E-Mail-Adresse')).toBeVisible()
    const entries = await queryDatabase('select status, day_part from waiting_entries where email = $1', [email])
    expect(entries).toEqual([{ status: 'awaiting', day_part: 'abend' }])
    await plain.context().close()

    // The same page in a browser with scripts, which can check it.
    allow(/status of 422/)
    await page.context().clearCookies()
    await page.setViewportSize(screen)
    await page.goto(`/buchen/${companyId}`)
    await page.getByLabel('E-Mail für die Nachricht').fill('petra')
    await press(page, 'Benachrichtigen, wenn etwas frei wird')
    await expect(page.getByText('Ungültige E-Mail-Adresse')).toBeVisible()
    await checkAccessibility(page, screen)
    await page.getByLabel('E-Mail für die Nachricht').fill(newAddress())
    await press(page, 'Benachrichtigen, wenn etwas frei wird')
    await expect(page.getByText('Fast geschafft: Bitte bestätigen Sie Ihre E-Mail-Adresse')).toBeVisible()
    await checkAccessibility(page, screen)
  })
}

test('the form without scripts, with what is wrong in it, and the order fit every screen and everybody', async ({ page, allow }) => {
  // Console message of the browser about the refused form.
  allow(/status of 422/)
  const { companyId } = await enterAsOwner(page)
  await page.context().clearCookies()
  await openCalendar(companyId)
  await page.goto(`/buchen/${companyId}`)
  await press(page, 'Weiter')
  await expect(page.getByText('Uhrzeit ist erforderlich')).toBeVisible()
  await checkAccessibility(page)
  await page.getByLabel('Name').fill('Petra Plain')
  await page.getByLabel('E-Mail').fill(newAddress())
  await page.getByLabel('Wohin soll der Anbieter kommen?').fill('Uferweg 3, 22767 Hamburg')
  await page.getByLabel('Betrag').fill('120')
  await page.locator('input[name=slot]').nth(3).check()
  await press(page, 'Weiter')
  await expect(page.getByRole('heading', { name: 'Stimmt alles?' })).toBeVisible()
  await checkAccessibility(page)
})
