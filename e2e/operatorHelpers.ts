import { createHash, randomBytes } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { addresses, queryDatabase } from './fixtures.ts'

/** An operator's session in the state after password and code: the real code is shared by all browsers (admin.spec.ts). */
export async function enterAsOperator(page: Page) {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest('base64url')
  await queryDatabase(
    `insert into admin_sessions (token_hash, state, created_at, expires_at) values ($1, 'authenticated', now(), now() + interval '2 hours')`,
    [hash],
  )
  await page.context().addCookies([{ name: 'admin', value: token, url: addresses.product }])
}

/** Fills the required fields of a new company. */
export async function fillCompany(area: Locator, { name, email }: { name: string; email: string }) {
  await area.getByLabel('Firmenname').fill(name)
  await area.getByLabel('Kategorie').selectOption('Handwerk')
  await area.getByLabel('E-Mail', { exact: false }).fill(email)
  await area.getByLabel('Telefon').fill('+49 40 66969102')
  await area.getByLabel('Ansprechpartner').fill('Jonte Harms')
  await area.getByLabel('Standort').fill('27498 Helgoland')
  await area.getByLabel('Beschreibung').fill('Wir streichen Mauern am Wasser.')
}
