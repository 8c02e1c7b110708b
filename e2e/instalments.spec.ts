import type { Page } from '@playwright/test'
import { checkAccessibility, screens } from './appointmentHelpers.ts'
import { refused } from './dashboardHelpers.ts'
import { failedAnswer } from './dialogHelpers.ts'
import { bookingLinkOf, mailOf } from './estimateHelpers.ts'
import { awaitMails, expect, findMails, newAddress, payWith, queryDatabase, test } from './fixtures.ts'
import { asVisitor } from './ownerHelpers.ts'
import { openInDashboard, propose } from './supplementHelpers.ts'
import { addService, fillCustomer, german, later, monday, openBooking, openWorkshop, orderAndPay } from './workshopHelpers.ts'

// A painting job of three days with deposit, instalments, supplements, a reduction and one final invoice (docs/spec.md#instalments).

test.beforeEach(({ allow }) => {
  allow(refused)
  allow(failedAnswer)
})

/** Gives a company its tax details and a mandate for its invoices. */
async function mandate(companyId: string) {
  await queryDatabase("update companies set street = 'Große Straße 3', postcode = '22767', town = 'Hamburg' where id = $1", [companyId])
  await queryDatabase(
    "insert into tax_profiles (company_id, valid_from, status, vat_id) values ($1, '2020-01-01', 'regular', 'DE136695976')",
    [companyId],
  )
  await queryDatabase(
    "insert into invoice_mandates (company_id, version, accepted_text, accepted_at) values ($1, 'Reise', 'Reise', now() - interval '60 days')",
    [companyId],
  )
}

/** Moves the job of a company into the past, so that its last day was the day before yesterday. */
const passTime = (companyId: string) =>
  queryDatabase(
    `with moved as (
       select bookings.id, (appointments.ends_at at time zone 'Europe/Berlin')::date - (now() at time zone 'Europe/Berlin')::date + 2 as days
       from bookings
       join appointments on appointments.booking_id = bookings.id
       where bookings.company_id = $1
     ), at_company as (
       update appointments
       set starts_at = starts_at - moved.days * interval '1 day',
         ends_at = ends_at - moved.days * interval '1 day',
         parts = (select range_agg(tstzrange(lower(part) - moved.days * interval '1 day', upper(part) - moved.days * interval '1 day')) from unnest(parts) as part)
       from moved
       where booking_id = moved.id
     )
     update bookings set booking_date = booking_date - moved.days from moved where bookings.id = moved.id`,
    [companyId],
  )

/** Mail about a document, which is issued by a job of each minute. */
async function issued(email: string, subject: RegExp) {
  const isMatch = (mail: { to: string; subject: string }) => mail.to === email && subject.test(mail.subject)
  await expect.poll(async () => (await findMails(isMatch)).length, { timeout: 150_000 }).toBe(1)
  return (await findMails(isMatch))[0]
}

/** Pays the first due instalment on the page of the booking. */
async function payDue(page: Page, link: string, label: RegExp) {
  await page.goto(link)
  await page.getByRole('button', { name: label }).click()
  await payWith(page, '4242424242424242')
  await expect(page).toHaveURL(/\/payment-success\?/)
}

for (const screen of screens) {
  test(`a painting job with deposit, supplements, a reduction and a final invoice at ${screen.width}`, async ({ page }) => {
    // Its documents come with jobs of each minute.
    test.setTimeout(600_000)
    await page.setViewportSize(screen)
    const { companyId, email: ownerEmail } = await openWorkshop(page)
    await mandate(companyId)
    await addService(page, 'Praxis streichen', async () => {
      await page.getByRole('radio', { name: /^Nach Stunden/ }).check()
      await page.getByLabel('Preis je Stunde').fill('60')
      await page.getByLabel('Dauer in Minuten').fill('1440')
      await page.getByLabel('Anzahlung in Prozent').fill('60')
      await page.getByRole('button', { name: 'Leistung speichern' }).click()
      await expect(page.getByText('Anzahlung muss zwischen 10 und 50 Prozent liegen')).toBeVisible()
      await page.getByLabel('Anzahlung in Prozent').fill('30')
      await page.getByLabel('Den Rest').selectOption('2')
      await checkAccessibility(page, screen)
    })

    const email = newAddress()
    await asVisitor(page, async () => {
      const dialog = await openBooking(page, { companyId, title: 'Praxis streichen' })
      await expect(dialog.getByText(/30 % Anzahlung, Rest in bis zu 2 Raten/)).toBeVisible()
      await dialog.getByLabel('Stunden', { exact: true }).fill('24')
      await fillCustomer(dialog, email)
      await later(dialog)
      await dialog.getByRole('radio', { name: german(monday) }).check()
      await dialog.getByRole('radio', { name: '08:00' }).check()
      await orderAndPay(page, dialog, async () => {
        await expect(dialog.getByText(/^Jetzt bezahlen Sie 432,00\s€ Anzahlung\. Den Rest von 1\.008,00\s€/)).toBeVisible()
        await checkAccessibility(page, screen)
      })
      await expect(page.getByText('Anzahlung bezahlt')).toBeVisible()
      const plan = page.getByRole('region', { name: 'Anzahlung und Raten' })
      await expect(plan).toContainText('Rate 1 von 2')
      await expect(plan).toContainText('1.008,00')
      await checkAccessibility(page, screen)
    })
    const link = bookingLinkOf(await mailOf(email, 'Ihre Buchung ist bestätigt'))
    await issued(email, /^Abschlagsrechnung /)

    const job = await openInDashboard(page, companyId)
    await expect(job.getByRole('region', { name: 'Anzahlung und Raten' })).toContainText('Noch nicht fällig')
    await checkAccessibility(page, screen)
    // From now on a job of each minute may make the instalments due.
    await passTime(companyId)
    for (const [answer, reason] of [
      ['Zahlungspflichtig annehmen', 'Die Decke hat Risse'],
      ['Ablehnen', 'Auch der Keller'],
    ] as const) {
      await openInDashboard(page, companyId)
      const dialog = await propose(page, { reason, quantity: '2' })
      await dialog.getByRole('button', { name: 'Nachtrag senden' }).click()
      await expect(page.getByText('Der Nachtrag ist beim Kunden')).toBeVisible()
      await asVisitor(page, async () => {
        await page.goto(link)
        const isAccepted = answer !== 'Ablehnen'
        await expect(page.getByRole('button', { name: answer })).toBeVisible()
        const consent = page.getByRole('checkbox', { name: /Ich verlange ausdrücklich/ })
        if (isAccepted && (await consent.count()) > 0) await consent.check()
        await page.getByRole('button', { name: answer }).click()
        if (isAccepted) {
          await payWith(page, '4242424242424242')
          await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihr Nachtrag ist angenommen und bezahlt')
        } else await expect(page.getByText('Der Nachtrag ist abgelehnt')).toBeVisible()
      })
    }

    const again = await openInDashboard(page, companyId)
    await again.getByRole('button', { name: 'Durchgeführt' }).click()
    await page.getByLabel('Geleistete Stunden').fill('20')
    await page
      .getByRole('button', { name: /speichern|bestätigen|Durchgeführt/i })
      .last()
      .click()
    await expect(again.getByRole('region', { name: 'Anzahlung und Raten' })).toContainText('264,00')
    await expect(again.getByRole('region', { name: 'Anzahlung und Raten' })).toContainText('Fällig')
    await checkAccessibility(page, screen)

    await asVisitor(page, async () => {
      await page.goto(link)
      await expect(page.getByRole('heading', { name: /^Rate . von 2 ist fällig$/ })).toHaveCount(2)
      await checkAccessibility(page, screen)
      await payDue(page, link, /^504,00/)
      await payDue(page, link, /^264,00/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihre Zahlung ist eingegangen')
      await checkAccessibility(page, screen)
      await page.goto(link)
      await expect(page.getByRole('heading', { name: /^Rate . von 2 ist fällig$/ })).toHaveCount(0)
      await expect(page.getByRole('region', { name: 'Anzahlung und Raten' })).toContainText('1.200,00')
    })
    await awaitMails(({ to, subject }) => to === ownerEmail && subject.startsWith('Ihr Kunde hat bezahlt'), 2)
    const final = await issued(email, /^Rechnung /)
    // 20 hours and the supplement of two hours, less the deposit's advance invoice.
    expect(final?.text).toMatch(/Betrag: 888,00/)
    await asVisitor(page, async () => {
      await page.goto(link)
      await expect(page.getByRole('region', { name: 'Rechnung' })).toContainText('Abschlag, ')
      await checkAccessibility(page, screen)
    })
  })
}
