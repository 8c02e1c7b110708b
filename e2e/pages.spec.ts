import type { Page } from '@playwright/test'
import { addresses, companyCalled, expect, expectAccessibleEverywhere, openHydrated, test } from './fixtures.ts'

/** The browser's own message about a missing document. */
const missingDocument = /Failed to load resource: the server responded with a status of 404/

const nobody = '019aa111-1111-7111-8111-111111111111'
const companyName = 'Glanzwerk Altona Gebäudereinigung'

const pages = [
  { name: 'home', path: '/', heading: 'Suchen, buchen, abgemacht.', title: 'Dienstleister finden und buchen – Handschlag', canonical: '/' },
  {
    name: 'the search',
    path: '/search',
    heading: /^\d+ Anbieter gefunden$/,
    title: 'Anbieter finden – Handschlag',
    canonical: '/search',
  },
  {
    name: 'a search with results',
    path: '/search?q=Reinigung&location=Hamburg',
    heading: '1 Anbieter gefunden',
    title: 'Reinigung in Hamburg – Handschlag',
  },
  {
    name: 'a search without results',
    path: '/search?q=Raumfahrt',
    heading: 'Keine Anbieter gefunden',
    title: 'Raumfahrt finden – Handschlag',
  },
  {
    name: 'an address that is not there',
    path: '/gibt-es-nicht',
    status: 404,
    heading: 'Oops! Seite nicht gefunden',
    title: 'Seite nicht gefunden – Handschlag',
  },
  {
    name: 'an unknown service',
    path: `/service/${nobody}`,
    status: 404,
    heading: 'Service nicht gefunden',
    title: 'Service nicht gefunden – Handschlag',
  },
  {
    name: 'a malformed id',
    path: '/service/42',
    status: 404,
    heading: 'Service nicht gefunden',
    title: 'Service nicht gefunden – Handschlag',
  },
]

for (const { name, path, status = 200, heading, title, canonical } of pages) {
  test(`${name}: status, names, and a way past the head`, async ({ page, allow }) => {
    if (status === 404) allow(missingDocument)
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(status)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expectNames(page, { title, canonical })
    await expectSkipLink(page)
  })
}

test('a profile: status, names, data for search engines, and a way past the head', async ({ page }) => {
  const path = `/service/${await companyCalled(companyName)}`
  const answer = await page.goto(path)
  expect(answer?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reinigung Service')
  await expectNames(page, { title: `${companyName}: Reinigung Service in Hamburg – Handschlag`, canonical: path })
  const [business, breadcrumb] = await readJsonLd(page)
  expect(business).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    name: companyName,
    url: addresses.product + path,
    address: { addressLocality: 'Hamburg' },
    aggregateRating: { bestRating: 5 },
  })
  expect(breadcrumb).toMatchObject({ '@type': 'BreadcrumbList' })
  await expectSkipLink(page)
})

test('the return page of an unknown payment does not leak its URL', async ({ page, allow }) => {
  allow(missingDocument)
  const answer = await page.goto(`/payment-success?session_id=cs_test_nobody&booking_id=${nobody}`)
  expect(answer?.status()).toBe(200)
  expect(answer?.headers()).toMatchObject({
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
  })
  await expect(page.getByRole('alert')).toContainText('Fehler bei der Zahlungsverifikation')
  await expectNames(page, { title: 'Ihre Buchung – Handschlag', canonical: undefined })
})

test('scripts are fetched behind what can be seen', async ({ request }) => {
  const [head = ''] = (await (await request.get('/auth')).text()).split('</head>')
  const preloads = [...head.matchAll(/<link [^>]*rel="modulepreload"[^>]*>/g)].map(([tag]) => tag)
  expect(preloads.length).toBeGreaterThan(3)
  for (const preload of preloads) expect(preload).toContain('fetchpriority="low"')
})

test('the fonts that are fetched first are those of the styles: none is loaded twice', async ({ page }) => {
  const fonts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(new URL(request.url()).pathname)
  })
  await page.goto('/impressum')
  await page.evaluate(() => document.fonts.ready)
  const preloaded = await page.locator('link[rel=preload][as=font]').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(fonts.toSorted()).toEqual(preloaded.toSorted())
})

test('home tells search engines its name and its search', async ({ page }) => {
  await page.goto('/')
  expect(await readJsonLd(page)).toMatchObject([{ '@type': 'WebSite', name: 'Handschlag', potentialAction: { '@type': 'SearchAction' } }])
})

test('home shows eleven categories, each leading to its search', async ({ page }) => {
  await page.goto('/')
  const tiles = page.getByRole('region', { name: 'Elf Bereiche, ein Handschlag' }).getByRole('link')
  await expect(tiles).toHaveCount(12)
  const names = [
    'Reinigung',
    'Handwerk',
    'IT-Services',
    'Beratung',
    'Transport',
    'Catering',
    'Sicherheit',
    'Wartung',
    'Marketing',
    'Garten',
  ]
  for (const [place, name] of [...names, 'Sonstiges'].entries()) {
    await expect(tiles.nth(place)).toContainText(name)
    await expect(tiles.nth(place)).toHaveAttribute('href', `/search?category=${name}`)
  }
  await expect(page.getByRole('heading', { name: 'Worauf Sie sich verlassen können' })).toBeVisible()
})

test('the head: the way home except at home, the way in, and always the way for companies', async ({ page, allow }) => {
  allow(missingDocument)
  const head = page.getByRole('banner')
  const home = head.getByRole('link', { name: 'Startseite', exact: true })
  await page.goto('/')
  await expect(head.getByRole('link', { name: 'Anmelden' })).toHaveAttribute('href', '/auth')
  await expect(head.getByRole('link', { name: 'Anbieter werden' })).toHaveAttribute('href', '/provider-signup')
  await expect(home).toHaveCount(0)

  await openHydrated(page, '/search')
  await expect(head.getByRole('link', { name: 'Anbieter werden' })).toBeVisible()
  await home.click()
  await expect(page).toHaveURL('/')
  await expect(home).toHaveCount(0)

  await page.goto('/gibt-es-nicht')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Seite nicht gefunden')
  await openHydrated(page, '/search')
  // To register a company, a visitor signs in first.
  await head.getByRole('link', { name: 'Anbieter werden' }).click()
  await expect(page.getByRole('dialog', { name: 'Anmelden oder registrieren' })).toBeVisible()
})

test('the foot: its links, and a door behind three quick clicks on its logo', async ({ page, allow }) => {
  allow(missingDocument)
  await page.clock.install()
  await openHydrated(page, '/')
  const foot = page.getByRole('contentinfo')
  const links = await foot.getByRole('link').all()
  expect(await Promise.all(links.map((link) => link.getAttribute('href')))).toEqual([
    ...['/search', '/meine-buchungen', '/sortierung', '/wenn-etwas-schiefgeht', '/support'],
    ...['/vertrag-widerrufen', '/widerrufsbelehrung', '/agb', '/inhalt-melden'],
    ...['/fuer-anbieter', '/provider-signup', '/agb-anbieter'],
    ...['/impressum', '/datenschutz', '/barrierefreiheit', '/quellen'],
  ])

  const logo = foot.getByText('Handschlag', { exact: true })
  await logo.click()
  await logo.click()
  await page.clock.fastForward(3_000)
  await logo.click()
  await logo.click()
  await page.clock.fastForward(3_000)
  await expect(page).toHaveURL('/')
  await logo.click()
  await logo.click()
  await expect(page).toHaveURL('/')
  await logo.click()
  await expect(page).toHaveURL('/admin')
})

test('every stop of the keyboard on home can be seen', async ({ page }) => {
  await page.goto('/')
  for (let stop = 0; stop < 25; stop++) {
    await page.keyboard.press('Tab')
    const focused = page.locator(':focus-visible')
    await expect(focused).toHaveCount(1)
    await expect(focused).toBeInViewport()
    const ring = await focused.evaluate((element) => {
      const around = [element, element.parentElement].flatMap((one) => (one ? [getComputedStyle(one)] : []))
      const isSeen = around.some(
        ({ outlineStyle, outlineWidth, outlineColor }) =>
          outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && outlineColor !== 'rgba(0, 0, 0, 0)',
      )
      return { name: element.outerHTML.slice(0, 80), isSeen }
    })
    expect(ring).toEqual({ name: ring.name, isSeen: true })
  }
})

const profileData = /\/service\/[^/]+\.data/

test('a page that cannot be loaded says so, and the retry clears the error', async ({ page, allow }) => {
  allow(/Failed to load resource|Failed to fetch/)
  await openHydrated(page, '/')
  await page.route(profileData, (route) => route.abort())
  // Replacing the head would show the page without styles until they are loaded again.
  await page
    .locator('link[rel=stylesheet]')
    .first()
    .evaluate((link) => link.setAttribute('data-seen', ''))
  await page.getByRole('region', { name: 'Zuletzt bewertet' }).getByRole('link').first().click()
  const failure = page.getByRole('alert').filter({ hasText: 'Ein Fehler ist aufgetreten' })
  await expect(failure).toContainText('Die Anwendung konnte nicht geladen werden.')
  await expect(failure.getByRole('link', { name: 'Seite neu laden' })).toBeVisible()
  await expect(page.locator('link[data-seen]')).toHaveCount(1)
  await expectAccessibleEverywhere(page)
  await page.unroute(profileData)
  await failure.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/ Service$/)
})

test('a page whose code does not come says so, stays readable, and can be loaded again', async ({ page, allow }) => {
  allow(/Failed to load resource|Failed to fetch/)
  await page.route('**/assets/entry.client-*.js', (route) => route.abort())
  await page.goto('/search?q=Reinigung&location=Hamburg')
  await page.getByRole('button', { name: 'Jetzt buchen' }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'Ein Fehler ist aufgetreten' })
  await expect(notice).toBeVisible()
  await expect(page.getByRole('heading', { name: '1 Anbieter gefunden' })).toBeVisible()
  await notice.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(notice).toBeHidden()
})

async function expectNames(page: Page, { title, canonical }: { title: string; canonical: string | undefined }) {
  await expect(page).toHaveTitle(title)
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /\S.{15,160}/)
  const link = page.locator('link[rel=canonical]')
  if (canonical === undefined) {
    await expect(link).toHaveCount(0)
    return expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  }
  await expect(link).toHaveAttribute('href', addresses.product + canonical)
}

/** Asserts that the first tab stop is the link that skips the header. */
async function expectSkipLink(page: Page) {
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Zum Inhalt springen' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('header') === null)).toBe(true)
}

async function readJsonLd(page: Page) {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
  return texts.map((text) => JSON.parse(text) as Record<string, unknown>)
}
