import { expect, test } from 'vitest'
import { profileAddress } from '#src/supply/companies/address.ts'
import { changedAddress, indexedAddress, searchAddress, viewOf } from './address.ts'
import {
  chooseWider,
  completeFacets,
  correctedQuery,
  distanceWord,
  listChoices,
  listWider,
  onCards,
  placeText,
  rateWord,
  ratingWord,
  showsRemaining,
} from './results.ts'
import { emptyQuery, type FoundCompany, parsePage, parseSearchQuery } from './rules.ts'

test('an address says the whole search, and reads back as the same', () => {
  const state = {
    q: 'Fenster & Türen',
    location: '93047 Regensburg',
    category: 'Reinigung',
    service: 'fenster-putzen',
    notMeant: ['gebaeudereiniger', 'fenster-streichen'],
    radius: 50,
    minRating: 4.5,
    maxRateCents: 5_000,
    onlyVerified: true,
    when: { day: '2026-11-27', part: 'nachmittag' },
    alsoOnRequest: true,
    sorting: 'entfernung',
    page: 3,
    view: 'karte',
  } as const
  const address = searchAddress(state)
  expect(address).toBe(
    '/search?q=Fenster+%26+T%C3%BCren&location=93047+Regensburg&category=Reinigung&leistung=fenster-putzen&ohne=gebaeudereiniger+fenster-streichen&umkreis=50&bewertung=4.5&preis=50&verifiziert=1&tag=2026-11-27&zeit=nachmittag&anfrage=1&sortierung=entfernung&ansicht=karte&page=3',
  )
  const url = new URL(address, 'http://localhost')
  expect({ ...parseSearchQuery(url), page: parsePage(url), view: viewOf(url) }).toEqual(state)
})

test('default values are not in the address', () => {
  expect(searchAddress(emptyQuery)).toBe('/search')
  expect(searchAddress({ ...emptyQuery, location: 'Köln', radius: null })).toBe('/search?location=K%C3%B6ln&umkreis=bundesweit')
  expect(searchAddress({ ...emptyQuery, radius: 5 })).toBe('/search')
  expect([profileAddress('7'), profileAddress('7', 'Köln')]).toEqual(['/service/7', '/service/7?ort=K%C3%B6ln'])
})

test('choices name themselves and the way back', () => {
  const query = { ...emptyQuery, category: 'Garten', minRating: 4.5, maxRateCents: 3_000, onlyVerified: true } as const
  expect(listChoices(query).map(({ word }) => word)).toEqual([
    'Garten',
    'ab 4,5 Sternen',
    'bis 30\u00a0€ / Std.',
    'Nur verifizierte Anbieter',
  ])
  expect(listChoices(query)[1]?.without).toEqual({ ...query, minRating: null })
  expect([ratingWord(3), rateWord(8_000), distanceWord(0), distanceWord(12)]).toEqual([
    'ab 3 Sternen',
    'bis 80\u00a0€ / Std.',
    'ca. 1\u00a0km',
    'ca. 12\u00a0km',
  ])
})

test('removing a filter leads to the first page and keeps the map', () => {
  const state = { ...emptyQuery, category: 'Garten', maxRateCents: 5_000, page: 3, view: 'karte' } as const
  expect(listChoices(state).map(({ without }) => changedAddress(without, state))).toEqual([
    '/search?preis=50&ansicht=karte',
    '/search?category=Garten&ansicht=karte',
  ])
})

test('search engines keep lists of places and categories, but none of typed words and none that is empty', () => {
  const state = { ...emptyQuery, page: 1, view: 'liste' } as const
  const hamburg = { ...state, location: 'Hamburg', category: 'Garten' } as const
  expect([indexedAddress(state, 24), indexedAddress(state, 0), indexedAddress(state, undefined)]).toEqual(['/search', '/search', '/search'])
  expect(indexedAddress({ ...hamburg, minRating: 4, page: 2 }, 40)).toBe('/search?location=Hamburg&category=Garten&page=2')
  expect([
    indexedAddress(hamburg, 0),
    indexedAddress({ ...state, minRating: 4 }, 0),
    indexedAddress({ ...hamburg, q: 'Hecke' }, 3),
  ]).toEqual([undefined, undefined, undefined])
})

test('a place is told in whole sentences', () => {
  const place = { label: 'Kiel', point: { latitude: 54.3, longitude: 10.1 }, postcodePrefix: null, others: [], isCorrected: false }
  expect(placeText(place, { radius: 25 })).toBe('Gesucht im Umkreis von 25\u00a0km um Kiel.')
  expect(placeText(place, { radius: null })).toBe('Gesucht bundesweit, Entfernungen ab Kiel.')
  expect(placeText({ ...place, point: null }, { radius: 25 })).toBe('Gesucht in Kiel.')
  expect(placeText({ ...place, label: '93…', point: null }, { radius: 25 })).toBe('Gesucht in 93…')
})

test('numbers beside filters count everybody or are not shown', () => {
  const facets = { categories: { Garten: 1_001 }, ratings: {}, rates: {}, verified: 0 }
  expect([completeFacets(facets, 1_000), completeFacets(facets, 1_001), completeFacets(undefined, 3)]).toEqual([
    facets,
    undefined,
    undefined,
  ])
})

test('an empty result offers wider circles, no filters, neighbour categories and all categories', () => {
  const query = { ...emptyQuery, location: 'Köln', category: 'Garten', minRating: 4, radius: 25 } as const
  const words = (hasDistance: boolean) => listWider(query, hasDistance).map(({ word }) => word)
  expect(words(true)).toEqual([
    'Im Umkreis von 50\u00a0km',
    'Im Umkreis von 100\u00a0km',
    'Bundesweit',
    'Ohne Filter',
    'Im Bereich Handwerk',
    'Im Bereich Reinigung',
    'In allen Bereichen',
  ])
  expect(words(false)).toEqual(['Bundesweit', 'Ohne Filter', 'Im Bereich Handwerk', 'Im Bereich Reinigung', 'In allen Bereichen'])
  expect(listWider(emptyQuery, false)).toEqual([])
})

test('only offers that find somebody are made, and no circle that finds nobody more than a narrower one', () => {
  const query = { ...emptyQuery, location: 'Köln', radius: 5 } as const
  const totals = [0, 2, 2, 7, 7]
  const counted = listWider(query, true).map((one, at) => ({ ...one, total: totals[at] ?? 0 }))
  expect(chooseWider(counted).map(({ word, total }) => `${word}: ${total}`)).toEqual([
    'Im Umkreis von 25\u00a0km: 2',
    'Im Umkreis von 100\u00a0km: 7',
    'Bundesweit: 7',
  ])
})

test.each([
  ['Elektirker in Köln', [{ typed: 'Elektirker', meant: 'elektriker' }], 'elektriker in Köln'],
  ['gebaeudereinigugn', [{ typed: 'gebäudereinigugn', meant: 'gebäudereinigung' }], 'gebäudereinigung'],
  ['Maler', [], 'Maler'],
])('%s is corrected word by word', (typed, corrections, meant) => expect(correctedQuery(typed, corrections)).toBe(meant))

test('only choices that narrow the result show a number', () => {
  const chosen = { ...emptyQuery, category: 'Garten', minRating: 4, maxRateCents: 5_000 } as const
  for (const [choice, alone, withOthers] of [
    [{ category: 'Garten' }, true, true],
    [{ category: 'Catering' }, true, false],
    [{ minRating: 4.5 }, true, true],
    [{ minRating: 4 }, true, true],
    [{ minRating: 3 }, true, false],
    [{ maxRateCents: 3_000 }, true, true],
    [{ maxRateCents: 5_000 }, true, true],
    [{ maxRateCents: 8_000 }, true, false],
    [{}, false, false],
  ] as const) {
    expect([choice, showsRemaining(emptyQuery, choice), showsRemaining(chosen, choice)]).toEqual([choice, alone, withOthers])
  }
})

test('cards get one picture each, and points only beside a map', () => {
  const company: FoundCompany = {
    id: 'glanzwerk',
    companyName: 'Glanzwerk',
    category: 'Reinigung',
    description: 'Fenster',
    location: 'Hamburg',
    logoUrl: null,
    galleryImages: ['/0.webp', '/1.webp'],
    hourlyRateCents: null,
    premium: false,
    verified: true,
    rating: null,
    reviews: 0,
    distanceKm: 3,
    point: { latitude: 53.5, longitude: 9.9 },
    reasons: [],
    offered: null,
    free: null,
  }
  expect(onCards([company], 'liste')).toEqual([{ ...company, galleryImages: ['/0.webp'], point: null }])
  expect(onCards([company], 'karte')).toEqual([{ ...company, galleryImages: ['/0.webp'] }])
})
