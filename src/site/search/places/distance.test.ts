import { expect, test } from 'vitest'
import { makeCompany } from '../../../../tests/factories.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { searchCompanies } from '../query/actions.ts'
import { parseSearchQuery } from '../query/rules.ts'
import { findDistance } from './distanceStore.ts'

const { app, visitor } = await openTestApp()

test.each([
  [{ location_filter: 'Regensburg' }, ['Rein an der Donau', 'Kelheimer Glanz']],
  [{ location_filter: '93047', radius_km: 5 }, ['Rein an der Donau']],
  [{ location_filter: '93047 Regensburg', radius_km: 25 }, ['Rein an der Donau', 'Kelheimer Glanz']],
  [{ location_filter: 'Regensburg', radius_km: null, sort: 'entfernung' }, ['Rein an der Donau', 'Kelheimer Glanz', 'Isarfrisch']],
  [{ location_filter: 'München', radius_km: null, sort: 'entfernung' }, ['Isarfrisch', 'Kelheimer Glanz', 'Rein an der Donau']],
  [{ location_filter: '93' }, ['Kelheimer Glanz', 'Rein an der Donau']],
  [{ search_term: 'Reinigung', location_filter: 'Kelheim', radius_km: 50 }, ['Kelheimer Glanz', 'Rein an der Donau']],
  [{ location_filter: 'Husum', radius_km: 100 }, []],
  [{ location_filter: 'Nirgendheim', radius_km: null }, []],
])('%j finds %j', async (asked, names) => {
  await makeBavarians()
  expect((await search(asked)).names).toEqual(names)
})

test('a card says how far away it is, in whole kilometres, and only when a place was asked', async () => {
  await makeBavarians()
  const { body } = await search({ location_filter: 'Regensburg', radius_km: null, sort: 'entfernung' })
  const [near, middle, far] = body.map((one: { distance_km: number }) => one.distance_km)
  expect(near).toBeLessThanOrEqual(3)
  expect(middle).toBeGreaterThanOrEqual(15)
  expect(middle).toBeLessThanOrEqual(25)
  expect(far).toBeGreaterThanOrEqual(95)
  expect(far).toBeLessThanOrEqual(112)
  expect((await search({})).body.map((one: { distance_km: number | null }) => one.distance_km)).toEqual([null, null, null])
})

test('a company says how far a postcode is and how far it goes; nothing of what is not known', async () => {
  const { id: companyId } = await makeCompany(app, { location: '93309 Kelheim', postcode: '93309', serviceRadiusKm: 10 })
  const reach = async (postcode: string, id = companyId) => (await visitor.call('get-company-reach', { companyId: id, postcode })).body
  const { distance_km, radius_km } = await reach('93047')
  expect([distance_km > 15 && distance_km < 25, radius_km]).toEqual([true, 10])
  expect(await reach('00000')).toEqual({ distance_km: null, radius_km: 10 })
  const unpaid = await makeCompany(app, { companyName: 'Unbezahlt', serviceRadiusKm: 10, subscriptionStatus: 'unpaid' })
  expect(await reach('93047', unpaid.id)).toEqual({ distance_km: null, radius_km: null })
})

test('a profile tells the distance from a place as its link spells it, and searches no similar names', async () => {
  const { id: companyId } = await makeCompany(app, { location: '93309 Kelheim' })
  const far = (location: string) => findDistance(app.db, { companyId, location })
  expect(await far('Regensburg')).toMatchObject({ place: 'Regensburg' })
  expect(await far('93047 Regensburg')).toMatchObject({ place: '93047 Regensburg' })
  expect([await far(''), await far('Regensbrug'), await far('Regensburg '.repeat(40))]).toEqual([undefined, undefined, undefined])
})

test('who works only nearby is found only nearby, and in the own town always', async () => {
  await makeCompany(app, { companyName: 'Kelheimer Glanz', location: '93309 Kelheim', serviceRadiusKm: 10 })
  await makeCompany(app, { companyName: 'Altonaer Glanz', location: '22767 Hamburg', serviceRadiusKm: 1 })
  expect((await search({ location_filter: 'Regensburg', radius_km: 50 })).names).toEqual([])
  expect((await search({ location_filter: 'Kelheim' })).names).toEqual(['Kelheimer Glanz'])
  expect((await search({ location_filter: 'Hamburg' })).names).toEqual(['Altonaer Glanz'])
  expect((await search({ location_filter: 'Regensburg', radius_km: null })).total).toBe(2)
})

test.each(['27498 Helgoland', '18609 Binz', '26954 Nordenham', '25980 Sylt'])(
  '%s is where its name is, however far the neighbouring postcodes are',
  async (location) => {
    await makeCompany(app, { location, serviceRadiusKm: 1 })
    const { total, body } = await search({ location_filter: location.slice(6), radius_km: 5 })
    expect([total, body[0]?.distance_km <= 3]).toEqual([1, true])
  },
)

test('who moves is found where they are now', async () => {
  const company = await makeCompany(app, { location: '93047 Regensburg' })
  await app.db.updateTable('companies').set({ location: '80331 München' }).where('id', '=', company.id).execute()
  expect((await search({ location_filter: 'Regensburg' })).total).toBe(0)
  expect((await search({ location_filter: 'München' })).total).toBe(1)
})

test('filters narrow, facets count what each would leave', async () => {
  await makeRated()
  const everybody = await searchCompanies(app.db, { ...parseSearchQuery(new URL('http://x/search')), limit: 24, offset: 0 })
  expect(everybody.facets).toEqual({
    categories: { Reinigung: 2, Garten: 1 },
    ratings: { '3': 2, '4': 1, '4.5': 1 },
    rates: { '3000': 1, '5000': 2, '8000': 2 },
    verified: 2,
  })
  expect((await search({ min_rating: 3 })).names).toEqual(['Eins', 'Zwei'])
  expect((await search({ min_rating: 4.5 })).names).toEqual(['Eins'])
  expect((await search({ max_rate: 30 })).names).toEqual(['Zwei'])
  expect((await search({ only_verified: true })).names).toEqual(['Eins', 'Drei'])
  expect((await search({ sort: 'preis' })).names).toEqual(['Zwei', 'Eins', 'Drei'])
  expect((await search({ sort: 'bewertung' })).names).toEqual(['Eins', 'Zwei', 'Drei'])
})

test.each([
  ['?q=Reinigung', { search_term: 'Reinigung' }],
  ['?location=Regensburg&umkreis=50', { location_filter: 'Regensburg', radius_km: 50 }],
  ['?location=Regensburg&umkreis=bundesweit&sortierung=entfernung', { location_filter: 'Regensburg', radius_km: null, sort: 'entfernung' }],
  ['?bewertung=3&preis=50&verifiziert=1', { min_rating: 3, max_rate: 50, only_verified: true }],
  ['?category=Garten&sortierung=preis', { category_filter: 'Garten', sort: 'preis' }],
  ['?umkreis=7&bewertung=9&preis=1&sortierung=laut', {}],
])('the page %s answers the same companies as the call', async (address, asked) => {
  await makeBavarians()
  await makeRated()
  const page = await searchCompanies(app.db, { ...parseSearchQuery(new URL(`http://x/search${address}`)), limit: 24, offset: 0 })
  const rows = page.companies.map(({ companyName, logoUrl, galleryImages, hourlyRateCents, distanceKm, ...card }) => ({
    ...card,
    company_name: companyName,
    logo_url: logoUrl,
    gallery_images: galleryImages,
    hourly_rate: hourlyRateCents === null ? null : hourlyRateCents / 100,
    distance_km: distanceKm,
  }))
  expect((await search(asked)).body).toEqual(rows)
})

async function makeBavarians() {
  await makeCompany(app, { companyName: 'Kelheimer Glanz', location: '93309 Kelheim' })
  await makeCompany(app, { companyName: 'Isarfrisch', location: '80331 München' })
  await makeCompany(app, { companyName: 'Rein an der Donau', location: '93047 Regensburg' })
}

async function makeRated() {
  const one = await makeCompany(app, { companyName: 'Eins', hourlyRateCents: 4_000 })
  const two = await makeCompany(app, { companyName: 'Zwei', hourlyRateCents: 3_000, verified: false, category: 'Garten' })
  await makeCompany(app, { companyName: 'Drei', hourlyRateCents: null })
  for (const [{ id }, rating] of [[one, 5] as const, [two, 3] as const]) {
    const review = { companyId: id, customerName: 'K', customerEmail: 'k@kunde.example', rating, comment: 'Gut', publishedAt: app.now() }
    await app.db.insertInto('reviews').values(review).execute()
  }
}

async function search(body: object) {
  const answer = await visitor.call('rpc/search_companies_safe', body)
  expect(answer.status).toBe(200)
  const names: string[] = answer.body.map((one: { company_name: string }) => one.company_name)
  return { names, body: answer.body, total: Number(answer.headers.get('x-total-count')) }
}
