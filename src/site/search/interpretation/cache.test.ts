import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import { makeCompany, makeService } from '../../../../tests/factories.ts'
import { countStatements } from '../../../../tests/statements.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { searchCompanies } from '../query/actions.ts'
import { emptyQuery, type SearchQuery } from '../query/rules.ts'
import { cacheInterpretations } from './interpretationActions.ts'

// docs/spec.md#search-memory
const { app } = await openTestApp()
const page = { limit: 24, offset: 0 }

beforeEach(async () => {
  for (const [companyName, category, location] of [
    ['Gärtnerei Nord', 'Garten', '20095 Hamburg'],
    ['Rohr frei', 'Handwerk', '24103 Kiel'],
    ['Malerei Süd', 'Handwerk', '80331 München'],
  ] as const) {
    const { id } = await makeCompany(app, { companyName, category, location })
    await makeService(app, id, { catalogueId: category === 'Garten' ? 'hecke-schneiden' : 'abfluss-reinigen' })
  }
})

/** Opens the database of a process that caches interpretations, and records the statements that reach it. */
async function openCaching() {
  const { db, statements } = countStatements(app.db)
  cacheInterpretations({ db, live: app.live })
  await searchCompanies(db, { ...emptyQuery, q: 'x', ...page })
  await vi.waitUntil(async () => {
    await searchCompanies(db, { ...emptyQuery, q: 'rohr', ...page })
    statements.length = 0
    await searchCompanies(db, { ...emptyQuery, q: 'rohr', ...page })
    return statements.length === 1
  })
  return { db, statements }
}

test('a search finds the same with and without cached readings', async () => {
  const { db } = await openCaching()
  const asked = fc.record<Partial<SearchQuery>>({
    q: fc
      .array(
        fc.constantFrom(
          'gärtner',
          'ro',
          'gartner',
          'hecke',
          'schneiden',
          'rohr',
          'abfluss',
          'verstopft',
          'nord',
          'süd',
          'hamburg',
          'kiel',
          'zz',
          'x',
          'und',
          'Pizza',
        ),
        { maxLength: 4 },
      )
      .map((words) => words.join(' ')),
    location: fc.constantFrom('', '', 'Hamburg', 'Kiel', '80331', 'Qwertz', 'Hamburk'),
    category: fc.constantFrom(null, null, 'Garten', 'Handwerk'),
    radius: fc.constantFrom(25, 100, null),
    service: fc.constantFrom(null, null, null, 'hecke-schneiden', 'nichts'),
    notMeant: fc.constantFrom([], [], ['hecke-schneiden']),
  })
  for (const query of fc.sample(asked, { numRuns: 300, seed: 4 })) {
    const search = { ...emptyQuery, ...query, ...page }
    const truth = await searchCompanies(app.db, search)
    const first = await searchCompanies(db, search)
    expect([query, first]).toEqual([query, truth])
    expect([query, await searchCompanies(db, search)]).toEqual([query, truth])
  }
})

test('a repeated search takes one round trip, and none where nobody is found, until the vocabulary changes', async () => {
  const { db, statements } = await openCaching()
  const tripsOf = async (query: Partial<SearchQuery>) => {
    statements.length = 0
    const { total } = await searchCompanies(db, { ...emptyQuery, ...query, ...page })
    return { total, trips: statements.length }
  }
  const inMunich = { q: 'malerei', location: 'München', radius: 25 } as const
  expect(await tripsOf(inMunich)).toEqual({ total: 1, trips: 2 })
  expect(await tripsOf(inMunich)).toEqual({ total: 1, trips: 1 })
  expect(await tripsOf({ ...inMunich, location: 'Kiel' })).toMatchObject({ total: 0 })
  await tripsOf({ q: 'Zwirbelwerk' })
  expect(await tripsOf({ q: 'Zwirbelwerk' })).toEqual({ total: 0, trips: 0 })
  await makeCompany(app, { companyName: 'Zwirbelwerk', category: 'Garten' })
  await vi.waitUntil(async () => (await tripsOf({ q: 'Zwirbelwerk' })).total === 1)
})
