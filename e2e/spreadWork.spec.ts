import { checkAccessibility, screens } from './appointmentHelpers.ts'
import { refused } from './dashboardHelpers.ts'
import { failedAnswer } from './dialogHelpers.ts'
import { awaitMails, expect, newAddress, openHydrated, queryDatabase, test } from './fixtures.ts'
import { asVisitor } from './ownerHelpers.ts'
import {
  addService,
  fillCustomer,
  german,
  later,
  monday,
  openBooking,
  openWorkshop,
  orderAndPay,
  short,
  thursday,
  tuesday,
  wednesday,
} from './workshopHelpers.ts'

// Work whose time depends on its quantity, and work that continues on following days (docs/spec.md#spread-work).

test.beforeEach(({ allow }) => {
  allow(refused)
  allow(failedAnswer)
})

const partsOf = async (email: string) =>
  (
    await queryDatabase(
      `select to_char(lower(part) at time zone 'Europe/Berlin', 'YYYY-MM-DD HH24:MI') as from,
         to_char(upper(part) at time zone 'Europe/Berlin', 'HH24:MI') as until
       from bookings
       join appointments on appointments.booking_id = bookings.id
       cross join lateral unnest(coalesce(parts, tstzmultirange(tstzrange(starts_at, ends_at)))) as part
       where customer_email = $1
       order by part`,
      [email],
    )
  ).map(({ from, until }) => `${String(from)}-${String(until)}`)

const wholeDays = (...days: string[]) => days.flatMap((day) => [`${day} 08:00-12:00`, `${day} 13:00-17:00`])

for (const screen of screens) {
  test(`three days of painting are offered, booked, shown in the diary and moved at ${screen.width}`, async ({ page }) => {
    await page.setViewportSize(screen)
    const { companyId, email: ownerEmail } = await openWorkshop(page)
    await addService(page, 'Praxis streichen', async () => {
      await page.getByLabel('Preis', { exact: true }).fill('1800')
      const minutes = page.getByLabel('Dauer in Minuten')
      await minutes.fill('1440')
      // Long work is spread by default; in one piece it is refused at its field.
      await expect(page.getByRole('radio', { name: /^Auf Tage verteilt/ })).toBeChecked()
      await page.getByRole('radio', { name: /^Am Stück/ }).check()
      await page.getByRole('button', { name: 'Leistung speichern' }).click()
      await expect(page.getByText(/^Am Stück dauert eine Leistung höchstens 12 Stunden/)).toBeVisible()
      await page.getByRole('radio', { name: /^Auf Tage verteilt/ }).check()
      await checkAccessibility(page, screen)
    })

    const email = newAddress()
    await asVisitor(page, async () => {
      const dialog = await openBooking(page, { companyId, title: 'Praxis streichen' })
      await fillCustomer(dialog, email)
      await expect(dialog.getByText('Dauert etwa 24 Stunden. Die Arbeit geht nach Pausen und am nächsten Tag weiter.')).toBeVisible()
      await later(dialog)
      await dialog.getByRole('radio', { name: german(monday) }).check()
      await dialog.getByRole('radio', { name: '08:00' }).check()
      await expect(dialog.getByText(`Voraussichtliches Ende: Mi, ${short(wednesday)}, 17:00 Uhr`)).toBeVisible()
      await checkAccessibility(page, screen)
      await orderAndPay(page, dialog)
      await expect(page.getByText(`Mo, ${short(monday)} bis Mi, ${short(wednesday)}`).first()).toBeVisible()
      await expect(page.getByText(`Di, ${short(tuesday)}: 08:00 bis 12:00 und 13:00 bis 17:00 Uhr`).first()).toBeVisible()
      await checkAccessibility(page, screen)
    })
    expect(await partsOf(email)).toEqual(wholeDays(monday, tuesday, wednesday))
    const [mail] = await awaitMails(({ to, subject }) => to === ownerEmail && subject.startsWith('Neue Buchung'), 1)
    expect(mail?.text).toContain(`Mo, ${short(monday)} bis Mi, ${short(wednesday)}`)

    // Each day of the diary has its parts.
    await openHydrated(page, `/dashboard/kalender?tag=${tuesday}`)
    await expect(page.getByText('Katrin Bergmann').first()).toBeVisible()
    await expect(page.getByText('Tag 2 von 3').first()).toBeVisible()
    await checkAccessibility(page, screen)

    const [confirmed] = await awaitMails(({ to, subject }) => to === email && subject.startsWith('Ihre Buchung ist bestätigt'), 1)
    await asVisitor(page, async () => {
      await page.goto(/https?:\S+\/buchung\?token=[\w-]{43}/.exec(confirmed?.text ?? '')?.[0] ?? '')
      await page.getByRole('button', { name: 'Termin verschieben' }).click()
      await page.getByRole('radio', { name: german(tuesday) }).check()
      await page.getByRole('radio', { name: '08:00' }).check()
      await expect(page.getByText(`Voraussichtliches Ende: Do, ${short(thursday)}, 17:00 Uhr`)).toBeVisible()
      await checkAccessibility(page, screen)
      await page.getByRole('button', { name: 'Termin verschieben' }).last().click()
      await expect(page.getByText('Ihr Termin ist verschoben')).toBeVisible()
      await expect(page.getByText(`Di, ${short(tuesday)} bis Do, ${short(thursday)}`).first()).toBeVisible()
    })
    expect(await partsOf(email)).toEqual(wholeDays(tuesday, wednesday, thursday))
  })

  test(`a cleaner gives the time of a window, and a customer books forty of them at ${screen.width}`, async ({ page }) => {
    await page.setViewportSize(screen)
    const { companyId } = await openWorkshop(page)
    await addService(page, 'Bürofenster putzen', async () => {
      await page.getByLabel('Preis', { exact: true }).fill('9')
      await expect(page.getByLabel('Dauer je Einheit in Minuten')).toHaveCount(0)
      await page.getByLabel('Je Einheit').fill('Fenster')
      await page.getByLabel('Dauer in Minuten').fill('15')
      await page.getByLabel('Dauer je Einheit in Minuten').fill('12')
      await expect(page.getByRole('radio', { name: /^Auf Tage verteilt/ })).toBeChecked()
      await checkAccessibility(page, screen)
    })
    await expect(page.getByText('ca. 15 Min. und 12 Min. je Fenster')).toBeVisible()

    const email = newAddress()
    await asVisitor(page, async () => {
      const dialog = await openBooking(page, { companyId, title: 'Bürofenster putzen' })
      await fillCustomer(dialog, email)
      await expect(dialog.getByText('Dauert etwa 27 Minuten.')).toBeVisible()
      await dialog.getByLabel('Anzahl (Fenster)').fill('40')
      await expect(dialog.getByText('Dauert ca. 8 Std. 15 Min.')).toBeVisible()
      await expect(dialog.getByText(/^Dauert etwa 8 Stunden 15 Minuten\./)).toBeVisible()
      await later(dialog)
      await dialog.getByRole('radio', { name: german(monday) }).check()
      await dialog.getByRole('radio', { name: '08:00' }).check()
      await expect(dialog.getByText(`Voraussichtliches Ende: Di, ${short(tuesday)}, 08:15 Uhr`)).toBeVisible()
      await checkAccessibility(page, screen)
      await orderAndPay(page, dialog)
    })
    expect(await partsOf(email)).toEqual([...wholeDays(monday), `${tuesday} 08:00-08:15`])
  })
}
