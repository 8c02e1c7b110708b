import { expect, test } from 'vitest'
import { enterAs, makeCompany, makeOwner, makeUser } from '../../../tests/factories.ts'
import { openMoneyFixtures } from '../../../tests/moneyFixtures.ts'
import { openReviewFixtures } from '../../../tests/reviewFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'
import { sweepReviews } from './writingActions.ts'

const testApp = await openTestApp()
const { app, newVisitor, clock } = testApp
const { operator } = openMoneyFixtures(testApp)
const { words, write, mails, tokenIn, bookedBy, reviews, seen } = openReviewFixtures(testApp)
const ok = [200, { success: true }]
const answerOf = ({ status, body }: { status: number; body: unknown }) => [status, body]
const daysLater = (days: number) => clock.moveTo(new Date(app.now().getTime() + days * 86_400_000))

test('a stranger: nothing is published before the link of the mail is used, which carries nothing that was typed', async () => {
  const company = await makeCompany(app)
  expect(answerOf(await write(company.id, { customer_name: 'Böser Text', comment: 'http://boese.example' }))).toEqual(ok)
  expect(await seen(company.id)).toEqual({ rating: null, reviews: 0, total: 0, shown: [] })
  const [mail, ...others] = await mails()
  expect([mail?.to, mail?.subject, others]).toEqual([
    'katrin@kunde.example',
    'Bitte bestätigen Sie Ihre Bewertung für Glanzwerk Altona',
    [],
  ])
  expect(`${mail?.text}${mail?.html}`).not.toMatch(/Böser|boese/)
  const token = tokenIn(mail)
  // Mail scanners open every link.
  await newVisitor().request(`/bewertung-bestaetigen?token=${token}`, {})
  expect((await seen(company.id)).total).toBe(0)
  expect((await newVisitor().call('get-written-review', { token })).body).toMatchObject({
    company_name: 'Glanzwerk Altona',
    customer_name: 'Böser Text',
    rating: 4,
    is_published: false,
  })
  for (const _time of [1, 2]) expect(answerOf(await newVisitor().call('confirm-review', { token }))).toEqual(ok)
  expect(await seen(company.id)).toEqual({ rating: 4, reviews: 1, total: 1, shown: [[4, false]] })
  expect(JSON.stringify(await app.db.selectFrom('reviewLinks').selectAll().execute())).not.toContain(token)
})

test('an address with a paid booking proves the review, once it is confirmed', async () => {
  const company = await makeCompany(app)
  await bookedBy(company.id, 'katrin@kunde.example')
  await write(company.id, { customer_email: ' Katrin@Kunde.example ' })
  expect((await seen(company.id)).total).toBe(0)
  const token = tokenIn((await mails())[0])
  await newVisitor().call('confirm-review', { token })
  expect((await seen(company.id)).shown).toEqual([[4, true]])
})

test("the secret of the booking's mail publishes at once, under the booking's own address; a second review of it never appears", async () => {
  const company = await makeCompany(app)
  const { bookingId, token } = await bookedBy(company.id, 'katrin@kunde.example')
  const read = () => newVisitor().call('get-review-invitation', { token })
  expect((await read()).body).toMatchObject({
    company_name: 'Glanzwerk Altona',
    service_title: 'Reinigung nach Absprache',
    is_reviewed: false,
    may_tip: true,
  })
  expect(answerOf(await write(company.id, { bookingToken: token, customer_email: 'jemand@anders.example', rating: 2 }))).toEqual(ok)
  expect(answerOf(await write(company.id, { bookingToken: token, rating: 5 }))).toEqual(ok)
  expect(await seen(company.id)).toEqual({ rating: 2, reviews: 1, total: 1, shown: [[2, true]] })
  expect(await reviews()).toMatchObject([{ bookingId, customerEmail: 'katrin@kunde.example' }])
  expect((await read()).body.is_reviewed).toBe(true)
  expect(await mails()).toEqual([])
})

test('a booking that was cancelled, another company, a wrong secret, an id without its secret', async () => {
  const company = await makeCompany(app)
  const { bookingId, token } = await bookedBy(company.id, 'katrin@kunde.example')
  const other = await makeCompany(app, { companyName: 'Andere' })
  expect((await write(other.id, { bookingToken: token })).status).toBe(404)
  expect((await write(company.id, { bookingToken: 'x'.repeat(43) })).status).toBe(404)
  expect(answerOf(await write(company.id, { booking_id: bookingId, customer_email: 'fremd@kunde.example' }))).toEqual(ok)
  expect(await reviews()).toMatchObject([{ bookingId: null, publishedAt: null }])
  await (await operator()).call('admin-cancel-booking', { bookingId, reason: 'Kulanz' })
  const refused = await write(company.id, { bookingToken: token })
  expect([refused.status, refused.body.error]).toEqual([
    409,
    'Diese Buchung wurde storniert oder erstattet und kann deshalb nicht bewertet werden.',
  ])
})

test('signed in with the confirmed address of the booking: published at once; without a booking by mail to that address only', async () => {
  const company = await makeCompany(app)
  await bookedBy(company.id, 'katrin@kunde.example')
  await makeUser(app)
  const person = await enterAs(app, newVisitor(), 'katrin@kunde.example')
  expect(answerOf(await write(company.id, { customer_email: 'fremd@kunde.example' }, person))).toEqual(ok)
  expect((await seen(company.id)).shown).toEqual([[4, true]])
  const other = await makeCompany(app, { companyName: 'Andere' })
  expect(answerOf(await write(other.id, { customer_email: 'fremd@kunde.example' }, person))).toEqual(ok)
  expect((await mails()).map(({ to }) => to)).toEqual(['katrin@kunde.example'])
  expect((await seen(other.id)).total).toBe(0)
})

test('the answer never tells whether an address has booked, has reviewed, or belongs to the company', async () => {
  const company = await makeCompany(app)
  await makeOwner(app, company.id, { email: 'inhaber@anbieter.example' })
  await bookedBy(company.id, 'gebucht@kunde.example')
  await write(company.id, { customer_email: 'schon@kunde.example' })
  await mails()
  const addresses = ['neu@kunde.example', 'gebucht@kunde.example', 'schon@kunde.example', 'inhaber@anbieter.example', company.email]
  for (const customer_email of addresses) expect(answerOf(await write(company.id, { customer_email }))).toEqual(ok)
  expect((await mails()).map(({ to }) => to).sort()).toEqual(['gebucht@kunde.example', 'neu@kunde.example', 'schon@kunde.example'])
})

test("a company's own people cannot review it, by session, by address, or by a booking of their own", async () => {
  const company = await makeCompany(app)
  const owner = await makeOwner(app, company.id)
  const { bookingId, token } = await bookedBy(company.id, 'katrin@kunde.example')
  await app.db.updateTable('bookings').set({ customerEmail: owner.email }).where('id', '=', bookingId).execute()
  const person = await enterAs(app, newVisitor(), owner.email)
  for (const answer of [await write(company.id, {}, person), await write(company.id, { bookingToken: token })]) {
    expect([answer.status, answer.body.error]).toEqual([403, 'Ihre eigene Firma können Sie nicht bewerten.'])
  }
  expect(answerOf(await write(company.id, { customer_email: owner.email.toUpperCase() }))).toEqual(ok)
  expect(await reviews()).toEqual([])
})

test('without a booking one in 180 days, also after the operator deleted it; a lost link is sent anew', async () => {
  const company = await makeCompany(app)
  await write(company.id)
  const first = tokenIn((await mails())[0])
  await write(company.id, { comment: 'Noch einmal' })
  const [again] = await mails()
  expect(tokenIn(again)).not.toBe(first)
  await newVisitor().call('confirm-review', { token: tokenIn(again) })
  expect((await newVisitor().call('get-written-review', { token: first })).body.comment).toBe('Gründlich, aber zehn Minuten zu spät.')
  await write(company.id)
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Sie haben Glanzwerk Altona schon bewertet'])
  const [review] = await reviews()
  await (await operator()).call('admin-delete-review', { reviewId: review?.id, reason: 'Beleidigend' })
  await sweepReviews(app)
  await write(company.id)
  expect(await reviews()).toEqual([])
  const kept = await app.db.selectFrom('reviewAuthors').selectAll().execute()
  expect([kept.length, JSON.stringify(kept).includes('katrin')]).toEqual([1, false])
  daysLater(181)
  await write(company.id)
  expect((await reviews()).length).toBe(1)
})

test('a new booking gives a new turn, but not while a review still waits', async () => {
  const company = await makeCompany(app)
  await write(company.id)
  await newVisitor().call('confirm-review', { token: tokenIn((await mails())[0]) })
  await bookedBy(company.id, 'katrin@kunde.example')
  await write(company.id, { rating: 1 })
  await write(company.id, { rating: 5 })
  const [newest] = await mails()
  await newVisitor().call('confirm-review', { token: tokenIn(newest) })
  expect((await seen(company.id)).shown).toEqual([
    [1, true],
    [4, false],
  ])
})

test('the owner of an address can discard a review written under it; an unconfirmed review is deleted in time', async () => {
  const company = await makeCompany(app)
  await write(company.id, { comment: 'Von einem Fremden' })
  const token = tokenIn((await mails())[0])
  expect(answerOf(await newVisitor().call('discard-review', { token }))).toEqual(ok)
  const gone = await newVisitor().call('confirm-review', { token })
  expect([gone.status, gone.body.error]).toEqual([404, 'Dieser Link ist ungültig oder abgelaufen, oder die Bewertung wurde verworfen.'])
  await write(company.id, { comment: 'Von mir' })
  expect((await reviews()).map(({ comment }) => comment)).toEqual(['Von mir'])
  daysLater(61)
  await sweepReviews(app)
  expect(await reviews()).toEqual([])
  expect(await app.db.selectFrom('reviewAuthors').selectAll().execute()).toEqual([])
})

test('ten at once: one review per booking, one per address', async () => {
  const company = await makeCompany(app)
  const { token } = await bookedBy(company.id, 'katrin@kunde.example')
  const ten = (more: object) => Promise.all(Array.from({ length: 10 }, () => write(company.id, more)))
  for (const answers of [await ten({ bookingToken: token }), await ten({ customer_email: 'zehn@kunde.example' })]) {
    expect(answers.map(answerOf)).toEqual(Array.from({ length: 10 }, () => ok))
  }
  expect((await reviews()).map(({ customerEmail }) => customerEmail).sort()).toEqual(['katrin@kunde.example', 'zehn@kunde.example'])
  const tokens = (await mails()).map(tokenIn)
  const confirmed = await Promise.all(tokens.map((one) => newVisitor().call('confirm-review', { token: one })))
  expect(new Set(confirmed.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await seen(company.id)).total).toBe(2)
})

test('a confirmation and the secret of the same booking at once: the booking proves one of them', async () => {
  const company = await makeCompany(app)
  const { token } = await bookedBy(company.id, 'katrin@kunde.example')
  await write(company.id)
  const link = tokenIn((await mails())[0])
  const both = await Promise.all([newVisitor().call('confirm-review', { token: link }), write(company.id, { bookingToken: token })])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect((await reviews()).filter(({ bookingId }) => bookingId !== null).length).toBe(1)
})

test('missing values are reported at their fields', async () => {
  const company = await makeCompany(app)
  const refused = async (more: object) => (await write(company.id, more)).body.fields
  const contact = ['Bitte geben Sie Ihren Namen und E-Mail-Adresse ein.']
  expect(await refused({ customer_name: ' ', customer_email: '', comment: '' })).toEqual({
    customer_name: contact,
    customer_email: contact,
    comment: ['Bitte geben Sie einen Kommentar ein.'],
  })
  expect(await refused({ customer_email: 'katrin' })).toEqual({ customer_email: ['Ungültige E-Mail-Adresse'] })
  expect(await refused({ rating: 6 })).toEqual({ rating: ['Bitte wählen Sie 1 bis 5 Sterne.'] })
  expect(await refused({ comment: 'x'.repeat(2_001) })).toEqual({ comment: ['Der Kommentar darf höchstens 2.000 Zeichen lang sein.'] })
  const { rating: _default, ...rest } = words(company.id)
  await newVisitor().call('insert-review', rest)
  expect(await reviews()).toMatchObject([{ rating: 5 }])
  expect((await write(company.id.replace(/./g, '0').replace(/^(.{8}).(.{4}).(.{4}).(.{4})./, '$1-$2-$3-$4-'))).status).toBe(404)
})

test('the database refuses what must never happen to a review', async () => {
  const company = await makeCompany(app)
  const other = await makeCompany(app, { companyName: 'Andere' })
  const { bookingId } = await bookedBy(company.id, 'katrin@kunde.example')
  const { token } = await bookedBy(company.id, 'zwei@kunde.example')
  await write(company.id, { bookingToken: token })
  const change = (fields: object) => app.db.updateTable('reviews').set(fields).execute()
  await expect(change({ rating: 5 })).rejects.toThrow('a review does not change')
  await expect(change({ publishedAt: null })).rejects.toThrow()
  await change({ companyReply: 'Danke', repliedAt: app.now() })
  await expect(change({ companyReply: 'Doch nicht' })).rejects.toThrow('a review does not change')
  const foreign = { ...(await reviews())[0], id: undefined, companyId: other.id, bookingId, searchText: undefined }
  const { id: _id, searchText: _text, ...row } = foreign
  await expect(
    app.db
      .insertInto('reviews')
      .values(row as never)
      .execute(),
  ).rejects.toThrow('a review belongs to a paid booking with its company')
})
