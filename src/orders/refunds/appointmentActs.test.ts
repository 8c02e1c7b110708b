import { afterEach, expect, test } from 'vitest'
import { enqueue } from '#src/platform/server/jobs.ts'
import { openAppointmentFixtures } from '../../../tests/appointmentFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'

const testApp = await openTestApp()
const { app, clock, runJobs, newVisitor } = testApp
const fixtures = openAppointmentFixtures(testApp)
const { agreed, appointmentOf, moveBefore, eventsOf, mailsTo, operator, payOut, read, readBooking, readRefunds, ledgerSums } = fixtures

// The invariants must hold after every test.
afterEach(async () => {
  expect(await fixtures.violations()).toEqual([])
})

const over = 'Das ist für diesen Termin nicht mehr möglich.'
const settle = async () => {
  await enqueue(app.db, { name: 'refunds.settleMissed', payload: {} })
  await runJobs()
}
const pass = (hours: number) => clock.moveTo(new Date(app.now().getTime() + hours * 3_600_000))

test('the company calls off: everything goes back, both read why, the time is free, and it happens once', async () => {
  const { owner, ids, bookingId, customerEmail, company } = await agreed('fest')
  await moveBefore(bookingId, 1)
  const answers = await Promise.all(Array.from({ length: 6 }, () => owner.call('cancel-appointment', { ...ids, reason: 'Krankheit' })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.body.error).toBe(over)
  await runJobs()
  const { bookingStatus, paymentStatus, cancelledBy } = await readBooking(bookingId)
  expect([bookingStatus, paymentStatus, cancelledBy]).toEqual(['cancelled', 'refunded', 'company'])
  expect((await readRefunds()).map(({ amountCents }) => amountCents)).toEqual([13_800])
  expect(await ledgerSums()).toEqual({})
  expect(await app.db.selectFrom('occupancies').selectAll().execute()).toEqual([])
  const toCustomer = mailsTo(customerEmail).find(({ subject }) => subject.startsWith('Ihre Buchung wurde storniert'))?.text
  expect(toCustomer).toContain('Ihr Anbieter hat den Termin abgesagt.')
  expect(toCustomer).toContain('Krankheit')
  expect(mailsTo(company.email).some(({ text }) => text.includes('Sie haben einen Termin abgesagt.'))).toBe(true)
  expect(await eventsOf(bookingId)).toEqual(['customer ordered', 'system paid', 'company cancelled'])
})

test('what is offered when: calling off until the end, done from the start on, missed from ten minutes to a day after it', async () => {
  const { owner, ids, bookingId } = await agreed('ueblich')
  const offered = async (hours: number) => {
    await moveBefore(bookingId, hours)
    return (await owner.call('get-company-booking', ids)).body.appointment.acts
  }
  expect(await offered(1)).toEqual(['cancel'])
  for (const name of ['mark-performed', 'mark-missed']) expect((await owner.call(name, ids)).body.error).toBe(over)
  expect(await offered(-0.1)).toEqual(['cancel', 'performed'])
  expect((await owner.call('mark-missed', ids)).status).toBe(409)
  expect(await offered(-0.5)).toEqual(['cancel', 'performed', 'missed'])
  expect(await offered(-23.9)).toEqual(['performed', 'missed'])
  expect(await offered(-24.1)).toEqual(['performed'])
  expect((await owner.call('cancel-appointment', { ...ids, reason: 'Krankheit' })).status).toBe(409)
})

test('done: noted, nothing else is possible any more, and the share is due as before', async () => {
  const { owner, ids, bookingId, key } = await agreed('ueblich')
  const { payableAt } = await readBooking(bookingId)
  await moveBefore(bookingId, -0.5)
  expect((await owner.call('mark-performed', ids)).status).toBe(200)
  expect((await owner.call('mark-performed', ids)).status).toBe(409)
  expect((await owner.call('mark-missed', ids)).status).toBe(409)
  expect((await newVisitor().call('cancel-own-booking', { ...key, expectedRefundCents: 6_900 })).body.error).toBe(over)
  expect([(await readBooking(bookingId)).payableAt, (await appointmentOf(bookingId)).status]).toEqual([payableAt, 'performed'])
  expect(await eventsOf(bookingId)).toEqual(['customer ordered', 'system paid', 'company performed'])
})

/** Item of a booking of three hours. */
const soldByTheHour = (bookingId: string) =>
  app.db
    .insertInto('bookingItems')
    .values({ bookingId, position: 0, title: 'Beratung', quantity: 300, unit: 'Std.', unitCents: 4_600, totalCents: 13_800 })
    .execute()

test('by the hour: fewer than booked are billed, the rest goes back once, and the share follows', async () => {
  const { owner, ids, bookingId } = await agreed('fest')
  await soldByTheHour(bookingId)
  await moveBefore(bookingId, -0.5)
  expect((await owner.call('get-company-booking', ids)).body.appointment.hourly).toEqual({ hours: 3, unit: 46 })
  const fieldOf = async (hours: number) => (await owner.call('mark-performed', { ...ids, hours })).body.fields
  expect(await fieldOf(3.25)).toEqual({ hours: ['Höchstens 3 Stunden: So viele sind gebucht und bezahlt'] })
  expect(await fieldOf(2.1)).toEqual({ hours: ['Bitte geben Sie Viertelstunden an, zum Beispiel 2,25'] })
  const answers = await Promise.all([2.25, 2.25, 1].map((hours) => owner.call('mark-performed', { ...ids, hours })))
  const worked = [2.25, 2.25, 1][answers.findIndex(({ status }) => status === 200)] ?? 0
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  await runJobs()
  const backCents = (3 - worked) * 4_600
  expect((await readRefunds()).map(({ amountCents, status }) => [amountCents, status])).toEqual([[backCents, 'succeeded']])
  expect(await ledgerSums()).toMatchObject({ psp_balance: 13_800 - backCents })
  expect((await readBooking(bookingId)).refundedCents).toBe(backCents)
})

test('by the hour: as many as booked bill everything; what is sold at a fixed price knows no hours', async () => {
  const { owner, ids, bookingId } = await agreed('fest')
  await moveBefore(bookingId, -0.5)
  expect((await owner.call('mark-performed', { ...ids, hours: 1 })).body.fields).toEqual({
    hours: ['Diese Leistung wird nicht nach Stunden abgerechnet'],
  })
  expect((await appointmentOf(bookingId)).status).toBe('agreed')
  await soldByTheHour(bookingId)
  expect((await owner.call('mark-performed', { ...ids, hours: 3 })).status).toBe(200)
  await runJobs()
  expect([await readRefunds(), (await appointmentOf(bookingId)).status]).toEqual([[], 'performed'])
})

test('by the piece: fewer than booked are billed, and the rest goes back', async () => {
  const { owner, ids, bookingId } = await agreed('fest')
  const item = { position: 0, title: 'Fenster putzen', quantity: 1_200, unit: 'Fenster', unitCents: 1_150, totalCents: 13_800 }
  await app.db
    .insertInto('bookingItems')
    .values({ bookingId, ...item })
    .execute()
  await moveBefore(bookingId, -0.5)
  expect((await owner.call('get-company-booking', ids)).body.appointment).toMatchObject({
    hourly: null,
    by_piece: { pieces: 12, piece: 'Fenster', unit: 11.5 },
  })
  const fieldOf = async (fields: object) => (await owner.call('mark-performed', { ...ids, ...fields })).body.fields
  expect(await fieldOf({ pieces: 13 })).toEqual({ pieces: ['Höchstens 12: So viele sind gebucht und bezahlt'] })
  expect(await fieldOf({ pieces: 1.5 })).toEqual({ pieces: ['Bitte geben Sie eine ganze Zahl ab 1 an'] })
  expect(await fieldOf({ hours: 1 })).toEqual({ hours: ['Diese Leistung wird nicht nach Stunden abgerechnet'] })
  expect((await owner.call('mark-performed', { ...ids, pieces: 10 })).status).toBe(200)
  await runJobs()
  expect((await readRefunds()).map(({ amountCents, status }) => [amountCents, status])).toEqual([[2_300, 'succeeded']])
  expect(await ledgerSums()).toMatchObject({ psp_balance: 11_500 })
})

test('missed: no payout while the customer may object, then a part goes back by the policy, once', async () => {
  const { owner, ids, bookingId, customerEmail } = await agreed('ueblich')
  await fixtures.fillBalance()
  await moveBefore(bookingId, -0.5)
  expect((await owner.call('mark-missed', ids)).status).toBe(200)
  await runJobs()
  const mail = mailsTo(customerEmail).find(({ subject }) => subject.startsWith('Ihr Anbieter hat Sie nicht angetroffen'))
  expect(mail?.text).toMatch(/erstatten wir Ihnen danach 27,60\s€; 110,40\s€ behält der Anbieter/)
  expect(mail?.text).toContain('Ihnen bleibt der Nachweis, dass kein oder ein geringerer Schaden entstanden ist.')
  await payOut(await operator())
  expect((await readBooking(bookingId)).paymentStatus).toBe('paid')
  await settle()
  expect(await readRefunds()).toEqual([])
  pass(48)
  await settle()
  await settle()
  expect((await readRefunds()).map(({ amountCents, status }) => [amountCents, status])).toEqual([[2_760, 'succeeded']])
  expect(await eventsOf(bookingId)).toEqual(['customer ordered', 'system paid', 'company missed', 'system settled'])
  await payOut(await operator())
  await runJobs()
  expect((await readBooking(bookingId)).paymentStatus).toBe('completed')
})

test.each([
  ['performed', [], 'completed'],
  ['missed', [2_760], 'completed'],
  ['cancelled', [13_800], 'refunded'],
] as const)('an objection holds the payout until the operator decides: %s', async (decision, refunds, paymentStatus) => {
  const { owner, ids, key, bookingId, customerEmail, company } = await agreed('fest')
  await fixtures.fillBalance()
  await moveBefore(bookingId, -0.5)
  await owner.call('mark-missed', ids)
  expect((await read(key)).appointment.object_until).not.toBeNull()
  expect((await newVisitor().call('object', { key, reason: 'Ich war da.' })).status).toBe(200)
  expect((await newVisitor().call('object', { key, reason: 'Ich war da.' })).body.error).toBe(over)
  expect((await read(key)).appointment).toMatchObject({ status: 'contested', object_until: null })
  pass(72)
  await settle()
  const admin = await operator()
  await payOut(admin)
  expect([(await readBooking(bookingId)).paymentStatus, (await readRefunds()).length]).toEqual(['paid', 0])
  expect(mailsTo(company.email).some(({ text }) => text.includes('Ich war da.'))).toBe(true)
  const asked = { search: company.companyName, state: 'open' }
  expect((await admin.call('admin-list-objections', asked)).body).toMatchObject({
    total: 1,
    rows: [{ id: bookingId, status: 'contested' }],
  })
  expect((await admin.call('admin-overview', {})).body.open_objections).toBe(1)
  const { body: objection } = await admin.call('admin-read-objection', { bookingId })
  expect(objection).toMatchObject({ reason: 'Ich war da.', amount: 138, missed_refund: 27.6, decided_at: null, decision_reason: null })
  expect(objection.missed_at < objection.objected_at).toBe(true)
  expect((await admin.call('admin-decide-objection', { bookingId, decision, reason: 'Fotos' })).status).toBe(200)
  expect((await admin.call('admin-list-objections', asked)).body.total).toBe(0)
  expect((await admin.call('admin-read-objection', { bookingId })).body).toMatchObject({ status: decision, decision_reason: 'Fotos' })
  expect((await admin.call('admin-decide-objection', { bookingId, decision, reason: 'Fotos' })).body.error).toBe(over)
  await runJobs()
  expect(mailsTo(customerEmail).some(({ text }) => text.includes('Fotos'))).toBe(true)
  await payOut(admin)
  await runJobs()
  expect((await readRefunds()).map(({ amountCents }) => amountCents)).toEqual(refunds)
  expect([(await appointmentOf(bookingId)).status, (await readBooking(bookingId)).paymentStatus]).toEqual([decision, paymentStatus])
})

test('the time to object ends', async () => {
  const { owner, ids, key, bookingId } = await agreed('kulant')
  await moveBefore(bookingId, -0.5)
  await owner.call('mark-missed', ids)
  pass(48)
  expect((await newVisitor().call('object', { key, reason: 'Ich war da.' })).body.error).toBe(over)
  await settle()
  expect(await readRefunds()).toEqual([])
})

test('two acts at once: one wins', async () => {
  const { owner, ids, key, bookingId } = await agreed('ueblich')
  const answers = await Promise.all([
    owner.call('cancel-appointment', { ...ids, reason: 'Krankheit' }),
    newVisitor().call('cancel-own-booking', key),
    newVisitor().call('cancel-own-booking', key),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  await runJobs()
  expect((await readRefunds()).length).toBe(1)
  expect((await eventsOf(bookingId)).length).toBe(3)
})

test("a company cannot act on another company's appointment", async () => {
  const { bookingId } = await agreed('kulant')
  const { owner, company } = await agreed('kulant')
  const foreign = { companyId: company.id, bookingId, reason: 'Krankheit' }
  for (const name of ['cancel-appointment', 'mark-performed', 'mark-missed']) expect((await owner.call(name, foreign)).status).toBe(404)
})
