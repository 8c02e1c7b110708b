import { afterEach, expect, test } from 'vitest'
import { bookingRequestFor } from '../../../tests/factories.ts'
import { openMethodFixtures } from '../../../tests/methodFixtures.ts'
import { openRequestFixtures } from '../../../tests/requestFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'
import { openPayAgain } from './captureActions.ts'

const testApp = await openTestApp()
const { app, newVisitor, runJobs, sandbox } = testApp
const { requestCompany, ownerOf, readBooking, violations, ledgerSums } = openRequestFixtures(testApp)
const { offer, payWith, checkoutOf, dayAhead } = openMethodFixtures(testApp)

afterEach(async () => {
  await runJobs()
  expect(await violations()).toEqual([])
})

/** A request in twenty days that waits for its payment. */
async function ordered() {
  await offer('paypal', 'klarna', 'card', 'sepaDebit')
  const company = await requestCompany()
  const order = { serviceId: company.serviceId, date: dayAhead(20), time: '14:00', customerKind: 'business' }
  const placed = await newVisitor().call('create-booking-payment', bookingRequestFor(app, company.id, order))
  if (placed.status !== 200) throw new Error(JSON.stringify(placed.body))
  const { bookingId, sessionId } = await app.db.selectFrom('checkouts').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  return { bookingId, sessionId: String(sessionId), company }
}

const daysHeld = async (bookingId: string) => {
  const { heldUntil } = await checkoutOf(bookingId)
  return Math.round(((heldUntil?.getTime() ?? 0) - app.now().getTime()) / 86_400_000)
}

test('a request offers only methods that can hold, and each hold has its own bound', async () => {
  for (const [method, days] of [
    ['paypal', 10],
    ['klarna', 27],
  ] as const) {
    const request = await ordered()
    expect((await checkoutOf(request.bookingId)).methods).toEqual(['paypal', 'klarna', 'card'])
    expect((await payWith(method, request)).told).toEqual({ paid: false, requested: true })
    expect(await checkoutOf(request.bookingId)).toMatchObject({ status: 'authorised', method })
    expect(await daysHeld(request.bookingId)).toBe(days)
  }
})

test('accepted, a request held by Klarna is captured; declined, it is released', async () => {
  const request = await ordered()
  await payWith('klarna', request)
  const owner = await ownerOf(request.company.id)
  const ids = { companyId: request.company.id, bookingId: request.bookingId }
  expect((await owner.call('answer-request', { ...ids, answer: 'accept' })).status).toBe(200)
  await runJobs()
  expect(await readBooking(request.bookingId)).toMatchObject({ bookingStatus: 'confirmed', paymentStatus: 'paid' })
  expect((await ledgerSums()).psp_balance).toBe(13_800)

  const other = await ordered()
  await payWith('paypal', other)
  const second = await ownerOf(other.company.id)
  await second.call('answer-request', { companyId: other.company.id, bookingId: other.bookingId, answer: 'decline', reason: 'Ausgebucht.' })
  await runJobs()
  expect((await checkoutOf(other.bookingId)).status).toBe('released')
  expect((await ledgerSums()).psp_balance).toBe(13_800)
})

test('a capture that the provider refuses lets the customer pay in another way, at once only', async () => {
  const request = await ordered()
  await payWith('paypal', request)
  await sandbox.control('faults', { operation: 'PaymentIntents.capture', kind: 'fail', status: 400, times: 5 })
  const owner = await ownerOf(request.company.id)
  await owner.call('answer-request', { companyId: request.company.id, bookingId: request.bookingId, answer: 'accept' })
  await runJobs()
  expect(await checkoutOf(request.bookingId)).toMatchObject({
    attempt: 2,
    status: 'open',
    isHeld: false,
    methods: ['paypal', 'klarna', 'card'],
  })
})

test.each(['failAfterEffect', 'fail'])(
  'another payment page opens although the PSP stores an error for the first call (%s)',
  async (kind) => {
    const request = await ordered()
    await payWith('paypal', request)
    await sandbox.control('faults', { operation: 'PaymentIntents.capture', kind: 'fail', status: 400, times: 5 })
    await sandbox.control('faults', { operation: 'Checkout/Sessions.create', kind, status: 500, saved: true })
    const owner = await ownerOf(request.company.id)
    await owner.call('answer-request', { companyId: request.company.id, bookingId: request.bookingId, answer: 'accept' })
    await runJobs()
    expect((await checkoutOf(request.bookingId)).status).toBe('starting')
    await sandbox.control('clear')
    await openPayAgain(app, request)
    expect(await checkoutOf(request.bookingId)).toMatchObject({ status: 'open', url: expect.stringContaining('http') })
  },
)
