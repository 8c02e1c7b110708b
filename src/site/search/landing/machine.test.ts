import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makeCompany, makeReview } from '../../../../tests/factories.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { sweepPreviews } from '../previews/actions.ts'
import { brandPreview, previewAddress } from '../previews/rules.ts'
import { findProfile } from '../query/store.ts'
import { privateAddresses, publicPages, robotsText } from './sitemap.ts'
import { findProfileBefore, listProfileEntries } from './sitemapStore.ts'
import { businessData } from './structuredData.ts'

const { app, visitor } = await openTestApp()
const origin = app.config.publicUrl

async function locations(path: string) {
  const answer = await visitor.request(path, {})
  const text = await answer.text()
  expect(answer.headers.get('content-type')).toContain('application/xml')
  expect(text.startsWith('<?xml')).toBe(true)
  return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address.replace(new URL(origin).origin, ''))
}

test('the sitemap leads to every public page, and to nothing that is not listed', async () => {
  const { id } = await makeCompany(app)
  await makeCompany(app, { companyName: 'Ohne Ort', location: 'Hauptstr. 5', category: 'Garten' })
  const hidden = await makeCompany(app, { companyName: 'Gesperrt', suspendedAt: app.now(), category: 'Catering' })
  const parts = await locations('/sitemap.xml')
  expect(parts).toEqual(['/sitemaps/seiten-1.xml', '/sitemaps/orte-1.xml', '/sitemaps/anbieter-1.xml'])
  expect(await locations('/sitemaps/seiten-1.xml')).toEqual(publicPages)
  expect(await locations('/sitemaps/orte-1.xml')).toEqual(['/garten', '/reinigung', '/reinigung/hamburg'])
  const profiles = await locations('/sitemaps/anbieter-1.xml')
  expect(profiles).toHaveLength(2)
  expect(profiles).toContain(`/service/${id}`)
  expect(profiles).not.toContain(`/service/${hidden.id}`)
})

test('an empty marketplace has its own pages only; an address that is no part, or beyond the last, is unknown', async () => {
  expect(await locations('/sitemap.xml')).toEqual(['/sitemaps/seiten-1.xml'])
  const beyond = ['/sitemaps/seiten-2.xml', '/sitemaps/orte-1.xml', '/sitemaps/anbieter-1.xml', '/sitemaps/anbieter-99999.xml']
  for (const path of ['/sitemaps/seiten-0.xml', '/sitemaps/andere-1.xml', '/sitemaps/seiten-1', '/sitemaps/', ...beyond]) {
    expect((await visitor.request(path, {})).status).toBe(404)
  }
})

test('a profile changed when its newest review was published', async () => {
  const { id } = await makeCompany(app, { updatedAt: new Date('2026-01-02T03:04:05Z') })
  await makeReview(app, id, { publishedAt: new Date('2026-05-06T07:08:09Z') })
  const text = await (await visitor.request('/sitemaps/anbieter-1.xml', {})).text()
  expect(text).toContain('<lastmod>2026-05-06T07:08:09.000Z</lastmod>')
})

test('parts follow each other without a gap', async () => {
  for (let index = 0; index < 5; index += 1) await makeCompany(app, { companyName: `Firma ${index}` })
  const all = await listProfileEntries(app.db, { after: undefined, limit: 10 })
  const after = await findProfileBefore(app.db, 3)
  const rest = await listProfileEntries(app.db, { after, limit: 10 })
  expect(rest.map(({ id }) => id)).toEqual(all.slice(3).map(({ id }) => id))
  expect(await listProfileEntries(app.db, { after: await findProfileBefore(app.db, 9), limit: 10 })).toEqual([])
})

test('robots are told of the sitemap and kept out of what is private, never out of a public page', async () => {
  const answer = await visitor.request('/robots.txt', {})
  expect(answer.headers.get('content-type')).toContain('text/plain')
  const text = await answer.text()
  expect(text).toBe(robotsText(origin))
  expect(text).toContain(`Sitemap: ${new URL('/sitemap.xml', origin).href}\n`)
  for (const path of ['/admin', '/dashboard', '/buchung', '/konto']) expect(text).toContain(`Disallow: ${path}\n`)
  const isBlocked = (page: string) => privateAddresses.some((address) => page.startsWith(address))
  expect([...publicPages, '/reinigung/hamburg', '/service/1', brandPreview].filter(isBlocked)).toEqual([])
  expect(['/bewerten', '/admin/x'].filter(isBlocked)).toHaveLength(2)
})

const factsOf = (fields: object = {}) => ({
  brandName: app.config.BRAND_NAME,
  companyName: 'Glanzwerk Altona',
  category: 'Reinigung' as const,
  town: '22767 Hamburg',
  rating: null,
  reviews: 0,
  ...fields,
})

test('the picture of a company is drawn once, in the size that networks want, and follows what it shows', async () => {
  const { id } = await makeCompany(app)
  const first = previewAddress(id, factsOf())
  const answer = await visitor.request(first, {})
  const [type, cache, tag] = ['content-type', 'cache-control', 'etag'].map((name) => answer.headers.get(name))
  expect([answer.status, type, cache]).toEqual([200, 'image/png', 'public, max-age=3600, must-revalidate'])
  expect((await visitor.request(first, { headers: { 'if-none-match': tag ?? '' } })).status).toBe(304)
  const content = Buffer.from(await answer.arrayBuffer())
  expect(await sharp(content).metadata()).toMatchObject({ width: 1200, height: 630, format: 'png' })
  expect(await keptPictures()).toHaveLength(1)
  const [key = ''] = await keptPictures()
  await app.storage.put(key, Buffer.from('kept'), 'image/png')
  expect(await (await visitor.request(first, {})).text()).toBe('kept')

  await makeReview(app, id)
  const moved = await visitor.request(first, {})
  const second = previewAddress(id, factsOf({ rating: 5, reviews: 1 }))
  expect([moved.status, moved.headers.get('location')]).toEqual([302, second])
  expect(Buffer.from(await (await visitor.request(second, {})).arrayBuffer()).equals(content)).toBe(false)
  expect(await keptPictures()).toHaveLength(2)
  await sweepPreviews(app)
  expect(await keptPictures()).toEqual([expect.stringContaining(id)])
})

test('an unlisted company has no picture, and an invented address draws none', async () => {
  const { id } = await makeCompany(app, { suspendedAt: app.now() })
  const nobody = '019aa111-1111-7111-8111-111111111111'
  for (const path of [previewAddress(id, factsOf()), previewAddress(nobody, factsOf()), '/vorschau/x.png', '/vorschau/../robots.txt']) {
    expect((await visitor.request(path, {})).status).not.toBe(500)
  }
  await app.storage.put(`previews/${id}/00000000000000.png`, Buffer.from('x'), 'image/png')
  await sweepPreviews(app)
  expect((await keptPictures()).filter((key) => key.includes(id))).toEqual([])
})

test('the marketplace has a picture of its own', async () => {
  const answer = await visitor.request(brandPreview, {})
  expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({ width: 1200, height: 630 })
  await sweepPreviews(app)
  expect((await keptPictures()).filter((key) => key.includes('marktplatz'))).toHaveLength(1)
})

test('structured data name a rating only where there are published reviews', async () => {
  const { id } = await makeCompany(app)
  await makeReview(app, id, { publishedAt: null, isFromBooking: false })
  const read = async () => {
    const company = await findProfile(app.db, { id: id, today: '2026-11-24' })
    if (!company) throw new Error('not listed')
    return JSON.stringify(businessData(company, { site: { publicUrl: origin }, image: brandPreview, reviews: [] }))
  }
  expect(await read()).not.toMatch(/aggregateRating|"review"/)
  expect(await read()).toContain('"priceRange":"ab 34,50\u00a0€ pro Stunde"')
  await makeReview(app, id, { rating: 4 })
  expect(await read()).toContain('"aggregateRating":{"@type":"AggregateRating","ratingValue":4,"reviewCount":1')
})

async function keptPictures() {
  const keys: string[] = []
  for await (const { key } of app.storage.list('previews')) keys.push(key)
  return keys
}
