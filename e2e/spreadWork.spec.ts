import type { Locator, Page } from '@playwright/test'
import { checkAccessibility, screens } from './appointmentHelpers.ts'
import { refused } from './dashboardHelpers.ts'
import { expectStep, failedAnswer, goOn, orderLabel } from './dialogHelpers.ts'
import { awaitMails, expect, newAddress, openHydrated, payWith, queryDatabase, test } from './fixtures.ts'
import { asVisitor, enterAsOwner, passCode } from './ownerHelpers.ts'

// Work whose time depends on its quantity, and work that continues on following days (docs/spec.md#spread-work).

test.beforeEach(({ allow }) => {
  allow(refused)
  allow(failedAnswer)
})

const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
const german = (day: string) => day.split('-').reverse().join('.')
const short = (day: string) => `${Number(day.slice(8))}.${Number(day.slice(5, 7))}.`
/** A Monday after the period of withdrawal. */
const monday = (() => {
  const day = addDays(new Date().toISOString().slice(0, 10), 17)
  return addDays(day, (8 - new Date(`${day}T00:00:00Z`).getUTCDay()) % 7)
})()
const [tuesday, wednesday, thursday] = [1, 2, 3].map((days) => addDays(monday, days)) as [string, string, string]

/** An owner past the code whose company is open from Monday to Friday, 8 to 12 and 13 to 17. */
async function openWorkshop(page: Page) {
  const owner = await enterAsOwner(page)
  const { companyId } = owner
  await queryDatabase(`insert into calendars (company_id, policy, updated_at) values ($1, 'ueblich', now())`, [companyId])
  await queryDatabase(`insert into resources (company_id, kind, name, position) values ($1, 'person', 'Meike Petersen', 0)`, [companyId])
  await queryDatabase(
    `insert into opening_hours (company_id, weekday, minutes)
     select $1, weekday, minutes
     from generate_series(1, 5) as weekday, unnest('{"[480,720)","[780,1020)"}'::int4range[]) as minutes`,
    [companyId],
  )
  await passCode(owner.email)
  return owner
}

/** Creates a service in its company's editor. */
async function addService(page: Page, title: string, fill: () => Promise<unknown>) {
  await openHydrated(page, '/dashboard/leistungen')
  await page.getByLabel('Was bieten Sie an?').fill(title)
  await page.getByRole('button', { name: 'Eigene Leistung ohne Vorlage anlegen' }).click()
  await expect(page.getByRole('heading', { name: 'Neue Leistung' })).toBeVisible()
  await fill()
  await page.getByRole('button', { name: 'Leistung speichern' }).click()
  await expect(page.getByRole('heading', { name: 'Neue Leistung' })).toBeHidden()
}

async function openBooking(page: Page, { companyId, title }: { companyId: string; title: string }) {
  await openHydrated(page, `/service/${companyId}`)
  await page.getByRole('link', { name: `Buchen ${title}` }).click()
  const dialog = page.getByRole('dialog')
  await expectStep(dialog, 'Schritt 1 von 3')
  return dialog
}

/** Shows the days from two weeks on. */
const later = (dialog: Locator) => dialog.getByRole('button', { name: 'Später' }).click()

async function orderAndPay(page: Page, dialog: Locator) {
  await goOn(dialog)
  await expectStep(dialog, 'Schritt 2 von 3')
  await goOn(dialog)
  await expectStep(dialog, 'Schritt 3 von 3')
  await dialog.getByRole('button', { name: orderLabel }).click()
  await payWith(page, '4242 4242 4242 4242')
  await expect(page).toHaveURL(/\/payment-success\?/)
}

async function fillCustomer(dialog: Locator, email: string) {
  await dialog.getByLabel('Name', { exact: true }).fill('Katrin Bergmann')
  await dialog.getByLabel('E-Mail', { exact: true }).fill(email)
  await dialog.getByLabel('Wohin soll der Anbieter kommen?').fill('Schmale Gasse 12, 22767 Hamburg')
}

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
