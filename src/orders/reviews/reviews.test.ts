import { expect, test } from 'vitest'
import { makeCompany, makeReview } from '../../../tests/factories.ts'
import { openMoneyFixtures } from '../../../tests/moneyFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'

const testApp = await openTestApp()
const { app, visitor } = testApp
const { operator } = openMoneyFixtures(testApp)
const minutesAgo = (minutes: number) => new Date(app.now().getTime() - minutes * 60_000)

/** Five reviews of two companies, one of them unpublished. */
async function fiveReviews() {
  const glanz = await makeCompany(app, { companyName: 'Glanzwerk Altona' })
  const moebel = await makeCompany(app, { companyName: 'Möbeltaxi Köln', category: 'Transport' })
  const write = (companyId: string, customerName: string, rating: number, more: object = {}) =>
    makeReview(app, companyId, { customerName, rating, createdAt: minutesAgo(rating), ...more })
  await write(glanz.id, 'Bergmann', 5)
  await write(moebel.id, 'Öztürk', 4, { comment: 'Alles heil, sehr flink.' })
  await write(glanz.id, 'Szymański', 3)
  await write(moebel.id, 'Graf', 2, { comment: 'Zwei Stunden zu spät – 100% Ärger.' })
  await write(glanz.id, 'Thiele', 1, { publishedAt: null, isFromBooking: false })
  return { admin: await operator(), glanz, moebel }
}
const authors = (rows: { customer_name: string }[]) => rows.map(({ customer_name }) => customer_name)

test('a page of all reviews: sorted, by stars, counted; the counters are of all of them', async () => {
  const { admin } = await fiveReviews()
  const read = async (asked: object) => {
    const { status, body } = await admin.call('admin-list-reviews', asked)
    expect([status, body.counts]).toEqual([
      200,
      {
        total: 5,
        positive: 2,
        neutral: 1,
        negative: 2,
        by_stars: [5, 4, 3, 2, 1].map((stars) => ({ stars, count: 1 })),
      },
    ])
    return [body.total, authors(body.rows)]
  }
  expect(await read({})).toEqual([5, ['Thiele', 'Graf', 'Szymański', 'Öztürk', 'Bergmann']])
  expect(await read({ sort: 'oldest', pageSize: 2, page: 2 })).toEqual([5, ['Szymański', 'Graf']])
  expect(await read({ sort: 'starsDesc', pageSize: 1 })).toEqual([5, ['Bergmann']])
  expect(await read({ sort: 'starsAsc', pageSize: 1 })).toEqual([5, ['Thiele']])
  expect(await read({ stars: '4' })).toEqual([1, ['Öztürk']])
  const { rows } = (await admin.call('admin-list-reviews', { stars: '1' })).body
  expect(rows).toMatchObject([{ is_published: false, is_from_booking: false, company_name: 'Glanzwerk Altona', category: 'Reinigung' }])
})

test('the search: customer, company or comment, in any case and spelling', async () => {
  const { admin } = await fiveReviews()
  const search = async (words: string) => authors((await admin.call('admin-list-reviews', { search: words, sort: 'starsDesc' })).body.rows)
  expect(await search('OEZTUERK')).toEqual(['Öztürk'])
  expect(await search('szymanski')).toEqual(['Szymański'])
  expect(await search('möbeltaxi')).toEqual(['Öztürk', 'Graf'])
  expect(await search('MOEBELTAXI')).toEqual(['Öztürk', 'Graf'])
  expect(await search('sehr flink')).toEqual(['Öztürk'])
  expect(await search('100%')).toEqual(['Graf'])
  expect(await search('katrin.bergmann@kunde.example')).toEqual([])
})

test('deleted with its reason: gone for visitors, the rating follows at once, the audit log keeps nothing of its author', async () => {
  const { admin, glanz } = await fiveReviews()
  const bad = await makeReview(app, glanz.id, {
    rating: 1,
    customerName: 'Anna Nass',
    comment: 'Beleidigung',
    customerEmail: 'anna@kunde.example',
  })
  const seen = async () => {
    const { body } = await visitor.call('rpc/search_companies_safe', { search_term: 'Glanzwerk' })
    return [body[0].rating, body[0].reviews]
  }
  expect(await seen()).toEqual([3, 3])
  const answer = await admin.call('admin-delete-review', { reviewId: bad.id, reason: 'Beleidigend' })
  expect([answer.status, answer.body]).toEqual([200, { success: true }])
  expect(await seen()).toEqual([4, 2])
  const { body } = await visitor.call('rpc/get_public_reviews', { company_id_param: glanz.id })
  expect(body.map(({ rating }: { rating: number }) => rating)).toEqual([3, 5])
  const audit = await app.db.selectFrom('auditLog').selectAll().where('action', '=', 'reviews.delete').execute()
  expect(audit).toMatchObject([
    {
      objectType: 'review',
      objectId: bad.id,
      actor: expect.stringMatching(/^admin:/),
      before: { rating: 1, companyId: glanz.id },
      after: { reason: 'Beleidigend', companyRating: 4, companyReviews: 2 },
    },
  ])
  expect(JSON.stringify(audit)).not.toMatch(/Anna|Nass|Beleidigung|anna@/)
})

test('ten at once: one deletes, the others are refused; a reason is required', async () => {
  const { admin, glanz } = await fiveReviews()
  const { id: reviewId } = await makeReview(app, glanz.id)
  const silent = await admin.call('admin-delete-review', { reviewId, reason: ' ' })
  expect([silent.status, silent.body.fields]).toEqual([422, { reason: ['Bitte geben Sie einen Grund an (höchstens 500 Zeichen)'] }])
  const answers = await Promise.all(Array.from({ length: 10 }, () => admin.call('admin-delete-review', { reviewId, reason: 'Werbung' })))
  expect(answers.filter(({ status }) => status === 200).length).toBe(1)
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.error ?? ''}`))).toEqual(
    new Set(['200 ', '404 Diese Bewertung gibt es nicht mehr.']),
  )
  expect((await app.db.selectFrom('auditLog').select('id').where('action', '=', 'reviews.delete').execute()).length).toBe(1)
})

test('the file for a spreadsheet takes the filters of the list', async () => {
  const { admin } = await fiveReviews()
  const lines = async (query: string) =>
    (await (await admin.request(`/functions/v1/admin-reviews.csv?${query}`, {})).text()).trimEnd().split('\r\n')
  const all = await lines('')
  expect([all.length, all[0]]).toEqual([
    6,
    'Bewertungsnummer;Geschrieben am;Anbieter;Kategorie;Kunde;E-Mail;Sterne;Kommentar;Geprüfte Buchung;Veröffentlicht',
  ])
  expect(all[1]).toMatch(/;Glanzwerk Altona;Reinigung;Thiele;.*;1;Pünktlich und gründlich\.;Nein;Nein$/)
  expect((await lines('search=m%C3%B6beltaxi&stars=2')).length).toBe(2)
})
