import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { APIRequestContext, Page } from '@playwright/test'
import { closeToasts } from './accountStage.ts'
import { enterAsProvider, passCode } from './providerStage.ts'
import {
  addresses,
  askDatabase,
  control,
  expect,
  expectAccessibleEverywhere,
  type Mail,
  newAddress,
  openAlive,
  soon,
  test,
} from './stage.ts'

/** Answers that a test makes fail are reported on the console by the browser itself. */
const forced = /Failed to load resource: (the server responded with a status of (409|422|500)|net::ERR_FAILED)/
/** Available at once, where other cards' money is pending for days. */
const cardAtOnce = '4000000000000077'

test('a provider sees what is paid out as it happens, page by page and as a file', async ({ page, playwright, allow }) => {
  test.setTimeout(120_000)
  allow(forced)
  const { email, companyId } = await enterAsProvider(page)
  await passCode(email)
  await openAlive(page, '/dashboard/auszahlung')
  const list = page.getByRole('region', { name: 'Ihre Auszahlungen' })
  await expect(list.getByText('Noch keine Auszahlungen')).toBeVisible()
  await expectAccessibleEverywhere(page)

  await connectAccount(page, companyId)
  await payBooking(page.request, companyId, 138)
  await payBooking(page.request, companyId, 99.5)
  const operator = await playwright.request.newContext({ baseURL: addresses.product, extraHTTPHeaders: { cookie: await operatorCookie() } })
  const run = await operator.post('/functions/v1/process-weekly-payouts', { data: { trigger: 'manual' } })
  expect(run.status()).toBe(200)
  await operator.dispose()
  const row = list.getByRole('row').filter({ hasText: '2 Buchungen, Direktauszahlung' })
  await expect(row.getByText('Abgeschlossen', { exact: true })).toBeVisible()
  for (const amount of ['237,50', '7,13', '230,37']) await expect(row.getByRole('cell', { name: amount }).first()).toBeVisible()

  await insertPayouts(companyId)
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

  await page.route('**/list-company-payouts', (route) => route.abort())
  await list.getByRole('button', { name: 'Zurück' }).click()
  await expect(list.getByText('Auszahlungen konnten nicht geladen werden')).toBeVisible()
  await page.unroute('**/list-company-payouts')
  await list.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(list.getByText('1–25 von 28')).toBeVisible()
})

test('the operator pays out by file, enters what the bank did, and looks at the books', async ({ page, browser, allow }) => {
  test.setTimeout(120_000)
  allow(forced)
  const provider = await browser.newContext({ baseURL: addresses.product })
  const providerPage = await provider.newPage()
  const { email, companyId, companyName } = await enterAsProvider(providerPage)
  await passCode(email)
  await confirmBank(providerPage.request, { email, companyId })
  await payBooking(providerPage.request, companyId, 138)
  await provider.close()

  await enterAsOperator(page)
  await openAlive(page, '/admin/payouts')
  await expect(page.getByRole('region', { name: 'Kennzahlen der Auszahlungen' }).getByText('Fehlgeschlagen')).toBeVisible()
  await refreshAndInform(page)

  // A run that leaves out what lies ahead, then the one that takes it.
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Stündliche Auszahlung' }).click()
  await expect(dialog.getByText('Termin steht noch bevor')).toBeVisible()
  await dialog.getByLabel('Termine auslassen, die noch bevorstehen').check()
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'Jetzt auszahlen' }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('region', { name: 'Verlauf' }).getByRole('row').filter({ hasText: companyName })
  await page.getByRole('button', { name: 'Aktualisieren' }).click()
  await expect(page.getByText('Erfolgreich aktualisiert').first()).toBeVisible()
  await expect(row).toHaveCount(0)
  await closeToasts(page)
  await page.getByRole('button', { name: 'Wöchentliche Auszahlung' }).click()
  await dialog.getByRole('button', { name: 'Jetzt auszahlen' }).click()
  await expect(page.getByText(/^\d+ erfolgreich, \d+ fehlgeschlagen von \d+ gesamt$/)).toBeVisible()
  await expect(dialog).toBeHidden()
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

test('what the operator reads when a run goes wrong', async ({ page, allow }) => {
  allow(forced)
  await enterAsOperator(page)
  await openAlive(page, '/admin/payouts')
  const address = '**/process-weekly-payouts'
  const dialog = page.getByRole('dialog')
  const report = {
    success: false,
    message: '',
    details: 'Konto gesperrt',
    summary: { successful: 0, failed: 1, total: 1 },
    runId: '',
    trigger: 'weekly',
    startedAt: '',
    finishedAt: '',
    isFinished: true,
  }
  const none = { ...report, success: true, details: '', message: 'Keine Buchungen für Auszahlung gefunden' }
  const answers = [
    { fulfil: { status: 500, json: { error: 'x' } }, says: 'Edge Function Fehler' },
    { fulfil: undefined, says: 'Keine Antwort von der Auszahlungsfunktion' },
    { fulfil: { status: 409, json: { error: 'Es läuft bereits ein Auszahlungslauf.' } }, says: 'Es läuft bereits ein Auszahlungslauf.' },
    { fulfil: { json: report }, says: 'Auszahlung fehlgeschlagen: Konto gesperrt' },
    {
      fulfil: { json: { ...none, summary: { successful: 0, failed: 0, total: 0 } } },
      says: 'Keine Buchungen für Auszahlung gefunden',
      title: 'Keine Buchungen für Auszahlung gefunden',
    },
    {
      fulfil: { json: { ...none, summary: { successful: 2, failed: 1, total: 3 } } },
      says: '2 erfolgreich, 1 fehlgeschlagen von 3 gesamt',
      title: '2 erfolgreich, 1 fehlgeschlagen von 3 gesamt',
    },
  ]
  for (const { fulfil, says, title = 'Manuelle Auszahlung fehlgeschlagen' } of answers) {
    await page.route(address, (route) => (fulfil ? route.fulfill(fulfil) : route.abort()))
    await page.getByRole('button', { name: 'Wöchentliche Auszahlung' }).click()
    await dialog.getByRole('button', { name: 'Jetzt auszahlen' }).click()
    const toasts = page.getByRole('region', { name: 'Meldungen' })
    await expect(toasts.getByText(title, { exact: true })).toBeVisible()
    await expect(toasts.getByText(says, { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await closeToasts(page)
    await page.unroute(address)
  }
})

async function refreshAndInform(page: Page) {
  const refresh = page.getByRole('button', { name: 'Aktualisieren' })
  await refresh.click()
  await expect(page.getByText('Erfolgreich aktualisiert')).toBeVisible()
  await page.route('**/admin-payout-stats', (route) => route.abort())
  await refresh.click()
  await expect(page.getByText('Aktualisierung fehlgeschlagen')).toBeVisible()
  await expect(page.getByText('Auszahlungen konnten nicht geladen werden')).toBeVisible()
  await page.unroute('**/admin-payout-stats')
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(page.getByText('Auszahlungen konnten nicht geladen werden')).toBeHidden()
  await closeToasts(page)
  await page.getByRole('button', { name: 'Informationen' }).click()
  await expect(page.getByRole('dialog', { name: 'So laufen Auszahlungen' })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Schließen', exact: true }).click()
}

/** Downloads the newest file and enters that the bank has executed it. */
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

/** A session of the operator's as if password and code had been typed: the code is one for all browsers (admin.spec.ts). */
async function operatorSession() {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest('base64url')
  await askDatabase(
    `insert into admin_sessions (token_hash, state, created_at, expires_at) values ($1, 'authenticated', now(), now() + interval '2 hours')`,
    [hash],
  )
  return token
}
const operatorCookie = async () => `admin=${await operatorSession()}`
const enterAsOperator = async (page: Page) =>
  page.context().addCookies([{ name: 'admin', value: await operatorSession(), url: addresses.product }])

const callAs = async (request: APIRequestContext, name: string, data: object) => {
  const answer = await request.post(`/functions/v1/${name}`, { data })
  expect([name, answer.status()]).toEqual([name, 200])
  return answer.json()
}

/** The company's account at the payment provider, one that can be paid. */
async function connectAccount(page: Page, companyId: string) {
  await callAs(page.request, 'open-payout-account', { companyId })
  const [row] = await askDatabase('select account_id from payout_accounts where company_id = $1', [companyId])
  await control('account', { account: row?.account_id, state: 'enabled' })
  const canBePaid = async () =>
    (await askDatabase('select can_be_paid from payout_accounts where company_id = $1', [companyId]))[0]?.can_be_paid
  await expect.poll(canBePaid, { timeout: 30_000 }).toBe(true)
}

async function payBooking(request: APIRequestContext, companyId: string, amount: number) {
  const booking = {
    companyId,
    customerName: 'Katrin Bergmann',
    customerEmail: newAddress(),
    location: 'Schmale Gasse 12, 22767 Hamburg',
    date: soon(),
    time: '07:30',
    amount,
  }
  const { url } = await callAs(request, 'create-booking-payment', booking)
  const sessionId = new URL(url).pathname.split('/').at(-1) ?? ''
  await control('pay', { session: sessionId, card: cardAtOnce })
  const [checkout] = await askDatabase('select booking_id from checkouts where session_id = $1', [sessionId])
  expect(await callAs(request, 'verify-payment', { sessionId, bookingId: checkout?.booking_id })).toMatchObject({ paid: true })
}

/** Bank details, confirmed by the mailed link. */
async function confirmBank(request: APIRequestContext, { email, companyId }: { email: string; companyId: string }) {
  const bankDetails = { account_holder: 'Hafenkante Gebäudepflege', bank_account: 'DE89370400440532013000', bank_code: '' }
  await callAs(request, 'request-bank-details-update', { companyId, bankDetails })
  const [mail] = await bankMails(email)
  await callAs(request, 'verify-bank-update', { token: /[?&]token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] })
}

/** The mail that asks to confirm bank details, once it has come. */
async function bankMails(email: string) {
  let mails: Mail[] = []
  const count = async () => {
    const all = (await (await fetch(`${addresses.inbox}/mails.json`)).json()) as Mail[]
    mails = all.filter(({ to, subject }) => to === email && /Bitte bestätigen Sie Ihre neuen Bankdaten/.test(subject))
    return mails.length
  }
  await expect.poll(count, { timeout: 30_000 }).toBe(1)
  return mails
}

/** Older ones, by bank file because nothing would send these again: twenty-five that arrived, one that is on its way, one that came back with something kept back. */
async function insertPayouts(companyId: string) {
  await askDatabase(
    `with runs as (
       insert into payout_runs (trigger, takes, rhythms, started_at, claimed_at, finished_at)
       select 'schedule', 'payable', '{weekly}', now() - n * interval '7 days', now(), now()
       from generate_series(1, 27) as n
       returning id, started_at
     ),
     numbered as (select id, started_at, row_number() over (order by started_at desc) as n from runs)
     insert into payouts
       (company_id, run_id, rail, account_id, period_start, period_end, bookings, amount_cents, platform_fee_cents, company_amount_cents,
        netted_cents, status, error_code, processed_at, returned_at, created_at)
     select $1, id, 'sepa', null, started_at::date - 6, started_at::date, 1, 10000, 300, 9700, case when n = 2 then 500 else 0 end,
       case n when 1 then 'pending' when 2 then 'failed' else 'completed' end, case when n = 2 then 'returned' end,
       case when n > 1 then started_at end, case when n = 2 then started_at end, started_at
     from numbered`,
    [companyId],
  )
}
