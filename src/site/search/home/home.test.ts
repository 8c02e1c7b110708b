import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeCompany, makeReview, makeService } from '../../../../tests/factories.ts'
import { openReviewFixtures } from '../../../../tests/reviewFixtures.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { listNewestReviews, listVoices, readReviews } from '../profile/reviewStore.ts'
import { parseReviewCount } from '../query/rules.ts'
import { listPopularCategories } from '../query/store.ts'
import { listExamples } from '../query/suggestActions.ts'
import { homeBlocks, orNone } from './rules.ts'

const testApp = await openTestApp()
const { app, visitor } = testApp
const { bookedBy } = openReviewFixtures(testApp)
const minutesAgo = (minutes: number) => new Date(app.now().getTime() - minutes * 60_000)
const enough = 'Pünktlich, freundlich und am Ende so sauber wie versprochen.'

test('a block of the home page is there with enough to show, or not at all', () => {
  const block = { shown: 2, fewest: 2 }
  expect([orNone([1], block), orNone([1, 2], block), orNone([1, 2, 3], block)]).toEqual([[], [1, 2], [1, 2]])
})

test('voices: praise with a booking behind it, neither a word nor an essay, one of each listed company, the newest first', async () => {
  const companies = await Promise.all(['Eins', 'Zwei', 'Drei', 'Vier'].map((companyName) => makeCompany(app, { companyName })))
  const [one, two, three, hidden] = companies.map(({ id }) => id)
  const write = (companyId = '', minutes: number, more: object = {}) =>
    makeReview(app, companyId, { comment: enough, createdAt: minutesAgo(minutes), ...more })
  await write(one, 5)
  await write(one, 4, { customerName: 'Neuer' })
  await write(two, 3, { rating: 4 })
  await write(two, 2, { rating: 3 })
  await write(two, 2, { isFromBooking: false })
  await write(three, 1, { comment: 'Gut.' })
  await write(three, 1, { comment: enough.repeat(5) })
  await write(three, 1, { publishedAt: null, isFromBooking: false })
  await write(hidden, 1)
  await app.db.updateTable('companies').set({ suspendedAt: app.now() }).where('id', '=', String(hidden)).execute()
  const voices = await listVoices(app.db, { ...homeBlocks.voices, limit: 10 })
  expect(voices.map(({ companyName, customerName }) => [companyName, customerName])).toEqual([
    ['Zwei', 'Katrin Bergmann'],
    ['Eins', 'Neuer'],
  ])
  expect((await listNewestReviews(app.db, 3)).map(({ companyName }) => companyName)).toEqual(['Drei', 'Drei', 'Zwei'])
})

test('popular categories: confirmed and paid bookings since a moment, from a minimum number on', async () => {
  const clean = await makeCompany(app)
  const move = await makeCompany(app, { companyName: 'Möbeltaxi', category: 'Transport' })
  for (const n of [1, 2]) await bookedBy(clean.id, `k${n}@kunde.example`)
  await bookedBy(move.id, 'k3@kunde.example')
  const popular = (fewestBookings: number, since = minutesAgo(60)) => listPopularCategories(app.db, { since, fewestBookings, limit: 4 })
  expect(await popular(1)).toEqual([
    { category: 'Reinigung', bookings: 2 },
    { category: 'Transport', bookings: 1 },
  ])
  expect(await popular(2)).toEqual([{ category: 'Reinigung', bookings: 2 }])
  expect(await popular(1, new Date(app.now().getTime() + 60_000))).toEqual([])
})

test('example searches: of what people often need only what somebody offers', async () => {
  const companies = await Promise.all([1, 2].map((n) => makeCompany(app, { companyName: `Glanz ${n}` })))
  const garden = await makeCompany(app, { companyName: 'Grün', category: 'Garten' })
  for (const { id } of companies) await makeService(app, id, { catalogueId: 'fenster-putzen' })
  await makeService(app, garden.id, { catalogueId: 'hecke-schneiden' })
  await makeService(app, garden.id, { catalogueId: 'rasen-maehen' })
  await sql`select search_count()`.execute(app.db)
  expect(await listExamples(app.db, 4)).toEqual(['Hecke schneiden', 'Fenster putzen'])
  expect(await listExamples(app.db, 1)).toEqual(['Hecke schneiden'])
})

test('reviews come in parts with their total; the numbers count all of them, and the rating is their mean', async () => {
  const company = await makeCompany(app)
  for (let n = 1; n <= 7; n++) {
    await makeReview(app, company.id, { rating: (n % 5) + 1, isFromBooking: n > 2, createdAt: minutesAgo(n), customerName: `K${n}` })
  }
  const read = async (part: object) => {
    const { body, headers } = await visitor.call('rpc/get_public_reviews', { company_id_param: company.id, ...part })
    return [headers.get('x-total-count'), body.map((one: { customer_name: string }) => one.customer_name)]
  }
  expect(await read({ limit: 3 })).toEqual(['7', ['K1', 'K2', 'K3']])
  expect(await read({ limit: 3, offset: 6 })).toEqual(['7', ['K7']])
  expect((await read({}))[1]).toHaveLength(7)
  expect((await visitor.call('rpc/get_public_reviews', { company_id_param: company.id, limit: 101 })).status).toBe(422)
  const { total, proven, byStars } = (await readReviews(app.db, { companyId: company.id, limit: 1, offset: 0 })).summary
  expect([total, proven]).toEqual([7, 5])
  const mean = byStars.reduce((sum, { stars, count }) => sum + stars * count, 0) / total
  const { body } = await visitor.call('rpc/search_companies_safe', { search_term: '' })
  expect([body[0].rating, body[0].reviews]).toEqual([Math.round(mean * 10) / 10, 7])
})

test('how many reviews an address asks for', () => {
  const asked = (query: string) => parseReviewCount(new URL(`https://handschlag.example/service/1${query}`))
  expect(['', '?bewertungen=2', '?bewertungen=99', '?bewertungen=0', '?bewertungen=x', '?bewertungen=1.5'].map(asked)).toEqual([
    10, 20, 100, 10, 10, 10,
  ])
})
