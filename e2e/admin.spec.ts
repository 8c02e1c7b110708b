import type { Page } from '@playwright/test'
import { closeToasts } from './accountHelpers.ts'
import { addresses, awaitMails, expect, expectAccessibleEverywhere, findMails, type Mail, test } from './fixtures.ts'

// All tests share one operator, and only the newest code is valid: they run one after the other.
test.describe.configure({ mode: 'serial' })

const operator = 'admin@handschlag.example'
const password = process.env.JOURNEY_ADMIN_PASSWORD ?? ''
const codeField = (page: Page) => page.getByLabel('6-stelliger Code')
/** The browser itself logs refused calls on the console. */
const refused = /Failed to load resource: the server responded with a status of (401|422|429)/

test('password, code from the mail, shell, sign-out', async ({ page, allow }) => {
  allow(refused)
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Passwort prüfen' }).click()
  await expect(page.getByText('Bitte geben Sie das Admin-Passwort ein.')).toBeVisible()
  await page.getByLabel('Admin-Passwort').fill('x'.repeat(201))
  await page.getByRole('button', { name: 'Passwort prüfen' }).click()
  await expect(page.getByText('Ungültiger Code oder Fehler bei der Überprüfung')).toBeVisible()
  await page.getByLabel('Admin-Passwort').fill('falsch')
  await page.getByRole('button', { name: 'Passwort prüfen' }).click()
  await expect(page.getByText('Ungültige Anmeldedaten')).toBeVisible()
  await expect(page.getByLabel('Admin-Passwort')).toHaveValue('')
  await page.getByRole('button', { name: 'Code per E-Mail senden' }).click()
  await expect(page.getByText(/^Fehler beim Senden des Admin-Codes: .+/)).toBeVisible()
  await page.getByRole('button', { name: 'Meldung schließen' }).click()
  await expect(page.getByRole('link', { name: 'Anbieter suchen' })).toHaveAttribute('href', '/search')
  await expect(page.getByRole('link', { name: 'Support' })).toHaveAttribute('href', '/support')

  const before = await countCodes()
  await passPassword(page)
  await expect(page.getByText('Code gesendet')).toBeVisible()
  const code = await newestCode(before + 1)
  expect(await countCodes()).toBe(before + 1)
  await codeField(page).fill('12 ab3')
  await expect(codeField(page)).toHaveValue('123')
  await expect(page.getByRole('button', { name: 'Code bestätigen' })).toBeDisabled()
  await codeField(page).press('Enter')
  await expect(page.getByText('Bitte geben Sie den vollständigen 6-stelligen Code ein.')).toBeVisible()
  await codeField(page).fill(otherThan(code))
  await page.getByRole('button', { name: 'Code bestätigen' }).click()
  await expect(page.getByText('Ungültiger oder abgelaufener Admin-Code')).toBeVisible()
  await expect(codeField(page)).toHaveValue('')
  await expect(codeField(page)).toBeFocused()
  await enterCode(page, code)

  await expect(page.getByText('Admin', { exact: true })).toBeVisible()
  await expect(page.getByText('Verwaltungsbereich')).toBeVisible()
  const rail = page.getByRole('navigation', { name: 'Verwaltung' })
  await expect(rail.getByRole('link')).toHaveText(areas.map(withWaiting))
  await page.getByRole('link', { name: 'Protokoll' }).click()
  await expect(page.getByRole('cell', { name: 'Anmeldung' }).first()).toBeVisible()
  await rail.getByRole('link', { name: 'Rund-Mail' }).click()
  await expect(page).toHaveURL('/admin/bulk-email')
  await page.reload()
  await expect(rail.getByRole('link', { name: 'Rund-Mail' })).toHaveAttribute('aria-current', 'page')
  expect((await page.request.get('/admin/gibt-es-nicht')).status()).toBe(404)
  await page.getByRole('button', { name: 'Abmelden' }).click()
  await expect(page.getByLabel('Admin-Passwort')).toBeVisible()
})

test('the button that promises a code checks the typed password and sends one', async ({ page, allow }) => {
  allow(refused)
  await page.goto('/admin')
  const before = await countCodes()
  await page.getByLabel('Admin-Passwort').fill(password)
  await page.getByRole('button', { name: 'Code per E-Mail senden' }).click()
  await expect(page.getByRole('heading', { name: 'Code eingeben' })).toBeVisible()
  await newestCode(before + 1)
})

test('back, resend, and a used-up code that is replaced at once', async ({ page, allow }) => {
  allow(refused)
  await page.goto('/admin')
  const before = await countCodes()
  await passPassword(page)
  await newestCode(before + 1)
  await page.getByRole('button', { name: 'Zurück', exact: true }).click()
  await expect(page.getByLabel('Admin-Passwort')).toBeVisible()
  await page.getByRole('button', { name: 'Code per E-Mail senden' }).click()
  const first = await newestCode(before + 2)
  await page.getByRole('button', { name: 'Code erneut senden' }).click()
  const second = await newestCode(before + 3)
  for (let one = 0; one < 4; one++) {
    await enterCode(page, otherThan(second, first))
    await expect(page.getByText('Ungültiger oder abgelaufener Admin-Code')).toBeVisible()
    await expect(codeField(page)).toHaveValue('')
  }
  await enterCode(page, otherThan(second, first))
  await expect(page.getByText('Rate-Limit aktiv')).toBeVisible()
  await expect(page.getByText('Wir senden Ihnen sofort einen neuen Code.')).toBeVisible()
  await enterCode(page, await newestCode(before + 4))
  await expect(page.getByText('Verwaltungsbereich')).toBeVisible()
})

test('two hours later the minute check leads back to the gate', { tag: '@clock' }, async ({ page, request, allow }) => {
  // The overview's own polling is refused, too.
  allow(/status of 401/)
  await page.clock.install()
  await page.goto('/admin')
  await signIn(page)
  await expect(page.getByText(/^Sitzung endet \d\d:\d\d Uhr$/)).toBeVisible()
  try {
    const later = new Date(Date.now() + 2 * 3_600_000 + 1_000).toISOString()
    await request.post('/__test/clock', { data: { now: later }, headers: { origin: addresses.product } })
    await expect(page.getByText('Verwaltungsbereich')).toBeVisible()
    // Steps shorter than a toast's duration: any of the page's polls may show it first.
    await expect(async () => {
      await page.clock.runFor(2_000)
      await expect(page.getByText('Sitzung abgelaufen')).toBeVisible({ timeout: 500 })
    }).toPass({ timeout: 60_000 })
    await expect(page.getByLabel('Admin-Passwort')).toBeVisible()
  } finally {
    await request.post('/__test/clock', { data: { now: new Date().toISOString() }, headers: { origin: addresses.product } })
  }
})

test('both gates with errors on every screen', async ({ page, allow }) => {
  allow(refused)
  await page.goto('/admin')
  await expect(page.getByRole('button', { name: 'Passwort prüfen' })).toBeEnabled()
  await page.getByLabel('Admin-Passwort').fill('falsch')
  await page.getByRole('button', { name: 'Passwort prüfen' }).click()
  await expect(page.getByText('Ungültige Anmeldedaten')).toBeVisible()
  await expectAccessibleEverywhere(page)
  const before = await countCodes()
  await passPassword(page)
  // A toast that fades out cannot meet the contrast rule.
  await expect(page.getByText('Code gesendet')).toBeVisible()
  await closeToasts(page)
  const code = await newestCode(before + 1)
  await codeField(page).fill('12345')
  await codeField(page).press('Enter')
  await expectAccessibleEverywhere(page)
  await enterCode(page, code)
  await expect(page.getByRole('region', { name: 'Kennzahlen des Marktplatzes' })).toBeVisible()
})

async function passPassword(page: Page) {
  await expect(page.getByRole('button', { name: 'Passwort prüfen' })).toBeEnabled()
  await page.getByLabel('Admin-Passwort').fill(password)
  await page.getByRole('button', { name: 'Passwort prüfen' }).click()
  await expect(codeField(page)).toBeVisible()
}

async function signIn(page: Page) {
  const before = await countCodes()
  await passPassword(page)
  await enterCode(page, await newestCode(before + 1))
  await expect(page.getByText('Verwaltungsbereich')).toBeVisible()
}

async function enterCode(page: Page, code: string) {
  await codeField(page).fill(code)
  await page.getByRole('button', { name: 'Code bestätigen' }).click()
}

const isCode = ({ to, subject }: Mail) => to === operator && subject === 'Ihr Code für die Verwaltung'
const countCodes = async () => (await findMails(isCode)).length

/** The code of the newest mail, once there are as many. */
async function newestCode(count: number) {
  const [newest] = await awaitMails(isCode, count)
  return /\b\d{6}\b/.exec(newest?.text ?? '')?.[0] ?? ''
}

const otherThan = (...codes: string[]) => ['111111', '222222', '333333'].find((one) => !codes.includes(one)) ?? ''

const areas = [
  'Übersicht',
  'Buchungen',
  'Bewertungen',
  'Umsätze',
  'Auszahlungen',
  'Anbieter hinzufügen',
  'Anbieter verwalten',
  'Rund-Mail',
  'Verifizierungen',
  'Geschäftsangaben',
  'Steuer (PStTG)',
  'Belege',
  'Anfragen',
  'Angebotsanfragen',
  'Nachfrage',
  'Widerrufe',
  'Widersprüche',
  'Gemeldete Probleme',
  'Leistungsverzeichnis',
  'Meldungen',
  'Nachrichten',
  'Gemeldete Gespräche',
  'Anbieter suchen',
  'Support',
]

/** Matches an area with the count of waiting entries behind its name; other tests may leave some. */
const withWaiting = (word: string) => new RegExp(`^${word.replace(/[()]/g, '\\$&')}(\\s*[\\d.]+ offen)?$`)
