import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { bookingGraph } from '#src/money/payments/bookingStates.ts'
import { bookingMessages } from '#src/orders/bookings/rules.ts'
import { addDays, berlinDay, berlinInstant } from '#src/platform/kit/dates.ts'
import { bookingRequestFor, makeCompany, makeUser, signInAs } from '../../../tests/factories.ts'
import { openTestApp } from '../../../tests/testApp.ts'

const testApp = await openTestApp()
const { app, visitor, newVisitor, sandbox, runJobs } = testApp
const unknownId = '019aa111-1111-4111-8111-111111111111'
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
) as Buffer<ArrayBuffer>

test('a request returns the URL of its payment, and the row stores euros as cents', async () => {
  const { status, body } = await book({ amount: 34.5 })
  expect([status, body.success]).toEqual([200, true])
  expect(body.url).toContain(`${sandbox.url}/`)
  const [row] = await bookings()
  expect([row?.amountCents, row?.bookingStatus, row?.paymentStatus, row?.serviceTitle]).toEqual([
    3_450,
    'pending',
    'pending',
    'Reinigung nach Absprache',
  ])
  expect(Number(row?.expiresAt) - Number(row?.createdAt)).toBe(35 * 60_000)
})

test('the same request sent ten times at once creates one booking with one URL', async () => {
  const company = await makeCompany(app)
  const request = bookingRequestFor(app, company.id)
  const answers = await Promise.all(Array.from({ length: 10 }, () => visitor.call('create-booking-payment', request)))
  expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1)
  expect((await bookings()).length).toBe(1)
  expect((await visitor.call('create-booking-payment', request)).body.url).toBe(answers[0]?.body.url)
})

test('wrong input is refused at every field with its German text', async () => {
  const { status, body } = await book({
    customerName: 'K',
    customerEmail: 'katrin',
    customerPhone: '12345678901234567',
    location: 'HH',
    date: '2020-01-01',
    time: '',
    amount: 0.5,
    description: 'x'.repeat(1_001),
  })
  expect(status).toBe(422)
  expect(body.fields).toEqual({
    customerName: ['Name muss zwischen 2 und 100 Zeichen lang sein'],
    customerEmail: ['Ungültige E-Mail-Adresse'],
    customerPhone: ['Ungültige Telefonnummer'],
    location: ['Ort muss zwischen 5 und 500 Zeichen lang sein'],
    date: ['Datum kann nicht in der Vergangenheit liegen'],
    time: ['Uhrzeit ist erforderlich'],
    amount: ['Betrag muss zwischen 1 und 10.000 Euro liegen'],
    description: ['Beschreibung darf maximal 1000 Zeichen lang sein'],
  })
  expect(await bookings()).toEqual([])
})

test('a past time of today is refused at its field, and so is a day years ahead', async () => {
  const today = addDays(berlinDay(new Date()), 20)
  testApp.clock.moveTo(berlinInstant(today, '17:00'))
  await sandbox.control('clock', { to: app.now().toISOString() })
  const over = await book({ date: today, time: '00:05' })
  expect([over.status, over.body.fields]).toEqual([422, { time: ['Uhrzeit kann nicht in der Vergangenheit liegen'] }])
  const far = await book({ date: '2126-11-22' })
  expect([far.status, far.body.fields]).toEqual([422, { date: ['Datum kann höchstens 18 Monate im Voraus liegen'] }])
  expect(await bookings()).toEqual([])
  expect((await book({ date: today, time: '17:01', customerKind: 'business' })).status).toBe(200)
})

test('an unknown company is 404, one that is not listed 409', async () => {
  expect((await visitor.call('create-booking-payment', bookingRequestFor(app, unknownId))).status).toBe(404)
  const unpaid = await makeCompany(app, { subscriptionStatus: 'unpaid' })
  const { status, body } = await visitor.call('create-booking-payment', bookingRequestFor(app, unpaid.id))
  expect([status, body.code]).toEqual([409, 'bookings.companyNotListed'])
  expect(await bookings()).toEqual([])
})

test('an unreachable PSP ends the booking, and a retry starts again with the same file', async () => {
  const company = await makeCompany(app)
  const file = await visitor.upload({ name: 'Plan.png', type: 'image/png', content: png })
  const request = bookingRequestFor(app, company.id, { attachmentIds: [file.body.id] })
  await sandbox.control('faults', { operation: 'Checkout/Sessions.create', kind: 'fail', times: 5, status: 500 })
  const refused = await visitor.call('create-booking-payment', request)
  expect([refused.status, refused.body.code]).toEqual([503, 'bookings.paymentUnavailable'])
  expect((await bookings()).map((one) => one.bookingStatus)).toEqual(['cancelled'])
  await sandbox.control('clear')
  expect((await visitor.call('create-booking-payment', request)).status).toBe(200)
})

test('a checkout whose response was lost is not opened twice', async () => {
  await sandbox.control('faults', { operation: 'Checkout/Sessions.create', kind: 'dropAfter', times: 1 })
  expect((await book()).status).toBe(200)
  const totals = await sandbox.control('totals')
  expect(totals).toMatchObject({ sessions: { open: 1 } })
})

test("a booking takes the uploader's own files only, and each once", async () => {
  const company = await makeCompany(app)
  const file = await visitor.upload({ name: 'Plan.png', type: 'image/png', content: png })
  const request = bookingRequestFor(app, company.id, { attachmentIds: [file.body.id] })
  const foreign = await newVisitor().call('create-booking-payment', request)
  expect([foreign.status, foreign.body.code]).toEqual([422, 'bookings.attachmentUnknown'])
  expect(await bookings()).toEqual([])
  const own = await visitor.call('create-booking-payment', request)
  expect(own.status).toBe(200)
  await payNewest()
  const again = await visitor.call('create-booking-payment', { ...request, customerName: 'Eine andere' })
  expect(again.body.code).toBe('bookings.attachmentUnknown')
})

test('a changed request keeps the files and ends the earlier unpaid attempt', async () => {
  const company = await makeCompany(app)
  const file = await visitor.upload({ name: 'Plan.png', type: 'image/png', content: png })
  const request = bookingRequestFor(app, company.id, { attachmentIds: [file.body.id] })
  await visitor.call('create-booking-payment', request)
  expect((await visitor.call('create-booking-payment', { ...request, amount: 150 })).status).toBe(200)
  expect((await bookings()).map((one) => [one.amountCents, one.bookingStatus])).toEqual([
    [13_800, 'cancelled'],
    [15_000, 'pending'],
  ])
})

test('the session of another booking opens nothing', async () => {
  const mine = await bookAndRead()
  const other = await bookAndRead({ customerEmail: 'andere@kunde.example' })
  await sandbox.control('pay', { session: other.sessionId })
  for (const name of ['verify-payment', 'get-booking']) {
    const { status, body } = await visitor.call(name, { sessionId: other.sessionId, bookingId: mine.bookingId })
    expect([status, body.error]).toEqual([404, bookingMessages.notFound])
  }
  expect((await visitor.call('get-booking', { sessionId: mine.sessionId, bookingId: mine.bookingId })).status).toBe(404)
  expect((await bookings()).map((one) => one.paymentStatus)).toEqual(['pending', 'pending'])
})

test('only the holder of an unpaid booking gets its payment URL, or the company to book again', async () => {
  const ids = await bookAndRead()
  const { url } = await newestCheckout()
  const [{ companyId = '' } = {}] = await bookings()
  expect((await newVisitor().call('verify-payment', ids)).body).toEqual({ paid: false, company_id: companyId, pay_url: url })
  expect((await newVisitor().call('verify-payment', { ...ids, bookingId: unknownId })).body.company_id).toBeUndefined()
  const over = new Date(Date.now() + 36 * 60_000)
  testApp.clock.moveTo(over)
  await sandbox.control('clock', { to: over.toISOString() })
  expect((await newVisitor().call('verify-payment', ids)).body).toEqual({ paid: false, company_id: companyId, pay_url: null })
  expect((await bookings()).map((one) => one.bookingStatus)).toEqual(['cancelled'])
})

test('the receipt names the company if both ids are given, for 60 days', async () => {
  const ids = await bookAndRead()
  await sandbox.control('pay', { session: ids.sessionId })
  expect((await visitor.call('verify-payment', ids)).body).toEqual({ paid: true })
  const { body } = await newVisitor().call('get-booking', ids)
  expect(body).toMatchObject({ amount: 138, payment_status: 'paid', booking_time: '07:30', company: { phone: '+49 40 66969101' } })
  testApp.clock.moveTo(new Date(Date.now() + 63 * 86_400_000))
  expect((await visitor.call('get-booking', ids)).status).toBe(404)
})

test('an idempotency key replays its response to the same visitor, and refuses other visitors and other requests', async () => {
  const company = await makeCompany(app)
  const request = bookingRequestFor(app, company.id)
  const key = { 'idempotency-key': 'a-key-of-sixteen-letters' }
  const first = await visitor.call('create-booking-payment', request, key)
  expect((await visitor.call('create-booking-payment', request, key)).body).toEqual(first.body)
  const other = await newVisitor().call('create-booking-payment', request, key)
  const changed = await visitor.call('create-booking-payment', { ...request, amount: 1 }, key)
  expect([other.status, other.body.code, changed.status, changed.body.code]).toEqual([
    422,
    'idempotency.keyReused',
    422,
    'idempotency.keyReused',
  ])
  expect((await visitor.call('create-booking-payment', request, { 'idempotency-key': 'short' })).body.code).toBe('idempotency.keyTooShort')
  expect((await bookings()).length).toBe(1)
})

test('a call from another origin is refused', async () => {
  const company = await makeCompany(app)
  const { status, body } = await visitor.call('create-booking-payment', bookingRequestFor(app, company.id), {
    origin: 'https://evil.example',
  })
  expect([status, body.code]).toEqual([403, 'request.foreignOrigin'])
})

test('the database has the same state graphs and refuses every other edge', async () => {
  const { rows } = await sql<{ edge: string }>`
    select graph || ': ' || from_state || ' → ' || to_state as edge
    from state_edges
    where graph in ('booking', 'payment')`.execute(app.db)
  const ours = Object.entries(bookingGraph).flatMap(([graph, edges]) =>
    Object.entries(edges).flatMap(([from, states]) => states.map((to: string) => `${graph}: ${from} → ${to}`)),
  )
  expect(rows.map(({ edge }) => edge).sort()).toEqual(ours.sort())
  const { bookingId } = await bookAndRead()
  const jump = app.db.updateTable('bookings').set({ paymentStatus: 'completed' }).where('id', '=', bookingId).execute()
  await expect(jump).rejects.toThrow(/payment cannot go from pending to completed/)
})

test("the customer's confirmation repeats no typed text; the company's mail contains everything", async () => {
  const ids = await bookAndRead({ customerName: 'Freier Text', description: 'Klingeln bei Meyer', location: 'Geheimer Weg 3' })
  await sandbox.control('pay', { session: ids.sessionId })
  await visitor.call('verify-payment', ids)
  await runJobs()
  const mails = testApp.inbox.mails()
  const customer = mails.find((mail) => mail.to === 'katrin.bergmann@kunde.example')
  const company = mails.find((mail) => mail.to === 'kontakt@glanzwerk.example')
  for (const typed of ['Freier Text', 'Klingeln bei Meyer', 'Geheimer Weg 3']) {
    expect(customer?.text + (customer?.html ?? '')).not.toContain(typed)
    expect(company?.text).toContain(typed)
  }
  expect(customer?.text).toContain('+49 40 66969101')
})

test('the export of a person’s data contains the paid bookings of their address, and no data of others', async () => {
  const email = 'katrin.bergmann@kunde.example'
  await book({ customerEmail: ' Katrin.Bergmann@Kunde.EXAMPLE' })
  await payNewest()
  await book({ customerEmail: 'andere@kunde.example', customerName: 'Andere Kundin' })
  await payNewest()
  await book({ customerName: 'Unbezahlt Getippt' })
  await makeUser(app, { email })
  const member = await signInAs(newVisitor(), email)
  const { bookings: exported } = (await member.call('export-own-data', {})).body
  expect(exported).toEqual([
    expect.objectContaining({ customerEmail: email, companyName: 'Glanzwerk Altona', amountCents: 13_800, paymentStatus: 'paid' }),
  ])
  expect(JSON.stringify(exported)).not.toMatch(/Andere Kundin|andere@|Unbezahlt|Meike Petersen|kontakt@glanzwerk|66969101|[Hh]ash|"fee|Fee/)
})

async function book(fields: object = {}) {
  const company = await makeCompany(app)
  return visitor.call('create-booking-payment', bookingRequestFor(app, company.id, fields))
}

async function bookAndRead(fields: object = {}) {
  expect((await book(fields)).status).toBe(200)
  const checkout = await newestCheckout()
  return { bookingId: checkout.bookingId, sessionId: checkout.sessionId ?? '' }
}

const newestCheckout = () => app.db.selectFrom('checkouts').selectAll().orderBy('createdAt', 'desc').executeTakeFirstOrThrow()
const bookings = () => app.db.selectFrom('bookings').selectAll().orderBy('createdAt').execute()

async function payNewest() {
  const { sessionId, bookingId } = await newestCheckout()
  await sandbox.control('pay', { session: sessionId })
  await visitor.call('verify-payment', { sessionId, bookingId })
}
