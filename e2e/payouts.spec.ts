import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { closeToasts } from './accountHelpers.ts'
import { addresses, expect, expectAccessibleEverywhere, openHydrated, test } from './fixtures.ts'
import { enterAsOwner, passCode } from './ownerHelpers.ts'
import {
  confirmBank,
  connectAccount,
  enterAsOperator,
  fillBalance,
  forced,
  insertPayouts,
  operatorCookie,
  payBooking,
  removeInsertedPayouts,
  underRunLease,
} from './payoutHelpers.ts'

test('a company sees what is paid out as it happens, page by page and as a file', async ({ page, playwright, allow }) => {
  allow(forced)
  const { email, companyId } = await enterAsOwner(page)
  await passCode(email)
  await openHydrated(page, '/dashboard/auszahlung')
  const list = page.getByRole('region', { name: 'Ihre Auszahlungen' })
  await expect(list.getByText('Noch keine Auszahlungen')).toBeVisible()

  await connectAccount(page, companyId)
  await fillBalance(page.request)
  // Only one booking, because another test's run may begin between two.
  await payBooking(companyId, 237.5)
  const operator = await playwright.request.newContext({ baseURL: addresses.product, extraHTTPHeaders: { cookie: await operatorCookie() } })
  const run = async () =>
    (await operator.post('/functions/v1/process-weekly-payouts', { data: { trigger: 'manual', includeUpcoming: true } })).status()
  await expect.poll(run, { timeout: 60_000 }).toBe(200)
  await operator.dispose()
  const row = list.getByRole('row').filter({ hasText: '1 Buchung, Direktauszahlung' })
  await expect(row.getByText('Abgeschlossen', { exact: true })).toBeVisible()
  for (const amount of ['237,50', '7,13', '230,37']) await expect(row.getByRole('cell', { name: amount }).first()).toBeVisible()

  await insertPayouts(companyId)
  try {
    await page.reload()
    await expect(list.getByText('1–25 von 28')).toBeVisible()
    await expect(list.getByText('Ausstehend', { exact: true }).first()).toBeVisible()
    const failed = list.getByRole('row').filter({ hasText: 'Fehlgeschlagen' })
    await expect(failed.getByText('Die Bank hat den Betrag zurückgegeben')).toBeVisible()
    await expect(failed.getByRole('cell', { name: '5,00' })).toBeVisible()
    await expectAccessibleEverywhere(page)
    await list.getByRole('button', { name: 'Weiter' }).click()
    await expect(list.getByText('26–28 von 28')).toBeVisible()
    const download = page.waitForEvent('download')
    await list.getByRole('button', { name: 'Als CSV herunterladen' }).click()
    const file = readFileSync(await (await download).path(), 'utf8')
    expect(file.trim().split('\r\n')).toHaveLength(29)
    expect(file).toContain('230,37')

    await list.getByRole('button', { name: 'Zurück' }).click()
    await expect(list.getByText('1–25 von 28')).toBeVisible()
  } finally {
    await removeInsertedPayouts(companyId)
  }
})

test('the operator pays out by file, enters what the bank did, and looks at the books', async ({ page, browser, allow }) => {
  allow(forced)
  const owner = await browser.newContext({ baseURL: addresses.product })
  const ownerPage = await owner.newPage()
  const { email, companyId, companyName } = await enterAsOwner(ownerPage)
  await passCode(email)
  await confirmBank(ownerPage.request, { email, companyId })
  await payBooking(companyId, 138)
  await owner.close()

  await enterAsOperator(page)
  await openHydrated(page, '/admin/payouts')
  await expect(page.getByRole('region', { name: 'Kennzahlen der Auszahlungen' }).getByText('Fehlgeschlagen')).toBeVisible()
  await refreshAndInform(page)

  // A run without future appointments, then one that includes them.
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Stündliche Auszahlung' }).click()
  await expect(dialog.getByText('Termin steht noch bevor')).toBeVisible()
  await expect(dialog.getByLabel('Auch Termine auszahlen, die noch bevorstehen')).not.toBeChecked()
  await expect(dialog.getByText('Dieser Lauf zahlt aus')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'Jetzt auszahlen' }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('region', { name: 'Verlauf' }).getByRole('row').filter({ hasText: companyName })
  await page.getByRole('button', { name: 'Aktualisieren' }).click()
  await expect(page.getByText('Erfolgreich aktualisiert').first()).toBeVisible()
  await expect(row).toHaveCount(0)
  await closeToasts(page)
  await page.getByRole('button', { name: 'Wöchentliche Auszahlung' }).click()
  await dialog.getByLabel('Auch Termine auszahlen, die noch bevorstehen').check()
  // The list is reloaded some time after a run, with the filter chosen by then.
  const requestedStatuses: unknown[] = []
  page.on('request', (request) =>
    request.url().endsWith('/admin-list-payouts') ? requestedStatuses.push(request.postDataJSON().status) : undefined,
  )
  await dialog.getByRole('button', { name: 'Jetzt auszahlen' }).click()
  await expect(page.getByText(/^\d+ erfolgreich, \d+ fehlgeschlagen von \d+ gesamt$/)).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.getByLabel('Status').selectOption('Abgeschlossen')
  await expect.poll(() => requestedStatuses.length).toBeGreaterThan(1)
  expect(requestedStatuses.at(-1)).toBe('completed')
  await page.getByLabel('Status').selectOption('Alle')
  await expect(row.getByText('Ausstehend', { exact: true })).toBeVisible()
  for (const amount of ['138,00', '4,14', '133,86']) await expect(row.getByRole('cell', { name: amount }).first()).toBeVisible()

  await dealWithFile(page)
  await expect(row.getByText('Abgeschlossen', { exact: true })).toBeVisible()
  await row.getByRole('button', { name: 'Rückgabe' }).click()
  await dialog.getByRole('button', { name: 'Rückgabe eintragen' }).click()
  await expect(dialog.getByText('Bitte geben Sie den Grund an.')).toBeVisible()
  await dialog.getByLabel('Grund der Bank').fill('Konto aufgelöst')
  await dialog.getByRole('button', { name: 'Rückgabe eintragen' }).click()
  await expect(dialog).toBeHidden()
  await expect(row.getByText('Fehlgeschlagen', { exact: true })).toBeVisible()
  await page.getByLabel('Status').selectOption('Abgeschlossen')
  await expect(row).toHaveCount(0)
  await page.getByLabel('Status').selectOption('Fehlgeschlagen')
  await expect(row).toHaveCount(1)

  await page.getByRole('button', { name: 'Jetzt prüfen' }).click()
  await expect(page.getByRole('region', { name: 'Selbstprüfung der Bücher' }).getByRole('cell', { name: 'Von Hand' }).first()).toBeVisible()
  await closeToasts(page)
  await expectAccessibleEverywhere(page)
})

test('a transfer that the bank deleted is entered as failed, and its booking is paid out anew; all payouts as a file', async ({
  page,
  browser,
  allow,
}) => {
  allow(forced)
  const owner = await browser.newContext({ baseURL: addresses.product })
  const { email, companyId, companyName } = await enterAsOwner(await owner.newPage())
  await passCode(email)
  await confirmBank(owner.request, { email, companyId })
  await payBooking(companyId, 77)
  await owner.close()
  await enterAsOperator(page)
  await openHydrated(page, '/admin/payouts')
  await runWeekly(page)
  const dialog = page.getByRole('alertdialog')
  const history = page.getByRole('region', { name: 'Verlauf' })
  const row = history.getByRole('row').filter({ hasText: companyName })
  await row.getByRole('button', { name: 'Bank hat gelöscht …' }).click()
  await expect(dialog.getByText('Hat die Bank diese Überweisung gelöscht?')).toBeVisible()
  await expect(dialog.getByText(`${companyName}, 74,69`)).toBeVisible()
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'Nein' }).click()
  await expect(row.getByText('Ausstehend', { exact: true })).toBeVisible()
  await row.getByRole('button', { name: 'Bank hat gelöscht …' }).click()
  await dialog.getByRole('button', { name: 'Ja, die Bank hat sie gelöscht' }).click()
  await expect(page.getByText('Gespeichert', { exact: true })).toBeVisible()
  await expect(row.getByText('Fehlgeschlagen', { exact: true })).toBeVisible()
  await expect(row.getByText('Die Bank hat die Überweisung gelöscht')).toBeVisible()
  await expect(row.getByRole('button')).toHaveCount(0)
  await closeToasts(page)

  await runWeekly(page)
  await expect(row).toHaveCount(2)
  await expect(row.first().getByText('Ausstehend', { exact: true })).toBeVisible()
  await page.getByLabel('Status').selectOption('Fehlgeschlagen')
  await expect(row).toHaveCount(1)
  const download = page.waitForEvent('download')
  await history.getByRole('button', { name: 'Als CSV herunterladen' }).click()
  const file = readFileSync(await (await download).path(), 'utf8')
  const own = file.split('\r\n').filter((line) => line.includes(companyName))
  expect(own).toHaveLength(1)
  expect(own[0]).toContain('74,69')
})

test('while a run is on, and without a connection, none is started', async ({ page, allow }) => {
  allow(forced)
  await enterAsOperator(page)
  await openHydrated(page, '/admin/payouts')
  await page.getByRole('button', { name: 'Stündliche Auszahlung' }).click()
  const start = page.getByRole('dialog').getByRole('button', { name: 'Jetzt auszahlen' })
  const toasts = page.getByRole('region', { name: 'Meldungen' })
  await underRunLease(async () => {
    await start.click()
    await expect(toasts.getByText('Manuelle Auszahlung fehlgeschlagen', { exact: true })).toBeVisible()
    await expect(toasts.getByText('Es läuft bereits ein Auszahlungslauf.', { exact: true })).toBeVisible()
  })
  await closeToasts(page)
  await page.context().setOffline(true)
  await start.click()
  await expect(toasts.getByText('Manuelle Auszahlung fehlgeschlagen', { exact: true })).toBeVisible()
  await expect(toasts.getByText('Keine Antwort von der Auszahlungsfunktion', { exact: true })).toBeVisible()
  await page.context().setOffline(false)
})

async function runWeekly(page: Page) {
  await page.getByRole('button', { name: 'Wöchentliche Auszahlung' }).click()
  await page.getByLabel('Auch Termine auszahlen, die noch bevorstehen').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Jetzt auszahlen' }).click()
  await expect(page.getByText(/^\d+ erfolgreich, \d+ fehlgeschlagen von \d+ gesamt$/)).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await closeToasts(page)
}

async function refreshAndInform(page: Page) {
  const refresh = page.getByRole('button', { name: 'Aktualisieren' })
  await refresh.click()
  await expect(page.getByText('Erfolgreich aktualisiert')).toBeVisible()
  await closeToasts(page)
  await page.getByRole('button', { name: 'Informationen' }).click()
  await expect(page.getByRole('dialog', { name: 'So laufen Auszahlungen' })).toBeVisible()
  await page.getByRole('button', { name: 'Schließen', exact: true }).click()
}

/** Downloads the newest file and records that the bank has executed it. */
async function dealWithFile(page: Page) {
  const files = page.getByRole('region', { name: 'SEPA-Dateien' })
  await expect(files.getByText('Nur mit Erlaubnis nach ZAG oder Rechtsgutachten.')).toBeVisible()
  const newest = files.getByRole('row').nth(1)
  const download = page.waitForEvent('download')
  await newest.getByRole('button', { name: 'XML' }).click()
  expect(readFileSync(await (await download).path(), 'utf8')).toContain('<InstdAmt Ccy="EUR">133.86</InstdAmt>')
  await newest.getByRole('button', { name: 'Ausgeführt' }).click()
  await page.getByRole('button', { name: 'Ja, ausgeführt' }).click()
  await expect(newest.getByText('Ausgeführt', { exact: true })).toBeVisible()
}
