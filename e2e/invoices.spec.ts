import { checkAccessibility, openCalendar, order, screens } from './appointmentHelpers.ts'
import { refused } from './dashboardHelpers.ts'
import { awaitMails, expect, openHydrated, pdf, queryDatabase, test } from './fixtures.ts'
import { enterAsOwner, passCode } from './ownerHelpers.ts'

test.beforeEach(({ allow }) => allow(refused))

/** State after the company submitted its business details. */
async function handInDetails(companyId: string) {
  await queryDatabase(`insert into business_details (company_id, status, submitted_at) values ($1, 'submitted', now())`, [companyId])
  await queryDatabase(
    `insert into tax_profiles (company_id, valid_from, status, vat_id) values ($1, '2026-01-01', 'regular', 'DE136695976')`,
    [companyId],
  )
  await queryDatabase(`update companies set street = 'Hafenstraße 1' where id = $1`, [companyId])
}

const kindOf = (bookingId: string, kind: 'consumer' | 'business') =>
  queryDatabase('update bookings set customer_kind = $1 where id = $2', [kind, bookingId])

for (const screen of screens) {
  test(`a company lets us write its invoices, divides one, and its customer opens it at ${screen.width}`, async ({ page, browser }) => {
    await page.setViewportSize(screen)
    const { companyId, companyName, email } = await enterAsOwner(page)
    await openCalendar(companyId)
    await passCode(email)
    const booking = await order({ companyId })
    await kindOf(booking.bookingId, 'consumer')
    await openHydrated(page, '/dashboard/belege')
    const card = page.getByRole('region', { name: 'Rechnungen an Kundinnen und Kunden', exact: true })
    await expect(card).toContainText('Damit die Rechnungen stimmen, brauchen wir zuerst Ihre vollständigen Geschäftsangaben.')
    await checkAccessibility(page, screen)
    await handInDetails(companyId)
    await openHydrated(page, '/dashboard/belege')
    await card.getByText('Vollmacht lesen').click()
    await expect(card).toContainText('§ 14 Abs. 2 Satz 4 UStG')
    await card.getByRole('button', { name: 'Vollmacht erteilen' }).press('Enter')
    await expect(card).toContainText('Bitte bestätigen Sie die Vollmacht')
    await checkAccessibility(page, screen)
    await card.getByLabel('Ich habe die Vollmacht gelesen').check()
    await card.getByRole('button', { name: 'Vollmacht erteilen' }).click()
    await expect(card).toContainText('Entwurf')
    await checkAccessibility(page, screen)

    const visitor = await (await browser.newContext({ viewport: screen })).newPage()
    await openHydrated(visitor, booking.link)
    const paper = visitor.getByRole('region', { name: 'Rechnung', exact: true })
    await expect(paper).toContainText(`Die Rechnung von ${companyName} kommt am`)
    await paper.getByRole('button', { name: 'Rechnungsadresse ändern' }).click()
    const address = visitor.getByRole('dialog', { name: 'Rechnungsadresse' })
    await address.getByLabel('Name oder Firma').fill('Praxis Dr. Behrens')
    await address.getByLabel('PLZ').fill('227')
    await address.getByRole('button', { name: 'Übernehmen' }).click()
    await expect(address).toContainText('Eine deutsche Postleitzahl hat 5 Ziffern')
    await checkAccessibility(visitor, screen)
    await address.getByLabel('PLZ').fill('22767')
    await address.getByRole('button', { name: 'Übernehmen' }).click()
    await expect(paper).toContainText('An: Praxis Dr. Behrens')

    await card.getByRole('button', { name: 'Prüfen Katrin Bergmann' }).click()
    const dialog = page.getByRole('dialog', { name: 'Rechnung an Katrin Bergmann' })
    await dialog.getByLabel('Brutto').fill('100')
    await expect(dialog).toContainText('Noch 38,00 € aufzuteilen.')
    await dialog.getByLabel('Art').selectOption('Arbeit')
    await dialog.getByRole('button', { name: 'Zeile hinzufügen' }).click()
    const second = dialog.getByRole('group', { name: 'Zeile 2' })
    await dialog.getByRole('button', { name: 'Entwurf speichern' }).click()
    await expect(second).toContainText('Eine Zeile braucht eine Bezeichnung')
    await checkAccessibility(page, screen)
    await second.getByLabel('Bezeichnung').fill('Reinigungsmittel')
    await second.getByLabel('Art').selectOption('Material')
    await dialog.getByRole('button', { name: 'Entwurf speichern' }).click()
    await expect(dialog).toBeHidden()
    await expect(card).toContainText('Entwurf, geändert')

    // A business gets its invoice at once.
    await kindOf(booking.bookingId, 'business')
    await queryDatabase(`select graphile_worker.add_job('documents.issueCustomers', '{}')`, [])
    const [mail] = await awaitMails(({ to, subject }) => to === booking.email && subject.startsWith('Rechnung '), 1)
    await openHydrated(visitor, /https?:\S+\/buchung\?token=[\w-]{43}#rechnung/.exec(mail?.text ?? '')?.[0] ?? '')
    await expect(paper).toContainText('-2026-00001')
    const saved = visitor.waitForEvent('download')
    await paper.getByRole('button', { name: /^PDF/ }).click()
    expect((await saved).suggestedFilename()).toMatch(/^[A-Z0-9]{5}-2026-00001\.pdf$/)
    await checkAccessibility(visitor, screen)

    await openHydrated(page, '/dashboard/belege')
    await expect(card.getByRole('row', { name: /Praxis Dr. Behrens/ })).toContainText('Gestellt')
    await checkAccessibility(page, screen)
    // The company cancels the wrong invoice.
    await card.getByRole('button', { name: /^Stornieren von .*-2026-00001$/ }).click()
    const cancelling = page.getByRole('dialog', { name: /-2026-00001 stornieren$/ })
    await cancelling.getByRole('button', { name: 'Stornorechnung stellen' }).click()
    await expect(cancelling).toContainText('Bitte wählen Sie einen Grund aus')
    await checkAccessibility(page, screen)
    await cancelling.getByLabel('Grund').selectOption('Leistung oder Beträge falsch')
    await cancelling.getByRole('button', { name: 'Stornorechnung stellen' }).click()
    await expect(cancelling).toBeHidden()
    await visitor.reload()
    await expect(paper).toContainText('Die Rechnung ist storniert.')
    await checkAccessibility(visitor, screen)

    // Issued again: with the hint in the draft, a second number, and its own mail.
    await expect(card).toContainText(/wartet seit \d\d\.\d\d\.\d{4} auf Ihre Berichtigung/)
    await checkAccessibility(page, screen)
    await card.getByRole('button', { name: 'Berichtigen Katrin Bergmann' }).click()
    const again = page.getByRole('dialog', { name: 'Rechnung an Katrin Bergmann' })
    await expect(again).toContainText('Eine neue stellen wir erst, wenn Sie den Entwurf geprüft haben.')
    await again.getByLabel('Bezeichnung').last().fill('Reinigungsmittel und Tücher')
    await checkAccessibility(page, screen)
    await again.getByRole('button', { name: 'Rechnung neu stellen' }).click()
    await expect(again).toBeHidden()
    await queryDatabase(`select graphile_worker.add_job('documents.issueCustomers', '{}')`, [])
    await awaitMails(({ to, subject }) => to === booking.email && subject.includes('-2026-00002'), 1)
    await visitor.reload()
    await expect(paper).toContainText('-2026-00002')
    await expect(paper).not.toContainText('Die Rechnung ist storniert.')
    await checkAccessibility(visitor, screen)
    await visitor.context().close()
    await card.getByRole('button', { name: 'Vollmacht widerrufen' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Vollmacht widerrufen' }).click()
    await expect(card.getByRole('button', { name: 'Vollmacht erteilen' })).toBeVisible()
  })
}

test("the company's own invoice goes to its customer instead", async ({ page, browser }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { companyId, email } = await enterAsOwner(page)
  await openCalendar(companyId)
  await passCode(email)
  const booking = await order({ companyId })
  await queryDatabase('update bookings set booking_date = current_date where id = $1', [booking.bookingId])
  await openHydrated(page, '/dashboard/belege')
  await page.getByRole('button', { name: 'Hochladen Katrin Bergmann' }).click()
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(pdf('Rechnung 7.pdf'))
  const [mail] = await awaitMails(({ to, subject }) => to === booking.email && subject.startsWith('Rechnung von'), 1)
  const visitor = await (await browser.newContext()).newPage()
  await openHydrated(visitor, /https?:\S+\/buchung\?token=[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? '')
  const saved = visitor.waitForEvent('download')
  await visitor.getByRole('button', { name: /^Herunterladen/ }).click()
  expect((await saved).suggestedFilename()).toBe('Rechnung 7.pdf')
  await visitor.context().close()
})
