import type { Locator, Page } from '@playwright/test'
import { follow } from './accountHelpers.ts'
import { expect, expectHydrated, newAddress, openHydrated, readMails } from './fixtures.ts'
import { password } from './passwords.ts'

export const cards = { pays: '4242424242424242', declined: '4000000000000002' }

export const order = (page: Page) => page.getByRole('button', { name: 'Jetzt abonnieren & bezahlen' })
export const goOn = (page: Page) => page.getByRole('button', { name: 'Weiter' }).click()

/** A visitor is asked to sign in, registers there, opens the mail, and is back at the registration. */
export async function signUpOnTheWay(page: Page) {
  const email = newAddress()
  await page.goto('/provider-signup')
  const dialog = page.getByRole('dialog', { name: 'Anmelden oder registrieren' })
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL('/')
  await dialog.getByRole('tab', { name: 'Registrieren' }).click()
  await dialog.getByLabel('E-Mail').fill(email)
  await dialog.getByLabel('Passwort', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Registrieren' }).click()
  await expect(page.getByText('Registrierung erfolgreich').first()).toBeVisible()
  const [mail] = await readMails(email, 1)
  await follow(page, /https?:\/\/\S+\/auth\/confirm\S*/.exec(mail?.text ?? '')?.[0] ?? '')
  await expect(page).toHaveURL('/provider-signup')
  await expectHydrated(page)
  return { email, name: `Malermeister ${email.slice(8, 16)}` }
}

export async function fillCompany(page: Page, name: string) {
  await page.getByLabel('Firmenname *').fill(name)
  await page.getByLabel('Kategorie *').selectOption('Handwerk')
  await page.getByLabel('Beschreibung *').fill('Wir streichen Wohnungen und Treppenhäuser.')
  await page.getByLabel('Standort *').fill('22767 Hamburg')
  await page.getByLabel('Einsatzradius').fill('25')
  await page.getByLabel('Ansprechpartner *').fill('Jens Ahrens')
  await page.getByLabel('Telefon *').fill('+49 40 66969140')
  await page.getByLabel('Website').fill('maler-ahrens.example')
  await page.getByLabel('Stundensatz').fill('48,50')
  await page.getByLabel('Stundensatz').press('Tab')
}

export async function expectFilled(page: Page, { name, email }: { name: string; email: string }) {
  const values: [Locator, string][] = [
    [page.getByLabel('Firmenname *'), name],
    [page.getByLabel('Kategorie *'), 'Handwerk'],
    [page.getByLabel('Beschreibung *'), 'Wir streichen Wohnungen und Treppenhäuser.'],
    [page.getByLabel('Standort *'), '22767 Hamburg'],
    [page.getByLabel('Einsatzradius'), '25'],
    [page.getByLabel('Ansprechpartner *'), 'Jens Ahrens'],
    [page.getByLabel('E-Mail *'), email],
    [page.getByLabel('Telefon *'), '+49 40 66969140'],
    [page.getByLabel('Website'), 'maler-ahrens.example'],
    [page.getByLabel('Stundensatz'), '48,50'],
  ]
  for (const [field, value] of values) await expect(field).toHaveValue(value)
}

/** Reloads until the page responds again. */
export async function reload(page: Page) {
  const { pathname, search } = new URL(page.url())
  await openHydrated(page, pathname + search)
}

export async function walkToOrder(page: Page, name: string, plan: 'Basic' | 'Premium' = 'Premium') {
  await openHydrated(page, '/provider-signup')
  await page.getByRole('radio', { name: `${plan} wählen` }).check()
  await goOn(page)
  await fillCompany(page, name)
  await goOn(page)
  await expect(order(page)).toBeVisible()
}

/** Orders and stops on the payment page; returns its URL and the URL that leads back. */
export async function leaveForCheckout(page: Page, plan: 'Basic' | 'Premium' = 'Premium') {
  await walkToOrder(page, 'Malermeister Ahrens', plan)
  await order(page).click()
  await expect(page.getByLabel('Kartennummer')).toBeVisible()
  const url = page.url()
  const sessionId = new URL(url).pathname.split('/').at(-1)
  await openHydrated(page, '/provider-signup')
  const companyId = await page.evaluate(() => sessionStorage.getItem('pendingCompanyId'))
  return { url, back: `/payment-success-provider?session_id=${sessionId}&setup=complete&company_id=${companyId}` }
}
