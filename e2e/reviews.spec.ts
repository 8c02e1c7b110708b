import { createHash, randomBytes } from 'node:crypto'
import type { Browser } from '@playwright/test'
import { closeToasts } from './accountHelpers.ts'
import { refused } from './dashboardHelpers.ts'
import {
  addresses,
  control,
  expect,
  expectAccessibleEverywhere,
  expectToFitEverywhere,
  newAddress,
  openHydrated,
  placeBooking,
  queryDatabase,
  readMails,
  test,
} from './fixtures.ts'
import { pressByKeyboard } from './keyboardHelpers.ts'
import { enterAsOperator } from './operatorHelpers.ts'
import { enterAsOwner, passCode } from './ownerHelpers.ts'

test.beforeEach(({ allow }) => allow(refused))

test('a review by keyboard: what is missing, the mail, its link, the profile', async ({ page, browser }) => {
  const { companyId } = await newCompany(browser)
  await openHydrated(page, `/service/${companyId}`)
  await pressByKeyboard(page, page.getByRole('button', { name: 'Bewertung schreiben' }))
  const dialog = page.getByRole('dialog', { name: 'Bewertung schreiben' })
  await pressByKeyboard(page, dialog.getByRole('button', { name: 'Bewertung abgeben' }))
  await expect(dialog.getByRole('alert')).toContainText('Validierungsfehler')
  await expect(dialog.getByText('Bitte geben Sie Ihren Namen und E-Mail-Adresse ein.')).toHaveCount(2)
  await expect(dialog.getByText('Bitte geben Sie einen Kommentar ein.')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expectAccessibleEverywhere(page)

  const email = newAddress()
  await page.keyboard.type('Katrin Bergmann')
  await page.keyboard.press('Tab')
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Pünktlich, freundlich, gründlich.')
  await expect(dialog.getByRole('radio', { name: 'Sehr gut (5 Sterne)' })).toBeChecked()
  for (let tab = 0; tab < 3; tab++) await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: 'Gut (4 Sterne)' })).toBeChecked()
  await pressByKeyboard(page, dialog.getByRole('button', { name: 'Bewertung abgeben' }))
  await expect(page.getByText('Bewertung abgegeben')).toBeVisible()
  await expect(page.getByText('Wir haben Ihnen eine E-Mail geschickt. Nach der Bestätigung erscheint Ihre Bewertung.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await closeToasts(page)
  await pressByKeyboard(page, page.getByRole('button', { name: 'Bewertung schreiben' }))
  await expect(dialog.getByRole('radio', { name: 'Sehr gut (5 Sterne)' })).toBeChecked()
  await dialog.getByLabel('Kommentar').fill('Noch ein Satz')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog', { name: 'Bewertung verwerfen?' }).getByRole('button', { name: 'Verwerfen' }).click()
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(page.getByText('Pünktlich, freundlich, gründlich.')).toHaveCount(0)

  await page.goto(await linkOf(email, '/bewertung-bestaetigen'))
  await expect(page.getByText('Pünktlich, freundlich, gründlich.')).toBeVisible()
  await expect(page).toHaveURL('/bewertung-bestaetigen')
  await expectAccessibleEverywhere(page)
  await pressByKeyboard(page, page.getByRole('button', { name: 'Bewertung veröffentlichen' }))
  await expect(page.getByText('Ihre Bewertung ist veröffentlicht')).toBeVisible()
  await expectToFitEverywhere(page)
  await pressByKeyboard(page, page.getByRole('link', { name: 'Zum Profil' }))
  const review = page.getByRole('article').filter({ hasText: 'Pünktlich, freundlich, gründlich.' })
  await expect(review).toContainText('Ohne Buchungsnachweis')
  await expect(review).toContainText('4,0 von 5 Sternen')
  await page.getByText('Wie wir Bewertungen prüfen').click()
  await expect(page.getByText('Die Note ist der Durchschnitt aller veröffentlichten Bewertungen.')).toBeVisible()
  await expectToFitEverywhere(page)
})

test('the link of a booking: its review is published at once, once, and no more invitations come', async ({ page, browser, allow }) => {
  allow(/status of (404|409)/)
  const { companyName } = await newCompany(browser)
  const { bookingId } = await paidBooking(companyName)
  const link = `/bewerten?token=${await tokenFor(bookingId)}`
  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText('Diese Buchung können Sie bewerten, sobald der Termin vorbei ist.')
  await queryDatabase('update bookings set booking_date = current_date - 7 where id = $1', [bookingId])
  await page.goto(link)
  await expect(page.getByText(companyName)).toBeVisible()
  await expect(page).toHaveURL('/bewerten')
  await expect(page.getByLabel('Name')).toHaveValue('Katrin Bergmann')
  await expect(page.getByLabel('E-Mail')).not.toBeEditable()
  await expectAccessibleEverywhere(page)
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Bewertung abgeben' }).click()
  await expect(page.getByText('Bitte wählen Sie 1 bis 5 Sterne.')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByText('In Ordnung').click()
  await page.getByLabel('Kommentar').fill('Die Fenster sind sauber, das Treppenhaus nicht.')
  await page.getByRole('button', { name: 'Bewertung abgeben' }).click()
  await expect(page.getByText('Ihre Bewertung ist jetzt im Profil zu lesen.')).toBeVisible()
  await page.goto(link)
  await expect(page.getByText('Diese Buchung ist schon bewertet')).toBeVisible()
  await page.getByRole('button', { name: 'Einladungen abbestellen' }).click()
  await expect(page.getByText('An diese Adresse senden wir keine Einladungen mehr.')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByRole('link', { name: `Zum Profil von ${companyName}` }).click()
  const review = page.getByRole('article').filter({ hasText: 'das Treppenhaus nicht' })
  await expect(review).toContainText('Geprüfte Buchung')
  await page.goto(`/bewerten?token=${'x'.repeat(43)}`)
  await expect(page.getByRole('alert')).toContainText('Dieser Link ist ungültig oder abgelaufen.')
  await expectAccessibleEverywhere(page)
})

test('the company cannot review the own company, but replies and objects; the operator decides', async ({ page }) => {
  const { email, companyId, companyName } = await enterAsOwner(page)
  await passCode(email)
  await openHydrated(page, `/service/${companyId}`)
  await page.getByRole('button', { name: 'Bewertung schreiben' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bewertung schreiben' })
  await dialog.getByLabel('Name').fill('Ole Jensen')
  await dialog.getByLabel('Kommentar').fill('Wir sind die Besten.')
  await dialog.getByRole('button', { name: 'Bewertung abgeben' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Die Bewertung konnte nicht abgegeben werden.')
  await expect(dialog.getByRole('alert')).toContainText('Ihre eigene Firma können Sie nicht bewerten.')
  await expect(dialog.getByLabel('Kommentar')).toHaveValue('Wir sind die Besten.')

  await openHydrated(page, '/dashboard/bewertungen')
  await expect(page.getByText('Noch keine Bewertungen')).toBeVisible()
  const author = newAddress()
  await insertReviews(companyId, { count: 3, email: author })
  await page.reload()
  const area = page.getByRole('region', { name: 'Alle Bewertungen' })
  await expect(area.getByText('1–3 von 3')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await area.getByLabel('Sterne', { exact: true }).selectOption('1 Stern')
  await expect(area.getByText('1–1 von 1')).toBeVisible()
  await area.getByRole('button', { name: 'Antworten' }).click()
  const reply = page.getByRole('dialog', { name: 'Auf die Bewertung antworten' })
  await reply.getByRole('button', { name: 'Antwort veröffentlichen' }).click()
  await expect(reply.getByText('Bitte geben Sie eine Antwort ein.')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await reply.getByLabel('Antwort').fill('Das bringen wir in Ordnung.')
  await reply.getByRole('button', { name: 'Antwort veröffentlichen' }).click()
  await expect(area.getByText('Ihre Antwort: Das bringen wir in Ordnung.')).toBeVisible()
  const [replyMail] = await readMails(author, 1)
  expect(replyMail?.text).toContain('Das bringen wir in Ordnung.')
  await area.getByRole('button', { name: 'Einspruch' }).click()
  const objection = page.getByRole('dialog', { name: 'Einspruch gegen die Bewertung' })
  await objection.getByLabel('Begründung').fill('Diese Person war nie bei uns.')
  await objection.getByRole('button', { name: 'Einspruch einlegen' }).click()
  await expect(area.getByText('Einspruch: Offen')).toBeVisible()

  await enterAsOperator(page)
  await openHydrated(page, '/admin/reviews?objection=open')
  const row = page.getByRole('region', { name: 'Alle Bewertungen' }).getByRole('row').filter({ hasText: companyName })
  await expect(row.getByText('Diese Person war nie bei uns.')).toBeVisible()
  await expectToFitEverywhere(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await row.getByRole('button', { name: 'Einspruch zurückweisen' }).click()
  const decision = page.getByRole('dialog', { name: 'Einspruch zurückweisen' })
  await decision.getByLabel('Grund').fill('Eine Buchung liegt vor.')
  await expectAccessibleEverywhere(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await decision.getByRole('button', { name: 'Einspruch zurückweisen' }).click()
  await expect(page.getByText('Einspruch entschieden: Die Bewertung bleibt')).toBeVisible()
  const [kept] = await readMails(author, 2)
  expect(kept?.text).toContain('Eine Buchung liegt vor.')
  await openHydrated(page, '/dashboard/bewertungen?stars=1')
  await expect(area.getByText('Entscheidung: Eine Buchung liegt vor.')).toBeVisible()
  await openHydrated(page, `/service/${companyId}`)
  await expect(page.getByText('Das bringen wir in Ordnung.')).toBeVisible()
})

test('more than ten reviews come in pages, also without JavaScript', async ({ page, browser }) => {
  const { companyId } = await newCompany(browser)
  await insertReviews(companyId, { count: 23 })
  try {
    await openHydrated(page, `/service/${companyId}`)
    const reviews = page.getByRole('region', { name: 'Bewertungen' })
    await expect(reviews).toContainText('23 Bewertungen, 23 mit geprüfter Buchung')
    await expect(reviews.getByRole('article')).toHaveCount(10)
    for (const count of [20, 23]) {
      await reviews.getByRole('link', { name: 'Weitere Bewertungen' }).press('Enter')
      await expect(reviews.getByRole('article')).toHaveCount(count)
    }
    await expect(reviews.getByRole('link', { name: 'Weitere Bewertungen' })).toHaveCount(0)
    await expect(reviews.getByRole('status')).toHaveText('23 von 23 Bewertungen')
    const plain = await (await browser.newContext({ baseURL: addresses.product, javaScriptEnabled: false })).newPage()
    await plain.goto(`/service/${companyId}`)
    await plain.getByRole('link', { name: 'Weitere Bewertungen' }).click()
    await expect(plain.getByRole('region', { name: 'Bewertungen' }).getByRole('article')).toHaveCount(20)
    await plain.context().close()
  } finally {
    // The public counters include them, so they are deleted.
    await queryDatabase('delete from reviews where company_id = $1', [companyId])
  }
})

/** A listed company whose owner uses another browser. */
async function newCompany(browser: Browser) {
  const context = await browser.newContext({ baseURL: addresses.product })
  const owner = await enterAsOwner(await context.newPage())
  await context.close()
  return owner
}

/** Proven reviews with rising stars, beginning with one star. */
const insertReviews = (companyId: string, { count, email = newAddress() }: { count: number; email?: string }) =>
  queryDatabase(
    `insert into reviews (company_id, customer_name, customer_email, rating, comment, is_from_booking, created_at, published_at)
     select $1, 'Kundin ' || n, $2, (n - 1) % 5 + 1, 'Wort ' || n, true, now() - n * interval '1 hour', now()
     from generate_series(1, $3::integer) as n`,
    [companyId, email, count],
  )

async function paidBooking(companyName: string) {
  const booked = await placeBooking(companyName)
  await control('pay', { session: booked.sessionId })
  const paid = async () => (await queryDatabase('select booking_status from bookings where id = $1', [booked.bookingId]))[0]?.booking_status
  await expect.poll(paid, { timeout: 60_000 }).toBe('confirmed')
  return booked
}

/** A token as in a mail about this booking. */
async function tokenFor(bookingId: string) {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest('base64url')
  await queryDatabase(`insert into booking_links values ($1, $2, now(), now() + interval '60 days')`, [hash, bookingId])
  return token
}

async function linkOf(email: string, path: string) {
  const [mail] = await readMails(email, 1)
  const link = new RegExp(`https?://\\S+${path}\\?token=[\\w-]{43}`).exec(mail?.text ?? '')?.[0]
  if (!link) throw new Error('no link in the mail')
  return new URL(link).pathname + new URL(link).search
}
