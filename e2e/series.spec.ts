import type { Page } from '@playwright/test'
import { checkAccessibility, openRequestCompany, screens } from './appointmentHelpers.ts'
import { refused } from './dashboardHelpers.ts'
import { expectStep, failedAnswer, goOn } from './dialogHelpers.ts'
import { awaitMails, expect, newAddress, openHydrated, payWith, queryDatabase, soon, test } from './fixtures.ts'
import { enterAsOperator } from './operatorHelpers.ts'
import { asVisitor } from './ownerHelpers.ts'

test.beforeEach(({ allow }) => {
  allow(refused)
  allow(failedAnswer)
})

const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
const german = (day: string) => day.split('-').reverse().join('.')
const confirm = (page: Page, name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click()
const mailTo = async (email: string, subject: string) =>
  (await awaitMails((mail) => mail.to === email && mail.subject.startsWith(subject), 1))[0]
const linkIn = (text: string | undefined, page: string) => new RegExp(`https?:\\S+/${page}\\?token=[\\w-]{43}`).exec(text ?? '')?.[0] ?? ''
const runSeriesJob = () => queryDatabase(`select graphile_worker.add_job('bookings.keepSeries', '{}')`, [])

for (const screen of screens) {
  test(`a guest asks for a series, the company accepts, one date is paid and the rest ended at ${screen.width}`, async ({ page }) => {
    await page.setViewportSize(screen)
    const { companyId } = await openRequestCompany(page)
    const first = addDays(soon(), 6)
    await queryDatabase(`insert into calendar_days (company_id, day, minutes) values ($1, $2, '{}')`, [companyId, addDays(first, 14)])
    const email = newAddress()

    await asVisitor(page, () => requestSeries(page, { companyId, email, first, screen }))

    await openHydrated(page, '/dashboard')
    const series = page.getByRole('region', { name: 'Serien', exact: true })
    await expect(series).toContainText('4 Termine, jede Woche')
    await checkAccessibility(page, screen)
    await series.getByRole('button', { name: 'Katrin Bergmann' }).click()
    await expect(page.getByRole('dialog').getByText('Schmale Gasse 12, 22767 Hamburg')).toBeVisible()
    await checkAccessibility(page, screen)
    await page.getByRole('button', { name: 'Alle annehmen' }).click()
    await confirm(page, 'Alle annehmen')
    await expect(page.getByText('Die Serie ist angenommen')).toBeVisible()
    await mailTo(email, 'Ihre Serie ist angenommen')
    await openHydrated(page, '/dashboard/buchungen')
    const listed = page.getByRole('row').filter({ hasText: 'Serie, Termin 2 von 4' })
    await expect(listed).toContainText('Katrin Bergmann')
    await checkAccessibility(page, screen)
    await listed.getByRole('button', { name: 'Katrin Bergmann' }).click()
    await page.getByRole('button', { name: 'Serie, Termin 2 von 4' }).click()
    const whole = page.getByRole('dialog', { name: 'Serie', exact: true })
    await expect(whole.getByText('Vorgemerkt')).toHaveCount(4)
    await checkAccessibility(page, screen)
    await whole.getByRole('button', { name: 'Schließen' }).last().click()
    await expect(page.getByRole('dialog', { name: /^Buchung / })).toBeVisible()

    // A week before the first date.
    await queryDatabase(
      `update series_dates set due_at = now() from booking_series where booking_series.id = series_id and email = $1 and position = 1`,
      [email],
    )
    await runSeriesJob()
    await asVisitor(page, () => payOneAndEnd(page, { email, screen }))
    const rows = await queryDatabase('select booking_status as status from bookings where customer_email = $1 order by booking_date', [
      email,
    ])
    expect(rows.map(({ status }) => status)).toEqual(['confirmed', 'cancelled', 'cancelled', 'cancelled'])

    await enterAsOperator(page)
    await openHydrated(page, `/admin/bookings?search=${email}`)
    const found = page.getByRole('row').filter({ hasText: 'Serie, Termin 1 von 4' })
    await found.getByRole('button', { name: 'Katrin Bergmann' }).click()
    const booking = page.getByRole('dialog')
    await expect(booking.getByRole('heading', { name: 'Serie: 4 Termine, jede Woche' })).toBeVisible()
    await expect(booking.getByText('Beendet: Serie beendet')).toBeVisible()
    await checkAccessibility(page, screen)
    await booking
      .getByRole('button', { name: /^Öffnen/ })
      .first()
      .click()
    await expect(booking.getByRole('button', { name: /^Öffnen/ })).toHaveCount(3)
    await expect(booking.getByText('Storniert').first()).toBeVisible()
  })
}

type Screen = (typeof screens)[number]

/** Requests four weekly dates, one of them moved, by the dialog and the mailed link. */
async function requestSeries(
  page: Page,
  { companyId, email, first, screen }: { companyId: string; email: string; first: string; screen: Screen },
) {
  await openHydrated(page, `/service/${companyId}`)
  await page.getByRole('link', { name: 'Buchen Dachrinne reinigen' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Katrin Bergmann')
  await dialog.getByLabel('E-Mail').fill(email)
  await dialog.getByLabel('Wohin soll der Anbieter kommen?').fill('Schmale Gasse 12, 22767 Hamburg')
  await dialog.getByRole('radio', { name: german(first) }).check()
  await dialog.getByRole('radio', { name: '09:00' }).check()
  await expect(dialog.getByRole('radio', { name: 'Einmalig' })).toBeChecked()
  await dialog.getByRole('radio', { name: 'Wöchentlich' }).check()
  await expect(dialog.getByText('3 von 4 Terminen gewählt.')).toBeVisible()
  await dialog.getByLabel('Anzahl der Termine').fill('12')
  await expect(dialog.getByText(/^Der Anbieter nimmt Termine bis [\d.]+ an\. \d Termine liegen danach und entfallen\.$/)).toBeVisible()
  await expect(dialog.getByText('noch nicht buchbar').first()).toBeVisible()
  await checkAccessibility(page, screen)
  await dialog.getByLabel('Anzahl der Termine').fill('1')
  await goOn(dialog)
  await expect(dialog.getByText('Eine Serie hat 2 bis 26 Termine').first()).toBeVisible()
  await dialog.getByLabel('Anzahl der Termine').fill('4')
  const gone = dialog.getByRole('group', { name: /ist geschlossen – auslassen oder .+, 09:00 Uhr\?$/ })
  await gone.getByRole('radio', { name: /09:00 Uhr$/ }).check()
  await expect(dialog.getByText('4 von 4 Terminen gewählt.')).toBeVisible()
  await checkAccessibility(page, screen)
  await goOn(dialog)
  await expectStep(dialog, 'Schritt 2 von 3')
  await goOn(dialog)
  await expectStep(dialog, 'Schritt 3 von 3')
  await expect(dialog.getByText('Wir speichern kein Zahlungsmittel')).toBeVisible()
  await checkAccessibility(page, screen)
  await dialog.getByRole('button', { name: 'Serie unverbindlich anfragen' }).click()
  await expect(page.getByRole('heading', { name: 'Fast geschafft: Bitte bestätigen Sie Ihre E-Mail-Adresse' })).toBeVisible()
  await checkAccessibility(page, screen)

  const link = linkIn((await mailTo(email, 'Bitte bestätigen Sie'))?.text, 'serie')
  await page.goto(link)
  await expect(page).toHaveURL('/serie')
  await expect(page.getByRole('heading', { name: 'Serie anfragen' })).toBeVisible()
  await checkAccessibility(page, screen)
  await page.getByRole('button', { name: 'Serie unverbindlich anfragen' }).click()
  await expect(page.getByRole('heading', { name: 'Ihre Serie ist angefragt' })).toBeVisible()
  await checkAccessibility(page, screen)
  await renewLink(page, { email, link, screen })
}

/** Renews the link; the former one opens nothing, and an expired one offers a new one. */
async function renewLink(page: Page, { email, link, screen }: { email: string; link: string; screen: Screen }) {
  await page.getByRole('button', { name: 'Link erneuern' }).click()
  await expect(page.getByText('Neuer Link unterwegs')).toBeVisible()
  await checkAccessibility(page, screen)
  await page.goto(link)
  await expect(page.getByText('Dieser Link ist ungültig oder abgelaufen.')).toBeVisible()
  await queryDatabase('update booking_series set link_until = now() where email = $1', [email])
  await page.goto(linkIn((await mailTo(email, 'Ihr neuer Link zur Serie'))?.text, 'serie'))
  await expect(page.getByText('Dieser Link ist abgelaufen.')).toBeVisible()
  await checkAccessibility(page, screen)
  await page.getByRole('button', { name: 'Neuen Link anfordern' }).click()
  await expect(page.getByText('Neuer Link unterwegs')).toBeVisible()
}

/** The customer pays the due date and ends the rest. */
async function payOneAndEnd(page: Page, { email, screen }: { email: string; screen: Screen }) {
  await page.goto(linkIn((await mailTo(email, 'Bitte bezahlen Sie Ihren Termin'))?.text, 'buchung'))
  await expect(page.getByRole('heading', { name: 'Ein Termin Ihrer Serie' })).toBeVisible()
  await page.getByRole('button', { name: /^Bezahlen/ }).click()
  await page.getByRole('button', { name: 'Zahlungspflichtig buchen' }).click()
  await expect(page.getByText(/^Bitte bestätigen Sie, dass die Leistung vor Ablauf/)).toBeVisible()
  await checkAccessibility(page, screen)
  await page.getByRole('checkbox', { name: /^Ich verlange ausdrücklich/ }).check()
  await page.getByRole('button', { name: 'Zahlungspflichtig buchen' }).click()
  await payWith(page, '4242 4242 4242 4242')
  await expect(page.getByRole('heading', { name: 'Ihre Buchung ist bestätigt' })).toBeVisible()
  await page.getByRole('button', { name: 'Serie beenden' }).click()
  await confirm(page, 'Serie beenden')
  await expect(page.getByText('Die Serie ist beendet: Serie beendet')).toBeVisible()
  await checkAccessibility(page, screen)
}
