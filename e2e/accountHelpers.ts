import type { Locator, Page } from '@playwright/test'
import { addresses, expect, newAddress, openHydrated, readMails } from './fixtures.ts'
import { password } from './passwords.ts'

/** Helpers for accounts: forms, mailed links, sign-out. */

/** Console messages of the browser about refused responses, and about those of the dashboard that does not exist yet. */
export const refused = /Failed to load resource: (the server responded with a status of (401|403|404|409|422|429|500|503)|net::ERR_FAILED)/

/** Fills and submits the form of the tab with that name. The tab may still be opening. */
export async function fillAndSend(
  authEntry: Page | Locator,
  tab: 'Anmelden' | 'Registrieren',
  fields: { email: string; password: string },
) {
  await expect(authEntry.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true')
  await authEntry.getByLabel('E-Mail', { exact: true }).fill(fields.email)
  await authEntry.getByLabel('Passwort', { exact: true }).fill(fields.password)
  await authEntry.getByRole('button', { name: tab, exact: true }).click()
}

export async function expectAll(page: Page, texts: readonly string[]) {
  for (const text of texts) await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
}

/** Toasts move while another one leaves, so a click could miss them. */
export async function closeToasts(page: Page) {
  await expect(async () => {
    const crosses = page.getByRole('button', { name: 'Meldung schließen' })
    for (const cross of await crosses.all()) await cross.dispatchEvent('click', {}, { timeout: 500 }).catch(() => {})
    await expect(crosses).toHaveCount(0, { timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
}

/** Opens a page for signed-in users, which opens the login dialog and returns to the page afterwards. */
export async function openLogin(page: Page) {
  await page.goto('/konto')
  const dialog = page.getByRole('dialog', { name: 'Anmelden oder registrieren' })
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL('/')
  return dialog
}

export const postAuth = (page: Page, name: string, data: object) =>
  page.request.post(`/auth/v1/${name}`, { data, headers: { origin: addresses.product } })

/** Signs a new address up from this page's browser. */
export async function register(page: Page) {
  const email = newAddress()
  expect((await postAuth(page, 'sign-up', { email, password })).status()).toBe(200)
  return email
}

/** Signs a new address up, opens its link in this page's browser, and is signed in on the home page. */
export async function registerAndConfirm(page: Page) {
  const email = await register(page)
  await confirm(page, email)
  return email
}

/**
 * Opens the newest confirmation link in this page's browser, once `mails` mails have arrived. Ends at `leadsTo`, where the sign-up began.
 */
export async function confirm(page: Page, email: string, { mails = 1, leadsTo = '/' } = {}) {
  await follow(page, await linkOf(email, { mails, path: '/auth/confirm' }))
  await expectGreeted(page, email)
  await expect(page).toHaveURL(leadsTo)
}

/** Waits for the given number of mails and returns the newest link to that page; other mails may arrive in between. */
export async function linkOf(email: string, { mails, path }: { mails: number; path: '/auth/confirm' | '/auth/reset' }) {
  const pattern = new RegExp(`${addresses.product}${path}\\?[^\\s)\\]]+`)
  const links = (await readMails(email, mails)).map(({ text }) => pattern.exec(text)?.[0])
  const link = links.find((one) => one !== undefined)
  if (!link) throw new Error(`no link to ${path} in the mails`)
  return link
}

/** Opens a mailed link of an account and clicks its button: opening alone changes nothing. */
export async function follow(page: Page, link: string) {
  await page.goto(link)
  await page.getByRole('button', { name: link.includes('/auth/reset') ? 'Weiter zum neuen Passwort' : 'E-Mail-Adresse bestätigen' }).click()
}

export const expectGreeted = (page: Page, email: string) => expect(page.getByRole('banner').getByText(`Hallo, ${email}`)).toBeVisible()
export const expectSignedOut = (page: Page) => expect(page.getByRole('banner').getByRole('link', { name: 'Anmelden' })).toBeVisible()

export async function signOut(page: Page) {
  await page.getByRole('banner').getByRole('button', { name: 'Abmelden' }).click()
  await expectSignedOut(page)
  await expect(page).toHaveURL('/')
}

/**
 * Delays requests or navigations, so that the state in between can be checked. Returns the function that lets them continue. The route is
 * not removed: a request made in that moment might never be sent.
 */
export async function hold(page: Page, address: string) {
  const held = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await held.promise
    await route.fallback()
  })
  return async () => held.resolve()
}

export async function fillReset(page: Page, typed: string) {
  await page.getByLabel('Neues Passwort').fill(typed)
  await page.getByLabel('Passwort bestätigen').fill(typed)
  await page.getByRole('button', { name: 'Passwort speichern' }).click()
}

/** A new password is confirmed for 0.8 s before the dashboard opens: this delays the dashboard until the message was checked. */
export const holdDashboard = (page: Page) => hold(page, '**/dashboard.data*')

export const openAuth = (page: Page, tab?: 'signup' | 'resend') => openHydrated(page, tab ? `/auth?tab=${tab}` : '/auth')
