import { closeToasts } from './accountHelpers.ts'
import { expect, expectAccessibleEverywhere, openHydrated, queryDatabase, test } from './fixtures.ts'
import { enterAsOperator, forced, removeInsertedPayouts } from './payoutHelpers.ts'

const insertDiscrepancy = (kind: string, reference: string) =>
  queryDatabase(`insert into reconciliation_breaks (kind, reference, details, found_at) values ($1, $2, '{}', now())`, [kind, reference])

test('the operator closes what cannot clear itself up, and reads later why', async ({ page, allow }) => {
  allow(forced)
  const name = `fremd_${Date.now()}`
  await insertDiscrepancy('unknownRefund', `re_${name}`)
  await insertDiscrepancy('unknownDispute', `dp_${name}`)
  await insertDiscrepancy('balanceDiffers', `2026-01-01:${name}`)
  await enterAsOperator(page)
  await page.route('**/admin-list-breaks', (route) => route.abort())
  await openHydrated(page, '/admin/payouts')
  const breaks = page.getByRole('region', { name: 'Abweichungen', exact: true })
  await expect(breaks.getByText('Die Abweichungen konnten nicht geladen werden')).toBeVisible()
  await page.unroute('**/admin-list-breaks')
  await breaks.getByRole('button', { name: 'Erneut versuchen' }).click()
  const row = (reference: string) => breaks.getByRole('row').filter({ hasText: `${reference}${name}` })
  await expect(row('re_').getByText('Eine Erstattung wurde nicht von hier veranlasst', { exact: true })).toBeVisible()
  await expect(row('re_').getByText('Offen', { exact: true })).toBeVisible()
  await expect(row('2026-01-01:').getByText('schließt sich von selbst')).toBeVisible()
  await expect(row('2026-01-01:').getByRole('button')).toHaveCount(0)
  await expectAccessibleEverywhere(page)

  const dialog = page.getByRole('dialog', { name: 'Abweichung schließen' })
  await row('re_').getByRole('button', { name: 'Schließen' }).click()
  await expect(dialog.getByText(`Eine Erstattung wurde nicht von hier veranlasst: re_${name}`)).toBeVisible()
  const submit = dialog.getByRole('button', { name: 'Als geklärt schließen' })
  await submit.click()
  await expect(dialog.getByText('Bitte geben Sie einen Grund mit 3 bis 500 Zeichen an.')).toBeVisible()
  await expect(dialog.getByLabel('Grund')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessibleEverywhere(page)
  await dialog.getByLabel('Grund').fill('Im Konto des Zahlungsdienstes erstattet, Beleg liegt vor')
  await submit.click()
  await expect(page.getByText('Die Abweichung ist geschlossen')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(row('re_')).toHaveCount(0)
  await closeToasts(page)

  // Another operator closed it first: the input is kept.
  await row('dp_').getByRole('button', { name: 'Schließen' }).click()
  await queryDatabase('update reconciliation_breaks set closed_at = now() where reference = $1', [`dp_${name}`])
  await dialog.getByLabel('Grund').fill('Mit der Bank geklärt')
  await submit.click()
  await expect(dialog.getByText('Diese Abweichung ist schon geschlossen.')).toBeVisible()
  await expect(dialog.getByLabel('Grund')).toHaveValue('Mit der Bank geklärt')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  // The hourly reconciliation may have closed what this test invented.
  await queryDatabase('update reconciliation_breaks set closed_at = null where reference = $1', [`2026-01-01:${name}`])
  await breaks.getByLabel('Abweichungen zeigen').selectOption('Geschlossene')
  await expect(row('re_').getByText('Im Konto des Zahlungsdienstes erstattet, Beleg liegt vor')).toBeVisible()
  await expect(row('dp_').getByText('von selbst aufgeklärt')).toBeVisible()
  await expect(row('2026-01-01:')).toHaveCount(0)
  await breaks.getByLabel('Abweichungen zeigen').selectOption('Alle')
  await expect(row('2026-01-01:').getByText('Offen', { exact: true })).toBeVisible()
  await queryDatabase('update reconciliation_breaks set closed_at = now() where reference = $1', [`2026-01-01:${name}`])
})

test('a run that takes its time tells how far it is, and how it ended even when its dialog is closed', async ({ page, allow }) => {
  allow(forced)
  await enterAsOperator(page)
  await openHydrated(page, '/admin/payouts')
  const report = (message: string, isFinished: boolean) => ({
    success: true,
    message,
    details: '',
    summary: { successful: 3, failed: 0, total: 3 },
    run_id: '01975d6e-0000-7000-8000-000000000000',
    trigger: 'weekly',
    started_at: '2026-11-21T10:00:00.000Z',
    finished_at: null,
    is_finished: isFinished,
  })
  const progress = [
    report('1 erfolgreich, 0 fehlgeschlagen von 3 gesamt', false),
    report('2 erfolgreich, 0 fehlgeschlagen von 3 gesamt', false),
  ]
  let isOver = false
  await page.route('**/process-weekly-payouts', (route) =>
    route.fulfill({ json: report('0 erfolgreich, 0 fehlgeschlagen von 3 gesamt', false) }),
  )
  await page.route('**/admin-payout-run', (route) =>
    route.fulfill({ json: progress.shift() ?? report(isOver ? '3 erfolgreich, 0 fehlgeschlagen von 3 gesamt' : 'fast fertig', isOver) }),
  )
  const dialog = page.getByRole('dialog', { name: 'Wöchentliche Auszahlung starten?' })
  await page.getByRole('button', { name: 'Wöchentliche Auszahlung' }).click()
  await dialog.getByRole('button', { name: 'Jetzt auszahlen' }).click()
  await expect(dialog.getByRole('button', { name: 'Wird ausgezahlt…' })).toBeVisible()
  for (const text of ['0 erfolgreich', '1 erfolgreich', '2 erfolgreich', 'fast fertig'])
    await expect(dialog.getByRole('status')).toContainText(text)
  await dialog.getByRole('button', { name: 'Im Hintergrund weiter' }).click()
  await expect(dialog).toBeHidden()
  isOver = true
  await expect(page.getByText('3 erfolgreich, 0 fehlgeschlagen von 3 gesamt', { exact: true })).toBeVisible()
})

test('the tab reads itself again every five minutes, but only while it is seen', async ({ page }) => {
  await page.clock.install()
  await enterAsOperator(page)
  let readings = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/admin-payout-stats')) readings += 1
  })
  await openHydrated(page, '/admin/payouts')
  await expect(page.getByRole('region', { name: 'Kennzahlen der Auszahlungen' }).getByText('Fehlgeschlagen')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Verlauf' })).toHaveAttribute('aria-busy', 'false')
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((next) => {
      Object.defineProperty(document, 'visibilityState', { value: next, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  const before = readings
  await page.clock.runFor(5 * 60_000 + 1_000)
  await expect.poll(() => readings).toBe(before + 1)
  await show('hidden')
  await page.clock.runFor(11 * 60_000)
  expect(readings).toBe(before + 1)
  await show('visible')
  await expect.poll(() => readings).toBe(before + 2)
  await show('hidden')
  await show('visible')
  await page.clock.runFor(1_000)
  expect(readings).toBe(before + 2)
})

test('the information on payouts says when they run, by the schedule as it stands', async ({ page }) => {
  await enterAsOperator(page)
  await openHydrated(page, '/admin/payouts')
  const open = page.getByRole('button', { name: 'Informationen' })
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'So laufen Auszahlungen' })
  await expect(dialog.getByText('bei Basic jeden Montag, 06:00 Uhr, bei Premium an jedem Bankarbeitstag, 06:00 Uhr')).toBeVisible()
  await expect(dialog.getByText('Wöchentlich (Basic)')).toBeVisible()
  await expect(dialog.getByText('Bankarbeitstäglich (Premium)')).toBeVisible()
  await expect(dialog.getByText(/^nächster Lauf \d\d\.\d\d\.\d{4}, 06:00 Uhr/)).toHaveCount(2)
  await expectAccessibleEverywhere(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()
})

test('the history has all it owes: the transfer cut, the period, the reason of a failure', async ({ page }) => {
  const companyName = 'Verlauf und Söhne Gebäudereinigung GmbH & Co. KG'
  const [company] = await queryDatabase(
    `insert into companies (company_name, category, location, email, contact_person, phone, plan, subscription_status, description)
     select $1, category, location, 'verlauf@anbieter.example', contact_person, phone, plan, 'incomplete', description
     from companies limit 1 returning id`,
    [companyName],
  )
  await queryDatabase(
    `with run as (
       insert into payout_runs (trigger, takes, rhythms, started_at, claimed_at, finished_at)
       values ('schedule', 'payable', '{weekly}', now(), now(), now()), ('schedule', 'payable', '{weekly}', now(), now(), now())
       returning id
     ),
     numbered as (select id, row_number() over (order by id) as n from run)
     insert into payouts
       (company_id, run_id, rail, account_id, period_start, period_end, bookings, amount_cents, platform_fee_cents, company_amount_cents,
        netted_cents, status, error_code, error_message, stripe_transfer_id, processed_at, created_at)
     select $1, id, 'transfer', 'acct_1', '2026-03-02', '2026-03-08', 2, 20000, 600, 19400, case n when 2 then 400 else 0 end,
       case n when 1 then 'failed' else 'completed' end, case n when 1 then 'refused' end,
       case n when 1 then 'Der Zahlungsdienst hat die Auszahlung abgelehnt: account closed' end,
       case n when 2 then 'tr_1QxyzABCDEFGHIJ' || $2 end, now(), now()
     from numbered`,
    [company?.id, String(Date.now())],
  )
  try {
    await enterAsOperator(page)
    await openHydrated(page, '/admin/payouts')
    const rows = page.getByRole('region', { name: 'Verlauf' }).getByRole('row').filter({ hasText: companyName })
    const completed = rows.filter({ hasText: 'Abgeschlossen' })
    await expect(completed.getByText('tr_1QxyzABCD…', { exact: true }).first()).toBeVisible()
    await expect(completed.getByText(/02\.03\.2026 – 08\.03\.2026/).first()).toBeVisible()
    await expect(completed.getByText(/verrechnet 4,00/).first()).toBeVisible()
    await expect(
      rows.filter({ hasText: 'Fehlgeschlagen' }).getByText('Der Zahlungsdienst hat die Auszahlung abgelehnt: account closed').first(),
    ).toBeVisible()
    await expectAccessibleEverywhere(page)
  } finally {
    await removeInsertedPayouts(String(company?.id))
  }
})
