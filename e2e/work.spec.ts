import { checkAccessibility, screens } from './appointmentHelpers.ts'
import { refused } from './dashboardHelpers.ts'
import { failedAnswer } from './dialogHelpers.ts'
import { bookingLinkOf, mailOf } from './estimateHelpers.ts'
import { expect, payWith, queryDatabase, saveScreenshot, test } from './fixtures.ts'
import { asVisitor } from './ownerHelpers.ts'
import { openInDashboard, propose } from './supplementHelpers.ts'
import { openJobOfToday, photo, startOffline } from './workHelpers.ts'

/** Journeys of a running job: the work, its photos, its end, and the tip of the customer. */

test.beforeEach(({ allow }) => {
  allow(refused)
  allow(failedAnswer)
})

for (const screen of screens) {
  test(`work is begun, photographed, paused, ended and reported; the customer sees it and gives a tip, at ${screen.width}`, async ({
    page,
  }) => {
    await page.setViewportSize(screen)
    const { companyId, link, email } = await openJobOfToday(page)
    await page.getByRole('button', { name: 'Arbeit beginnen' }).click()
    await expect(page.getByText('Arbeit läuft')).toBeVisible()
    await page.getByLabel('Foto hinzufügen (Vorher)').setInputFiles(await photo('Rinne.jpg', '#7a6a52'))
    await expect(page.getByText('Das Foto ist gespeichert')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Foto vorher, 1 vergrößern' })).toBeVisible()
    await checkAccessibility(page, screen)

    await asVisitor(page, async () => {
      await page.goto(link)
      const work = page.getByRole('region', { name: 'Arbeit vor Ort' })
      await expect(work.getByText('Arbeit läuft')).toBeVisible()
      await work.getByRole('button', { name: 'Foto vorher, 1 vergrößern' }).click()
      await expect(page.getByRole('dialog').getByRole('img', { name: 'Foto vorher, 1' })).toBeVisible()
      await page.getByRole('dialog').getByRole('button', { name: 'Schließen' }).first().click()
      await expect(page.getByRole('heading', { name: 'Trinkgeld' })).toHaveCount(0)
      await checkAccessibility(page, screen)
    })

    await openInDashboard(page, companyId)
    const details = page.getByRole('region', { name: 'Einzelheiten der Buchung' })
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    await details.getByRole('button', { name: 'Weiter', exact: true }).click()
    await expect(page.getByText('Arbeit läuft')).toBeVisible()
    await page.getByRole('button', { name: 'Arbeit beenden' }).click()
    const report = page.getByRole('dialog', { name: 'Termin durchgeführt?' })
    await expect(report.getByLabel('Geleistete Stunden')).toHaveValue('0,25')
    await report.getByLabel('Geleistete Stunden').fill('4')
    await report.getByRole('button', { name: 'Als durchgeführt melden' }).click()
    await expect(page.getByText('Als durchgeführt gemeldet')).toBeVisible()

    await asVisitor(page, async () => {
      await page.goto(link)
      await expect(page.getByText('Arbeit beendet')).toBeVisible()
      const tip = page.getByRole('region', { name: 'Trinkgeld' })
      await tip.getByRole('button', { name: 'Weiter zur Zahlung' }).click()
      await expect(tip.getByText('Bitte geben Sie einen Betrag zwischen 1 und 200 Euro an')).toBeVisible()
      await tip.getByRole('radio', { name: 'Anderer Betrag' }).check()
      await tip.getByLabel('Ihr Betrag').fill('500')
      await tip.getByRole('button', { name: 'Weiter zur Zahlung' }).click()
      await expect(tip.getByLabel('Ihr Betrag')).toHaveValue('500')
      await expect(tip.getByText('Bitte geben Sie einen Betrag zwischen 1 und 200 Euro an')).toBeVisible()
      await checkAccessibility(page, screen)
      await tip.scrollIntoViewIfNeeded()
      await saveScreenshot(page, 'tip')
      await tip.getByRole('radio', { name: '10 €' }).check()
      await tip.getByRole('button', { name: 'Weiter zur Zahlung' }).click()
      await payWith(page, '4242424242424242')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Danke für Ihr Trinkgeld')
      await checkAccessibility(page, screen)
      await page.goto(bookingLinkOf(await mailOf(email, 'Danke für Ihr Trinkgeld')))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Danke für Ihr Trinkgeld')
      await page.goto(link)
      await expect(page.getByText(/10,00.* Trinkgeld gegeben\. Vielen Dank!/)).toBeVisible()
    })

    await openInDashboard(page, companyId)
    await expect(page.getByText('Dazu Trinkgeld, ohne Provision')).toBeVisible()
    const [order] = await queryDatabase('select fee_cents, amount_cents from bookings where company_id = $1 and parent_id is not null', [
      companyId,
    ])
    expect(order).toEqual({ fee_cents: 0, amount_cents: 1_000 })
  })
}

test('a step that is entered without a connection waits over a reload, and is sent once with its own time', async ({
  page,
  context,
  allow,
}) => {
  // The router asks for its routes without a connection, too.
  allow(/Failed to fetch manifest patches/)
  const { companyId } = await openJobOfToday(page)
  await context.setOffline(true)
  const before = Date.now()
  await startOffline(page)
  await expect(page.getByText('Arbeit läuft')).toBeVisible()
  const after = Date.now()
  await context.setOffline(false)
  await openInDashboard(page, companyId)
  await expect(page.getByText('Arbeit läuft')).toBeVisible()
  await expect(page.getByText('Wird gesendet, sobald Sie wieder online sind.')).toHaveCount(0)
  const rows = await queryDatabase('select kind, at from work_steps where company_id = $1', [companyId])
  expect(rows).toEqual([{ kind: 'start', at: expect.any(Date) }])
  expect(Number(rows[0]?.at)).toBeGreaterThanOrEqual(before)
  expect(Number(rows[0]?.at)).toBeLessThanOrEqual(after)
})

test('a photo is deleted again, and one that is none is refused at once', async ({ page }) => {
  await openJobOfToday(page)
  const picker = page.getByLabel('Foto hinzufügen (Nachher)')
  await picker.setInputFiles({ name: 'Notiz.txt', mimeType: 'text/plain', buffer: Buffer.from('kein Foto') })
  await expect(page.getByText('Erlaubt sind JPEG und PNG.')).toBeVisible()
  await page.getByRole('button', { name: 'Verwerfen' }).click()
  await picker.setInputFiles(await photo('Fertig.jpg', '#3f7a52'))
  await page.getByRole('button', { name: 'Foto nachher, 1 vergrößern' }).click()
  await page.getByRole('button', { name: 'Foto löschen' }).click()
  await expect(page.getByText('Das Foto ist gelöscht')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Foto nachher, 1 vergrößern' })).toHaveCount(0)
})

test('material is proposed with a photographed receipt, which the customer sees', async ({ page }) => {
  const { email } = await openJobOfToday(page)
  const dialog = await propose(page, { reason: 'Die Dichtung war undicht' })
  await dialog.getByRole('radio', { name: 'Material' }).check()
  await dialog.getByLabel('Preis').fill('12')
  await dialog.locator('#supplement-receipt').setInputFiles(await photo('Bon.jpg', '#c9c2b5'))
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: 'Nachtrag senden' }).click()
  await expect(page.getByRole('button', { name: 'Foto des Belegs vergrößern' })).toBeVisible()
  await checkAccessibility(page)
  await asVisitor(page, async () => {
    await page.goto(bookingLinkOf(await mailOf(email, 'Ihr Anbieter schlägt einen Nachtrag vor')))
    await page.getByRole('button', { name: 'Foto des Belegs vergrößern' }).click()
    await expect(page.getByRole('dialog').getByRole('img', { name: 'Foto des Belegs' })).toBeVisible()
  })
})
