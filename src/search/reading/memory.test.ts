import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { makeCompany, makeService } from '../../../tests/factories.ts'
import { countStatements } from '../../../tests/statements.ts'
import { openWorld } from '../../../tests/world.ts'
import { searchCompanies } from '../query/actions.ts'
import { emptyQuery, type SearchQuery } from '../query/rules.ts'
import { keepWords } from './readingActions.ts'
import { typedWords } from './typedWords.ts'

// docs/spec.md#search-memory
const { app } = await openWorld()
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

test('words are taken from a text as the database takes them', async () => {
  const letter = fc.constantFrom(...'abeostuzäöüÄßéøłıñÇŠ09-_.,/&()\'" \t'.split(''), 'E-', ' a-b-c ', 'ﬁ', 'я', '𝒳', 'a\u0301', '\u0591')
  const texts = fc.sample(fc.string({ unit: letter, maxLength: 24 }), { numRuns: 10_000, seed: 18 })
  const { rows } = await sql<{ words: string[] }>`
    select array(select word from search_words(text) as word order by word collate "C") as words
    from unnest(${texts}::text[]) with ordinality as texts(text, at)
    order by at`.execute(app.db)
  let taken = 0
  for (const [at, text] of texts.entries()) {
    const words = typedWords(text)
    if (!words) continue
    taken += 1
    if (words.length < 10) expect([text, words.map(({ word }) => word).toSorted()]).toEqual([text, rows[at]?.words])
  }
  expect(taken).toBeGreaterThan(1_000)
})

/** A server that remembers, and one that asks the database each time. */
async function openBoth() {
  const { db, statements } = countStatements(app.db)
  keepWords({ db, live: app.live })
  await searchCompanies(db, { ...emptyQuery, q: 'x', ...page })
  await vi.waitUntil(async () => {
    await searchCompanies(db, { ...emptyQuery, q: 'rohr', ...page })
    statements.length = 0
    await searchCompanies(db, { ...emptyQuery, q: 'rohr', ...page })
    return statements.length === 1
  })
  return { db, statements }
}

test('whoever remembers finds the same as whoever asks', async () => {
  const { db } = await openBoth()
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

test('of known words and places a new search takes one round trip, and a change of the vocabulary is heard', async () => {
  const { db, statements } = await openBoth()
  const tripsOf = async (query: Partial<SearchQuery>) => {
    statements.length = 0
    const { total } = await searchCompanies(db, { ...emptyQuery, ...query, ...page })
    return { total, trips: statements.length }
  }
  await tripsOf({ q: 'malerei' })
  await tripsOf({ q: 'süd', location: 'München', radius: 25 })
  expect(await tripsOf({ q: 'malerei', location: 'München', radius: 25 })).toEqual({ total: 1, trips: 1 })
  await tripsOf({ q: 'frei nord' })
  expect(await tripsOf({ q: 'süd nord' })).toEqual({ total: 0, trips: 1 })
  expect(await tripsOf({ q: 'nord', location: 'München', radius: 25 })).toEqual({ total: 0, trips: 1 })
  await tripsOf({ q: 'Zwirbelwerk' })
  expect(await tripsOf({ q: 'Zwirbelwerk' })).toEqual({ total: 0, trips: 0 })
  await makeCompany(app, { companyName: 'Zwirbelwerk', category: 'Garten' })
  await vi.waitUntil(async () => (await tripsOf({ q: 'Zwirbelwerk' })).total === 1)
})
