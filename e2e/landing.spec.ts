import type { Page } from '@playwright/test'
import { addresses, companyCalled, expect, openHydrated, test } from './fixtures.ts'

const companyName = 'Glanzwerk Altona Gebäudereinigung'

test('a category in a town: what search engines and people find there', async ({ page }) => {
  const answer = await page.goto('/reinigung/hamburg')
  expect(answer?.status()).toBe(200)
  await expect(page).toHaveTitle(/^Reinigung in Hamburg: \d+ Anbieter mit Preisen – Handschlag$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reinigung in Hamburg')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${addresses.product}/reinigung/hamburg`)
  await expect(page.getByRole('article').filter({ hasText: companyName })).toBeVisible()
  await expect(page.getByText(/^In Hamburg und bis 25\s*km im Umkreis finden Sie .+ für Reinigung\./)).toBeVisible()
  const [list, crumbs] = await readJsonLd(page)
  expect(list).toMatchObject({ '@type': 'ItemList', name: 'Reinigung in Hamburg' })
  expect(JSON.stringify(list)).toContain(companyName)
  expect(crumbs).toMatchObject({ '@type': 'BreadcrumbList', itemListElement: [{}, { item: `${addresses.product}/reinigung` }, {}] })
})

test('the ways on from a category lead through towns and other categories to a profile', async ({ page }) => {
  await openHydrated(page, '/reinigung')
  await page
    .getByRole('navigation', { name: 'Reinigung nach Orten' })
    .getByRole('link', { name: /^Hamburg/ })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reinigung in Hamburg')
  await page.getByRole('link', { name: 'ansehen und filtern' }).click()
  await expect(page).toHaveURL('/search?location=Hamburg&category=Reinigung')
  await page.goBack()
  await page.getByRole('navigation', { name: 'Sie sind hier' }).getByRole('link', { name: 'Reinigung' }).click()
  await page
    .getByRole('navigation', { name: 'Weitere Bereiche' })
    .getByRole('link', { name: /^Garten/ })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Garten')
})

test('the profile leads back to the page of its category', async ({ page }) => {
  await page.goto(`/service/${await companyCalled(companyName)}`)
  await page.getByRole('navigation', { name: 'Sie sind hier' }).getByRole('link', { name: 'Reinigung' }).click()
  await expect(page).toHaveURL('/reinigung')
})

test('a booking begins on the page of a town, too', async ({ page }) => {
  await openHydrated(page, '/reinigung/hamburg')
  await page.getByRole('article').filter({ hasText: companyName }).getByRole('button', { name: 'Jetzt buchen' }).click()
  await expect(page.getByRole('dialog')).toContainText(companyName)
})

test('other spellings redirect to the canonical URL, and a town without companies is a 404', async ({ page, request }) => {
  for (const path of ['/Reinigung/Hamburg', '/reinigung/hamburg/', '/REINIGUNG/hamburg']) {
    await page.goto(path)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${addresses.product}/reinigung/hamburg`)
  }
  for (const path of ['/reinigung/Hamburg', '/reinigung/h%61mburg', '/reinigung/hamburg%']) {
    const moved = await request.get(path, { maxRedirects: 0 })
    expect([path, moved.status(), moved.headers().location]).toEqual([path, 301, '/reinigung/hamburg'])
  }
  for (const path of [
    '/reinigung/entenhausen',
    '/reinigung/%00',
    '/reinigung/%',
    '/reinigung/hamburg%E0',
    '/reinigung/hamburg/mitte',
    '/saubermachen/hamburg',
  ]) {
    expect([path, (await request.get(path)).status()]).toEqual([path, 404])
  }
})

test('the sitemap leads only to pages that may be kept, each under its own address and with its own name', { tag: '@count' }, async ({
  request,
}) => {
  const locations = async (address: string) =>
    [...(await (await request.get(address)).text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, found = '']) => found)
  const robots = await (await request.get('/robots.txt')).text()
  const [index = ''] = /(?<=Sitemap: )\S+/.exec(robots) ?? []
  const pages = (await Promise.all((await locations(index)).map(locations))).flat()
  expect(pages.length).toBeGreaterThan(80)
  expect(new Set(pages).size).toBe(pages.length)
  const titles: string[] = []
  for (const address of pages) {
    const answer = await request.get(address)
    expect([address, answer.status()]).toEqual([address, 200])
    const html = await answer.text()
    expect([address, /<meta name="robots"/.test(html)]).toEqual([address, false])
    expect(/<link rel="canonical" href="([^"]+)"/.exec(html)?.[1]).toBe(address)
    // Two companies may have the same name in one town; two pages of the marketplace must not have the same title.
    if (!address.includes('/service/')) titles.push(/<title>([^<]+)<\/title>/.exec(html)?.[1] ?? '')
  }
  expect(titles.filter((title, place) => titles.indexOf(title) !== place)).toEqual([])
})

test('every public page has a picture for networks, and a company one of its own', async ({ page, request }) => {
  const seen = new Set<string>()
  for (const path of ['/', '/search', '/reinigung/hamburg', '/sortierung', `/service/${await companyCalled(companyName)}`]) {
    await page.goto(path)
    await expect(page.locator('meta[name="twitter:card"]')).toHaveAttribute('content', 'summary_large_image')
    const address = (await page.locator('meta[property="og:image"]').getAttribute('content')) ?? ''
    const answer = await request.get(address)
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/png'])
    seen.add(address)
  }
  expect(seen.size).toBe(2)
})

test('how results are sorted and where data come from can be read by everybody', async ({ page }) => {
  await page.goto('/sortierung')
  await expect(page.getByRole('row', { name: /^Verifizierter Anbieter 500 Punkte/ })).toBeVisible()
  await page.goto('/quellen')
  await expect(page.getByRole('link', { name: /GeoNames/ }).first()).toBeVisible()
})

async function readJsonLd(page: Page) {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
  return texts.map((text) => JSON.parse(text) as Record<string, unknown>)
}
