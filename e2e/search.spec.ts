import type { Page } from '@playwright/test'
import { fillAndSend } from './accountHelpers.ts'
import { companyCalled, expect, openHydrated, openWith, queryDatabase, test } from './fixtures.ts'
import { enterAsMember } from './ownerHelpers.ts'
import { password } from './passwords.ts'

/** The page's own search request, and its fallback. */
const ownSearch = '**/search.data?*'
const safeSearch = '**/rest/v1/rpc/search_companies_safe'
const allCompanies = '**/rest/v1/rpc/get_public_companies_simple'
/** Console message of the browser about a response that the test made fail. */
const failedAnswer = /Failed to load resource/

test('a card shows what a customer needs to choose, and nothing that only members see', async ({ page }) => {
  await page.goto('/search?q=Altona')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('1 Anbieter gefunden')
  const card = page.getByRole('article')
  await expect(card.getByRole('heading', { level: 2 })).toContainText('Glanzwerk Altona Gebäudereinigung')
  for (const text of ['Premium', 'Verifiziert', 'Reinigung', '22767 Hamburg', 'Stundensatz']) {
    await expect(card.getByText(text, { exact: true })).toBeVisible()
  }
  await expect(card).toContainText('34,50 € / Std.')
  await expect(card).toContainText(/Bewertung: \d,\d von 5 Sternen\s*\(\d+ Bewertung(en)?\)/)
  await expect(card).toContainText('Kontaktdaten erhalten Sie nach der Buchungsanfrage.')
  await expect(card).not.toContainText('@')
  await expect(card).not.toContainText('+49')
  await expect(card.locator('.clamp')).toHaveCSS('-webkit-line-clamp', '3')
  for (const image of await card.locator('img').all()) {
    await expect(image).toBeVisible()
    expect(await image.evaluate((element: HTMLImageElement) => element.decode().then(() => element.naturalWidth))).toBeGreaterThan(0)
  }

  await page.goto('/search?q=Klarblick')
  await expect(page.getByRole('article')).toContainText('Klarblick Glas- und Fassadenreinigung')
  await expect(page.getByRole('article').getByText(/^(Premium|Verifiziert)$/)).toHaveCount(0)
})

test("'Profil ansehen' opens the profile in a new tab, 'Jetzt buchen' the dialog right here", async ({ page, context }) => {
  await openHydrated(page, '/search?q=Altona')
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Profil ansehen' }).click()
  const profile = await opened
  await expect(profile.getByRole('heading', { level: 1 })).toHaveText('Reinigung Service')
  await expect(profile).toHaveURL(/\/service\/[0-9a-f-]{36}$/)
  await profile.close()

  await page.getByRole('button', { name: 'Jetzt buchen' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Glanzwerk Altona Gebäudereinigung')
  await expect(dialog.getByLabel('Betrag')).toHaveValue('34,50')
  await expect(page).toHaveURL('/search?q=Altona')
})

test('nothing found says so and shows all companies on request', async ({ page }) => {
  await openHydrated(page, '/search?q=Raumfahrt&location=Hamburg')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Keine Anbieter gefunden')
  await page.getByRole('link', { name: 'Alle Anbieter anzeigen' }).click()
  await expect(page).toHaveURL('/search')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^\d+ Anbieter gefunden$/)
})

test('a category narrows the results and stays selected in further searches', async ({ page }) => {
  await openHydrated(page, '/search')
  const filter = page.getByRole('group', { name: 'Bereich' })
  await expect(filter.getByRole('link', { name: 'Alle Bereiche' })).toHaveAttribute('aria-current', 'true')
  await filter.getByRole('link', { name: /^Garten/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('3 Anbieter gefunden')
  await expect(page).toHaveURL('/search?category=Garten')
  await search(page, { words: 'Luebeck' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('1 Anbieter gefunden')
  await expect(page.getByRole('article')).toContainText('Grüner Daumen Lübeck')
  await expect(filter.getByRole('link', { name: /^Garten/ })).toHaveAttribute('aria-current', 'true')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('3 Anbieter gefunden')
  await expect(words(page)).toHaveValue('')
})

test("'all', nothing and something unknown mean every category", async ({ page }) => {
  const counts: (string | null)[] = []
  for (const category of ['all', '', 'Raumfahrt']) {
    await page.goto(`/search?q=Berlin&category=${category}`)
    counts.push(await page.getByRole('heading', { level: 1 }).textContent())
  }
  expect(new Set(counts)).toEqual(new Set([counts[0]]))
  expect(counts[0]).toMatch(/^\d+ Anbieter gefunden$/)
})

test('a long list has pages, and the way back is the button of the browser', async ({ page }) => {
  await openHydrated(page, '/search')
  const cards = page.getByRole('article')
  const names = () => cards.getByRole('heading').allTextContents()
  await expect(cards).toHaveCount(24)
  const first = await names()
  await page.getByRole('link', { name: 'Weitere Anbieter anzeigen' }).click()
  await expect(page).toHaveURL('/search?page=2')
  await expect(page.getByRole('navigation', { name: 'Seiten' })).toContainText(/^25–\d\d von \d+ Anbietern/)
  const second = await names()
  expect(second.filter((name) => first.includes(name))).toEqual([])
  await page.goBack()
  await expect(page).toHaveURL('/search')
  await expect(cards).toHaveCount(24)
  await expect.poll(names).toEqual(first)
  await page.goForward()
  await page.getByRole('link', { name: 'Vorherige Seite' }).click()
  await expect(cards).toHaveCount(24)

  await page.goto('/search?page=9')
  await expect(page).toHaveURL('/search')
})

test('while a search is on its way, cards in their final shape stand there', async ({ page }) => {
  await openHydrated(page, '/search')
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(ownSearch, async (route) => {
    await answered
    await route.continue()
  })
  await search(page, { words: 'Reinigung', place: 'Hamburg' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anbieter werden gesucht')
  await expect(page.locator('.result.loading')).toHaveCount(3)
  await expect(page.getByRole('article')).toHaveCount(0)
  answer()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('1 Anbieter gefunden')
  await expect(page.locator('.result.loading')).toHaveCount(0)
})

test('when the search fails, all companies are filtered here, by the same rule', async ({ page, allow }) => {
  allow(failedAnswer)
  await openHydrated(page, '/search')
  await page.route(ownSearch, (route) => route.abort())
  await page.route(safeSearch, (route) => route.fulfill({ status: 503, json: { error: 'Die Suche ruht.', code: 'resting' } }))
  let asked = 0
  await page.route(allCompanies, (route) => {
    asked += 1
    return route.continue()
  })
  await search(page, { words: 'GEBÄUDE', place: 'hamburg' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('1 Anbieter gefunden')
  await expect(page.getByRole('article')).toContainText('Glanzwerk Altona')
  await search(page, { words: '', place: '' })
  await expect(page.getByRole('article')).toHaveCount(24)
  await search(page, { words: 'Raumfahrt', place: '' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Keine Anbieter gefunden')
  expect(asked).toBe(3)
})

test('the profile names its price, and keeps contact data from visitors', async ({ page }) => {
  const booking = page.getByRole('complementary', { name: 'Buchung und Kontakt' })
  await page.goto(`/service/${await companyCalled('Blitzsauber Augsburg')}`)
  await expect(booking).toContainText('ab 28 €/Std')
  await page.goto(`/service/${await companyCalled('Glanzwerk Altona Gebäudereinigung')}`)
  await expect(booking).toContainText('ab 34,50 €/Std')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reinigung Service')
  for (const label of ['Telefon', 'E-Mail']) {
    await expect(booking.getByText(label, { exact: true }).locator('xpath=following-sibling::dd')).toHaveText('Nur für angemeldete Nutzer')
  }
  await expect(booking.getByRole('link', { name: 'glanzwerk-altona.example' })).toHaveAttribute('rel', 'noopener nofollow ugc')
  expect(await page.content()).not.toMatch(/kontakt@glanzwerk|66969101/)
})

test("'Nur für angemeldete Nutzer' opens the sign-in and comes back to the profile", async ({ page }) => {
  const { email } = await enterAsMember(page)
  await page.request.post('/auth/v1/sign-out', { data: {} })
  const profile = `/service/${await companyCalled('Glanzwerk Altona Gebäudereinigung')}`
  await openHydrated(page, profile)
  await page.getByRole('link', { name: 'Nur für angemeldete Nutzer' }).first().click()
  await fillAndSend(page.getByRole('dialog'), 'Anmelden', { email, password })
  await expect(page).toHaveURL(profile)
  await expect(page.getByRole('link', { name: '+49 40 66969101' })).toBeVisible()
})

test('reviews stand with their average, their distribution, and whether a booking proves them', async ({ page }) => {
  await page.goto(`/service/${await companyCalled('Glanzwerk Altona Gebäudereinigung')}`)
  const reviews = page.getByRole('region', { name: 'Bewertungen' })
  const count = await reviews.getByRole('article').count()
  expect(count).toBeGreaterThan(0)
  await expect(reviews).toContainText(/Durchschnitt: \d,\d von 5 Sternen/)
  await expect(reviews).toContainText(new RegExp(`${count} Bewertung(en)?, \\d+ mit geprüfter Buchung`))
  const bars = await reviews.getByRole('list', { name: 'Verteilung der Sterne' }).getByRole('listitem').allTextContents()
  expect(bars.map((bar) => /^\d Sterne?/.exec(bar)?.[0])).toEqual(['5 Sterne', '4 Sterne', '3 Sterne', '2 Sterne', '1 Stern'])
  expect(bars.reduce((sum, bar) => sum + Number(/\d+$/.exec(bar)?.[0]), 0)).toBe(count)
})

test('a picture of the gallery opens in a new tab', async ({ page, context }) => {
  await page.goto(`/service/${await companyCalled('Möbeltaxi Köln')}`)
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Bild 2 von 5 in neuem Tab öffnen' }).click()
  expect(new URL((await opened).url() || 'about:blank').pathname).toMatch(/\.webp$/)
})

test('a company without a rate answers on request, and the amount stays empty', async ({ page }) => {
  const id = await companyCalled('Eventschutz Ruhr')
  await queryDatabase('update companies set hourly_rate_cents = null where id = $1', [id])
  try {
    const card = page.getByRole('complementary', { name: 'Buchung und Kontakt' })
    await openWith(page, `/service/${id}`, card.getByText('Preis auf Anfrage'))
    await page.getByRole('button', { name: 'Jetzt buchen' }).first().click()
    await expect(page.getByRole('dialog').getByLabel('Betrag')).toHaveValue('')
    await page.goto('/search?q=Eventschutz')
    await expect(page.getByRole('article')).toContainText('Preis auf Anfrage')
  } finally {
    await queryDatabase('update companies set hourly_rate_cents = 3150 where id = $1', [id])
  }
})

const words = (page: Page) => page.getByLabel('Was brauchen Sie?')

async function search(page: Page, { words: typed, place }: { words: string; place?: string }) {
  await words(page).fill(typed)
  if (place !== undefined) await page.getByLabel('Wo?').fill(place)
  await page.getByRole('button', { name: 'Anbieter suchen' }).click()
}
