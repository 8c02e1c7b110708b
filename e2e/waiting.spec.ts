import type { Page } from '@playwright/test'
import { checkAccessibility, openCalendar, order, screens } from './appointmentHelpers.ts'
import { refused } from './dashboardHelpers.ts'
import {
  addresses,
  awaitMails,
  consentToEarlyStart,
  control,
  expect,
  newAddress,
  openHydrated,
  payWith,
  queryDatabase,
  soon,
  test,
} from './fixtures.ts'
import { enterAsOwner } from './ownerHelpers.ts'

test.beforeEach(({ allow }) => allow(refused))

/** Moves the clocks of the product and of the PSP. */
async function moveClocks({ request }: Page, to: Date) {
  await request.post('/__test/clock', { data: { now: to.toISOString() }, headers: { origin: addresses.product } })
  await control('clock', { to: to.toISOString() })
}

// Holds are mailed by day only: the clocks are set to the next 12 h in UTC, which is day in Berlin in summer and winter.
test.beforeEach(async ({ page }) => {
  const noon = new Date()
  noon.setUTCHours(12, 0, 0, 0)
  if (noon.getTime() < Date.now()) noon.setUTCDate(noon.getUTCDate() + 1)
  const hour = new Date().getUTCHours()
  if (hour < 9 || hour >= 17) await moveClocks(page, noon)
})
test.afterEach(({ page }) => moveClocks(page, new Date()))

/** A company with one service of an hour, whose only open time is in two days at 14:00. */
async function openFixture(page: Page) {
  const { companyId } = await enterAsOwner(page)
  await page.context().clearCookies()
  await openCalendar(companyId)
  await queryDatabase(`delete from opening_hours where company_id = $1`, [companyId])
  await queryDatabase(`insert into calendar_days (company_id, day, minutes) values ($1, $2, '{[840,900)}')`, [companyId, soon()])
  const [service] = await queryDatabase(
    `insert into services (company_id, title, price_kind, price_cents, minutes, notice_hours, places, position, created_at, updated_at)
     values ($1, 'Dachrinne reinigen', 'fixed', 13800, 60, 0, '{customer}', 0, now(), now()) returning id`,
    [companyId],
  )
  return { companyId, serviceId: String(service?.id) }
}

const runWaitingJob = () => queryDatabase(`select graphile_worker.add_job('bookings.keepWaiting', '{}')`, [])
const mailTo = async (email: string, subject: string) =>
  (await awaitMails((mail) => mail.to === email && mail.subject.includes(subject), 1))[0]
const confirm = (page: Page, name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click()

for (const screen of screens) {
  test(`a full calendar, another cancels, and who waited books, at ${screen.width}`, { tag: '@clock' }, async ({ page }) => {
    await page.setViewportSize(screen)
    // A neighbouring company offers the same service and is free.
    const neighbour = await enterAsOwner(page)
    await openCalendar(neighbour.companyId)
    const fixture = await openFixture(page)
    const other = await order(fixture)
    const email = newAddress()

    await openHydrated(page, `/service/${fixture.companyId}?buchen=${fixture.serviceId}`)
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('heading', { name: /^Kein freier Termin bis/ })).toBeVisible()
    await expect(dialog.getByRole('heading', { name: 'Andere Anbieter mit freien Terminen' })).toBeVisible()
    // The booking's form cannot succeed without a time.
    await expect(dialog.getByLabel('Name', { exact: true })).toHaveCount(0)
    await expect(dialog.getByRole('button', { name: 'Weiter' })).toHaveCount(0)
    const card = dialog.locator('.result').filter({ has: page.locator('.time-chip') })
    await expect(card.first().getByRole('link', { name: /^Profil ansehen/ })).toBeVisible()
    expect(await card.count()).toBeLessThanOrEqual(3)
    await dialog.getByRole('button', { name: 'Benachrichtigen, wenn etwas frei wird' }).click()
    await expect(dialog.getByLabel('E-Mail für die Nachricht')).toHaveAttribute('aria-invalid', 'true')
    await checkAccessibility(page, screen)
    await expect(dialog.getByRole('radio', { name: 'Egal' })).toBeChecked()
    await dialog.getByRole('radio', { name: 'Nachmittag' }).check()
    await dialog.getByLabel('E-Mail für die Nachricht').fill(email)
    await dialog.getByLabel('E-Mail für die Nachricht').press('Enter')
    await expect(dialog.getByText('Fast geschafft: Bitte bestätigen Sie Ihre E-Mail-Adresse')).toBeVisible()
    await checkAccessibility(page, screen)

    const confirmationMail = await mailTo(email, 'Bitte bestätigen Sie')
    const link = /https?:\S+\/warteliste\?token=[\w-]{43}/.exec(confirmationMail?.text ?? '')?.[0] ?? ''
    await page.goto(link)
    await expect(page.getByRole('button', { name: 'Benachrichtigung bestätigen' })).toBeVisible()
    await expect(page).toHaveURL('/warteliste')
    const [entry] = await queryDatabase('select status from waiting_entries where email = $1', [email])
    expect(entry).toEqual({ status: 'awaiting' })
    await checkAccessibility(page, screen)
    await page.getByRole('button', { name: 'Benachrichtigung bestätigen' }).click()
    await expect(page.getByRole('heading', { name: 'Sie stehen auf der Warteliste' })).toBeVisible()
    await expect(page.getByText('ein Termin am Nachmittag frei')).toBeVisible()
    await checkAccessibility(page, screen)

    await page.goto(other.link)
    await page.getByRole('button', { name: 'Buchung stornieren' }).first().click()
    await confirm(page, 'Buchung stornieren')
    await expect(page.getByRole('heading', { level: 1, name: /storniert/ })).toBeVisible()
    await runWaitingJob()
    const offered = await mailTo(email, 'Ein Termin ist frei')
    await page.goto(/https?:\S+\/warteliste\?token=[\w-]{43}/.exec(offered?.text ?? '')?.[0] ?? '')
    await expect(page.getByRole('heading', { name: 'Ein Termin ist frei' })).toBeVisible()
    await expect(page.getByText('14:00 Uhr', { exact: true })).toBeVisible()
    await checkAccessibility(page, screen)
    await page.getByRole('button', { name: 'Termin nehmen' }).click()
    await expect(dialog.getByRole('radio', { name: '14:00' })).toBeChecked()
    await checkAccessibility(page, screen)
    await page.getByLabel('Name', { exact: true }).fill('Katrin Bergmann')
    await page.getByLabel('E-Mail', { exact: true }).fill(email)
    await page.getByLabel('Wohin soll der Anbieter kommen?', { exact: true }).fill('Schmale Gasse 12, 22767 Hamburg')
    await page.getByRole('button', { name: 'Weiter' }).click()
    await expect(
      page
        .getByText(/für Sie reserviert/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Weiter' }).click()
    await consentToEarlyStart(page)
    await page.getByRole('button', { name: 'Jetzt buchen & bezahlen' }).click()
    await payWith(page, '4242 4242 4242 4242')
    await mailTo(email, 'Buchung')
    const [booked] = await queryDatabase('select booking_status from bookings where customer_email = $1', [email])
    expect(booked).toEqual({ booking_status: 'confirmed' })
  })

  test(`an earlier time becomes free, and the booking moves there with one confirmation, at ${screen.width}`, { tag: '@clock' }, async ({
    page,
  }) => {
    await page.setViewportSize(screen)
    const fixture = await openFixture(page)
    const { link, email, bookingId } = await order(fixture)
    const later = `update appointments set starts_at = starts_at + interval '7 days', ends_at = ends_at + interval '7 days' where booking_id = $1`
    await queryDatabase(later, [bookingId])
    await queryDatabase(`update bookings set booking_date = booking_date + 7 where id = $1`, [bookingId])
    await queryDatabase(`delete from occupancies where booking_id = $1`, [bookingId])
    await page.goto(link)
    await page.getByRole('radio', { name: 'Nachmittag' }).check()
    await checkAccessibility(page, screen)
    await page.getByRole('button', { name: 'Früheren Termin anfragen' }).click()
    await expect(page.getByText('Wird vor Ihrem Termin an einem Nachmittag etwas frei')).toBeVisible()
    await checkAccessibility(page, screen)
    await runWaitingJob()
    const offered = await mailTo(email, 'Ein früherer Termin ist frei')
    await page.goto(/https?:\S+\/buchung\?token=[\w-]{43}/.exec(offered?.text ?? '')?.[0] ?? '')
    await expect(page.getByRole('heading', { name: 'Ein früherer Termin ist frei' })).toBeFocused()
    await checkAccessibility(page, screen)
    await page.getByRole('button', { name: 'Termin nehmen' }).click()
    await expect(page.getByRole('radio', { name: '14:00' })).toBeChecked()
    await checkAccessibility(page, screen)
    await page.getByRole('button', { name: 'Termin verschieben' }).last().click()
    await expect(page.getByText('Ihr Termin ist verschoben')).toBeVisible()
    const [row] = await queryDatabase(`select booking_date::text = $2 as is_earlier from bookings where id = $1`, [bookingId, soon()])
    expect(row).toEqual({ is_earlier: true })
  })
}
