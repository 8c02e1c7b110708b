import type { Page } from '@playwright/test'
import { agreed, checkAccessibility, openRequestCompany, order, screens } from './appointmentHelpers.ts'
import { refused } from './dashboardHelpers.ts'
import { addresses, awaitMails, expect, openHydrated, queryDatabase, test } from './fixtures.ts'

test.beforeEach(({ allow }) => allow(refused))

const contactNotice = 'Kontaktdaten werden nach der Buchung ausgetauscht.'
const write = async (page: Page, label: string, text: string) => {
  await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Nachricht senden' }).click()
}

/** State as if the last message had been sent four minutes ago. */
const age = (bookingId: string) =>
  queryDatabase(
    `update messages set sent_at = sent_at - interval '4 minutes' from threads where threads.id = thread_id and booking_id = $1`,
    [bookingId],
  )

for (const screen of screens) {
  test(`customer and company write to each other, live, with files, and unread words come by mail at ${screen.width}`, async ({ page }) => {
    await page.setViewportSize(screen)
    const { email, link, bookingId } = await agreed(page)
    await openHydrated(page, '/dashboard/nachrichten')
    await expect(page.getByText('Noch keine Nachrichten')).toBeVisible()
    await checkAccessibility(page, screen)

    const customer = await page.context().newPage()
    await customer.setViewportSize(screen)
    await customer.goto(link)
    const talk = customer.getByRole('region', { name: 'Nachrichten' })
    await talk.getByRole('button', { name: 'Nachricht senden' }).click()
    await expect(talk.getByText('Bitte schreiben Sie eine Nachricht oder fügen Sie eine Datei an')).toBeVisible()
    await talk.getByText('Dateien anhängen').click()
    await talk.getByLabel('Dateien auswählen').setInputFiles('e2e/grundriss.pdf')
    await expect(talk.getByText('1 Datei hochgeladen.')).toBeAttached()
    await checkAccessibility(customer, screen)
    await write(customer, 'Nachricht', 'Das Fenster im Bad klemmt, rufen Sie gern an: 0171 2345678')
    const log = talk.getByRole('log')
    await expect(log).toContainText('rufen Sie gern an: 0171 2345678')
    await expect(log).toContainText('grundriss.pdf')

    // The open dashboard is notified, and its navigation shows the count.
    await page.bringToFront()
    const row = page.getByRole('link', { name: /^Katrin Bergmann/ })
    await expect(row).toContainText('1 ungelesen')
    await expect(page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Nachrichten 1 ungelesen' })).toBeVisible()
    await checkAccessibility(page, screen)
    await row.click()
    await expect(page.getByRole('log')).toContainText('Das Fenster im Bad klemmt')
    await expect(page.getByText('1 ungelesen')).toHaveCount(0)
    await checkAccessibility(page, screen)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Herunterladen.*grundriss/ }).click()
    expect((await saved).suggestedFilename()).toBe('grundriss.pdf')
    // An open page of the customer would mark the answer as read at once.
    await customer.close()
    await write(page, 'Nachricht an Katrin Bergmann', 'Das sehen wir uns an.')
    await expect(page.getByRole('log')).toContainText('Das sehen wir uns an.')
    await expect(page.getByLabel('Nachricht an Katrin Bergmann')).toHaveValue('')

    await age(bookingId)
    await queryDatabase(`select graphile_worker.add_job('messages.mailUnread', '{}')`, [])
    const [mail] = await awaitMails((one) => one.to === email && one.subject.startsWith('1 neue Nachricht zu Ihrer Buchung'), 1)
    // The mailed link was opened on the thread before, so the mail may contain the text.
    expect(mail?.text).toContain('Das sehen wir uns an.')
    const again = await page.context().newPage()
    await again.goto(/https?:\S+\/buchung\?token=[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? '')
    await expect(again.getByRole('log')).toContainText('Das sehen wir uns an.')
    await expect(again.getByRole('log')).toContainText('gelesen')

    // The mail can also be answered, through the form of the inbox.
    const plan = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF') }
    const multipart = { text: 'Am Nachmittag bin ich zu Hause.', files: plan }
    const answer = await page.request.post(`${addresses.inbox}/mails/${mail?.id}/answer`, { multipart })
    expect(await answer.text()).toContain('Die Antwort wurde übergeben.')
    await page.bringToFront()
    const last = page.getByRole('log').getByText('Am Nachmittag bin ich zu Hause.')
    await expect(last).toBeVisible()
    await expect(page.getByRole('log')).toContainText('plan.pdf')
    await expect(page.getByRole('log')).not.toContainText('oberhalb dieser Zeile')
  })

  test(`photos are shown small and open large, and an answer appears without reloading at ${screen.width}`, async ({ page }) => {
    await page.setViewportSize(screen)
    const { link, bookingId } = await agreed(page)
    const customer = await page.context().newPage()
    await customer.setViewportSize(screen)
    await customer.goto(link)
    const talk = customer.getByRole('region', { name: 'Nachrichten' })
    await talk.getByText('Dateien anhängen').click()
    const photo = { name: 'Fenster.png', mimeType: 'image/png', buffer: await customer.screenshot() }
    await talk.getByLabel('Dateien auswählen').setInputFiles(photo)
    await expect(talk.getByText('1 Datei hochgeladen.')).toBeAttached()
    await write(customer, 'Nachricht', 'So sieht es aus.')
    const own = talk.getByRole('button', { name: 'Foto von Ihnen vergrößern: Fenster.png' })
    await expect(own.locator('img')).toBeVisible()
    await own.focus()
    await customer.keyboard.press('Enter')
    const large = customer.getByRole('dialog', { name: 'Fenster.png' })
    await expect(large.getByRole('img', { name: 'Foto von Ihnen: Fenster.png' })).toBeVisible()
    await checkAccessibility(customer, screen)
    await customer.keyboard.press('Escape')
    await expect(large).toBeHidden()
    await expect(own).toBeFocused()
    await checkAccessibility(customer, screen)

    await openHydrated(page, `/dashboard/nachrichten?buchung=${bookingId}`)
    const theirs = page.getByRole('button', { name: 'Foto von Katrin Bergmann vergrößern: Fenster.png' })
    await expect(theirs.locator('img')).toBeVisible()
    await checkAccessibility(page, screen)
    await theirs.click()
    await expect(page.getByRole('img', { name: 'Foto von Katrin Bergmann: Fenster.png' })).toBeVisible()
    await page.keyboard.press('Escape')
    await write(page, 'Nachricht an Katrin Bergmann', 'Wir kommen morgen.')
    // Less than the 30 s after which an idle page polls.
    await expect(talk.getByRole('log')).toContainText('Wir kommen morgen.')
  })

  test(`before the payment contact data are masked, and both sides are notified at ${screen.width}`, async ({ page }) => {
    await page.setViewportSize(screen)
    const { companyId, serviceId } = await openRequestCompany(page)
    const { link, bookingId } = await order({ companyId, serviceId })
    await page.goto(link)
    await expect(page.getByText(`Höchstens 2.000 Zeichen und 5 Dateien. ${contactNotice}`)).toBeVisible()
    await write(page, 'Nachricht', 'Rufen Sie an: null eins sieben eins 234 56 78, oder katrin (at) web punkt de')
    const log = page.getByRole('log')
    await expect(log).toContainText('Rufen Sie an: Telefonnummer verborgen, oder E-Mail-Adresse verborgen')
    await expect(page.getByRole('status').getByText(contactNotice)).toBeVisible()
    await checkAccessibility(page, screen)
    await openHydrated(page, `/dashboard/nachrichten?buchung=${bookingId}`)
    await expect(page.getByRole('log')).toContainText('Telefonnummer verborgen')
    await write(page, 'Nachricht an Katrin Bergmann', 'Schreiben Sie mir bis 12.12., 14:00 Uhr auf www.glanzwerk.de, 69,00 €')
    await expect(page.getByRole('log')).toContainText('bis 12.12., 14:00 Uhr auf Link verborgen, 69,00 €')
    await checkAccessibility(page, screen)
  })
}
