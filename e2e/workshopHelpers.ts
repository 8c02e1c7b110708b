import type { Locator, Page } from '@playwright/test'
import { expectStep, goOn, orderLabel } from './dialogHelpers.ts'
import { expect, openHydrated, payWith, queryDatabase } from './fixtures.ts'
import { enterAsOwner, passCode } from './ownerHelpers.ts'

export const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
export const german = (day: string) => day.split('-').reverse().join('.')
export const short = (day: string) => `${Number(day.slice(8))}.${Number(day.slice(5, 7))}.`
/** A Monday after the period of withdrawal. */
export const monday = (() => {
  const day = addDays(new Date().toISOString().slice(0, 10), 17)
  return addDays(day, (8 - new Date(`${day}T00:00:00Z`).getUTCDay()) % 7)
})()
export const [tuesday, wednesday, thursday] = [1, 2, 3].map((days) => addDays(monday, days)) as [string, string, string]

/** An owner past the code whose company is open from Monday to Friday, 8 to 12 and 13 to 17. */
export async function openWorkshop(page: Page) {
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
export async function addService(page: Page, title: string, fill: () => Promise<unknown>) {
  await openHydrated(page, '/dashboard/leistungen')
  await page.getByLabel('Was bieten Sie an?').fill(title)
  await page.getByRole('button', { name: 'Eigene Leistung ohne Vorlage anlegen' }).click()
  await expect(page.getByRole('heading', { name: 'Neue Leistung' })).toBeVisible()
  await fill()
  await page.getByRole('button', { name: 'Leistung speichern' }).click()
  await expect(page.getByRole('heading', { name: 'Neue Leistung' })).toBeHidden()
}

export async function openBooking(page: Page, { companyId, title }: { companyId: string; title: string }) {
  await openHydrated(page, `/service/${companyId}`)
  await page.getByRole('link', { name: `Buchen ${title}` }).click()
  const dialog = page.getByRole('dialog')
  await expectStep(dialog, 'Schritt 1 von 3')
  return dialog
}

/** Shows the days from two weeks on. */
export const later = (dialog: Locator) => dialog.getByRole('button', { name: 'Später' }).click()

/** Goes through the dialog, looks at its last step, orders and pays. */
export async function orderAndPay(page: Page, dialog: Locator, look?: () => Promise<unknown>) {
  await goOn(dialog)
  await expectStep(dialog, 'Schritt 2 von 3')
  await goOn(dialog)
  await expectStep(dialog, 'Schritt 3 von 3')
  await look?.()
  await dialog.getByRole('button', { name: orderLabel }).click()
  await payWith(page, '4242 4242 4242 4242')
  await expect(page).toHaveURL(/\/payment-success\?/)
}

export async function fillCustomer(dialog: Locator, email: string) {
  await dialog.getByLabel('Name', { exact: true }).fill('Katrin Bergmann')
  await dialog.getByLabel('E-Mail', { exact: true }).fill(email)
  await dialog.getByLabel('Wohin soll der Anbieter kommen?').fill('Schmale Gasse 12, 22767 Hamburg')
}
