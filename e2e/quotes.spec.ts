import { createHash, randomBytes } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { checkAccessibility, openCalendar, screens } from './appointmentHelpers.ts'
import { refused } from './dashboardHelpers.ts'
import {
  addresses,
  awaitMails,
  consentToEarlyStart,
  expect,
  newAddress,
  openHydrated,
  payWith,
  pdf,
  queryDatabase,
  soon,
  test,
} from './fixtures.ts'
import { enterAsOwner, passCode } from './ownerHelpers.ts'

test.beforeEach(({ allow }) => allow(refused))

/** Postcodes of islands without other companies, so that a request finds just these. */
const islands = { 390: '25849', 1280: '25859' } as const

/** A company on an island, its owner signed in at its dashboard and past the code. */
async function openCompany(browser: Browser, screen: { width: number; height: number }, postcode: string) {
  const page = await (await browser.newContext({ baseURL: addresses.product, viewport: screen, locale: 'de-DE' })).newPage()
  const owner = await enterAsOwner(page)
  await queryDatabase(
    `update companies set category = 'Sicherheit', postcode = $2, location = $2 || ' Insel', town = 'Insel' where id = $1`,
    [owner.companyId, postcode],
  )
  await openCalendar(owner.companyId)
  await passCode(owner.email)
  return { page, ...owner }
}

const subjectOf = (email: string, subject: string) => awaitMails((mail) => mail.to === email && mail.subject.startsWith(subject), 1)

/** A guest fills in and sends the form; returns the mailed link. */
async function ask(page: Page, email: string, walk?: { width: number }, answer?: () => Promise<void>) {
  await page.getByRole('button', { name: 'Angebot anfordern' }).click()
  await expect(page.getByText('Bitte beschreiben Sie, was gemacht werden soll (20 bis 2.000 Zeichen)')).toBeVisible()
  await checkAccessibility(page, walk)
  await page.getByLabel('Was soll gemacht werden?').fill('Wohnzimmer streichen, 42 m² Wand. Rückfragen bitte unter 0171 2345678.')
  await answer?.()
  await page.getByLabel('Dateien auswählen').setInputFiles(pdf())
  await expect(page.getByText('1 Datei hochgeladen.')).toBeAttached()
  await page.getByLabel('Postleitzahl').fill('25849')
  await page.getByLabel('Name', { exact: true }).fill('Katrin Bergmann')
  await page.getByLabel('E-Mail').fill(email)
  await page.getByRole('button', { name: 'Angebot anfordern' }).click()
  await expect(page.getByText('Bitte prüfen Sie Ihre E-Mails')).toBeVisible()
  await checkAccessibility(page, walk)
  const [mail] = await subjectOf(email, 'Bitte bestätigen Sie Ihre Anfrage')
  expect(mail?.text).not.toContain('Wohnzimmer')
  return /https?:\S+\/angebote\?token=[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? ''
}

/** A company opens the request from its first screen, and makes a quote. */
async function offer(page: Page, total: string, walk: { width: number }) {
  await openHydrated(page, '/dashboard')
  await page.getByRole('region', { name: 'Offene Angebotsanfragen' }).getByRole('link').click()
  await expect(page.getByText('Katrin B.')).toBeVisible()
  await expect(page.getByText('[Telefonnummer verborgen]')).toBeVisible()
  await page.getByRole('button', { name: 'Verbindlich anbieten' }).click()
  await expect(page.getByText('Bitte nennen Sie 1 bis 3 Termine in der Zukunft')).toBeVisible()
  await checkAccessibility(page, walk)
  await page.getByLabel('Gesamtpreis').fill(total)
  await page.getByLabel('1. Termin, Tag').fill(soon())
  await page.getByLabel('1. Termin, Uhrzeit').fill('23:00')
  await page.getByLabel('Was Ihr Angebot enthält').fill('Farbe, Abdeckung und Anfahrt.')
  await page.getByRole('button', { name: 'Verbindlich anbieten' }).click()
  await expect(page.getByText('Zu dieser Zeit sind Sie nicht verfügbar.').first()).toBeVisible()
  // A free time of the own calendar fills the first empty field.
  await page.getByLabel('1. Termin, Tag').fill('')
  await page.getByRole('button', { name: /Uhr$/ }).last().click()
  await expect(page.getByLabel('1. Termin, Tag')).not.toHaveValue('')
  await page.getByRole('button', { name: 'Verbindlich anbieten' }).click()
  await expect(page.getByText('Angebot abgegeben').first()).toBeVisible()
}

for (const screen of screens) {
  test(`a guest asks two companies, compares their quotes, and accepts one by paying; the other is notified once at ${screen.width}`, async ({
    page,
    browser,
  }) => {
    await page.setViewportSize(screen)
    const postcode = screen.width === 390 ? islands[390] : islands[1280]
    const [dear, cheap] = [await openCompany(browser, screen, postcode), await openCompany(browser, screen, postcode)]
    const email = newAddress()
    await openHydrated(page, `/service/${dear.companyId}`)
    await page.getByRole('link', { name: 'Angebot anfordern', exact: true }).click()
    await expect(page.getByRole('checkbox', { name: new RegExp(dear.companyName) })).toBeChecked()
    await page.getByRole('checkbox', { name: new RegExp(cheap.companyName) }).check()
    const link = await ask(page, email, screen)

    await page.goto(link)
    await expect(page.getByText('Noch nicht abgeschickt')).toBeVisible()
    await expect(page).toHaveURL('/angebote')
    await checkAccessibility(page, screen)
    expect(await queryDatabase('select 1 from quotes join companies on companies.id = company_id where email = $1', [cheap.email])).toEqual(
      [],
    )
    await page.getByRole('button', { name: 'Anfrage bestätigen und absenden' }).click()
    await expect(page.getByText('Ihre Anfrage ist unterwegs')).toBeVisible()
    await checkAccessibility(page, screen)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Herunterladen/ }).click()
    expect((await saved).suggestedFilename()).toBe('Grundriss.pdf')

    await page
      .getByRole('button', { name: /^Rückfrage stellen/ })
      .first()
      .click()
    await page.getByLabel('Nachricht', { exact: true }).fill('Haben Sie gebrochenes Weiß? Sonst 0171 2345678')
    await page.getByRole('button', { name: 'Nachricht senden' }).click()
    await expect(page.getByRole('log')).toContainText('Telefonnummer verborgen')
    await checkAccessibility(page, screen)
    const [talked] = await queryDatabase(
      `select companies.email
       from threads
       join companies on companies.id = threads.company_id
       join quotes on quotes.id = threads.quote_id
       join quote_requests on quote_requests.id = request_id
       where customer_email = $1`,
      [email],
    )
    const requestingCompany = talked?.email === dear.email ? dear : cheap
    await openHydrated(requestingCompany.page, '/dashboard/nachrichten')
    await requestingCompany.page.getByRole('link', { name: /^Katrin B\./ }).click()
    await expect(requestingCompany.page.getByRole('log')).toContainText('Haben Sie gebrochenes Weiß?')
    await checkAccessibility(requestingCompany.page, screen)

    await offer(dear.page, '864', screen)
    await offer(cheap.page, '748,50', screen)
    await expect(cheap.page.getByText('748,50 €')).toBeVisible()
    await checkAccessibility(cheap.page, screen)

    const [mail] = await subjectOf(email, `Angebot von ${cheap.companyName}: 748,50`)
    await page.goto(/https?:\S+\/angebote\?token=[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? '')
    await expect(page.getByRole('heading', { name: '2 Angebote' })).toBeVisible()
    await expect(page.getByRole('article').first()).toContainText('748,50 €')
    await checkAccessibility(page, screen)
    await page.getByRole('radio', { name: `Angebot von ${dear.companyName} wählen` }).check()
    await expect(page.getByRole('heading', { name: new RegExp(`^${dear.companyName}, 864,00`) })).toBeVisible()
    await page.getByRole('button', { name: 'Angebot zahlungspflichtig annehmen' }).click()
    await expect(page.getByText('Ort muss zwischen 5 und 500 Zeichen lang sein')).toBeVisible()
    await checkAccessibility(page, screen)
    await page.getByLabel('Wohin soll der Anbieter kommen?').fill('Schmale Gasse 12, 25849 Insel')
    await consentToEarlyStart(page)
    await page.getByRole('button', { name: 'Angebot zahlungspflichtig annehmen' }).click()
    await payWith(page, '4242424242424242')
    await expect(page.getByRole('heading', { name: 'Ihre Buchung ist bestätigt' })).toBeVisible()

    await subjectOf(cheap.email, 'Auftrag vergeben')
    await subjectOf(dear.email, 'Neue Buchung')
    await page.goto(link)
    await expect(page.getByText('Der Auftrag ist vergeben')).toBeVisible()
    await checkAccessibility(page, screen)
    await openHydrated(cheap.page, '/dashboard/anfragen')
    await expect(cheap.page.getByText('Nicht gewählt')).toBeVisible()
    await openHydrated(dear.page, '/dashboard/anfragen')
    await expect(dear.page.getByText('Anfrage von Katrin Bergmann')).toBeVisible()
    const bookings = await queryDatabase(`select amount_cents from bookings where customer_email = $1 and payment_status = 'paid'`, [email])
    expect(bookings).toEqual([{ amount_cents: 86_400 }])
    for (const one of [dear, cheap]) await one.page.context().close()
  })
}

test('a service on request and an empty search lead to a request, far away companies are chosen by hand, and one may be taken back', async ({
  page,
}) => {
  await openHydrated(page, '/search?q=Fassade+streichen&location=26757+Borkum')
  await page.getByRole('link', { name: 'Angebot anfordern', exact: true }).click()
  await expect(page.getByText('Im Umkreis von 50 km haben wir niemanden gefunden.')).toBeVisible()
  await expect(page.getByText('0 von 5')).toBeVisible()
  await checkAccessibility(page)

  const [service] = await queryDatabase(
    `select services.id, company_id, company_name from services join companies on companies.id = company_id where title = 'Fassade streichen' and price_kind = 'quote'`,
  )
  await openHydrated(page, `/service/${service?.company_id}`)
  await page.getByRole('link', { name: /^Angebot anfordern ?: Fassade streichen/ }).click()
  await expect(page.getByRole('checkbox', { name: new RegExp(String(service?.company_name)) })).toBeChecked()
  await expect(page.getByRole('heading', { level: 2, name: 'Fassade streichen' })).toBeVisible()
  // Others may be added, even if none is near.
  await expect(page.getByRole('checkbox', { checked: false, name: /Sternen|Bewertungen/ }).first()).toBeEnabled()
  const link = await ask(page, newAddress(), undefined, () => page.getByLabel('Wie viele Quadratmeter?').fill('120 m²'))
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'Fassade streichen' })).toBeVisible()
  await expect(page.getByText('Wie viele Quadratmeter? 120 m²')).toBeVisible()
  await page.getByRole('button', { name: 'Anfrage zurückziehen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Zurückziehen' }).click()
  await expect(page.getByText('Sie haben diese Anfrage zurückgezogen.')).toBeVisible()
  await checkAccessibility(page)

  await openHydrated(page, '/angebot-anfordern')
  await expect(page.getByRole('link', { name: 'Anbieter suchen' }).first()).toBeVisible()
  await checkAccessibility(page)
})

/** An open request with quotes at these totals, inserted into the database; returns its page. */
async function offeredAt(cents: readonly number[]) {
  const token = randomBytes(32).toString('base64url')
  const companies = await queryDatabase('select id from companies where is_listed order by id limit $1', [cents.length])
  const ids = companies.map(({ id }) => id)
  const [request] = await queryDatabase(
    `insert into quote_requests (
      status, category, words, title, description, postcode, urgency, customer_name, customer_email, company_ids, asks_further, created_at, confirmed_at
    )
    values ('open', 'Handwerk', '', 'Fassade streichen', 'Rund 120 m² an der Straße', '22767', 'soon', 'Katrin Bergmann', $1, $2, false, now(), now())
    returning id`,
    [newAddress(), ids],
  )
  await queryDatabase(`insert into quote_links values ($1, $2, now() + interval '1 day')`, [
    createHash('sha256').update(token).digest('base64url'),
    request?.id,
  ])
  await queryDatabase(
    `with offers as (insert into quotes (request_id, company_id, status, asked_at, answer_by, offered_at, offer_title, offer_text, total_cents, minutes, valid_until)
     select $1, company_id, 'offered', now(), now() + interval '3 days', now(), 'Fassade', 'Mit Farbe', cents, 480, now() + interval '7 days'
     from unnest($2::uuid[], $3::integer[]) as offer (company_id, cents)
     returning id)
     insert into quote_slots select id, now() + interval '5 days' from offers`,
    [request?.id, ids, cents],
  )
  return `/angebote?token=${token}`
}

test('prices close to each other are not written over each other on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await openHydrated(page, await offeredAt([100_000, 140_000, 190_000]))
  const ruler = page.getByRole('img', { name: /^Preise im Vergleich/ })
  await expect(ruler).toBeVisible()
  const prices = ruler.locator('.price-mark > span')
  const written = () =>
    prices.evaluateAll((all) =>
      all
        .filter((one) => getComputedStyle(one).visibility === 'visible' && one.textContent)
        .map((one) => one.getBoundingClientRect().toJSON()),
    )
  const boxes = await written()
  expect(boxes.length).toBeGreaterThan(0)
  for (const [at, box] of boxes.entries()) expect(box.left).toBeGreaterThan(boxes[at - 1]?.right ?? 0)
  await checkAccessibility(page)
  await page.setViewportSize({ width: 1280, height: 700 })
  expect(await written()).toHaveLength(3)
})
