import type { Page } from '@playwright/test'
import { checkAccessibility, screens } from './appointmentHelpers.ts'
import { refused } from './dashboardHelpers.ts'
import { awaitMails, expect, newAddress, openHydrated, queryDatabase, test } from './fixtures.ts'

test.beforeEach(({ allow }) => allow(refused))

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const mailTo = async (email: string, subject: string) =>
  (await awaitMails((mail) => mail.to === email && mail.subject.includes(subject), 1))[0]
const linkIn = (text = '') => /https?:\S+\/bescheid\?token=[\w-]{43}/.exec(text)?.[0] ?? ''
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

for (const screen of screens) {
  test(`a place without a company shows the nearest ones, at ${screen.width}`, { tag: '@count' }, async ({ page }) => {
    await page.setViewportSize(screen)
    await openHydrated(page, '/search?location=Kiel&umkreis=5&category=Garten')
    await expect(heading(page)).toContainText(/Im Umkreis von 5\skm um Kiel niemand\. \d+ Anbieter (bis \d+\skm|bundesweit):$/)
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    const distances = (await page.getByRole('article').allInnerTexts()).map((text) => Number(/ca\. ([\d.]+)\skm/.exec(text)?.[1]))
    expect(distances.length).toBeGreaterThan(0)
    expect(distances).toEqual(distances.toSorted((one, other) => one - other))
    await expect(page.getByRole('navigation', { name: 'Sortierung' }).locator('[aria-current]')).toHaveText('Entfernung')
    await expect(page.getByRole('link', { name: 'Angebot anfordern', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Alle Anbieter anzeigen' })).toBeVisible()
    await checkAccessibility(page, screen)
    await page.getByRole('link', { name: 'Sagen Sie mir Bescheid' }).click()
    await expect(page.getByLabel('Ihre E-Mail-Adresse')).toBeInViewport()
  })

  test(`who found no company is mailed once when one appears, at ${screen.width}`, async ({ page }) => {
    await page.setViewportSize(screen)
    const word = `Zwirbelwerk${screen.width}`
    const email = newAddress()
    await openHydrated(page, `/search?q=${word}&location=Kiel`)
    await expect(heading(page)).toHaveText('Keine Anbieter gefunden')
    await expect(page.getByRole('link', { name: 'Angebot anfordern', exact: true })).toHaveCount(0)
    await button(page, 'Sagen Sie mir Bescheid').click()
    await expect(page.getByLabel('Ihre E-Mail-Adresse')).toHaveAttribute('aria-invalid', 'true')
    await checkAccessibility(page, screen)
    await page.getByLabel('Ihre E-Mail-Adresse').fill(email)
    await page.getByLabel('Ihre E-Mail-Adresse').press('Enter')
    await expect(page.getByText('Fast geschafft: Bitte bestätigen Sie Ihre E-Mail-Adresse')).toBeVisible()
    await checkAccessibility(page, screen)

    await page.goto(linkIn((await mailTo(email, 'Bitte bestätigen Sie'))?.text))
    await expect(page).toHaveURL('/bescheid')
    await expect(page.getByText(`${word} in Kiel`)).toBeVisible()
    await checkAccessibility(page, screen)
    await button(page, 'Benachrichtigen lassen').click()
    await expect(heading(page)).toHaveText('Wir sagen Ihnen Bescheid')

    await queryDatabase(
      `insert into companies
         (company_name, category, description, location, postcode, town, contact_person, email, phone, subscription_status)
       values ($1, 'Sonstiges', $2, '24103 Kiel', '24103', 'Kiel', 'Ole Jensen', 'kontakt@zwirbel.example', '+49 431 1234567', 'active')`,
      [`Zwirbelei ${email}`, `Wir machen ${word}.`],
    )
    await queryDatabase(`select graphile_worker.add_job('search.answer-alerts', '{}')`, [])
    const found = await mailTo(email, `Jetzt gibt es einen Anbieter: ${word} in Kiel`)
    expect(found?.text).toContain(`/search?q=${word}&location=Kiel`)
    await page.goto(linkIn(found?.text))
    await expect(heading(page)).toHaveText('Es gibt einen passenden Anbieter')
    await checkAccessibility(page, screen)
    await button(page, 'Angaben jetzt löschen').click()
    await expect(heading(page)).toHaveText('Sie werden nicht mehr benachrichtigt')
    expect(await queryDatabase('select id from search_alerts where email = $1', [email])).toEqual([])
  })
}

test('without scripts the wider circle is shown, and the form for a mail reports errors at its field', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: process.env.BASE_URL ?? '' })
  const page = await context.newPage()
  await page.goto('/search?location=Kiel&umkreis=5&category=Garten')
  await expect(heading(page)).toContainText('niemand.')
  await expect(page.getByRole('article').first()).toBeVisible()
  const email = newAddress()
  // The browser accepts this address, the server does not.
  await page.getByLabel('Ihre E-Mail-Adresse').fill('anna@kunde')
  await button(page, 'Sagen Sie mir Bescheid').click()
  await expect(page).toHaveURL('/bescheid')
  await expect(page.getByLabel('Ihre E-Mail-Adresse')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Ihre E-Mail-Adresse').fill(email)
  await button(page, 'Sagen Sie mir Bescheid').click()
  await expect(page).toHaveURL('/bescheid?gesendet=1')
  await expect(page.getByText('Fast geschafft: Bitte bestätigen Sie Ihre E-Mail-Adresse')).toBeVisible()
  await context.close()
  const [alert] = await queryDatabase('select location, category, radius_km from search_alerts where email = $1', [email])
  expect(alert).toEqual({ location: 'Kiel', category: 'Garten', radius_km: 5 })
})
