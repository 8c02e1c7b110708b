import type { Page } from '@playwright/test'
import { addresses, control, expectAccessibleEverywhere, newAddress, queryDatabase, readMails, soon } from './fixtures.ts'
import { enterAsOwner, passCode } from './ownerHelpers.ts'

export const screens = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
]

/**
 * Checks a state on all screens, then restores the size. If a flow is run once for each of `screens`, each run checks its states at its
 * own size only.
 */
export async function checkAccessibility(page: Page, walk?: { width: number }) {
  const before = page.viewportSize()
  await expectAccessibleEverywhere(page, undefined, walk)
  if (before) await page.setViewportSize(before)
}

/** A company's calendar with one person, open from 7 to 19 on every day. */
export async function openCalendar(companyId: string) {
  await queryDatabase(`insert into calendars (company_id, policy, updated_at) values ($1, 'ueblich', now())`, [companyId])
  await queryDatabase(`insert into resources (company_id, kind, name, position) values ($1, 'person', 'Meike Petersen', 0)`, [companyId])
  await queryDatabase(
    `insert into opening_hours (company_id, weekday, minutes) select $1, weekday, '[420,1140)' from generate_series(1, 7) as weekday`,
    [companyId],
  )
}

/** An agreed appointment in two days at 14:00, at a company whose owner is past the code; its customer books as a business. */
export async function agreed(page: Page) {
  const owner = await enterAsOwner(page)
  const { companyId } = owner
  await openCalendar(companyId)
  await passCode(owner.email)
  return { companyId, ...(await order({ companyId })) }
}

/** A paid order in two days at 14:00; for a service on request the card is only authorized. */
export async function order(what: { companyId: string; serviceId?: string }) {
  const email = newAddress()
  const booked = await fetch(`${addresses.product}/functions/v1/create-booking-payment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...what,
      customerName: 'Katrin Bergmann',
      customerEmail: email,
      customerKind: 'business',
      location: 'Schmale Gasse 12, 22767 Hamburg',
      date: soon(),
      time: '14:00',
      amount: 138,
    }),
  })
  const { url } = (await booked.json()) as { url: string }
  await control('pay', { session: new URL(url).pathname.split('/').at(-1) ?? '' })
  const [mail] = await readMails(email, 1)
  const link = /https?:\S+\/buchung\?token=[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? ''
  const [row] = await queryDatabase('select id from bookings where customer_email = $1', [email])
  return { email, link, bookingId: String(row?.id) }
}

/** A company whose only service is booked by request; its owner is signed in and past the code. */
export async function openRequestCompany(page: Page) {
  const { companyId, email } = await enterAsOwner(page)
  await openCalendar(companyId)
  const [service] = await queryDatabase(
    `insert into services (company_id, title, price_kind, price_cents, minutes, places, position, booking_mode, created_at, updated_at)
     values ($1, 'Dachrinne reinigen', 'fixed', 13800, 60, '{customer}', 0, 'request', now(), now()) returning id`,
    [companyId],
  )
  await passCode(email)
  return { companyId, serviceId: String(service?.id) }
}
