import { beforeEach, expect, test } from 'vitest'
import { bookingRequestFor, enterAsOperator, makeCompany, makeOwner, signInAs } from '../../../../tests/factories.ts'
import { openSubscriptionFixtures } from '../../../../tests/subscriptionFixtures.ts'
import { openTestApp } from '../../../../tests/testApp.ts'

const testApp = await openTestApp()
const { app, newVisitor, runJobs } = testApp
const fixtures = openSubscriptionFixtures(testApp)
beforeEach(fixtures.listen)
const address = () => `kunde${Math.floor(Math.random() * 1e9)}@kunde.example`

async function flagged(query: object = {}) {
  const admin = await enterAsOperator(app, newVisitor())
  const { body } = await admin.call('admin-list-bookings', { sort: 'oldest', ...query })
  return body.rows.map((row: { insider: string | null }) => row.insider)
}

test("a booking from a browser of the company's account is flagged to the operator, and stays a booking", async () => {
  const company = await makeCompany(app)
  const owner = await makeOwner(app, company.id)
  const browser = await signInAs(newVisitor(), owner.email)
  await browser.call('auth/sign-out', {})
  const book = (visitor: typeof browser) =>
    visitor.call('create-booking-payment', bookingRequestFor(app, company.id, { customerEmail: address() }))
  expect([(await book(browser)).status, (await book(newVisitor())).status]).toEqual([200, 200])
  expect(await flagged()).toEqual(['visitor', null])
  expect(await flagged({ insider: 'visitor' })).toEqual(['visitor'])
  expect(await flagged({ insider: 'card' })).toEqual([])
})

test("a booking paid with a card of the company's subscription is flagged once it is paid, one with another card is not", async () => {
  const owner = await fixtures.subscribed('basic')
  const visitor = newVisitor()
  for (const [at, card] of ['4242424242424242', '4000000000000077'].entries()) {
    const request = bookingRequestFor(app, owner.companyId, { customerEmail: address(), time: `1${at}:00` })
    expect((await visitor.call('create-booking-payment', request)).status).toBe(200)
    const { sessionId, bookingId } = await app.db.selectFrom('checkouts').selectAll().orderBy('createdAt', 'desc').executeTakeFirstOrThrow()
    await fixtures.pay(sessionId ?? '', card)
    expect((await visitor.call('verify-payment', { sessionId, bookingId })).body.paid).toBe(true)
  }
  expect(await flagged()).toEqual([null, null])
  await runJobs()
  expect(await flagged()).toEqual(['card', null])
})
