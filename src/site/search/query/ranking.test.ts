import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeCompany } from '../../../../tests/factories.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { searchCompanies } from './actions.ts'
import { qualityPoints, ratingPoints } from './ranking.ts'
import { emptyQuery } from './rules.ts'

const { app } = await openTestApp()
type Fields = NonNullable<Parameters<typeof makeCompany>[1]>
const plain: Fields = {
  verified: false,
  description: 'Kurz',
  servicesOffered: [],
  logoUrl: null,
  galleryImages: [],
  hourlyRateCents: null,
  website: null,
}

test.each<[Fields, number]>([
  [{}, 0],
  [{ verified: true }, qualityPoints.verified],
  [{ description: 'x'.repeat(qualityPoints.description.fromLength) }, qualityPoints.description.points],
  [{ description: 'x'.repeat(qualityPoints.description.fromLength - 1) }, 0],
  [{ servicesOffered: ['Fenster'] }, qualityPoints.services],
  [{ logoUrl: '/logo.png' }, qualityPoints.picture],
  [{ galleryImages: ['/a.png'] }, qualityPoints.picture],
  [{ hourlyRateCents: 3_000 }, qualityPoints.price],
  [{ website: 'https://firma.example' }, qualityPoints.website],
  [{ plan: 'premium', premium: true }, 0],
])('the database gives the points that the rules name: %j', async (fields, points) => {
  const { id } = await makeCompany(app, { ...plain, ...fields })
  expect(await qualityOf(id)).toBe(points + ratingPoints({ stars: 0, reviews: 0 }))
})

test.each([[[5]], [[5, 5, 5]], [[1, 2]], [[4, 5, 4, 5, 3, 2, 5]]])('stars %j weigh what the rules say', async (stars) => {
  const { id } = await makeCompany(app, plain)
  for (const rating of stars) {
    const review = { companyId: id, customerName: 'K', customerEmail: 'k@kunde.example', rating, comment: 'Gut', publishedAt: app.now() }
    await app.db.insertInto('reviews').values(review).execute()
  }
  const average = Math.round((10 * stars.reduce((sum, one) => sum + one, 0)) / stars.length) / 10
  expect(await qualityOf(id)).toBe(ratingPoints({ stars: average, reviews: stars.length }))
})

test('why a company is shown: it offers the word, mentions it, has it as a part, or is of the trade', async () => {
  await makeCompany(app, { companyName: 'Fensterreinigung Nord', description: 'Auch Teppiche.' })
  const reasons = async (q: string) => (await searchCompanies(app.db, { ...emptyQuery, q, limit: 1, offset: 0 })).companies[0]?.reasons
  expect(await reasons('Reinigung')).toEqual([{ word: 'reinigung', kind: 'offered', corrected: null }])
  expect(await reasons('Teppich')).toEqual([{ word: 'teppich', kind: 'mentioned', corrected: null }])
  expect(await reasons('sterreini')).toEqual([{ word: 'sterreini', kind: 'part', corrected: null }])
  await makeCompany(app, { companyName: 'Gebäudereinigung Ida' })
  expect(await reasons('Gebäudereiniger')).toEqual([{ word: 'Gebäudereiniger', kind: 'trade', corrected: null }])
})

test('a typing error names the word that was meant, as people spell it', async () => {
  await makeCompany(app, { companyName: 'Dachfenster Süd', description: 'Gebäudereinigung' })
  const corrections = async (q: string) => (await searchCompanies(app.db, { ...emptyQuery, q, limit: 1, offset: 0 })).corrections
  expect(await corrections('Dachfester')).toEqual([{ typed: 'Dachfester', meant: 'Dachfenster' }])
  expect(await corrections('GEBÄUDERENIGUNG')).toEqual([{ typed: 'GEBÄUDERENIGUNG', meant: 'Gebäudereinigung' }])
  expect(await corrections('Dachfenster')).toEqual([])
})

async function qualityOf(id: string) {
  const { rows } = await sql<{ quality: number }>`select quality from search_companies where company_id = ${id}`.execute(app.db)
  return rows[0]?.quality
}

test('with more matches than are counted, the cheapest and the nearest still come first, though they only mention the word', async () => {
  const { id } = await makeCompany(app, { companyName: 'Isarglanz', servicesOffered: ['Büroreinigung'], location: '80331 München' })
  await copyCompany(id, 1_250)
  const cheap = {
    ...plain,
    category: 'Handwerk',
    description: 'Auch Büroreinigung',
    hourlyRateCents: 1_000,
    location: '20095 Hamburg',
  } as const
  const { id: cheapest } = await makeCompany(app, cheap)
  await sql`select search_count()`.execute(app.db)
  const asked = { ...emptyQuery, q: 'Büroreinigung', limit: 24, offset: 0 }
  const firstOf = async (order: object) => (await searchCompanies(app.db, { ...asked, ...order })).companies[0]?.id
  expect(await firstOf({ sorting: 'preis' })).toBe(cheapest)
  expect(await firstOf({ sorting: 'entfernung', location: 'Hamburg', radius: null })).toBe(cheapest)
  expect(await firstOf({ sorting: 'relevanz' })).not.toBe(cheapest)
})

/** Inserts copies without triggers: the search's table is filled by its own function at the end. */
async function copyCompany(id: string, times: number) {
  await app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into companies
        (company_name, category, description, services_offered, location, hourly_rate_cents, contact_person, email, phone, subscription_status)
      select company_name, category, description, services_offered, location, hourly_rate_cents, contact_person, email, phone, subscription_status
      from companies, generate_series(1, ${times})
      where id = ${id}`.execute(tx)
    await sql`select search_index(array(select id from companies))`.execute(tx)
  })
}

test('a trade that people are named after is only whose words say no other', async () => {
  const of = { category: 'Handwerk', description: 'Zuverlässig.' } as const
  await makeCompany(app, { ...of, companyName: 'Schneider Elektrotechnik' })
  await makeCompany(app, { ...of, companyName: 'Schneider und Söhne', servicesOffered: ['Elektroinstallation'] })
  await makeCompany(app, { ...of, companyName: 'Schneider Meisterbetrieb' })
  const { companies } = await searchCompanies(app.db, { ...emptyQuery, q: 'Schneiderin', limit: 24, offset: 0 })
  expect(companies.map(({ companyName }) => companyName)).toEqual(['Schneider Meisterbetrieb'])
})
