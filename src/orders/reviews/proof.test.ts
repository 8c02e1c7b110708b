import { expect, test } from 'vitest'
import { bookingRequestFor, enterAs, makeCompany, makeOwner, makeUser } from '../../../tests/factories.ts'
import { openMoneyFixtures } from '../../../tests/moneyFixtures.ts'
import { openReviewFixtures } from '../../../tests/reviewFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'

const testApp = await openTestApp()
const { app, newVisitor, runJobs } = testApp
const { operator } = openMoneyFixtures(testApp)
const { write, mails, tokenIn, bookedBy, moveBookingTo, reviews, seen } = openReviewFixtures(testApp)
const tooEarly = 'Diese Buchung können Sie bewerten, sobald der Termin vorbei ist.'

test('a booking proves a review only after its appointment', async () => {
  const company = await makeCompany(app)
  const { bookingId, token } = await bookedBy(company.id, 'katrin@kunde.example')
  await moveBookingTo(bookingId, 1)
  const refused = [await write(company.id, { bookingToken: token }), await newVisitor().call('get-review-invitation', { token })]
  expect(refused.map(({ status, body }) => [status, body.error])).toEqual(Array(2).fill([409, tooEarly]))
  // Nor does it for its customer's account or for a confirmed address.
  await makeUser(app)
  await write(company.id, {}, await enterAs(app, newVisitor(), 'katrin@kunde.example'))
  expect((await seen(company.id)).total).toBe(0)
  await newVisitor().call('confirm-review', { token: tokenIn((await mails())[0]) })
  expect((await seen(company.id)).shown).toEqual([[4, false]])
  await moveBookingTo(bookingId, -1)
  expect((await write(company.id, { bookingToken: token, rating: 2 })).status).toBe(200)
  expect((await seen(company.id)).shown).toEqual([
    [2, true],
    [4, false],
  ])
})

test.each(['admin-cancel-booking', 'admin-refund-booking'])(
  '%s takes the proof of a review away, and no other review takes its place',
  async (call) => {
    const company = await makeCompany(app)
    const { bookingId, token } = await bookedBy(company.id, 'katrin@kunde.example')
    await write(company.id, { bookingToken: token })
    const admin = await operator()
    await admin.call('admin-refund-booking', { bookingId, amount: 1, reason: 'Kulanz' })
    await runJobs()
    expect((await seen(company.id)).shown).toEqual([[4, true]])
    expect((await admin.call(call, { bookingId, reason: 'Kulanz' })).status).toBe(200)
    await runJobs()
    expect(await seen(company.id)).toEqual({ rating: 4, reviews: 1, total: 1, shown: [[4, false]] })
    expect((await write(company.id, { bookingToken: token })).status).toBe(409)
    expect(await reviews()).toMatchObject([{ bookingId, isFromBooking: false }])
    // The proof cannot be restored either.
    await expect(app.db.updateTable('reviews').set({ isFromBooking: true }).execute()).rejects.toThrow('a review does not change')
  },
)

test("a company's own people cannot book it: by session, by its address, by the owner's, or by either with a suffix", async () => {
  const company = await makeCompany(app)
  const owner = await makeOwner(app, company.id, { email: 'inhaber@anbieter.example' })
  const person = await enterAs(app, newVisitor(), owner.email)
  const by = async (visitor: typeof person, customerEmail: string) =>
    visitor.call('create-booking-payment', bookingRequestFor(app, company.id, { customerEmail }))
  const refused = [
    await by(person, 'neffe@kunde.example'),
    await by(newVisitor(), company.email.toUpperCase()),
    await by(newVisitor(), 'inhaber@anbieter.example'),
    await by(newVisitor(), 'Inhaber+neffe@anbieter.example'),
  ]
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(4).fill([403, 'bookings.ownCompany']))
  expect(await app.db.selectFrom('bookings').select('id').execute()).toEqual([])
  expect((await by(newVisitor(), 'neffe@kunde.example')).status).toBe(200)
})

test("a company's own people cannot review it: neither by session nor by an address of theirs, nor with a link of a booking", async () => {
  const company = await makeCompany(app)
  const owner = await makeOwner(app, company.id, { email: 'inhaber@anbieter.example' })
  const person = await enterAs(app, newVisitor(), owner.email)
  const { token } = await bookedBy(company.id, 'katrin@kunde.example')
  const refused = [
    await write(company.id, { customer_email: 'neffe@kunde.example' }, person),
    await write(company.id, { bookingToken: token }, person),
  ]
  expect(refused.map(({ status, body }) => [status, body.error])).toEqual(
    Array(2).fill([403, 'Ihre eigene Firma können Sie nicht bewerten.']),
  )
  // A stranger who enters such an address learns nothing, and nothing is stored.
  expect((await write(company.id, { customer_email: 'inhaber+ich@anbieter.example' })).status).toBe(200)
  expect([await reviews(), await mails()]).toEqual([[], []])
})
