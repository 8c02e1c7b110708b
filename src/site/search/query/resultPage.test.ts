import { expect, test } from 'vitest'
import { makeCalendar, makeCompany, makeService } from '../../../../tests/factories.ts'
import { countStatements } from '../../../../tests/statements.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { writeAvailability } from '../free/availabilityActions.ts'
import { searchWithWider } from '../wider/actions.ts'
import { searchCompanies } from './actions.ts'
import { emptyQuery, foundCardOf, parseSearchQuery, readTyped, type SearchQuery, searchLimits, suggestionLimits } from './rules.ts'
import { findProfile } from './store.ts'

const { app, visitor } = await openTestApp()

test('while typing, words, categories and companies are suggested, at most eight', async () => {
  for (let at = 0; at < 9; at += 1)
    await makeCompany(app, { companyName: `Fensterglanz ${at}`, description: 'Fensterreinigung und Fensterbau.' })
  const found = await suggest('words', 'fenster')
  expect(found.length).toBeGreaterThan(0)
  expect(found.length).toBeLessThanOrEqual(suggestionLimits.most)
  expect(found.some(({ kind }) => kind === 'company')).toBe(true)
  expect(await suggest('words', 'Reini')).toContainEqual({ label: 'Reinigung', kind: 'category' })
})

test('a service is suggested with how many offer it, and their lowest price of the kind that most of them use', async () => {
  const offer = async (fields: object) => makeService(app, (await makeCompany(app)).id, { catalogueId: 'fenster-putzen', ...fields })
  await offer({ priceKind: 'hourly', priceCents: 3_400 })
  await offer({ priceKind: 'hourly', priceCents: 2_800 })
  await offer({ priceKind: 'fixed', priceCents: 900 })
  await offer({ priceKind: 'quote', priceCents: null })
  await makeService(app, (await makeCompany(app, { suspendedAt: app.now() })).id, { catalogueId: 'fenster-putzen', priceCents: 100 })
  const [found] = (await suggest('words', 'Fenster putz')).filter(({ kind }) => kind === 'service')
  expect(found).toMatchObject({ label: 'Fenster putzen', companies: 4, cheapest: { price_kind: 'hourly', price: 28 } })
  const [unknown] = (await suggest('words', 'Hecke schn')).filter(({ kind }) => kind === 'service')
  expect(unknown).not.toHaveProperty('companies')
})

test('one letter suggests nothing, and neither does nothing at all', async () => {
  await makeCompany(app)
  for (const typed of ['', 'r', '  r  ']) expect([await suggest('words', typed), await suggest('places', typed)]).toEqual([[], []])
})

test('places are suggested by name and by postcode', async () => {
  expect((await suggest('places', 'Regensb'))[0]?.label).toContain('Regensburg')
  expect((await suggest('places', '930')).every(({ label }) => label.startsWith('930'))).toBe(true)
})

test('who says the word of a need in another trade is found for it only where that category was chosen', async () => {
  const mover = await makeCompany(app, { companyName: 'Möbelwagen', category: 'Transport' })
  await makeService(app, mover.id, { catalogueId: 'umzug', title: 'Umzug' })
  await makeCompany(app, { companyName: 'Packesel', category: 'Transport', servicesOffered: ['Umzug und Transport'] })
  await makeCompany(app, { companyName: 'Systemhaus', category: 'IT-Services', servicesOffered: ['Umzug in die Cloud', 'Netzwerk'] })
  expect(await foundIn(null, 'Umzug')).toEqual(['Möbelwagen', 'Packesel'])
  expect(await foundIn('IT-Services', 'Umzug')).toEqual(['Systemhaus'])
  expect(await foundIn('Garten', 'Umzug')).toEqual([])
})

test('who says the word of a need in its category comes after who does it, also where that category was chosen', async () => {
  const gardener = await makeCompany(app, { companyName: 'Grün', category: 'Garten' })
  await makeService(app, gardener.id, { catalogueId: 'hecke-schneiden', title: 'Hecke schneiden' })
  await makeCompany(app, { companyName: 'Baumpflege', category: 'Garten', servicesOffered: ['Baum fällen', 'Hecken'] })
  await makeCompany(app, { companyName: 'Putz', category: 'Reinigung', servicesOffered: ['Büroreinigung', 'Hecke'] })
  expect(await foundIn(null, 'Hecke')).toEqual(['Grün', 'Baumpflege'])
  expect(await foundIn('Garten', 'Hecke')).toEqual(['Grün', 'Baumpflege'])
  expect(await foundIn('Reinigung', 'Hecke')).toEqual(['Putz'])
})

test('a need that somebody says in the own offer, however far away, is no mere word here', async () => {
  await makeCompany(app, {
    companyName: 'Systemhaus',
    category: 'IT-Services',
    location: '80331 München',
    servicesOffered: ['Umzug in die Cloud'],
  })
  expect(await foundIn(null, 'Umzug', 'München')).toEqual(['Systemhaus'])
  await makeCompany(app, {
    companyName: 'Packesel',
    category: 'Transport',
    location: '20095 Hamburg',
    servicesOffered: ['Umzug und Transport'],
  })
  expect(await foundIn(null, 'Umzug', 'München')).toEqual([])
  expect(await foundIn(null, 'Umzug')).toEqual(['Packesel'])
})

async function foundIn(category: SearchQuery['category'], q: string, location = '') {
  const { companies } = await searchCompanies(app.db, { ...emptyQuery, q, category, location, limit: 9, offset: 0 })
  return companies.map(({ companyName }) => companyName)
}

test.for<[what: string, asked: Partial<SearchQuery>, trips: number]>([
  ['everybody', {}, 1],
  ['a word', { q: 'gärtnerei' }, 2],
  ['words and a place', { q: 'gärtnerei nord', location: 'Hamburg', radius: 25 }, 2],
  ['a need', { q: 'Abfluss verstopft' }, 2],
  ['a need and a place', { q: 'Hecke schneiden', location: '20095', radius: 25 }, 2],
  ['a need with its town', { q: 'Gärtner Hamburg' }, 2],
  ['a service', { service: 'hecke-schneiden' }, 2],
  ['what nobody does', { q: 'Pizza bestellen' }, 1],
])('%s: searched in few round trips', async ([, asked, trips]) => {
  await makeService(app, (await makeCompany(app, { companyName: 'Gärtnerei Nord', category: 'Garten' })).id, {
    catalogueId: 'hecke-schneiden',
  })
  await makeService(app, (await makeCompany(app, { companyName: 'Rohr frei', category: 'Handwerk' })).id, {
    catalogueId: 'abfluss-reinigen',
  })
  const { db, statements } = countStatements(app.db)
  // The catalogue is read once, for the first words; if preparing it took long, its changes are read again.
  for (const q of ['x', 'y']) await searchCompanies(db, { ...emptyQuery, q, limit: 1, offset: 0 })
  statements.length = 0
  await searchCompanies(db, { ...emptyQuery, ...asked, limit: 24, offset: 0 })
  expect(statements).toHaveLength(trips)
})

test('neither a wanted time nor the times on the cards take a round trip more, whoever is shown', async () => {
  for (const companyName of ['Rohr frei', 'Rohr Nord', 'Rohr Süd', 'Rohr West']) {
    const { id } = await makeCompany(app, { companyName, category: 'Handwerk' })
    await makeService(app, id, { catalogueId: 'abfluss-reinigen' })
    await makeCalendar(app, id)
  }
  const { db, statements } = countStatements(app.db)
  const asked = { ...emptyQuery, q: 'Abfluss verstopft', limit: 24, offset: 0, now: app.now() }
  const tripsOf = async (search: () => Promise<{ total: number }>) => {
    // The catalogue is read once, and its changes now and then.
    await search()
    statements.length = 0
    return [(await search()).total, statements.length]
  }
  expect(await tripsOf(() => searchWithWider(db, asked))).toEqual([4, 2])
  await writeAvailability(app)
  const wanted = { ...asked, when: { day: null, part: 'nachmittag' } } as const
  expect(await tripsOf(() => searchWithWider(db, wanted))).toEqual([4, 2])
})

test('what was removed from the meaning is not searched, and a removed service leaves its trade', async () => {
  const [drains, heating] = await Promise.all(
    ['Rohr frei', 'Wärme'].map((companyName) => makeCompany(app, { companyName, category: 'Handwerk' })),
  )
  await makeService(app, drains?.id ?? '', { catalogueId: 'abfluss-reinigen', title: 'Abfluss reinigen', priceCents: 8_900 })
  await makeService(app, heating?.id ?? '', { catalogueId: 'kanal-reinigen-und-pruefen', title: 'Kanal prüfen' })
  const search = (notMeant: string[]) => searchCompanies(app.db, { ...emptyQuery, q: 'Abfluss reinigen', notMeant, limit: 24, offset: 0 })
  const { need, companies } = await search([])
  expect(companies[0]?.offered).toMatchObject({ title: 'Abfluss reinigen', priceKind: 'fixed', priceCents: 8_900 })
  expect([need?.services.map(({ id }) => id), companies.length]).toEqual([['abfluss-reinigen'], 2])
  const services = need?.services.map(({ id }) => id) ?? []
  const trades = need?.trades.map(({ id }) => id) ?? []
  expect((await search(trades)).companies.map(({ companyName }) => companyName)).toEqual(['Rohr frei'])
  const byTrade = await search(services)
  expect([byTrade.total, byTrade.companies[0]?.offered, byTrade.need?.services]).toEqual([2, null, []])
  expect((await search([...services, ...trades])).need).toBe(null)
})

test('the order by price and its filter follow the service that was meant, each unit by itself', async () => {
  const priced = [
    ['Teuer pauschal', 2_000, { priceKind: 'fixed', priceCents: 58_000 }],
    ['Günstig pauschal', 9_000, { priceKind: 'from', priceCents: 8_900 }],
    ['Je Stunde', 1_000, { priceKind: 'hourly', priceCents: 3_000 }],
    ['Je Abfluss', 1_000, { priceKind: 'fixed', priceCents: 1_000, unit: 'Abfluss' }],
    ['Auf Anfrage', 1_000, { priceKind: 'quote', priceCents: null }],
  ] as const
  for (const [companyName, hourlyRateCents, service] of priced) {
    const { id } = await makeCompany(app, { companyName, category: 'Handwerk', hourlyRateCents })
    await makeService(app, id, { catalogueId: 'abfluss-reinigen', title: 'Abfluss reinigen', ...service })
  }
  const asked = { ...emptyQuery, q: 'Abfluss reinigen', limit: 24, offset: 0 }
  const namesOf = async (more: Partial<typeof emptyQuery>) =>
    (await searchCompanies(app.db, { ...asked, ...more })).companies.map(({ companyName }) => companyName)
  expect(await namesOf({ sorting: 'preis' })).toEqual(['Günstig pauschal', 'Teuer pauschal', 'Je Abfluss', 'Je Stunde', 'Auf Anfrage'])
  expect(await namesOf({ maxRateCents: 10_000 })).toEqual(['Günstig pauschal'])
  expect(await namesOf({ maxRateCents: 5_000 })).toEqual([])
})

test('a place that nobody knows is answered with places that may have been meant', async () => {
  await makeCompany(app)
  const { place, offers } = await searchWithWider(app.db, { ...emptyQuery, location: 'Qwertzuiop', limit: 24, offset: 0 })
  expect([place, offers.wider.map(({ word, total }) => `${word}: ${total}`)]).toEqual([null, ['Bundesweit: 1']])
})

test('a rate of 0 is no rate: on cards, among the filters, in the order by price, for machines', async () => {
  const { id } = await makeCompany(app, { companyName: 'Auf Anfrage', hourlyRateCents: 0 })
  await makeCompany(app, { companyName: 'Mit Preis', hourlyRateCents: 4_000 })
  const ask = async (address: string) =>
    searchWithWider(app.db, { ...parseSearchQuery(new URL(address, 'http://localhost')), limit: 24, offset: 0 })
  const byPrice = await ask('/search?sortierung=preis')
  expect(byPrice.companies.map(({ companyName, hourlyRateCents }) => [companyName, hourlyRateCents])).toEqual([
    ['Mit Preis', 4_000],
    ['Auf Anfrage', null],
  ])
  expect(byPrice.facets.rates['5000']).toBe(1)
  expect((await ask('/search?preis=50')).companies.map(({ companyName }) => companyName)).toEqual(['Mit Preis'])
  const simple = await visitor.call('rpc/get_public_companies_simple', {})
  expect(simple.body.find((one: { id: string }) => one.id === id).hourly_rate).toBe(null)
  expect((await findProfile(app.db, { id: id, today: '2026-11-24' }))?.hourlyRateCents).toBe(null)
})

test('the call answers the same companies as the page, in the same order', async () => {
  await makeCalendar(app, (await makeCompany(app, { companyName: 'Immer frei' })).id)
  await writeAvailability(app)
  await makeCompany(app, { companyName: 'Elbblick', location: '22767 Hamburg', hourlyRateCents: 9_000 })
  await makeCompany(app, { companyName: 'Trave', location: '23552 Lübeck', verified: false })
  await makeCompany(app, { companyName: 'Gärtnerei', category: 'Garten', location: '20095 Hamburg', hourlyRateCents: 2_500 })
  for (const address of [
    '/search',
    '/search?q=reinigen',
    '/search?location=Hamburg',
    '/search?location=Hamburg&umkreis=100&sortierung=entfernung',
    '/search?location=Hamburg&umkreis=bundesweit&verifiziert=1',
    '/search?category=Reinigung&preis=50&sortierung=preis',
    '/search?bewertung=4',
    '/search?tag=2030-01-01',
    '/search?tag=morgen',
  ]) {
    const query = parseSearchQuery(new URL(address, 'http://localhost'))
    const page = await searchWithWider(app.db, { ...query, limit: 24, offset: 0, now: app.now() })
    const called = await visitor.call('rpc/search_companies_safe', {
      search_term: query.q,
      location_filter: query.location,
      category_filter: query.category,
      radius_km: query.radius,
      ...(query.minRating === null ? {} : { min_rating: query.minRating }),
      ...(query.maxRateCents === null ? {} : { max_rate: query.maxRateCents / 100 }),
      only_verified: query.onlyVerified,
      ...(query.when.day === null ? {} : { free_day: query.when.day }),
      sort: query.sorting,
    })
    expect([address, called.body.map(foundCardOf), Number(called.headers.get('x-total-count'))]).toEqual([
      address,
      page.companies,
      page.total,
    ])
  }
})

test('typed text in an address is trimmed and bounded', () => {
  expect(readTyped(new URL('http://localhost/service/1?location=%2093047%20Regensburg%20'), 'location')).toBe('93047 Regensburg')
  expect(readTyped(new URL(`http://localhost/search?q=${'a'.repeat(5_000)}`), 'q').length).toBe(searchLimits.maxQueryLength)
  expect(readTyped(new URL('http://localhost/search'), 'q')).toBe('')
})

async function suggest(kind: 'words' | 'places', typed: string): Promise<{ label: string; kind?: string; value?: string }[]> {
  const answer = await visitor.call(`suggest-${kind}`, { typed })
  expect(answer.status).toBe(200)
  return answer.body
}

test('a service that was chosen and nobody offers finds nobody, and not everybody of the place', async () => {
  await makeService(app, (await makeCompany(app, { location: '20095 Hamburg' })).id, { catalogueId: 'fenster-putzen' })
  const found = (service: string) =>
    searchCompanies(app.db, { ...emptyQuery, service, location: 'Hamburg', radius: 25, limit: 24, offset: 0 }).then(({ total }) => total)
  expect([await found('fenster-putzen'), await found('brunnen-bohren')]).toEqual([1, 0])
})
