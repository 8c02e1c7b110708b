import { expect, test } from 'vitest'
import { makeCalendar, makeCompany, makeService } from '../../../../tests/factories.ts'
import { countStatements } from '../../../../tests/statements.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { writeAvailability } from '../free/availabilityActions.ts'
import { furtherWord, widenedText } from '../query/results.ts'
import { emptyQuery, type SearchQuery } from '../query/rules.ts'
import { searchWithWider } from './actions.ts'

const { app } = await openTestApp()
const page = { limit: 24, offset: 0 }

/** One page of a search, with the heading of a wider circle. */
async function search(query: Partial<SearchQuery>, part: { limit?: number; offset?: number } = {}) {
  const asked = { ...emptyQuery, ...query }
  const found = await searchWithWider(app.db, { ...asked, ...page, ...part, now: app.now() })
  const { total, widened, place } = found
  const heading = widened && widenedText(asked, { total, upToKm: widened.upToKm, label: place?.label ?? '' }).replaceAll('\u00a0', ' ')
  return { ...found, heading, names: found.companies.map(({ companyName }) => companyName) }
}

test('a place without results shows those of a wider circle, the nearest first, with their distance', async () => {
  await makeCompany(app, { companyName: 'Trave', location: '23552 Lübeck' })
  await makeCompany(app, { companyName: 'Förde', location: '24937 Flensburg' })
  await makeCompany(app, { companyName: 'Isar', location: '80331 München' })
  const found = await search({ location: 'Kiel' })
  expect([found.heading, found.names]).toEqual(['In Kiel niemand. 2 Anbieter bis 70 km:', ['Trave', 'Förde'].toSorted(byDistance(found))])
  expect(found.companies.every(({ distanceKm }) => distanceKm !== null && distanceKm > 25 && distanceKm <= 70)).toBe(true)
  expect(found.offers.wider).toEqual([])
  expect((await search({ location: 'Kiel', radius: 5 })).heading).toBe('Im Umkreis von 5 km um Kiel niemand. 2 Anbieter bis 70 km:')
  const far = await search({ location: 'Passau' })
  expect([far.heading, far.names[0]]).toEqual(['In Passau niemand. 3 Anbieter bundesweit:', 'Isar'])
  // A company in the circle, or a search of the whole country, is no wider one.
  expect([(await search({ location: 'Lübeck' })).widened, (await search({ location: 'Kiel', radius: null })).widened]).toEqual([null, null])
})

const byDistance =
  ({ companies }: Awaited<ReturnType<typeof search>>) =>
  (one: string, other: string) => {
    const kmOf = (name: string) => companies.find(({ companyName }) => companyName === name)?.distanceKm ?? 0
    return kmOf(one) - kmOf(other)
  }

test('a town among the words is a place, too', async () => {
  await makeService(app, (await makeCompany(app, { companyName: 'Trave', location: '23552 Lübeck' })).id, { catalogueId: 'fenster-putzen' })
  const found = await search({ q: 'Fenster putzen Kiel' })
  expect([found.heading, found.names]).toEqual(['In Kiel niemand. 1 Anbieter bis 70 km:', ['Trave']])
})

test('a chosen order and the pages of a wider circle follow each other', async () => {
  for (const [at, hourlyRateCents] of [4_000, 2_000, 3_000].entries()) {
    await makeCompany(app, { companyName: `Trave ${at}`, location: '23552 Lübeck', hourlyRateCents })
  }
  expect((await search({ location: 'Kiel', sorting: 'preis' })).names).toEqual(['Trave 1', 'Trave 2', 'Trave 0'])
  const [first, second] = [await search({ location: 'Kiel' }, { limit: 2 }), await search({ location: 'Kiel' }, { limit: 2, offset: 2 })]
  expect([...first.names, ...second.names].toSorted()).toEqual(['Trave 0', 'Trave 1', 'Trave 2'])
  expect([first.heading, second.heading]).toEqual(Array(2).fill('In Kiel niemand. 3 Anbieter bis 100 km:'))
})

test('filters stay in the wider circle, and the page says what the place has without them', async () => {
  await makeCompany(app, { companyName: 'Ungeprüft', location: '24103 Kiel', verified: false })
  await makeCompany(app, { companyName: 'Trave', location: '23552 Lübeck' })
  const found = await search({ location: 'Kiel', onlyVerified: true })
  expect([found.heading, found.names]).toEqual(['In Kiel niemand mit diesen Filtern. 1 Anbieter bis 70 km:', ['Trave']])
  expect(found.offers.wider.map(({ word, total }) => `${word}: ${total}`)).toEqual(['Ohne Filter: 1'])
})

test('companies without a calendar are counted in the place, not in the wider circle', async () => {
  await makeCalendar(app, (await makeCompany(app, { companyName: 'Trave', location: '23552 Lübeck' })).id)
  await makeCompany(app, { companyName: 'Auf Anfrage', location: '24103 Kiel' })
  await makeCompany(app, { companyName: 'Auch auf Anfrage', location: '23552 Lübeck' })
  await writeAvailability(app)
  const found = await search({ location: 'Kiel', when: { day: null, part: 'nachmittag' } })
  expect([found.names, found.onRequest]).toEqual([['Trave'], 1])
})

test('quotes are offered only if their form lists a company', async () => {
  await makeService(app, (await makeCompany(app, { category: 'Garten', location: '80331 München' })).id, { catalogueId: 'hecke-schneiden' })
  const isAnswerable = async (query: Partial<SearchQuery>) => (await search(query)).offers.isAnswerable
  expect(await isAnswerable({ q: 'Hecke schneiden', location: 'Kiel' })).toBe(true)
  expect(await isAnswerable({ q: 'Hecke schneiden', location: 'Kiel', onlyVerified: true, minRating: 4 })).toBe(true)
  expect(await isAnswerable({ service: 'hecke-schneiden', location: 'Kiel' })).toBe(true)
  expect(await isAnswerable({ category: 'Garten', location: 'Kiel' })).toBe(true)
  expect(await isAnswerable({ q: 'Zwirbelwerk', location: 'Kiel' })).toBe(false)
  expect(await isAnswerable({ q: 'Hecke schneiden', location: 'Qwertzuiop' })).toBe(false)
  expect(await isAnswerable({ category: 'Catering', location: 'Kiel', minRating: 4 })).toBe(false)
  // The form needs words or a category.
  expect(await isAnswerable({ location: 'Kiel' })).toBe(false)
})

test('a wider circle takes one search more, which does not look the place up again', async () => {
  await makeCompany(app, { location: '23552 Lübeck' })
  const { db, statements } = countStatements(app.db)
  const asked = { ...emptyQuery, location: 'Kiel', ...page, now: app.now() }
  await searchWithWider(db, { ...asked, location: 'Lübeck' })
  statements.length = 0
  await searchWithWider(db, asked)
  expect(statements.filter((one) => one.includes('place_meant('))).toHaveLength(1)
  // Each of both searches reads the words and then the companies.
  expect(statements).toHaveLength(4)
})

test('an empty result uses few connections and looks the place up once', async () => {
  await makeCompany(app, { category: 'Beratung', location: '80331 München', verified: false })
  const wide = { ...emptyQuery, location: 'Kiel', category: 'Garten', radius: 5, onlyVerified: true, minRating: 3 } as const
  let [busy, most] = [0, 0]
  const count = (by: number) => () => {
    busy += by
    most = Math.max(most, busy)
  }
  const [taken, given] = [count(1), count(-1)]
  app.pool.on('acquire', taken).on('release', given)
  const { db, statements } = countStatements(app.db)
  const { offers } = await searchWithWider(db, { ...wide, ...page })
  app.pool.off('acquire', taken).off('release', given)
  expect([offers.wider, statements.filter((one) => one.includes('place_meant(')).length]).toEqual([[], 1])
  expect(most).toBeLessThanOrEqual(3)
})

test('few results name the wider search that finds more', async () => {
  await makeCompany(app, { companyName: 'Dachdecker Ost', category: 'Handwerk', location: '20095 Hamburg' })
  await makeCompany(app, { companyName: 'Dachdecker West', category: 'Handwerk', location: '24103 Kiel' })
  const asked = { ...emptyQuery, q: 'Dachdecker', location: 'Hamburg', limit: 24, offset: 0 }
  const { total, offers } = await searchWithWider(app.db, asked)
  expect([total, offers.wider.map((one) => furtherWord(one, total))]).toEqual([1, ['1 weitere im Umkreis von 100\u00a0km']])
  const everywhere = await searchWithWider(app.db, { ...asked, radius: null })
  expect([everywhere.total, everywhere.offers.wider]).toEqual([2, []])
})
