import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { notUnderstood } from '#src/supply/services/understanding/understood.ts'
import { makeCompany, makeReview, makeService } from '../../../../tests/factories.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { readSearch } from '../interpretation/interpretationStore.ts'
import { searchCompanies } from './actions.ts'
import { mostWords } from './plan.ts'
import { countOf, emptyQuery, searchLimits } from './rules.ts'
import { suggestWords } from './suggestStore.ts'

const { app, visitor } = await openTestApp()

test.each([
  ['Gebäudereinigung', 'as written'],
  ['gebaeudereiniger', 'another form of it, umlauts written out'],
  ['reinigungen', 'a part of a compound, in the plural'],
  ['gebäude reinigen', 'both parts of a compound'],
  ['bäuderein', 'any letters inside of it'],
  ['Gebäuderenigung', 'a slip'],
  ['Gebäudereinigugn gesucht', 'a slip, and a word that tells nothing'],
  ['gebäudereinigung hamburg', 'with the place among the words'],
  ['Gebäudereinigung in Hamburg', 'with the place in a sentence, where a town is called Weiden in der Oberpfalz'],
])('finds the cleaners with %s: %s', async (q) => {
  await makeCleanersAndOthers()
  expect((await search({ search_term: q })).names).toEqual(['Müller Gebäudereinigung'])
})

test.each([
  ['Schreiner', 'Tischlerei Lindner'],
  ['Tischler', 'Tischlerei Lindner'],
  ['w-lan', 'PC-Doktor Bonnke'],
  ['WLAN', 'PC-Doktor Bonnke'],
  ['computer', 'PC-Doktor Bonnke'],
])('%s finds %s', async (q, name) => {
  await makeCleanersAndOthers()
  expect((await search({ search_term: q })).names).toEqual([name])
})

test.each([
  ['20', ['Müller Gebäudereinigung']],
  ['20095', ['Müller Gebäudereinigung']],
  ['20095 Hamburg', ['Müller Gebäudereinigung']],
  ['hmburg', ['Müller Gebäudereinigung']],
  ['Koeln', ['PC-Doktor Bonnke']],
  ['koln', ['PC-Doktor Bonnke']],
  ['Ffm', ['Tischlerei Lindner']],
  ['Frankfurt a.M.', ['Tischlerei Lindner']],
  ['Timbuktu', []],
  ['99999', []],
])('the place %s has %j', async (place, names) => {
  await makeCleanersAndOthers()
  expect((await search({ location_filter: place })).names).toEqual(names)
})

test.each([
  ['Elektirker', 'Elektriker', 'Lindner Elektroinstallateur'],
  ['Schornsteinfegr', 'Schornsteinfeger', 'Kaminkehrer Bonnke'],
])('%s is understood as %s, although nobody writes that word', async (typed, meant, name) => {
  await makeCompany(app, { companyName: 'Lindner Elektroinstallateur', category: 'Handwerk', description: 'Strom im Altbau.' })
  await makeCompany(app, { companyName: 'Kaminkehrer Bonnke', category: 'Wartung', description: 'Wir kommen jedes Jahr.' })
  const { corrections, companies } = await searchCompanies(app.db, { ...emptyQuery, q: typed, limit: 24, offset: 0 })
  expect([corrections, companies.map(({ companyName }) => companyName)]).toEqual([[{ typed, meant }], [name]])
})

test('umlauts that are written out are understood where no letters are the same', async () => {
  await makeCompany(app, { companyName: 'Kraus', category: 'Garten', description: 'Jeder Baum zählt.' })
  expect((await search({ search_term: 'Baeume' })).names).toEqual(['Kraus'])
})

test('for a word that is a town, too, companies that write it come first', async () => {
  await makeCompany(app, { companyName: 'Partyservice', category: 'Catering', description: 'Festessen.', location: '45127 Essen' })
  await makeCompany(app, { companyName: 'Glaserei', location: '45127 Essen' })
  await sql`select search_count()`.execute(app.db)
  const [essen] = await readMeanings('Essen')
  expect([essen?.frequency, essen?.towns.length]).toEqual([1, 1])
  expect((await search({ search_term: 'Essen' })).names).toEqual(['Partyservice', 'Glaserei'])
})

test('the beginning of a word is not taken for another word of its stem', async () => {
  await makeCompany(app, { companyName: 'Computerhilfe', category: 'IT-Services', description: 'Ihr Rechner läuft wieder.' })
  await makeCompany(app, { companyName: 'PC-Doktor', category: 'IT-Services', description: 'Drucker druckt nicht?' })
  await makeCompany(app, { companyName: 'Lohnbüro', category: 'Beratung', description: 'Rechnung folgt.' })
  expect((await search({ search_term: 'Rechn' })).names).toEqual(['Computerhilfe', 'Lohnbüro'])
  // Companies named after the trade come before those that only have the word.
  expect((await search({ search_term: 'Rechnern' })).names).toEqual(['Computerhilfe', 'PC-Doktor'])
})

test('when nobody has all words, only the words that stand for a trade count', async () => {
  await makeCompany(app, { companyName: 'Wohnung Blitzblank', description: 'Wir putzen Ihre Wohnung.' })
  await makeCompany(app, { companyName: 'Farbenhaus', category: 'Handwerk', description: 'Wir streichen Wände und Decken.' })
  await makeCompany(app, { companyName: 'Parkett Nord', category: 'Handwerk', description: 'Böden für jede Wohnung.' })
  expect((await search({ search_term: 'Wohnung streichen' })).names).toEqual(['Farbenhaus'])
})

test('who only shares the category of a known trade is not shown: who offers the service comes first, then who is of its trade', async () => {
  const of = { category: 'Handwerk', description: 'Zuverlässig.' } as const
  const offers = await makeCompany(app, { ...of, companyName: 'Farbenhaus', verified: false })
  await makeService(app, offers.id, { title: 'Ihre Wohnung, frisch gestrichen', catalogueId: 'wohnung-streichen' })
  await makeCompany(app, { ...of, companyName: 'Malermeister Kurz' })
  await makeCompany(app, { ...of, companyName: 'Anstrich Nord', servicesOffered: ['Fassade streichen'] })
  await makeCompany(app, { ...of, companyName: 'Elektro Donau' })
  const { companies } = await searchCompanies(app.db, { ...emptyQuery, q: 'Wohnung streichen lassen', limit: 24, offset: 0 })
  expect(companies.map(({ companyName, reasons }) => [companyName, reasons])).toEqual([
    ['Farbenhaus', [{ word: 'Ihre Wohnung, frisch gestrichen', kind: 'service', corrected: null }]],
    ['Anstrich Nord', [{ word: 'Maler und Lackierer', kind: 'trade', corrected: null }]],
    ['Malermeister Kurz', [{ word: 'Maler und Lackierer', kind: 'trade', corrected: null }]],
  ])
  await app.db.updateTable('services').set({ hiddenAt: app.now() }).execute()
  expect((await search({ search_term: 'Wohnung streichen' })).names).toEqual(['Anstrich Nord', 'Malermeister Kurz'])
  expect((await search({ search_term: 'Elektrikerin' })).names).toEqual([])
})

test('who does one thing of a trade besides is found by that, behind those of the trade, and not as one of the trade', async () => {
  const does = async (companyName: string, catalogueIds: string[], verified = false) => {
    const { id } = await makeCompany(app, { companyName, category: 'Handwerk', description: 'Zuverlässig.', verified })
    for (const catalogueId of catalogueIds) await makeService(app, id, { title: catalogueId, catalogueId })
  }
  await does('Fliesen Süd', ['fliesen-legen', 'fliesen-reparieren', 'fugen-erneuern', 'steckdose-oder-schalter-setzen'], true)
  await does('Strom Ost', ['steckdose-oder-schalter-setzen', 'lampe-anschliessen'])
  await does('Strom West', ['stromausfall-beheben'])
  expect((await search({ search_term: 'Elektrikerin' })).names).toEqual(['Strom Ost', 'Strom West'])
  expect((await search({ search_term: 'Steckdose setzen' })).names).toEqual(['Strom Ost', 'Fliesen Süd', 'Strom West'])
  // No company is of the trade, or offers the service: companies with a side service of the trade are found.
  await app.db.deleteFrom('services').where('title', 'in', ['lampe-anschliessen', 'stromausfall-beheben']).execute()
  await app.db.deleteFrom('companies').where('companyName', 'like', 'Strom%').execute()
  const { companies } = await searchCompanies(app.db, { ...emptyQuery, q: 'Elektrikerin', limit: 24, offset: 0 })
  expect(companies.map(({ companyName, reasons }) => [companyName, reasons])).toEqual([
    ['Fliesen Süd', [{ word: 'steckdose-oder-schalter-setzen', kind: 'service', corrected: null }]],
  ])
})

test('as understood is shown what is searched, and nothing less likely', async () => {
  const { id } = await makeCompany(app, { companyName: 'Glas Nord', category: 'Reinigung', description: 'Zuverlässig.' })
  await makeService(app, id, { title: 'Fenster', catalogueId: 'fenster-putzen' })
  const { need } = await searchCompanies(app.db, { ...emptyQuery, q: 'Fenster putzen 12 Stück', limit: 24, offset: 0 })
  expect(need).toMatchObject({ services: [{ id: 'fenster-putzen' }], trades: [{ id: 'glasreiniger' }] })
})

test("a word that nobody knows, beside a short one that is no other's slip, and function words alone find nobody", async () => {
  await makeCompany(app, {
    companyName: 'Energieberatung Ost',
    category: 'Beratung',
    description: 'Hallo! Der Blower-Door-Test: die Dichte, das Ergebnis. Mehr weiß nicht jeder.',
  })
  for (const search_term of ['lorem ipsum dolor', 'der die das', 'hallo', 'ich weiß nicht'])
    expect((await search({ search_term })).names).toEqual([])
})

test('a known word is not corrected while nobody writes it', async () => {
  const words = ['Kundendienst', 'Instandhaltung', 'Estrich', 'Cloud', 'Torte']
  const meanings = await Promise.all(words.map(readMeanings))
  expect(meanings.flat().map(({ corrected }) => corrected)).toEqual(words.map(() => null))
})

test('a town among the words is the place', async () => {
  await makeCompany(app, { companyName: 'Malermeister Kurz', category: 'Handwerk', location: '93047 Regensburg' })
  await makeCompany(app, { companyName: 'Malermeister Lang', category: 'Handwerk', location: '20095 Hamburg' })
  for (const q of ['maler regensburg', 'Suche Maler in Regensburg'])
    expect((await search({ search_term: q })).names).toEqual(['Malermeister Kurz'])
  expect((await search({ search_term: 'Malerin Husum' })).names).toEqual([])
})

test.each([{ max_rate: 30 }, { min_rating: 4 }, { only_verified: true }, { category_filter: 'Garten' }])(
  'whom only %j keeps away is not replaced by other trades',
  async (chosen) => {
    await makeCompany(app, { companyName: 'Maler Meier', category: 'Handwerk', hourlyRateCents: 6_000, verified: false })
    const other = await makeCompany(app, { companyName: 'Elektro Elbe', category: 'Handwerk', hourlyRateCents: 2_500 })
    await makeReview(app, other.id)
    await makeCompany(app, { companyName: 'Hecken Meier', category: 'Garten' })
    expect((await search({ search_term: 'Maler' })).names).toEqual(['Maler Meier'])
    expect((await search({ search_term: 'Maler Meier', ...chosen })).names).toEqual([])
    expect((await search({ search_term: 'Maler', ...chosen })).names).toEqual([])
    // The same if no company is of that trade.
    await app.db.deleteFrom('companies').where('companyName', '=', 'Maler Meier').execute()
    expect((await search({ search_term: 'Maler', ...chosen })).names).toEqual([])
  },
)

test('where nobody has all words, nobody is found', async () => {
  await makeCompany(app, { companyName: 'Zirkel Zebra' })
  await makeCompany(app, { companyName: 'Zirkel' })
  await makeCompany(app, { companyName: 'Zirkel Süd', description: 'Mit Vollzebrafell.', verified: false })
  await makeCompany(app, { companyName: 'Zitrone', verified: false })
  expect((await search({ search_term: 'Zirkel Zebra' })).names).toEqual(['Zirkel Zebra', 'Zirkel Süd'])
  expect((await search({ search_term: 'Zirkel Zebra Zitrone' })).names).toEqual([])
})

test('of a long question the first meaningful words are searched', async () => {
  await makeCleanersAndOthers()
  const long = 'ich suche für meine wohnung und für das büro bei mir eine gute oder die beste und nicht zu teure gebäudereinigung'
  expect((await search({ search_term: long })).names).toEqual(['Müller Gebäudereinigung'])
  const words = Array.from({ length: 60 }, (_, at) => String.fromCharCode(97 + (at % 26), 98 + (at % 17), 99 + (at % 11)))
  expect((await readMeanings(words.join(' ').slice(0, searchLimits.maxQueryLength))).length).toBe(mostWords)
})

test('words of unlisted companies are neither suggested nor used as corrections, even before the next count', async () => {
  const company = await makeCompany(app, { companyName: 'Zwiebelkönigin' })
  await sql`select search_count()`.execute(app.db)
  const said = async () => [
    (await searchCompanies(app.db, { ...emptyQuery, q: 'Zwiebelkönigni', limit: 24, offset: 0 })).corrections,
    await suggestWords(app.db, 'Zwiebelk'),
  ]
  expect(JSON.stringify(await said()).match(/Zwiebelkönigin"/g)?.length).toBe(3)
  await app.db.updateTable('companies').set({ suspendedAt: app.now() }).where('id', '=', company.id).execute()
  expect(await said()).toEqual([[], []])
})

test('a company that offers it comes before one that mentions it, whatever their ratings', async () => {
  await makeCompany(app, { companyName: 'Garten Nord', category: 'Garten', description: 'Nach der Arbeit kommt die Reinigung der Wege.' })
  await makeCompany(app, { companyName: 'Reinigung Süd', verified: false })
  expect((await search({ search_term: 'Reinigung' })).names).toEqual(['Reinigung Süd', 'Garten Nord'])
})

test('a company is found by its new words in the transaction that wrote them, and not at all when that is taken back', async () => {
  const company = await makeCompany(app)
  await app.db.updateTable('companies').set({ companyName: 'Kaminwerk' }).where('id', '=', company.id).execute()
  expect((await search({ search_term: 'Kaminwerk' })).total).toBe(1)
  expect((await search({ search_term: 'Glanzwerk' })).total).toBe(0)
  const undone = app.db.transaction().execute(async (tx) => {
    await tx.updateTable('companies').set({ companyName: 'Ofenwerk' }).where('id', '=', company.id).execute()
    throw new Error('taken back')
  })
  await expect(undone).rejects.toThrow('taken back')
  expect((await search({ search_term: 'Ofenwerk' })).names).toEqual([])
  await app.db.updateTable('companies').set({ suspendedAt: app.now() }).where('id', '=', company.id).execute()
  expect((await search({ search_term: 'Kaminwerk' })).total).toBe(0)
  await app.db.updateTable('companies').set({ suspendedAt: null }).where('id', '=', company.id).execute()
  expect((await search({ search_term: 'Kaminwerk' })).total).toBe(1)
})

test('a word without companies at the last count is found again when somebody writes it', async () => {
  const company = await makeCompany(app, { companyName: 'Zinnsoldaten' })
  await app.db.deleteFrom('companies').where('id', '=', company.id).execute()
  await sql`select search_count()`.execute(app.db)
  await makeCompany(app, { companyName: 'Zinnsoldaten' })
  expect((await search({ search_term: 'Zinnsoldat' })).total).toBe(1)
})

test('many registrations at once with new words do not deadlock', async () => {
  const words = ['Zwirnerei', 'Aalräucherei', 'Müllerei', 'Köhlerei', 'Gerberei', 'Böttcherei']
  await Promise.all(
    words.map((_, turn) => {
      const turned = [...words.slice(turn), ...words.slice(0, turn)]
      return makeCompany(app, { companyName: turned.join(' '), description: turned.map((word) => `${word}werk`).join(' ') })
    }),
  )
  expect((await search({ search_term: 'Gerberei Zwirnerei' })).total).toBe(words.length)
})

test('the sixth search is planned as the first, but read by a plan that its connection keeps', async () => {
  await makeCleanersAndOthers()
  const query = { ...emptyQuery, q: 'Reinigung', location: 'Hamburg', limit: 24, offset: 0 }
  const kept = await app.db.connection().execute(async (one) => {
    for (let time = 0; time < 7; time += 1) await searchCompanies(one, query)
    return sql<{ isReadOnly: boolean; isCached: boolean }>`
      select statement like '%search_meaning(%' as is_read_only, generic_plans > 0 as is_cached
      from pg_prepared_statements
      where statement ~ 'search_(terms|companies|meaning|cards)' and statement !~ 'pg_prepared_statements'`.execute(one)
  })
  expect(kept.rows.filter(({ isReadOnly }) => !isReadOnly)).toEqual([])
  expect(kept.rows.some(({ isCached }) => isCached)).toBe(true)
})

test('a count above the limit is shown as more than the limit', () => {
  expect([countOf(24), countOf(1_000), countOf(1_001)]).toEqual(['24', '1.000', '1.000+'])
})

beforeAll(async () => {
  // Words of companies from other tests of this file stay in the vocabulary, as they do in production.
  await sql`select search_count()`.execute(app.db)
})

const readMeanings = async (q: string) => (await readSearch(app.db, { ...emptyQuery, q }, { understood: notUnderstood })).words

async function makeCleanersAndOthers() {
  await makeCompany(app, { companyName: 'Müller Gebäudereinigung', description: 'In jeder Straße.', location: '20095 Hamburg' })
  await makeCompany(app, {
    companyName: 'Tischlerei Lindner',
    category: 'Handwerk',
    description: 'Möbel nach Maß.',
    location: '60311 Frankfurt am Main',
  })
  await makeCompany(app, { companyName: 'Grüner Daumen', category: 'Garten', description: 'Hecken.', location: 'Weiden in der Oberpfalz' })
  await makeCompany(app, {
    companyName: 'PC-Doktor Bonnke',
    category: 'IT-Services',
    description: 'W-LAN weg? Drucker druckt nicht?',
    location: '50667 Köln',
  })
}

async function search(body: object) {
  const answer = await visitor.call('rpc/search_companies_safe', body)
  expect(answer.status).toBe(200)
  const names: string[] = answer.body.map((one: { company_name: string }) => one.company_name)
  return { names, total: Number(answer.headers.get('x-total-count')) }
}
