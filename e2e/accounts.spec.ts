import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { addresses, expect, newAddress, readMails, test } from './stage.ts'

// Locks end only when the product's one clock moves.
test.describe.configure({ mode: 'serial' })

const first = 'Fensterputz7'
const second = 'Dachrinne88'
/** Refused calls, also those of the dashboard before its code, are reported on the console by the browser itself. */
const refused = /Failed to load resource: the server responded with a status of (401|403|429)/

test('home dialog: sign up, confirm, sign out, lock, sign in, reset, second browser out', { tag: '@clock' }, async ({
  page,
  request,
  browser,
  allow,
}) => {
  await walk({ page, request, browser, allow, door: homeDialog })
})

test('/auth: sign up, confirm, sign out, lock, sign in, reset, second browser out', { tag: '@clock' }, async ({
  page,
  request,
  browser,
  allow,
}) => {
  await walk({ page, request, browser, allow, door: authPage })
})

/** One way of signing in: how it is opened, what it calls itself, and the words of its own. */
type Door = {
  open: (page: Page) => Promise<Locator>
  wrong: string
  locked: string | RegExp
  signedIn: string
  leadsTo: string
}

const homeDialog: Door = {
  async open(page) {
    // A page for signed-in people asks for the dialog and gets its visitor back.
    await page.goto('/konto')
    const dialog = page.getByRole('dialog', { name: 'Anmelden oder registrieren' })
    await expect(dialog).toBeVisible()
    await expect(page).toHaveURL('/')
    return dialog
  },
  wrong: 'Ungültige E-Mail oder Passwort',
  locked: 'Konto gesperrt. Versuchen Sie es in 15 Minuten erneut.',
  signedIn: 'Erfolgreich angemeldet',
  leadsTo: '/konto',
}

const authPage: Door = {
  async open(page) {
    await page.goto('/auth')
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
  door: Door
}

async function walk({ page, request, browser, allow, door }: Parts) {
  test.setTimeout(90_000)
  allow(refused)
  const email = newAddress()
  await signUp(page, await door.open(page), email)
  await openConfirmation(page, email)
  await signOut(page)

  try {
    await lockOut(page, { door, email })
    await moveClock(request, 16 * 60_000)
    await signIn(await door.open(page), { email, password: first })
    await expect(page.getByText(door.signedIn)).toBeVisible()
    await expect(page).toHaveURL(door.leadsTo)
    await expect(greeting(page, email)).toBeVisible()

    const other = await (await browser.newContext({ baseURL: addresses.product, locale: 'de-DE' })).newPage()
    await signIn(await authPage.open(other), { email, password: first })
    await expect(greeting(other, email)).toBeVisible()
    await other.goto('/konto')
    await expect(other.getByText('Dieses Gerät')).toBeVisible()

    await signOut(page)
    await resetPassword(page, await door.open(page), email)
    await other.reload()
    // A page for signed-in people asks a visitor to sign in; behind its dialog nothing else can be reached.
    await expect(other.getByRole('dialog', { name: 'Anmelden oder registrieren' })).toBeVisible()
    await expect(other).toHaveURL('/')
    await page.goto('/konto')
    await expect(page.getByRole('button', { name: /^Abmelden\s*: / })).toHaveCount(1)
    await other.context().close()
  } finally {
    await moveClock(request, 0)
  }
}

async function signUp(page: Page, door: Locator, email: string) {
  await door.getByRole('tab', { name: 'Registrieren' }).click()
  await door.getByLabel('E-Mail').fill(` ${email.toUpperCase()}`)
  await door.getByLabel('Passwort', { exact: true }).fill(first)
  await door.getByRole('button', { name: 'Registrieren' }).click()
  await expect(page.getByText('Registrierung erfolgreich')).toBeVisible()
  await expect(door.getByRole('tab', { name: 'Anmelden' })).toHaveAttribute('aria-selected', 'true')
  await expect(door.getByLabel('E-Mail')).toHaveValue('')
}

async function openConfirmation(page: Page, email: string) {
  await page.goto(linkIn((await readMails(email, 1))[0]?.text, '/auth/confirm'))
  await expect(page).toHaveURL('/auth/confirm')
  await expect(page.getByText('E-Mail bestätigt').first()).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('status').getByText('E-Mail bestätigt')).toBeVisible()
  await expect(greeting(page, email)).toBeVisible()
}

async function signOut(page: Page) {
  await page.getByRole('banner').getByRole('button', { name: 'Abmelden' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Anmelden' })).toBeVisible()
  await expect(page).toHaveURL('/')
}

/** Five wrong passwords, the fifth of which locks; then not even the right one counts. */
async function lockOut(page: Page, { door, email }: { door: Door; email: string }) {
  const form = await door.open(page)
  for (let turn = 1; turn <= 4; turn++) {
    await signIn(form, { email, password: `Falsch${turn}falsch` })
    await expect(page.getByText(door.wrong).first()).toBeVisible()
    await expect(form.getByRole('button', { name: 'Anmelden', exact: true })).not.toHaveAttribute('aria-busy', 'true')
  }
  await signIn(form, { email, password: 'Falsch5falsch' })
  await expect(page.getByText('Zu viele fehlgeschlagene Anmeldeversuche. Konto für 15 Minuten gesperrt.')).toBeVisible()
  await signIn(form, { email, password: first })
  await expect(page.getByText(door.locked)).toBeVisible()
}

async function signIn(door: Locator, { email, password }: { email: string; password: string }) {
  await door.getByLabel('E-Mail').fill(email)
  await door.getByLabel('Passwort', { exact: true }).fill(password)
  await door.getByRole('button', { name: 'Anmelden', exact: true }).click()
}

async function resetPassword(page: Page, door: Locator, email: string) {
  await door.getByLabel('E-Mail').fill(email)
  await door.getByRole('button', { name: 'Passwort vergessen?' }).click()
  await expect(page.getByText('Bitte prüfen Sie Ihre E-Mails, um ein neues Passwort zu setzen.')).toBeVisible()
  const [mail] = await readMails(email, 3)
  await page.goto(linkIn(mail?.text, '/auth/reset'))
  await expect(page).toHaveURL('/auth/reset')
  await page.getByLabel('Neues Passwort').fill(second)
  await page.getByLabel('Passwort bestätigen').fill(second)
  await page.getByRole('button', { name: 'Passwort speichern' }).click()
  await expect(page.getByText('Passwort aktualisiert. Weiterleitung zum Dashboard…')).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
  await expect(greeting(page, email)).toBeVisible()
}

const greeting = (page: Page, email: string) => page.getByRole('banner').getByText(`Hallo, ${email}`)

function linkIn(text: string | undefined, path: string) {
  const found = new RegExp(`${addresses.product}${path}\\?[^\\s)\\]]+`).exec(text ?? '')?.[0]
  if (!found) throw new Error(`no link to ${path} in the mail`)
  return found
}

const moveClock = (request: APIRequestContext, ms: number) =>
  request.post('/__test/clock', { data: { now: new Date(Date.now() + ms).toISOString() }, headers: { origin: addresses.product } })
