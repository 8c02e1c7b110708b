import { readFileSync } from 'node:fs'
import type { Page, Request } from '@playwright/test'
import { overviewPolling } from '../src/backoffice/admin/overview/rules.ts'
import { closeToasts } from './accountHelpers.ts'
import { openLastStep } from './dialogHelpers.ts'
import { addresses, expect, expectAccessibleEverywhere, openHydrated, queryDatabase, test } from './fixtures.ts'
import { enterAsOperator } from './operatorHelpers.ts'
import { enterAsOwner } from './ownerHelpers.ts'

/** Console message of the browser about a failed or refused response. */
const forced = /Failed to load resource/

const figures = (page: Page) => page.getByRole('region', { name: 'Kennzahlen des Marktplatzes' })

test('the overview: figures, weeks, payouts, commission, health, and a run by hand', async ({ page, allow }) => {
  allow(forced)
  await enterAsOperator(page)
  await openHydrated(page, '/admin')
  for (const name of ['Unternehmen', 'Buchungen', 'Umsatz', 'Offene Zahlungen']) {
    await expect(figures(page).getByText(name, { exact: true })).toBeVisible()
  }
  await expect(figures(page).getByText(/^\d+ Premium, \d+ Basic$/)).toBeVisible()
  const counters = page.getByRole('region', { name: 'Zähler' })
  for (const name of ['Anbieter', 'Buchungen', 'Nutzerkonten', 'Gesamtumsatz']) {
    await expect(counters.getByText(name, { exact: true })).toBeVisible()
  }
  await expect(counters.getByText(/^öffentlich, von \d+$/)).toBeVisible()
  await expect(page.getByRole('img', { name: /^Buchungsumsatz je Woche: Woche ab .* bisher / })).toBeVisible()
  const schedule = page.getByRole('region', { name: 'Auszahlungsplan' })
  await expect(schedule.getByText('Montag, 06:00 Uhr', { exact: true })).toBeVisible()
  await expect(schedule.getByText('jeder Bankarbeitstag, 06:00 Uhr')).toBeVisible()
  const commission = page.getByRole('region', { name: 'Provision' })
  await expect(commission.getByText('3 %')).toBeVisible()
  await expect(commission.getByText('1,5 %')).toBeVisible()
  const health = page.getByRole('region', { name: 'Technischer Zustand' })
  await expect(health.getByText(/^Anwendung \d.*, Node 24\..*, PostgreSQL 18\./)).toBeVisible()

  await page.getByRole('button', { name: 'Aktualisieren' }).first().click()
  await expect(page.getByText('Erfolgreich aktualisiert')).toBeVisible()
  await closeToasts(page)
  await page.route('**/admin-overview', (route) => route.abort())
  await page.getByRole('button', { name: 'Aktualisieren' }).first().click()
  await expect(page.getByText('Aktualisierung fehlgeschlagen')).toBeVisible()
  await expect(page.getByText('Die Übersicht konnte nicht geladen werden')).toBeVisible()
  // The old figures stay.
  await expect(counters.getByText(/^öffentlich, von \d+$/)).toBeVisible()
  await page.unroute('**/admin-overview')
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(page.getByText('Die Übersicht konnte nicht geladen werden')).toBeHidden()
  await closeToasts(page)
  await runByHand(page)
})

test('the figures above are read again with those below: by the button, and when the overview reads by itself', async ({ page }) => {
  await page.clock.install()
  await enterAsOperator(page)
  await openHydrated(page, '/admin')
  const companies = figures(page).locator('.tile').filter({ hasText: 'Unternehmen' }).locator('.value')
  const count = async () => Number((await companies.textContent())?.replaceAll('.', ''))
  const readAgain = [
    () => page.getByRole('button', { name: 'Aktualisieren' }).first().click(),
    () => page.clock.fastForward(overviewPolling.countersMs),
  ]
  await expect.poll(count).toBeGreaterThan(0)
  for (const act of readAgain) {
    const before = await count()
    await enterAsOwner(page)
    await act()
    await expect.poll(count).toBeGreaterThan(before)
  }
})

/** The run itself is tested in payouts.spec.ts: here no money is moved. */
async function runByHand(page: Page) {
  const started: unknown[] = []
  await page.route('**/process-weekly-payouts', (route) => {
    started.push(route.request().postDataJSON())
    return route.fulfill({ json: report })
  })
  await page.getByRole('button', { name: 'Wöchentliche Auszahlung starten' }).click()
  const dialog = page.getByRole('dialog', { name: 'Wöchentliche Auszahlung starten?' })
  await expect(dialog.getByText('Fällig', { exact: true })).toBeVisible()
  expect(started).toEqual([])
  const lists: Request[] = []
  page.on('request', (request) => (request.url().endsWith('/admin-list-payouts') ? lists.push(request) : undefined))
  await dialog.getByRole('button', { name: 'Jetzt auszahlen' }).click()
  await expect(page.getByText('2 erfolgreich, 1 fehlgeschlagen von 3 gesamt')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(started).toEqual([{ trigger: 'manual', includeUpcoming: false }])
  await expect.poll(() => lists.length).toBe(1)
  await page.unroute('**/process-weekly-payouts')
}

const report = {
  success: true,
  message: '',
  details: '',
  summary: { successful: 2, failed: 1, total: 3 },
  run_id: '',
  trigger: 'weekly',
  started_at: '',
  finished_at: '',
  is_finished: true,
}

// Settings are shared: tests that change them run after all others, and alone.
test('settings: errors at the fields, saved, a concurrent change reported, and their effect', { tag: '@clock' }, async ({
  page,
  browser,
  allow,
}) => {
  allow(forced)
  await enterAsOperator(page)
  await openHydrated(page, '/admin')
  await page.getByRole('link', { name: 'Einstellungen' }).click()
  await expect(page).toHaveURL('/admin/settings')
  const before = await readSettings(page)
  try {
    await refuseWrongSettings(page)
    await saveAndConflict(page)
    await expectNewLabel(await (await browser.newContext({ baseURL: addresses.product })).newPage())
  } finally {
    await writeSettings(page, before)
  }
})

async function refuseWrongSettings(page: Page) {
  const save = page.getByRole('button', { name: 'Einstellungen speichern' })
  await page.getByLabel('Name', { exact: true }).fill(' ')
  await page.getByLabel('Umsatzsteuersatz').fill('viel')
  await page.getByLabel('Erlaubte Ursprünge').fill('https://partner.example/seite')
  await save.click()
  await expect(page.getByText('Validierungsfehler')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  for (const text of [
    'Name ist erforderlich',
    'Bitte geben Sie den Steuersatz in Prozent an, zum Beispiel 19',
    'Bitte geben Sie je Zeile einen Ursprung an, zum Beispiel https://partner.example',
  ]) {
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  }
  await expectAccessibleEverywhere(page)
  // Leaving asks first, and no input is lost.
  await page.getByRole('link', { name: 'Protokoll' }).click()
  await page.getByRole('button', { name: 'Weiter bearbeiten' }).click()
  await expect(page.getByLabel('Umsatzsteuersatz')).toHaveValue('viel')
  await page.getByRole('button', { name: 'Änderungen verwerfen' }).click()
  await expect(page.getByLabel('Umsatzsteuersatz')).toHaveValue('19')
}

async function saveAndConflict(page: Page) {
  const save = page.getByRole('button', { name: 'Einstellungen speichern' })
  await page.getByLabel('Beschriftung der Bestellschaltfläche').selectOption('Zahlungspflichtig buchen')
  await page.getByLabel('Telefon').fill('+49 30 99')
  // A concurrent change by another operator.
  await writeSettings(page, { ...(await readSettings(page)), operator_name: 'Name von nebenan', operator_phone: '+49 30 11' })
  await save.click()
  await expect(page.getByText(/^Die Einstellungen wurden inzwischen geändert\./)).toBeVisible()
  await expect(page.getByText('Name: jetzt Name von nebenan')).toBeVisible()
  await expect(page.getByText('Telefon: jetzt +49 30 11')).toBeVisible()
  await expect(page.getByLabel('Telefon')).toHaveValue('+49 30 99')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Name von nebenan')
  await save.click()
  await expect(page.getByText('Einstellungen gespeichert')).toBeVisible()
  await closeToasts(page)

  await page.getByRole('link', { name: 'Protokoll' }).click()
  await page.getByRole('row').filter({ hasText: 'Einstellungen geändert' }).first().getByRole('button', { name: 'Ansehen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Einstellungen geändert' })
  await expect(dialog.getByText('+49 30 99')).toBeVisible()
  await expect(dialog.getByText('oblige')).toBeVisible()
  await dialog.getByRole('button', { name: 'Schließen', exact: true }).click()
}

async function expectNewLabel(page: Page) {
  await openLastStep(page)
  await expect(page.getByRole('button', { name: 'Zahlungspflichtig buchen' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Jetzt buchen & bezahlen' })).toHaveCount(0)
  await page.context().close()
}

const post = (page: Page, call: string, data: object) =>
  page.request.post(`/functions/v1/${call}`, { data, headers: { origin: addresses.product } })
const readSettings = async (page: Page) => (await post(page, 'admin-read-settings', {})).json()
async function writeSettings(page: Page, settings: object) {
  const { version } = await readSettings(page)
  expect((await post(page, 'admin-update-settings', { ...settings, version })).status()).toBe(200)
}

test('the audit log: filtered, sorted, turned by address and back button, as a file', async ({ page }) => {
  const marked = `eintrag-${Date.now()}`
  await queryDatabase(
    `insert into audit_log (at, actor, action, object_type, object_id, before, after, request_id)
     select now() - n * interval '1 minute', 'admin:abc', 'companies.changeProfile', 'company', $1 || '-' || n,
       '{"plan": "basic"}', '{"plan": "premium"}', 'r'
     from generate_series(1, 30) as n`,
    [marked],
  )
  await enterAsOperator(page)
  await openHydrated(page, '/admin/audit')
  await expect(page.getByRole('heading', { name: 'Protokoll', level: 1 })).toBeVisible()
  await page.getByLabel('Kennung von Objekt, Person oder Anfrage').fill(marked)
  await page.getByRole('button', { name: 'Suchen' }).click()
  await expect(page.getByText('1–25 von 30')).toBeVisible()
  const log = page.getByRole('region', { name: 'Wer hat wann was getan' })
  await log.getByRole('button', { name: 'Weiter' }).click()
  await expect(page).toHaveURL(`/admin/audit?search=${marked}&page=2`)
  await expect(page.getByText('26–30 von 30')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('1–25 von 30')).toBeVisible()
  const head = log.getByRole('columnheader', { name: 'Zeitpunkt' })
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await head.getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await expect(head.getByRole('button')).toBeFocused()
  await expect(page).toHaveURL(`/admin/audit?search=${marked}&sort=oldest`)
  await expect(page.getByRole('row').nth(1)).toContainText(`${marked}-30`.slice(-8))

  await page.setViewportSize({ width: 1280, height: 900 })
  await page
    .getByRole('button', { name: /^Ansehen/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Firmendaten geändert' })
  await expect(dialog.getByText('premium')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'Schließen', exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Als CSV herunterladen' }).click()
  const file = readFileSync(await (await download).path(), 'utf8')
  expect(file.trimEnd().split('\r\n').length).toBe(31)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByLabel('Wer', { exact: true }).selectOption('System')
  await expect(page.getByText('Kein Eintrag gefunden')).toBeVisible()
  await page.getByLabel('Sortieren nach').selectOption('Neueste zuerst')
  await expect(page).toHaveURL(`/admin/audit?search=${marked}&actor=system`)
  await page.getByRole('button', { name: 'Filter zurücksetzen' }).first().click()
  await expect(page).toHaveURL('/admin/audit')
})
