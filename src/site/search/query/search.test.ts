import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { foldDigraphs, foldText } from '#src/platform/kit/text.ts'
import { readDemo } from '../../../../scripts/demo/demoData.ts'
import { makeCompany } from '../../../../tests/factories.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { cardOf, emptyQuery, filterCompanies } from './rules.ts'

const { app, visitor } = await openTestApp()

test.each([
  ['gebäudereinigung', ''],
  ['GEBAEUDEREINIGUNG', ''],
  ['gebaudereinigung', 'hamburg'],
  ['strasse', ''],
  ['Straße', '227'],
  ['steuer', ''],
  ['er', ''],
  ['100%_', ''],
])('finds %s in %s whatever the case and the spelling of umlauts', async (term, place) => {
  await makeCompany(app, { companyName: 'Müller Gebäudereinigung', description: 'In jeder Straße, auch steuerlich. 100%_ sauber.' })
  await makeCompany(app, { companyName: 'Anders', description: 'Ganz woanders', category: 'Garten', location: '01067 Dresden' })
  const found = await search({ search_term: term, location_filter: place })
  expect(found.names).toContain('Müller Gebäudereinigung')
  if (term !== 'er') expect(found.names).not.toContain('Anders')
})

test('category is exact; all, empty and unknown mean every one', async () => {
  await makeCompany(app)
  await makeCompany(app, { companyName: 'Grün', category: 'Garten' })
  expect((await search({ category_filter: 'Garten' })).names).toEqual(['Grün'])
  for (const every of ['all', '', null]) expect((await search({ category_filter: every })).total).toBe(2)
})

test('only listed companies are shown, and never what is private', async () => {
  await makeCompany(app)
  await makeCompany(app, { companyName: 'Unbezahlt', subscriptionStatus: 'unpaid' })
  await makeCompany(app, { companyName: 'Gesperrt', suspendedAt: app.now() })
  await makeCompany(app, { companyName: 'Archiv', archivedAt: app.now() })
  const found = await search({})
  expect([found.names, found.total]).toEqual([['Glanzwerk Altona'], 1])
  expect(JSON.stringify(found.body)).not.toMatch(/kontakt@|66969101|stripe|user_?id/i)
})

test('the plan never changes the order; verified and better rated ones come first', async () => {
  const good = await makeCompany(app, { companyName: 'Zett gut', plan: 'basic' })
  await makeCompany(app, { companyName: 'Aaa premium', plan: 'premium', premium: true })
  await makeCompany(app, { companyName: 'Mmm unverified', verified: false, plan: 'premium' })
  const reviews = [5, 5, 5].map((rating) => ({
    companyId: good.id,
    customerName: 'K',
    customerEmail: 'k@kunde.example',
    rating,
    comment: 'Gut',
    publishedAt: app.now(),
  }))
  await app.db.insertInto('reviews').values(reviews).execute()
  const found = await search({})
  expect(found.names).toEqual(['Zett gut', 'Aaa premium', 'Mmm unverified'])
  expect(found.body[0]).toMatchObject({ rating: 5, reviews: 3 })
})

test('pages follow each other without a gap, the total counts all', async () => {
  for (let index = 0; index < 5; index += 1) await makeCompany(app, { companyName: `Firma ${index}` })
  const first = await search({ limit: 3 })
  const second = await search({ limit: 3, offset: 3 })
  expect([first.total, first.names.length, [...first.names, ...second.names].sort()]).toEqual([
    5,
    3,
    [0, 1, 2, 3, 4].map((index) => `Firma ${index}`),
  ])
  expect((await search({ limit: 3, offset: 9 })).total).toBe(5)
})

test.each([
  ['quarz', []],
  ['umzug', ['Umzug Anders']],
])('%s inside more words than are compared at once finds everybody who writes one', async (part, others) => {
  const letters = 'abcdefgh'
  const names = [...others, ...[...letters].flatMap((one) => [...letters].map((other) => `Haus${one}${part}${other}werk`))]
  for (const companyName of [...names, 'Anders']) await makeCompany(app, { companyName })
  await sql`select search_count()`.execute(app.db)
  const found = await search({ search_term: part, limit: 100 })
  expect([found.total, found.names.sort()]).toEqual([names.length, names.sort()])
})

test("the browser's fallback finds what the server finds", async () => {
  await makeCompany(app, { companyName: 'Müller Gebäudereinigung' })
  await makeCompany(app, { companyName: 'Anders', category: 'Garten', location: '01067 Dresden' })
  const { body: all } = await visitor.call('rpc/get_public_companies_simple', {})
  for (const q of ['mueller', 'garten', 'buros', 'xyz', '']) {
    const ours = filterCompanies(all.map(cardOf), { ...emptyQuery, q }).map((one) => one.companyName)
    expect(ours.sort()).toEqual((await search({ search_term: q })).names.sort())
  }
})

test('the database folds texts as the browser does', async () => {
  const { companies } = await readDemo()
  const texts = [...companies.flatMap((one) => [one.company_name, one.description, one.location]), 'ÄÖÜäöüß Yıldırım Łódź Crème São']
  for (const text of texts) {
    const { rows } = await sql<{ folded: string; digraphs: string }>`
      select fold_text(${text}) as folded, fold_digraphs(${text}) as digraphs`.execute(app.db)
    expect(rows[0]).toEqual({ folded: foldText(text), digraphs: foldDigraphs(text) })
  }
})

test('the three counters count verified companies, paid bookings and published reviews', async () => {
  await makeCompany(app)
  await makeCompany(app, { verified: false })
  expect((await visitor.call('rpc/get_homepage_stats', {})).body).toEqual([{ companies: 1, bookings: 0, reviews: 0 }])
})

async function search(body: object) {
  const answer = await visitor.call('rpc/search_companies_safe', body)
  expect(answer.status).toBe(200)
  const names: string[] = answer.body.map((one: { company_name: string }) => one.company_name)
  return { body: answer.body, names, total: Number(answer.headers.get('x-total-count')) }
}
