import type { APIRequestContext, Locator, Page } from '@playwright/test'
import {
  expectGreeted,
  fillAndSend,
  fillReset,
  follow,
  hold,
  holdDashboard,
  linkOf,
  openAuth,
  openLogin,
  refused,
  signOut,
} from './accountHelpers.ts'
import { addresses, expect, newAddress, test } from './fixtures.ts'
import { password as first, nextPassword as second } from './passwords.ts'

// Locks end only when the product's shared clock is moved.
test.describe.configure({ mode: 'serial' })

test('home dialog: sign up, confirm, sign out, lock, sign in, reset, second browser out', { tag: '@clock' }, async ({
  page,
  request,
  browser,
  allow,
}) => {
  await walk({ page, request, browser, allow, authEntry: homeDialog })
})

test('/auth: sign up, confirm, sign out, lock, sign in, reset, second browser out', { tag: '@clock' }, async ({
  page,
  request,
  browser,
  allow,
}) => {
  await walk({ page, request, browser, allow, authEntry: authPage })
})

/** Entry point to the sign-in: how it is opened, its name, and its own texts. */
type AuthEntry = {
  open: (page: Page) => Promise<Locator>
  wrong: string
  locked: string | RegExp
  signedIn: string
  leadsTo: string
}

const homeDialog: AuthEntry = {
  open: openLogin,
  wrong: 'Ungültige E-Mail oder Passwort',
  locked: 'Konto gesperrt. Versuchen Sie es in 15 Minuten erneut.',
  signedIn: 'Erfolgreich angemeldet',
  leadsTo: '/konto',
}

const authPage: AuthEntry = {
  async open(page) {
    await openAuth(page)
    return page.getByRole('main')
  },
  wrong: 'E-Mail oder Passwort ist falsch.',
  locked: 'Konto gesperrt. Versuchen Sie es in 15 Minuten erneut.',
  signedIn: 'Anmeldung erfolgreich',
  leadsTo: '/',
}

type Parts = {
  page: Page
  request: APIRequestContext
  browser: import('@playwright/test').Browser
  allow: (pattern: RegExp) => void
  authEntry: AuthEntry
}

async function walk({ page, request, browser, allow, authEntry }: Parts) {
  allow(refused)
  const email = newAddress()
  await signUp(page, await authEntry.open(page), email)
  await openConfirmation(page, { email, authEntry })
  await signOut(page)

  try {
    await lockOut(page, { authEntry, email })
    await moveClock(request, 16 * 60_000)
    await fillAndSend(await authEntry.open(page), 'Anmelden', { email, password: first })
    await expect(page.getByText(authEntry.signedIn)).toBeVisible()
    await expect(page).toHaveURL(authEntry.leadsTo)
    await expectGreeted(page, email)

    const other = await (await browser.newContext({ baseURL: addresses.product, locale: 'de-DE' })).newPage()
    await fillAndSend(await authPage.open(other), 'Anmelden', { email, password: first })
    await expectGreeted(other, email)
    await other.goto('/konto')
    await expect(other.getByText('Dieses Gerät')).toBeVisible()

    await signOut(page)
    await resetPassword(page, await authEntry.open(page), email)
    await other.reload()
    // A page for signed-in users asks a visitor to sign in; nothing outside its dialog is reachable.
    await expect(other.getByRole('dialog', { name: 'Anmelden oder registrieren' })).toBeVisible()
    await expect(other).toHaveURL('/')
    await page.goto('/konto')
    await expect(page.getByRole('button', { name: /^Abmelden\s*: / })).toHaveCount(1)
    await other.context().close()
  } finally {
    await moveClock(request, 0)
  }
}

async function signUp(page: Page, authEntry: Locator, email: string) {
  await authEntry.getByRole('tab', { name: 'Registrieren' }).click()
  await fillAndSend(authEntry, 'Registrieren', { email: ` ${email.toUpperCase()}`, password: first })
  await expect(page.getByText('Registrierung erfolgreich').first()).toBeVisible()
  await expect(authEntry.getByRole('tab', { name: 'Anmelden' })).toHaveAttribute('aria-selected', 'true')
  await expect(authEntry.getByLabel('E-Mail')).toHaveValue('')
}

async function openConfirmation(page: Page, { email, authEntry }: { email: string; authEntry: AuthEntry }) {
  const link = await linkOf(email, { mails: 1, path: '/auth/confirm' })
  // The page moves on after 1.5 s to where the sign-up began; the navigation is delayed until its texts are checked.
  const letGo = await hold(page, '**/{_root,konto}.data*')
  await follow(page, link)
  await expect(page.getByText('E-Mail bestätigt')).toBeVisible()
  await expect(page).toHaveURL('/auth/confirm')
  await letGo()
  await expectGreeted(page, email)
  await expect(page.getByRole('status').getByText('E-Mail bestätigt')).toBeVisible()
  await expect(page).toHaveURL(authEntry.leadsTo)
}

/** Five wrong passwords: the fifth locks the account, and then even the right one is refused. */
async function lockOut(page: Page, { authEntry, email }: { authEntry: AuthEntry; email: string }) {
  const form = await authEntry.open(page)
  for (let turn = 1; turn <= 4; turn++) {
    await fillAndSend(form, 'Anmelden', { email, password: `Falsch${turn}falsch` })
    await expect(page.getByText(authEntry.wrong).first()).toBeVisible()
    await expect(form.getByRole('button', { name: 'Anmelden', exact: true })).not.toHaveAttribute('aria-busy', 'true')
  }
  await fillAndSend(form, 'Anmelden', { email, password: 'Falsch5falsch' })
  await expect(page.getByText('Zu viele fehlgeschlagene Anmeldeversuche. Konto für 15 Minuten gesperrt.')).toBeVisible()
  await fillAndSend(form, 'Anmelden', { email, password: first })
  await expect(page.getByText(authEntry.locked)).toBeVisible()
}

async function resetPassword(page: Page, authEntry: Locator, email: string) {
  await authEntry.getByLabel('E-Mail').fill(email)
  await authEntry.getByRole('button', { name: 'Passwort vergessen?' }).click()
  await expect(page.getByText('Bitte prüfen Sie Ihre E-Mails, um ein neues Passwort zu setzen.').first()).toBeVisible()
  // Confirmation, welcome, the sign-in of the other browser, and this link.
  await follow(page, await linkOf(email, { mails: 4, path: '/auth/reset' }))
  await expect(page).toHaveURL('/auth/reset')
  const letGo = await holdDashboard(page)
  await fillReset(page, second)
  await expect(page.getByText('Passwort aktualisiert. Weiterleitung zum Dashboard…')).toBeVisible()
  await letGo()
  await expect(page).toHaveURL('/dashboard')
  await expectGreeted(page, email)
}

const moveClock = (request: APIRequestContext, ms: number) =>
  request.post('/__test/clock', { data: { now: new Date(Date.now() + ms).toISOString() }, headers: { origin: addresses.product } })
