import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeCalendar } from '../../../tests/factories.ts'
import { customerEmail, openQuoteFixtures } from '../../../tests/quoteFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'

const testApp = await openTestApp({ LIMITS_FACTOR: '1' })
const { app, runJobs, sandbox } = testApp
const {
  mailsTo,
  reconcile,
  moveBothClocks,
  visitor,
  inDays,
  asked,
  offerOf,
  offered,
  acceptanceOf,
  quoteStatuses,
  requestOf,
  keep,
  checkouts,
  pay,
} = openQuoteFixtures(testApp)

async function violations() {
  const { rows } = await sql`select * from invariant_violations`.execute(app.db)
  return rows
}

test('five concurrent acceptances: one wins and becomes a booking at the quote’s total; the others are notified once', async () => {
  const { owners, token } = await offered(5)
  const answers = await Promise.all(owners.map(({ own }) => visitor().call('accept-quote', acceptanceOf(token, own.quoteId))))
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1)
  const pending = await app.db.selectFrom('bookings').selectAll().where('bookingStatus', '=', 'pending').execute()
  expect(pending.length).toBe(1)
  await runJobs()
  expect(owners.map(({ company }) => mailsTo(company.email).length)).toEqual([0, 0, 0, 0, 0])
  for (const { sessionId } of await checkouts()) await sandbox.control('pay', { session: sessionId }).catch(() => undefined)
  await reconcile()
  await reconcile()
  await keep()
  expect((await quoteStatuses()).sort()).toEqual(['accepted', 'declined', 'declined', 'declined', 'declined'])
  const paid = await app.db.selectFrom('bookings').selectAll().where('paymentStatus', '=', 'paid').execute()
  expect(paid).toMatchObject([{ amountCents: 74_800, serviceTitle: 'Wände streichen', bookingStatus: 'confirmed', customerEmail }])
  const subjects = owners.map(({ company }) => mailsTo(company.email).map(({ subject }) => subject.replace(/:.*/, '')))
  expect(subjects.flat().filter((one) => one === 'Auftrag vergeben').length).toBe(4)
  expect(subjects.every((one) => one.length === 1)).toBe(true)
  expect((await visitor().call('get-quote-request', { token })).body).toMatchObject({ status: 'accepted', booking_id: paid[0]?.id })
  expect(await violations()).toEqual([])
})

test('while it is paid an offer is reserved; a checkout that ends unpaid frees it, and money that comes too late goes back', async () => {
  const { owners, token } = await offered(2)
  const [first, second] = owners
  if (!first || !second) throw new Error('two companies were asked')
  const accepted = await visitor().call('accept-quote', acceptanceOf(token, first.own.quoteId))
  expect(accepted.status).toBe(200)
  expect((await visitor().call('accept-quote', acceptanceOf(token, first.own.quoteId))).body.url).toBe(accepted.body.url)
  expect((await first.owner.call('withdraw-quote', first.own)).status).toBe(409)
  await moveBothClocks(36)
  await reconcile()
  expect(
    (await visitor().call('get-quote-request', { token })).body.quotes.map((one: { is_being_paid: boolean }) => one.is_being_paid),
  ).toEqual([false, false])
  const unsaid = await visitor().call('accept-quote', acceptanceOf(token, second.own.quoteId, { customerKind: undefined, date: inDays(6) }))
  expect([unsaid.status, Object.keys(unsaid.body.fields ?? {})]).toEqual([422, ['earlyStartConsent']])
  expect((await visitor().call('accept-quote', acceptanceOf(token, second.own.quoteId))).status).toBe(200)
  const [late, current] = await checkouts()
  await pay(current?.sessionId)
  await pay(late?.sessionId)
  const bookings = await app.db.selectFrom('bookings').selectAll().orderBy('id').execute()
  expect(bookings.map(({ bookingStatus, paymentStatus }) => [bookingStatus, paymentStatus])).toEqual([
    ['cancelled', 'refunded'],
    ['confirmed', 'paid'],
  ])
  expect(await quoteStatuses()).toEqual(['declined', 'accepted'])
  expect(await violations()).toEqual([])
})

test('a late payment still accepts a quote that was not replaced, even if it lapsed', async () => {
  const { owners, token } = await offered(1, { validDays: 1 })
  await visitor().call('accept-quote', acceptanceOf(token, owners[0]?.own.quoteId ?? ''))
  await moveBothClocks(25 * 60)
  await reconcile()
  await keep()
  expect([(await requestOf()).status, await quoteStatuses()]).toEqual(['lapsed', ['lapsed']])
  await pay()
  expect([(await requestOf()).status, await quoteStatuses()]).toEqual(['accepted', ['accepted']])
  expect(await violations()).toEqual([])
})

test('an offer cannot be tampered with, nor taken by a foreign secret, after its end, or for another price', async () => {
  const { owners, token } = await offered(1, { validDays: 1 })
  const quoteId = owners[0]?.own.quoteId ?? ''
  expect((await visitor().call('accept-quote', acceptanceOf('x'.repeat(43), quoteId))).status).toBe(404)
  expect((await visitor().call('accept-quote', acceptanceOf(token, '019e0000-0000-7000-8000-000000000000'))).status).toBe(404)
  await visitor().call('accept-quote', acceptanceOf(token, quoteId, { amount: 1, customerEmail: 'fremd@kunde.example' }))
  expect(await app.db.selectFrom('bookings').select(['amountCents', 'customerEmail']).execute()).toEqual([
    { amountCents: 74_800, customerEmail },
  ])
  await moveBothClocks(25 * 60)
  await reconcile()
  await keep()
  expect((await visitor().call('accept-quote', acceptanceOf(token, quoteId))).status).toBe(409)
  expect((await visitor().call('withdraw-quote-request', { token })).status).toBe(409)
})

test('a time that is gone is refused with the next free ones, and one of those may be taken', async () => {
  const { owners, token } = await asked(1)
  const one = owners[0]
  if (!one) throw new Error('a company was asked')
  await makeCalendar(app, one.company.id)
  const night = await one.owner.call('submit-quote', { ...one.own, ...offerOf({ slots: [{ date: inDays(20), time: '23:00' }] }) })
  expect([night.status, Object.keys(night.body.fields)]).toEqual([422, ['slots']])
  expect((await one.owner.call('submit-quote', { ...one.own, ...offerOf() })).status).toBe(200)
  const slot = { companyId: one.company.id, date: inDays(20), time: '09:00' }
  expect((await visitor().call('hold-slot', slot)).status).toBe(200)
  const refused = await visitor().call('accept-quote', acceptanceOf(token, one.own.quoteId))
  expect([refused.status, refused.body.fields.slots.length]).toEqual([409, 3])
  const [date, time] = String(refused.body.fields.slots[0]).split(' ')
  expect((await visitor().call('accept-quote', acceptanceOf(token, one.own.quoteId, { date, time }))).status).toBe(200)
  await pay()
  expect(await app.db.selectFrom('appointments').select(['status', 'mode']).execute()).toEqual([{ status: 'agreed', mode: 'instant' }])
  expect(await violations()).toEqual([])
})

test('a quote of 24 hours is spread over the hours of several days', async () => {
  const { owners, token } = await asked(1)
  const one = owners[0]
  if (!one) throw new Error('a company was asked')
  await makeCalendar(app, one.company.id, { from: 480, to: 960 })
  const slots = [{ date: inDays(20), time: '08:00' }]
  const suggested = await one.owner.call('suggest-quote-times', { ...one.own, minutes: 1_440 })
  expect(suggested.body.slots.length).toBeGreaterThan(0)
  expect((await one.owner.call('submit-quote', { ...one.own, ...offerOf({ minutes: 1_440, slots }) })).status).toBe(200)
  expect((await visitor().call('accept-quote', acceptanceOf(token, one.own.quoteId))).status).toBe(200)
  await pay()
  const { parts } = await app.db.selectFrom('appointments').select('parts').executeTakeFirstOrThrow()
  expect(parts?.map(({ from, to }) => (to - from) / 3_600_000)).toEqual([8, 8, 8])
  expect(await app.db.selectFrom('occupancies').select('id').execute()).toHaveLength(3)
  expect(await violations()).toEqual([])
})

test('a withdrawn request ends, the asked companies are notified once, and its payment page is closed', async () => {
  const { owners, token } = await offered(2)
  await visitor().call('accept-quote', acceptanceOf(token, owners[0]?.own.quoteId ?? ''))
  expect((await visitor().call('withdraw-quote-request', { token })).status).toBe(200)
  expect((await visitor().call('withdraw-quote-request', { token })).status).toBe(409)
  await runJobs()
  expect([await quoteStatuses(), owners.map(({ company }) => mailsTo(company.email).length)]).toEqual([
    ['withdrawn', 'withdrawn'],
    [1, 1],
  ])
  expect((await checkouts()).map(({ status }) => status)).toEqual(['expired'])
})

test('a quote above the limit of a payment is paid in several payments, none of them above it', async () => {
  const { owners, token } = await asked(1)
  const [one] = owners
  if (!one) throw new Error('a company was asked')
  const submit = (fields: object) => one.owner.call('submit-quote', { ...one.own, ...offerOf({ amount: 24_000.01, ...fields }) })
  expect((await submit({})).body.fields).toEqual({
    amount: ['Gesamtpreis muss zwischen 1 und 10.000 Euro liegen, mit Anzahlung und Raten bis 50.000\u00a0€'],
  })
  const tooLarge = ['Keine Zahlung darf höher als 10.000 Euro sein. Bitte wählen Sie mehr Raten oder eine andere Anzahlung.']
  expect((await submit({ depositPercent: 30 })).body.fields).toEqual({ restParts: tooLarge })
  expect((await submit({ depositPercent: 50, restParts: 4 })).body.fields).toEqual({ restParts: tooLarge })
  expect((await submit({ depositPercent: 50, restParts: 4, amount: 50_000.01 })).body.fields).toMatchObject({
    amount: [expect.any(String)],
  })
  expect((await submit({ depositPercent: 30, restParts: 2 })).status).toBe(200)
  await runJobs()
  // The job has one day, so its rest would be one payment, were that not above the limit.
  expect((await visitor().call('accept-quote', acceptanceOf(token, one.own.quoteId))).status).toBe(200)
  await pay()
  const booking = await app.db.selectFrom('bookings').selectAll().executeTakeFirstOrThrow()
  expect([booking.paymentStatus, booking.amountCents]).toEqual(['paid', 720_000])
  const rest = await app.db.selectFrom('instalments').select('totalCents').orderBy('place').execute()
  expect(rest.map(({ totalCents }) => totalCents)).toEqual([840_001, 840_000])
  expect(await violations()).toEqual([])
})
