import { expect, test } from 'vitest'
import { enterAs, makeCompany, makeOwner, makeReview, passCode } from '../../../tests/factories.ts'
import { openMoneyFixtures } from '../../../tests/moneyFixtures.ts'
import { openReviewFixtures } from '../../../tests/reviewFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'

const testApp = await openTestApp()
const { app, newVisitor } = testApp
const { operator } = openMoneyFixtures(testApp)
const { mails } = openReviewFixtures(testApp)
const minutesAgo = (minutes: number) => new Date(app.now().getTime() - minutes * 60_000)

/** A company with its owner signed in, and three visible reviews. */
async function fixture() {
  const company = await makeCompany(app)
  const owner = await makeOwner(app, company.id)
  const person = await passCode(app, await enterAs(app, newVisitor(), owner.email))
  const write = (customerName: string, rating: number, more: object = {}) =>
    makeReview(app, company.id, { customerName, rating, createdAt: minutesAgo(rating), ...more })
  const bad = await write('Graf', 1, { comment: 'Kam nie.', customerEmail: 'graf@kunde.example' })
  await write('Öztürk', 3)
  await write('Bergmann', 5)
  await write('Wartend', 2, { publishedAt: null, isFromBooking: false })
  const own = { companyId: company.id }
  return { company, person, bad, own, ids: { ...own, reviewId: bad.id } }
}

test('the company reads what visitors read, sorted and filtered, and of authors no more than they do', async () => {
  const { person, own } = await fixture()
  const read = async (asked: object) => {
    const { body } = await person.call('list-company-reviews', { ...own, ...asked })
    return [body.total, body.rows.map((row: { customer_name: string }) => row.customer_name)]
  }
  expect(await read({})).toEqual([3, ['Graf', 'Öztürk', 'Bergmann']])
  expect(await read({ sort: 'starsDesc', pageSize: 1 })).toEqual([3, ['Bergmann']])
  expect(await read({ stars: '3' })).toEqual([1, ['Öztürk']])
  expect(await read({ reply: 'replied' })).toEqual([0, []])
  const { body } = await person.call('list-company-reviews', own)
  expect(JSON.stringify(body)).not.toContain('@kunde.example')
})

test('one reply, public at once, mailed to the author; ten at once give one', async () => {
  const { person, company, ids } = await fixture()
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_none, n) => person.call('reply-to-review', { ...ids, reply: `Das tut uns leid (${n})` })),
  )
  expect(answers.filter(({ status }) => status === 200).length).toBe(1)
  expect(new Set(answers.map(({ body }) => body.error))).toEqual(new Set([undefined, 'Auf diese Bewertung haben Sie schon geantwortet.']))
  const { body } = await newVisitor().call('rpc/get_public_reviews', { company_id_param: company.id })
  expect(body[0]).toMatchObject({ customer_name: 'Graf', company_reply: expect.stringMatching(/^Das tut uns leid \(\d\)$/) })
  const [mail, ...others] = await mails()
  expect([mail?.to, mail?.subject, others]).toEqual(['graf@kunde.example', 'Glanzwerk Altona hat auf Ihre Bewertung geantwortet', []])
  expect(mail?.text).toContain(String(body[0].company_reply))
})

test('what is empty or too long, and reviews of others or unpublished ones', async () => {
  const { person, ids, own } = await fixture()
  const empty = await person.call('reply-to-review', { ...ids, reply: ' ' })
  expect([empty.status, empty.body.fields]).toEqual([422, { reply: ['Bitte geben Sie eine Antwort ein.'] }])
  const long = await person.call('object-to-review', { ...ids, reason: 'x'.repeat(1_001) })
  expect(long.body.fields).toEqual({ reason: ['Die Begründung darf höchstens 1.000 Zeichen lang sein.'] })
  const foreign = await makeReview(app, (await makeCompany(app, { companyName: 'Andere' })).id)
  const waiting = await app.db.selectFrom('reviews').select('id').where('publishedAt', 'is', null).executeTakeFirstOrThrow()
  for (const reviewId of [foreign.id, waiting.id]) {
    expect((await person.call('reply-to-review', { ...own, reviewId, reply: 'Danke' })).status).toBe(404)
    expect((await person.call('object-to-review', { ...own, reviewId, reason: 'Unwahr' })).status).toBe(404)
  }
  expect(await mails()).toEqual([])
})

test('an objection is listed for the operator, turned down once, with the reason for both sides', async () => {
  const { person, company, ids, own } = await fixture()
  const admin = await operator()
  const objected = await Promise.all(Array.from({ length: 10 }, () => person.call('object-to-review', { ...ids, reason: 'War nie Kunde' })))
  expect(objected.filter(({ status }) => status === 200).length).toBe(1)
  const listed = async (objection: string) => (await admin.call('admin-list-reviews', { objection })).body.rows
  expect(await listed('open')).toMatchObject([{ id: ids.reviewId, objection: { reason: 'War nie Kunde', answer: null } }])
  const decision = { reviewId: ids.reviewId, reason: 'Die Buchung ist nachgewiesen.' }
  const kept = await Promise.all(Array.from({ length: 10 }, () => admin.call('admin-keep-review', decision)))
  expect(kept.filter(({ status }) => status === 200).length).toBe(1)
  expect(new Set(kept.map(({ body }) => body.error))).toEqual(new Set([undefined, 'Über diesen Einspruch ist schon entschieden.']))
  expect([(await listed('open')).length, (await listed('rejected')).length]).toEqual([0, 1])
  const left = await mails()
  expect(left.map(({ to }) => to).sort()).toEqual(['graf@kunde.example', company.email].sort())
  for (const { text } of left) expect(text).toContain('Die Buchung ist nachgewiesen.')
  const { body } = await person.call('list-company-reviews', { ...own, stars: '1' })
  expect(body.rows[0].objection).toEqual({ reason: 'War nie Kunde', state: 'rejected', answer: 'Die Buchung ist nachgewiesen.' })
  expect((await app.db.selectFrom('auditLog').select('action').where('action', '=', 'reviews.keep').execute()).length).toBe(1)
})

test('an objection that is upheld deletes the review: the rating follows, both sides read why, and how to contest it', async () => {
  const { person, company, ids } = await fixture()
  const admin = await operator()
  await person.call('object-to-review', { ...ids, reason: 'Beleidigung' })
  await admin.call('admin-delete-review', { reviewId: ids.reviewId, reason: 'Schmähkritik ohne Bezug zur Leistung' })
  const { body } = await newVisitor().call('rpc/search_companies_safe', { search_term: 'Glanzwerk' })
  expect([body[0].rating, body[0].reviews]).toEqual([4, 2])
  const left = await mails()
  expect(left.map(({ to, subject }) => [to, subject]).sort()).toEqual([
    ['graf@kunde.example', 'Ihre Bewertung für Glanzwerk Altona wurde gelöscht'],
    [company.email, 'Ihr Einspruch: Die Bewertung wurde gelöscht'],
  ])
  for (const { text } of left) expect(text).toContain('Schmähkritik ohne Bezug zur Leistung')
  expect(left.find(({ to }) => to === 'graf@kunde.example')?.text).toContain('innerhalb von sechs Monaten')
})

test('an unconfirmed review is deleted without a mail', async () => {
  await fixture()
  const waiting = await app.db.selectFrom('reviews').select('id').where('publishedAt', 'is', null).executeTakeFirstOrThrow()
  await (await operator()).call('admin-delete-review', { reviewId: waiting.id, reason: 'Werbung' })
  expect(await mails()).toEqual([])
})
