import type { RouteConfigEntry } from '@react-router/dev/routes'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { rankingTexts } from '#src/foundation/legal/ranking.ts'
import { slugOf } from '#src/platform/kit/text.ts'
import routes from '#src/routes.ts'
import { makeCompany, makeReview } from '../../../../tests/factories.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { searchCompanies } from '../query/actions.ts'
import { rankingSentence } from '../query/ranking.ts'
import { emptyQuery } from '../query/rules.ts'
import { rankingParts } from './rankingTexts.ts'
import { categoryAt, landingNames, landingSentences, landingSlugs } from './rules.ts'
import {
  findLandingTown,
  listLandingServices,
  listLandingTowns,
  listNeighbourTowns,
  listTownCategories,
  readLandingFigures,
} from './store.ts'

const { app } = await openTestApp()
const { db } = app

/** First path segments of every other page. */
const firstWords = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ path, id, children }) => {
    if (path === undefined) return children ? firstWords(children) : []
    return /^(category|towns)-/.test(id ?? '') ? [] : [path.split('/')[0] ?? '']
  })

const machineWords = ['assets', 'pictures', 'functions', 'rest', 'storage', 'webhooks', 'sitemaps', 'vorschau', 'robots.txt', 'sitemap.xml']

test('no category takes the address of another page', () => {
  const others = [...firstWords(routes), ...machineWords]
  expect(others).toEqual(expect.arrayContaining(['search', 'service', 'auth', 'dashboard']))
  expect(landingSlugs.filter(({ slug }) => others.includes(slug))).toEqual([])
  expect(new Set(landingSlugs.map(({ slug }) => slug)).size).toBe(landingSlugs.length)
  // The check finds a seeded error.
  expect([{ slug: 'support' }].filter(({ slug }) => others.includes(slug))).toHaveLength(1)
})

test('the database writes addresses of towns as the product does', async () => {
  const names = [
    'Kempten (Allgäu)',
    'Weiden in der Oberpfalz',
    'Bad Königshofen i. Grabfeld',
    'Lutherstadt Eisleben',
    'Straße/ß',
    'Łódź',
    ' ÉÄÖÜ ',
    '---',
    'Frankfurt (Oder)',
    'Ko\u0308ln',
  ]
  for (const name of names) {
    const { rows } = await sql<{ slug: string }>`select address_slug(${name}) as slug`.execute(db)
    expect([name, rows[0]?.slug]).toEqual([name, slugOf(name)])
  }
  expect(slugOf('Kempten (Allgäu)')).toBe('kempten-allgaeu')
})

test.each([
  ['22767 Hamburg', null, 'hamburg'],
  ['Schmale Gasse 12, 22767 Hamburg', null, 'hamburg'],
  ['Hamburg', null, 'hamburg'],
  ['egal', 'Weiden in der Oberpfalz', 'weiden-in-der-oberpfalz'],
  ['Hauptstr. 5', null, null],
])('the town of %s, %s is at %s', async (location, town, slug) => {
  const { id } = await makeCompany(app, { location, town })
  expect((await db.selectFrom('companies').select('townSlug').where('id', '=', id).executeTakeFirst())?.townSlug).toBe(slug)
})

test('figures are those of listed companies of the category in the town', async () => {
  const cheap = await makeCompany(app, { hourlyRateCents: 2_900, servicesOffered: ['Fensterreinigung', 'Grundreinigung'] })
  const dear = await makeCompany(app, { companyName: 'Zweite', hourlyRateCents: 5_500, servicesOffered: ['Fensterreinigung'] })
  await makeCompany(app, { companyName: 'Ohne Preis', hourlyRateCents: 0 })
  await makeCompany(app, { companyName: 'Gesperrt', hourlyRateCents: 100, suspendedAt: app.now() })
  await makeCompany(app, { companyName: 'Grün', category: 'Garten' })
  await makeCompany(app, { companyName: 'Woanders', location: '21335 Lüneburg' })
  for (const rating of [5, 5, 4]) await makeReview(app, cheap.id, { rating })
  await makeReview(app, dear.id, { rating: 3, publishedAt: null, isFromBooking: false })

  const figures = await readLandingFigures(db, { category: 'Reinigung', townSlug: 'hamburg' })
  expect(figures).toEqual({ companies: 3, priced: 2, fromCents: 2_900, toCents: 5_500, rating: 4.7, reviews: 3 })
  expect(await listLandingServices(db, { category: 'Reinigung', townSlug: 'hamburg', limit: 1 })).toEqual([
    { service: 'Fensterreinigung', companies: 2 },
  ])
  expect(await listTownCategories(db, { category: 'Reinigung', townSlug: 'hamburg' })).toEqual([{ category: 'Garten', companies: 1 }])
  expect(await listLandingTowns(db, { category: 'Reinigung', limit: 9 })).toEqual([
    { slug: 'hamburg', town: 'Hamburg', companies: 3 },
    { slug: 'lueneburg', town: 'Lüneburg', companies: 1 },
  ])
  const { total } = await searchCompanies(db, {
    ...emptyQuery,
    category: 'Reinigung',
    location: 'Hamburg',
    radius: 25,
    limit: 1,
    offset: 0,
  })
  expect(total).toBe(3)
  const sentences = landingSentences({ category: 'Reinigung', town: 'Hamburg', total, figures }).join(' ')
  expect(sentences.replaceAll('\u00a0', ' ')).toContain(
    'In Hamburg und bis 25 km im Umkreis finden Sie 3 Anbieter für Reinigung. 2 Anbieter in Hamburg nennen ihren Stundensatz: 29 bis 55 €. Kundinnen und Kunden geben im Schnitt 4,7 von 5 Sternen aus 3 Bewertungen.',
  )
})

test('unknown figures are left out', () => {
  const figures = { companies: 0, priced: 0, fromCents: null, toCents: null, rating: null, reviews: 0 }
  const words = landingSentences({ category: 'Garten', town: 'Ahrensburg', total: 1, figures }).join(' ')
  expect(words).toContain('finden Sie einen Anbieter für Garten. In Ahrensburg selbst hat derzeit niemand von ihnen seinen Sitz.')
  expect(words).not.toMatch(/Stundensatz|Sternen|null|NaN/)
  expect(landingNames({ category: 'Garten', town: 'Ahrensburg', total: 1, figures })).toEqual({
    title: 'Garten in Ahrensburg: 1 Anbieter',
    description: '1 Anbieter für Garten in Ahrensburg und Umgebung. Profil ansehen, Termin wählen und online buchen.',
  })
  expect(landingNames({ category: 'Garten', total: 2, figures }).title).toBe('Garten: 2 Anbieter')
})

test('names give the town’s own figures, and write a category within a sentence in small letters', () => {
  const figures = { companies: 2, priced: 1, fromCents: 2_900, toCents: 2_900, rating: 4.7, reviews: 3 }
  const town = landingNames({ category: 'Sonstiges', town: 'Hamburg', total: 30, figures })
  expect(town.title).toBe('Sonstige Dienstleistungen in Hamburg: 30 Anbieter mit Preisen')
  expect(town.description.replaceAll('\u00a0', ' ')).toBe(
    '30 Anbieter für sonstige Dienstleistungen in Hamburg und Umgebung. In Hamburg selbst: Stundensatz 29 €, 4,7 von 5 Sternen aus 3 Bewertungen. Profil ansehen, Termin wählen und online buchen.',
  )
  const country = landingNames({ category: 'Garten', total: 30, figures })
  expect(country.title).toBe('Garten: 30 Anbieter mit Preisen und Bewertungen')
  expect(country.description.replaceAll('\u00a0', ' ')).toContain('30 Anbieter für Garten in ganz Deutschland: Stundensatz 29 €, 4,7 von')
  expect(landingSentences({ category: 'Sonstiges', total: 30, figures })[0]).toBe(
    'Auf diesem Marktplatz finden Sie 30 Anbieter für sonstige Dienstleistungen.',
  )
})

test.each(['/reinigung', '/Reinigung/hamburg', '/%72einigung/hamburg', '/reinigung.data'])('the page at %s is of cleaning', (path) =>
  expect(categoryAt(path)).toBe('Reinigung'),
)

test('neighbours are the nearest towns with somebody of the category', async () => {
  await makeCompany(app)
  await makeCompany(app, { companyName: 'Nah', location: '22926 Ahrensburg' })
  await makeCompany(app, { companyName: 'Weiter', location: '21335 Lüneburg' })
  await makeCompany(app, { companyName: 'Weit weg', location: '80331 München' })
  await makeCompany(app, { companyName: 'Grün', category: 'Garten', location: '22844 Norderstedt' })
  await makeCompany(app, { companyName: 'Weg', location: '25421 Pinneberg', archivedAt: app.now() })
  const found = await listNeighbourTowns(db, { category: 'Reinigung', townSlug: 'hamburg', limit: 8 })
  expect(found.map(({ slug }) => slug)).toEqual(['ahrensburg', 'lueneburg'])
})

test('a town that nobody knows has no page', async () => {
  await makeCompany(app, { location: '99999 Quatschhausen am Nirgendwo' })
  expect(await findLandingTown(db, 'quatschhausen-am-nirgendwo')).toBeUndefined()
  expect(await findLandingTown(db, 'hamburg')).toBeUndefined()
})

test.each([
  ['HAMBURG !!!', 'hamburg', 'Hamburg'],
  ['koeln', 'koeln', 'Köln'],
  ['Quatschhausen 😀 (ruf an: 0190)', 'quatschhausen-ruf-an-0190', 'Quatschhausen  (ruf an )'],
])('a town that its first company calls %s is not called so on its pages', async (town, slug, name) => {
  await makeCompany(app, { location: 'Deutschland', town, suspendedAt: app.now() })
  expect((await db.selectFrom('searchTowns').select(['slug', 'town']).execute())[0]).toEqual({ slug, town: name })
})

test('the terms and the page say in the same order what sorts the results', () => {
  expect(rankingTexts.order).toContain(rankingSentence)
  expect(rankingParts().map(({ title }) => title.slice(0, 2))).toEqual(['1.', '2.', '3.', '4.', '5.', '6.'])
  expect(JSON.stringify(rankingParts())).not.toMatch(/NaN|undefined/)
})
