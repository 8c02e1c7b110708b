import type { Page } from '@playwright/test'
import { follow, linkOf, postAuth, registerAndConfirm, signOut } from './accountHelpers.ts'
import { order as placeOrder } from './appointmentHelpers.ts'
import { listed } from './browserStorage.ts'
import { openLastStep, orderLabel } from './dialogHelpers.ts'
import { addresses, companyCalled, expect, openHydrated, openProfile, test } from './fixtures.ts'
import { enterAsOperator } from './operatorHelpers.ts'
import { enterAsMember, makeCompany, passCode } from './ownerHelpers.ts'
import { fillCompany, goOn, order } from './signupHelpers.ts'
import { keepSupplement } from './supplementHelpers.ts'
import { openJobOfToday, startOffline } from './workHelpers.ts'

/** Every other e2e test also checks that nothing else is stored (fixtures.ts). */
test('browsers keep everything that the privacy page lists, and nothing else', async ({ page, kept, allow }) => {
  allow(/Failed to load resource: (the server responded with a status of (401|403|404)|net::ERR_INTERNET_DISCONNECTED)/)
  // The router asks for its routes without a connection, too.
  allow(/Failed to fetch manifest patches/)
  for (const visit of [markCompany, keepOffline, orderBooking, openResetLink, orderPlan, chooseCompany, workOffline, writeMailing]) {
    await test.step(visit.name, () => visit(page))
    await kept()
  }
  await openHydrated(page, '/search')
  expect(await kept()).toEqual([...listed].sort())
  expect(await listOtherStores(page)).toEqual({ databases: 0, caches: 0, workers: 0 })
})

async function markCompany(page: Page) {
  await openProfile(page)
  await page.getByRole('button', { name: /merken$/ }).click()
}

async function keepOffline(page: Page) {
  const { link } = await placeOrder({ companyId: await companyCalled('Glanzwerk Altona Gebäudereinigung') })
  await page.goto(link)
  await page.getByRole('button', { name: 'Auf diesem Gerät speichern' }).click()
}

async function orderBooking(page: Page) {
  const dialog = await openLastStep(page)
  await dialog.getByRole('button', { name: orderLabel }).click()
  await expect(page).toHaveURL(new RegExp(`^${addresses.sandbox}`))
}

async function openResetLink(page: Page) {
  const email = await registerAndConfirm(page)
  await signOut(page)
  await postAuth(page, 'recover', { email })
  await follow(page, await linkOf(email, { mails: 3, path: '/auth/reset' }))
  await expect(page.getByLabel('Neues Passwort')).toBeVisible()
}

async function orderPlan(page: Page) {
  await enterAsMember(page)
  await openHydrated(page, '/provider-signup')
  await page.getByRole('radio', { name: 'Basic wählen' }).check()
  await goOn(page)
  await fillCompany(page, 'Malermeister Ahrens')
  await goOn(page)
  await order(page).click()
  await expect(page.getByLabel('Kartennummer')).toBeVisible()
}

async function chooseCompany(page: Page) {
  const { email } = await enterAsMember(page)
  await makeCompany(email, { name: 'Erste Firma GmbH' })
  await makeCompany(email, { name: 'Zweite Firma GmbH' })
  await passCode(email)
  await openHydrated(page, '/dashboard')
  await page.getByLabel('Firma').selectOption('Zweite Firma GmbH')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard - Zweite Firma GmbH' })).toBeVisible()
}

async function workOffline(page: Page) {
  await openJobOfToday(page)
  await page.context().setOffline(true)
  await startOffline(page)
  await keepSupplement(page)
  await page.context().setOffline(false)
}

async function writeMailing(page: Page) {
  await enterAsOperator(page)
  await openHydrated(page, '/admin/bulk-email')
  await page.getByLabel('Betreff').fill('An alle')
}

/** Lists other stores in which a browser could keep data, apart from cookies and web storage. */
const listOtherStores = (page: Page) =>
  page.evaluate(async () => ({
    databases: (await indexedDB.databases()).length,
    caches: (await caches.keys()).length,
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }))
