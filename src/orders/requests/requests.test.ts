import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { lockAppointment } from '#src/orders/appointments/actions.ts'
import { lockBooking } from '#src/orders/bookings/store.ts'
import { addDays, berlinDay, berlinInstant } from '#src/platform/kit/dates.ts'
import { bookingRequestFor } from '../../../tests/factories.ts'
import { openRequestFixtures } from '../../../tests/requestFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'
import { captureBooking, lapseRequests } from './captureActions.ts'

const testApp = await openTestApp()
const { app, clock, inbox, runJobs, newVisitor, sandbox } = testApp
const fixtures = openRequestFixtures(testApp)
const { appointmentOf, bookAt, eventsOf, ledgerSums, mailsTo, readBooking, requested, stripe, violations } = fixtures

// The invariants must hold after every test.
afterEach(async () => {
  await runJobs()
  expect(await violations()).toEqual([])
})

type Fixture = Awaited<ReturnType<typeof requested>>
const over = 'Das ist für diesen Termin nicht mehr möglich.'
const answer = ({ owner, ids }: Fixture, said: object) => owner.call('answer-request', { ...ids, ...said })
const readOwn = async ({ key }: Fixture) => (await newVisitor().call('get-booking', key)).body
const statesOf = async (id: string) => {
  const { bookingStatus, paymentStatus } = await readBooking(id)
  return [(await appointmentOf(id)).status, bookingStatus, paymentStatus]
}
const takenBy = async (bookingId: string) => {
  const rows = await app.db.selectFrom('occupancies').select('kind').where('bookingId', '=', bookingId).orderBy('during').execute()
  return rows.map(({ kind }) => kind)
}
const checkoutsOf = async (bookingId: string) => {
  const rows = await app.db.selectFrom('checkouts').select('status').where('bookingId', '=', bookingId).orderBy('attempt').execute()
  return rows.map(({ status }) => status)
}
const intentOf = async ({ paymentId }: Fixture) => stripe.paymentIntents.retrieve(paymentId)

test('requested: nothing is charged, both sides get mails, the time is held, and the company sees what it needs to decide', async () => {
  const fixture = await requested()
  const { bookingId, customerEmail, company, owner, ids, sessionId } = fixture
  expect(await statesOf(bookingId)).toEqual(['requested', 'pending', 'pending'])
  expect([await takenBy(bookingId), await checkoutsOf(bookingId)]).toEqual([['request'], ['authorised']])
  expect(await intentOf(fixture)).toMatchObject({ status: 'requires_capture', amount_received: 0 })
  expect(await ledgerSums()).toEqual({})
  const [toCustomer] = mailsTo(customerEmail)
  expect(toCustomer?.subject).toMatch(/^Ihre Anfrage ist beim Anbieter: /)
  expect(toCustomer?.text).toContain('Bis dahin wird nichts abgebucht.')
  const [toCompany] = mailsTo(company.email)
  expect(toCompany?.subject).toMatch(/^Neue Anfrage: /)
  expect(toCompany?.text).toContain('Schmale Gasse 12')
  expect(toCompany?.text).not.toContain(customerEmail)

  expect((await newVisitor().call('verify-payment', { sessionId, bookingId })).body).toEqual({ paid: false, requested: true })
  const own = await readOwn(fixture)
  expect(own).toMatchObject({ takes_place: false, location: 'Schmale Gasse 12, 22767 Hamburg', request: { step: 'requested', times: [] } })
  expect(own.company).toMatchObject({ email: '', phone: '' })
  const seen = (await owner.call('get-company-booking', ids)).body
  expect(seen).toMatchObject({ customer_email: null, customer_phone: null, location: 'Schmale Gasse 12, 22767 Hamburg' })
  expect(Date.parse(seen.appointment.answer_until)).toBe((await appointmentOf(bookingId)).deadlineAt?.getTime())
  expect((await owner.call('list-requests', { companyId: company.id })).body.rows).toMatchObject([{ id: bookingId, amount: 138 }])

  // The same order again makes no second booking, and another customer does not get the time.
  const again = await newVisitor().call('create-booking-payment', fixture.request)
  expect(again.body.error).toBe('Diese Anfrage liegt dem Anbieter schon vor. Die Antwort bekommen Sie per E-Mail.')
  const other = await newVisitor().call('create-booking-payment', { ...fixture.request, customerEmail: 'andere@kunde.example' })
  expect(other.status).toBe(409)
})

test('accepted a hundred times concurrently: the payment is captured once, and the appointment is agreed', async () => {
  const fixture = await requested()
  const { bookingId, customerEmail } = fixture
  inbox.clear()
  const answers = await Promise.all(Array.from({ length: 100 }, () => answer(fixture, { answer: 'accept' })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 99 }, () => 409)])
  await Promise.all([runJobs(), captureBooking(app, { bookingId }), captureBooking(app, { bookingId })])
  await runJobs()
  expect(await statesOf(bookingId)).toEqual(['agreed', 'confirmed', 'paid'])
  expect([await takenBy(bookingId), await checkoutsOf(bookingId)]).toEqual([['booking'], ['paid']])
  expect(await intentOf(fixture)).toMatchObject({ status: 'succeeded', amount_received: 13_800 })
  expect(await ledgerSums()).toMatchObject({ psp_balance: 13_800 })
  expect(mailsTo(customerEmail).map(({ subject }) => subject.split(':')[0])).toEqual(['Ihre Buchung ist bestätigt'])
  expect(mailsTo(customerEmail)[0]?.text).toContain('hat Ihre Anfrage angenommen')
  expect(await eventsOf(bookingId)).toEqual(['customer ordered', 'customer requested', 'company accepted', 'system paid'])
})

test('settling the payment never deadlocks with a transaction that holds the company’s resources and locks the booking', async () => {
  const { bookingId } = await requested()
  const { promise: isRead, resolve: goOn } = Promise.withResolvers<void>()
  const settling = app.db.transaction().execute(async (tx) => {
    const note = () => tx.updateTable('checkouts').set({ checkedAt: app.now() }).where('bookingId', '=', bookingId).execute()
    await note()
    await note()
    await isRead
    return lockAppointment(tx, bookingId)
  })
  const booking = await app.db.transaction().execute(async (tx) => {
    await lockAppointment(tx, bookingId)
    await sql`set local lock_timeout = '3s'`.execute(tx)
    return lockBooking(tx, bookingId).finally(goOn)
  })
  expect([booking?.id, (await settling)?.bookingId]).toEqual([bookingId, bookingId])
})

test('declined: nothing is charged, authorization and time are released, and the mail contains the reason', async () => {
  const fixture = await requested()
  const { bookingId, customerEmail, request } = fixture
  inbox.clear()
  expect((await answer(fixture, { answer: 'decline', reason: '' })).status).toBe(422)
  expect((await answer(fixture, { answer: 'decline', reason: 'Leider ausgebucht' })).status).toBe(200)
  expect((await answer(fixture, { answer: 'accept' })).body.error).toBe(over)
  await runJobs()
  expect(await statesOf(bookingId)).toEqual(['declined', 'cancelled', 'failed'])
  expect([await takenBy(bookingId), await checkoutsOf(bookingId)]).toEqual([[], ['released']])
  expect(await intentOf(fixture)).toMatchObject({ status: 'canceled', amount_received: 0 })
  expect(mailsTo(customerEmail).map(({ subject }) => subject.split(':')[0])).toEqual(['Ihre Anfrage wurde abgelehnt'])
  expect(mailsTo(customerEmail)[0]?.text).toContain('Leider ausgebucht')
  expect((await readOwn(fixture)).appointment.status).toBe('declined')
  expect((await newVisitor().call('create-booking-payment', { ...request, customerEmail: 'andere@kunde.example' })).status).toBe(200)
})

test('not answered: reminded two hours before, then it lapses, also when the job runs late', async () => {
  const fixture = await requested()
  const { bookingId, customerEmail, company } = fixture
  const { deadlineAt } = await appointmentOf(bookingId)
  if (!deadlineAt) throw new Error('a request has a deadline')
  inbox.clear()
  clock.moveTo(new Date(deadlineAt.getTime() - 2 * 3_600_000 - 60_000))
  await lapseRequests(app)
  expect(inbox.mails()).toEqual([])
  clock.moveTo(new Date(deadlineAt.getTime() - 2 * 3_600_000 + 60_000))
  await Promise.all([lapseRequests(app), lapseRequests(app)])
  await lapseRequests(app)
  await runJobs()
  expect(mailsTo(company.email).map(({ subject }) => subject.split(':')[0])).toEqual(['Eine Anfrage wartet auf Ihre Antwort'])

  inbox.clear()
  clock.moveTo(new Date(deadlineAt.getTime() + 1_000))
  expect((await answer(fixture, { answer: 'accept' })).body.error).toBe(over)
  await Promise.all([lapseRequests(app), lapseRequests(app)])
  await runJobs()
  expect(await statesOf(bookingId)).toEqual(['lapsed', 'cancelled', 'failed'])
  expect([await takenBy(bookingId), (await intentOf(fixture)).status]).toEqual([[], 'canceled'])
  expect(mailsTo(customerEmail).map(({ subject }) => subject.split(':')[0])).toEqual(['Ihre Anfrage ist verfallen'])
  expect(mailsTo(company.email).map(({ subject }) => subject.split(':')[0])).toEqual(['Anfrage verfallen'])
})

test.each([
  { calendar: 'with a calendar', rounds: 1 },
  { calendar: 'without a calendar', rounds: 5 },
])('withdrawn by the customer while a company $calendar answers: one of them wins, and the money follows', async ({ calendar, rounds }) => {
  for (let round = 0; round < rounds; round += 1) await race(calendar === 'with a calendar')

  const second = await requested()
  inbox.clear()
  expect((await newVisitor().call('withdraw-request', { key: second.key })).status).toBe(200)
  await runJobs()
  expect(await statesOf(second.bookingId)).toEqual(['withdrawn', 'cancelled', 'failed'])
  expect((await intentOf(second)).status).toBe('canceled')
  expect(mailsTo(second.company.email)[0]?.subject).toMatch(/^Anfrage zurückgezogen: /)
})

/** A request that is accepted and withdrawn at once. Without a calendar there are no resources whose lock keeps one of them waiting. */
async function race(hasCalendar: boolean) {
  const fixture = await requested()
  const { bookingId, key, company } = fixture
  if (!hasCalendar) {
    await app.db.deleteFrom('occupancies').where('companyId', '=', company.id).execute()
    await app.db.deleteFrom('resources').where('companyId', '=', company.id).execute()
  }
  const [accepted, withdrawn] = await Promise.all([answer(fixture, { answer: 'accept' }), newVisitor().call('withdraw-request', { key })])
  expect([accepted.status, withdrawn.status].sort()).toEqual([200, 409])
  await runJobs()
  const [state] = await statesOf(bookingId)
  expect((await intentOf(fixture)).status).toBe(state === 'agreed' ? 'succeeded' : 'canceled')
}

test('counter-proposal: its times are held, the requested one is free, one is chosen and the payment captured', async () => {
  const fixture = await requested()
  const { bookingId, key, customerEmail, request } = fixture
  const day = addDays(request.date, 1)
  inbox.clear()
  expect((await answer(fixture, { answer: 'counter', times: [] })).status).toBe(422)
  const overlapping = [
    { date: day, time: '10:00' },
    { date: day, time: '10:30' },
  ]
  expect((await answer(fixture, { answer: 'counter', times: overlapping })).status).toBe(409)
  expect(await takenBy(bookingId)).toEqual(['request'])
  const times = [
    { date: day, time: '10:00' },
    { date: day, time: '13:00' },
  ]
  expect((await answer(fixture, { answer: 'counter', times })).status).toBe(200)
  await runJobs()
  expect([await statesOf(bookingId), await takenBy(bookingId)]).toEqual([
    ['countered', 'pending', 'pending'],
    ['proposal', 'proposal'],
  ])
  expect(mailsTo(customerEmail)[0]?.text).toContain('13:00 Uhr')
  const { request: shown } = await readOwn(fixture)
  expect(shown).toMatchObject({ step: 'countered', times: times.map((one) => expect.objectContaining(one)) })
  expect((await newVisitor().call('answer-counter', { key, timeId: bookingId })).body.error).toBe(over)
  const chosen = await newVisitor().call('answer-counter', { key, timeId: shown.times[1].id })
  expect(chosen.body).toMatchObject({ booking_date: day, booking_time: '13:00', request: { step: 'accepting' } })
  await runJobs()
  expect(await statesOf(bookingId)).toEqual(['agreed', 'confirmed', 'paid'])
  expect(await takenBy(bookingId)).toEqual(['booking'])
  expect((await appointmentOf(bookingId)).startsAt).toEqual(berlinInstant(day, '13:00'))
})

test('a chosen time within the withdrawal period requires the early-start consent again; choosing none ends the request', async () => {
  const later = addDays(berlinDay(app.now()), 20)
  const fixture = await requested({ customerKind: 'consumer', date: later })
  const { key, bookingId } = fixture
  const soon = addDays(berlinDay(app.now()), 5)
  expect((await answer(fixture, { answer: 'counter', times: [{ date: soon, time: '10:00' }] })).status).toBe(200)
  const { request: shown } = await readOwn(fixture)
  expect(shown.consent_until >= soon).toBe(true)
  expect((await newVisitor().call('answer-counter', { key, timeId: shown.times[0].id })).status).toBe(409)
  expect((await statesOf(bookingId))[0]).toBe('countered')
  expect((await newVisitor().call('answer-counter', { key, timeId: null })).status).toBe(200)
  await runJobs()
  expect(await statesOf(bookingId)).toEqual(['declined', 'cancelled', 'failed'])
  expect((await intentOf(fixture)).status).toBe('canceled')
})

test('the bank refuses after the company accepted: the time stays held, the customer pays in another way', async () => {
  const fixture = await requested()
  const { bookingId, customerEmail, key } = fixture
  inbox.clear()
  await stripe.paymentIntents.cancel(fixture.paymentId)
  expect((await answer(fixture, { answer: 'accept' })).status).toBe(200)
  await runJobs()
  expect([await statesOf(bookingId), await checkoutsOf(bookingId)]).toEqual([
    ['held', 'pending', 'pending'],
    ['released', 'open'],
  ])
  expect(await takenBy(bookingId)).toEqual(['request'])
  expect(mailsTo(customerEmail)[0]?.subject).toMatch(/^Bitte bezahlen Sie noch einmal: /)
  const own = await readOwn(fixture)
  expect(own.request).toMatchObject({ step: 'payAgain', pay_url: expect.stringContaining('http') })
  const { sessionId } = await app.db
    .selectFrom('checkouts')
    .select('sessionId')
    .where('bookingId', '=', bookingId)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()
  await sandbox.control('pay', { session: String(sessionId) })
  expect((await newVisitor().call('verify-payment', { sessionId, bookingId })).body).toEqual({ paid: true })
  expect(await statesOf(bookingId)).toEqual(['agreed', 'confirmed', 'paid'])
  expect((await newVisitor().call('get-booking', key)).body.takes_place).toBe(true)
})

test('the request lapses when the authorization expires before the company answers', async () => {
  const fixture = await requested()
  await stripe.paymentIntents.cancel(fixture.paymentId)
  clock.moveTo(new Date(app.now().getTime() + 6 * 60_000))
  await fixtures.reconcile()
  await runJobs()
  expect(await statesOf(fixture.bookingId)).toEqual(['lapsed', 'cancelled', 'failed'])
  expect(mailsTo(fixture.customerEmail)[0]?.subject).toMatch(/^Ihre Anfrage ist verfallen: /)
})

test('a capture outside of our code is refunded; the operator cancels a request; an authorization without an open request is released', async () => {
  const taken = await requested()
  await stripe.paymentIntents.capture(taken.paymentId)
  clock.moveTo(new Date(app.now().getTime() + 6 * 60_000))
  await fixtures.reconcile()
  await runJobs()
  expect(await statesOf(taken.bookingId)).toEqual(['cancelled', 'cancelled', 'refunded'])

  const off = await requested()
  await (await fixtures.operator()).call('admin-cancel-booking', { bookingId: off.bookingId, reason: 'Firma schließt' })
  await runJobs()
  expect([await statesOf(off.bookingId), (await intentOf(off)).status]).toEqual([['cancelled', 'cancelled', 'failed'], 'canceled'])

  const company = await fixtures.requestCompany()
  const late = await bookAt(company.id, { time: '14:00', customerKind: 'business' })
  await app.db.updateTable('companies').set({ archivedAt: app.now() }).where('id', '=', company.id).execute()
  await sandbox.control('pay', { session: late.sessionId })
  await newVisitor().call('verify-payment', { sessionId: late.sessionId, bookingId: late.bookingId })
  await runJobs()
  expect([await statesOf(late.bookingId), await checkoutsOf(late.bookingId)]).toEqual([['lapsed', 'cancelled', 'failed'], ['expired']])
  const session = await stripe.checkout.sessions.retrieve(late.sessionId, { expand: ['payment_intent'] })
  expect(session.payment_intent).toMatchObject({ status: 'canceled' })
})

test('a stranger, another company and a wrong key get nothing', async () => {
  const [fixture, other] = [await requested(), await requested()]
  const foreign = await other.owner.call('answer-request', { companyId: other.company.id, bookingId: fixture.bookingId, answer: 'accept' })
  expect(foreign.status).toBe(404)
  const { sessionId } = other
  const wrong = await newVisitor().call('withdraw-request', { key: { sessionId, bookingId: fixture.bookingId } })
  expect(wrong.status).toBe(404)
  expect((await statesOf(fixture.bookingId))[0]).toBe('requested')
  const instant = await newVisitor().call('create-booking-payment', bookingRequestFor(app, fixture.company.id, { time: '16:00' }))
  expect(instant.status).toBe(200)
})
