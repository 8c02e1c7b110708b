import type { Page } from '@playwright/test'
import { checkAccessibility, openCalendar, order, screens } from './appointmentHelpers.ts'
import { expect, openDatabase, openHydrated, test } from './fixtures.ts'
import { enterAsOperator } from './operatorHelpers.ts'
import { enterAsOwner, passCode } from './ownerHelpers.ts'

// Tagged @count: invoicing requires the operator's setting of a month, which would issue documents for the companies of other tests, too.
for (const screen of screens) {
  test(`particulars, the operator's invoice, its cancellation and the tax year at ${screen.width} @count`, async ({ page, browser }) => {
    await page.setViewportSize(screen)
    const { companyId, companyName, email } = await enterAsOwner(page)
    await passCode(email)
    await openCalendar(companyId)
    await order({ companyId })
    const { number, month } = await invoiceLastMonth(companyId)

    await openHydrated(page, '/dashboard/geschaeftsangaben')
    const form = page.getByRole('form', { name: 'Geschäftsangaben' })
    await fillParticulars(page)
    await form.getByLabel('Steuer-Identifikationsnummer').fill('86095742718')
    await form.getByRole('button', { name: 'Speichern' }).click()
    await expect(form.getByLabel('Steuer-Identifikationsnummer')).toHaveAccessibleDescription(/hat 11 Ziffern. Bitte prüfen/)
    await expect(form.getByLabel('Nachname')).toHaveValue('Jensen')
    await checkAccessibility(page, screen)
    await form.getByLabel('Steuer-Identifikationsnummer').fill('86 095 742 719')
    await form.getByRole('button', { name: 'Speichern' }).click()
    await expect(page.getByText('Ihre Angaben werden geprüft')).toBeVisible()

    const desk = await (await browser.newContext({ viewport: screen })).newPage()
    await enterAsOperator(desk)
    await openHydrated(desk, '/admin/geschaeftsangaben?state=submitted')
    await desk.getByRole('button', { name: companyName }).click()
    const dialog = desk.getByRole('dialog', { name: companyName })
    await dialog.getByRole('button', { name: 'Ablehnen' }).click()
    await expect(dialog.getByText('Bitte begründen Sie die Entscheidung')).toBeVisible()
    await checkAccessibility(desk, screen)
    await dialog.getByRole('button', { name: 'Als geprüft vermerken' }).click()
    await expect(dialog).toBeHidden()

    await openHydrated(page, '/dashboard/geschaeftsangaben')
    await expect(page.getByText('Ihre Angaben sind geprüft')).toBeVisible()
    await checkAccessibility(page, screen)
    await openHydrated(page, '/dashboard/belege')
    await expect(page.getByRole('region', { name: 'Von uns an Sie' })).toContainText(number)
    expect(await saved(page, `PDF von ${number}`)).toBe(`${number}.pdf`)
    expect(await saved(page, / als ZIP$/)).toMatch(/^belege-20\d\d-\d\d\.zip$/)
    await checkAccessibility(page, screen)
    await openHydrated(page, '/dashboard/steuer')
    const years = page.getByLabel('Jahr')
    if (await years.isVisible()) await years.selectOption(month.slice(0, 4))
    await expect(page.getByRole('row').filter({ hasText: '134' })).toContainText('1')
    await checkAccessibility(page, screen)

    await openHydrated(desk, '/admin/belege')
    await desk.getByLabel('Nummer oder Anbieter').fill(companyName)
    await desk.getByLabel('Nummer oder Anbieter').press('Enter')
    await expect(desk.getByText('1–1 von 1')).toBeVisible()
    await checkAccessibility(desk, screen)
    await desk.getByRole('button', { name: /^Stornieren/ }).click()
    const cancelling = desk.getByRole('dialog', { name: `${number} stornieren` })
    await cancelling.getByLabel('Grund').fill('Falsche Anschrift')
    await cancelling.getByRole('button', { name: 'Stornorechnung stellen' }).click()
    await checkAccessibility(desk, screen)
    await desk.getByRole('button', { name: 'Ja, stornieren' }).click()
    await expect(cancelling).toBeHidden()
    await expect(desk.getByText('Storniert', { exact: true }).last()).toBeVisible()
    await expect(desk.getByText(`Korrektur zu ${number}`)).toBeVisible()
    await openHydrated(desk, '/admin/steuer')
    await expect(desk.getByText(/\d+ von \d+ Anbietern? mit bezahlten Buchungen/)).toBeVisible()
    await checkAccessibility(desk, screen)
    await desk.context().close()
  })
}

async function fillParticulars(page: Page) {
  const form = page.getByRole('form', { name: 'Geschäftsangaben' })
  await form.getByLabel('Wer bietet an?').selectOption({ index: 1 })
  const lines = {
    'Straße und Hausnummer': 'Siemensterrasse 4',
    Vorname: 'Ole',
    Nachname: 'Jensen',
    Geburtsdatum: '24.12.1980',
    'Wohnanschrift: Straße und Hausnummer': 'Am Falm 7',
    'Wohnanschrift: PLZ': '27498',
    'Wohnanschrift: Ort': 'Helgoland',
    'Gilt ab': '01.01.2026',
    Steuernummer: '22/815/08156',
    'E-Mail für rechtliche Mitteilungen': 'recht@hafenkante.example',
    Telefon: '+49 40 66969150',
  }
  for (const [label, text] of Object.entries(lines)) await form.getByLabel(label, { exact: true }).fill(text)
  await form.getByLabel('Wie werden Ihre Umsätze besteuert?').selectOption('small')
  await form.getByLabel('Ich habe keine USt-IdNr.').check()
  await form.getByLabel(/^Ich handle als Unternehmer/).check()
}

async function saved(page: Page, name: string | RegExp) {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name }).click()
  return (await download).suggestedFilename()
}

/** Moves the company's payments to last month and invoices them. The operator's setting is changed for a moment only. */
async function invoiceLastMonth(companyId: string) {
  const client = await openDatabase()
  try {
    const before = await client.query(`select key, value from settings where key in ('operator', 'invoices')`)
    const operator = {
      name: 'Handschlag GmbH',
      address: 'Deichstraße 1\n20459 Hamburg',
      email: 'post@handschlag.example',
      phone: '+49 40 1234567',
      representedBy: 'Hanna Schlag',
      vatId: 'DE136695976',
    }
    const { rows: months } = await client.query(`select to_char(current_date - interval '1 month', 'YYYY-MM') as last`)
    const write = (key: string, value: object) =>
      client.query(
        `insert into settings (key, value, updated_at) values ($1, $2, now()) on conflict (key) do update set value = excluded.value`,
        [key, JSON.stringify(value)],
      )
    const [{ last }] = months
    await client.query('begin')
    // The ledger refuses changes, so the triggers are disabled.
    await client.query('set local session_replication_role = replica')
    await client.query(
      `update ledger_tx set occurred_at = ($2 || '-20')::timestamptz where id in (select tx_id from revenue_lines where company_id = $1)`,
      [companyId, last],
    )
    await client.query(`update revenue_lines set on_day = ($2 || '-20')::date where company_id = $1`, [companyId, last])
    await client.query('commit')
    await write('operator', operator)
    await write('invoices', { since: last, taxNumber: '' })
    await client.query(`select graphile_worker.add_job('documents.issueFees', '{}'::json)`)
    const issued = async () =>
      (await client.query('select number from documents where company_id = $1 and rendered_at is not null', [companyId])).rows
    await expect.poll(issued).toHaveLength(1)
    await client.query(`delete from settings where key in ('operator', 'invoices')`)
    for (const { key, value } of before.rows) await write(key, value)
    return { number: String((await issued())[0]?.number), month: String(last) }
  } finally {
    await client.end()
  }
}
