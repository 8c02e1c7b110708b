import { afterEach, expect, test } from 'vitest'
import { complaintLimits } from '#src/orders/bookings/complaints/rules.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { openAppointmentFixtures } from '../../../../tests/appointmentFixtures.ts'
import { openTestApp } from '../../../../tests/testApp.ts'

const testApp = await openTestApp()
const { app, clock, runJobs, newVisitor } = testApp
const fixtures = openAppointmentFixtures(testApp)
const { agreed, moveBefore, mailsTo, operator, payOut, read, readBooking, readRefunds } = fixtures

// The invariants must hold after every test.
afterEach(async () => {
  expect(await fixtures.violations()).toEqual([])
})

const pass = (hours: number) => clock.moveTo(new Date(app.now().getTime() + hours * 3_600_000))
const words = { reason: 'missed', words: 'Ich habe zwei Stunden gewartet.', request: 'full' }
const report = (key: object, more: object = {}) => newVisitor().call('report-complaint', { key, ...words, ...more })
const resolve = (key: object, said: object = { answer: 'accept' }) => newVisitor().call('resolve-complaint', { key, ...said })
const escalateDue = async () => {
  await enqueue(app.db, { name: 'refunds.escalateComplaints', payload: {} })
  await runJobs()
}
const isPaidOut = async (bookingId: string) => {
  await payOut(await operator())
  await runJobs()
  return (await readBooking(bookingId)).payoutProcessedAt !== null
}

/** An appointment that started an hour ago, and whose share is due. */
async function over(fields: object = {}) {
  const made = await agreed('kulant', fields)
  await fixtures.fillBalance()
  await moveBefore(made.bookingId, -1)
  return made
}

/** The same with a complaint. */
async function reported() {
  const made = await over()
  expect((await report(made.key)).status).toBe(200)
  await runJobs()
  return made
}
test('a complaint is possible from the start for 14 days, one at a time, three in total, with every key of the booking', async () => {
  const { key, bookingId } = await agreed('kulant')
  await moveBefore(bookingId, 0.1)
  expect((await read(key)).complaint_until).toBeNull()
  expect((await report(key)).body.code).toBe('complaints.notNow')
  await moveBefore(bookingId, -14 * 24 - 0.1)
  expect((await report(key)).body.code).toBe('complaints.notNow')
  await moveBefore(bookingId, -1)
  expect((await report(key, { words: ' ' })).body.fields).toEqual({
    words: ['Bitte beschreiben Sie das Problem (höchstens 1.000 Zeichen)'],
  })
  for (let round = 0; round < complaintLimits.reports; round += 1) {
    expect((await read(key)).complaint_until).not.toBeNull()
    const answers = await Promise.all([1, 2, 3].map(() => report(key)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('complaints.alreadyOpen')
    expect(answers.find(({ status }) => status === 200)?.body.complaint).toMatchObject({ status: 'open', ...words })
    expect((await resolve(key)).body.complaint.status).toBe('settled')
  }
  expect((await report(key)).body.code).toBe('complaints.notNow')
})

test('without an appointment it counts from the booked day and time', async () => {
  const company = await fixtures.payableCompany()
  const { bookingId, sessionId } = await fixtures.paidBooking(company.id)
  const key = { bookingId, sessionId }
  expect((await report(key)).body.code).toBe('complaints.notNow')
  const { bookingDate, bookingTime } = await readBooking(bookingId)
  clock.moveTo(new Date(`${bookingDate}T${bookingTime}+02:00`))
  pass(1.5)
  expect((await report(key)).status).toBe(200)
})

test('both sides are notified, and the booking is not paid out until the customer accepts the answer', async () => {
  const { key, ids, owner, bookingId, company, customerEmail } = await reported()
  const receipt = mailsTo(customerEmail).find(({ subject }) => subject.startsWith('Ihre Meldung ist angekommen'))
  expect(receipt?.text).toContain('Es ist niemand gekommen')
  expect(receipt?.text).toContain('wird dem Anbieter für diese Buchung nichts ausgezahlt')
  // The address may belong to a stranger.
  expect(receipt?.text).not.toContain(words.words)
  const asked = mailsTo(company.email).find(({ subject }) => subject.startsWith('Ein Kunde meldet ein Problem'))
  expect(asked?.text).toContain(words.words)
  expect(asked?.text).toContain(`/dashboard/buchungen?buchung=${bookingId}`)
  expect((await owner.call('get-company-booking', ids)).body).toMatchObject({ refundable: 138, complaint: { status: 'open', ...words } })
  const listed = async () => (await owner.call('list-company-bookings', { companyId: ids.companyId })).body.rows[0].has_complaint
  expect(await listed()).toBe(true)
  pass(48)
  expect(await isPaidOut(bookingId)).toBe(false)
  const answers = await Promise.all(
    [1, 2].map(() => owner.call('answer-complaint', { ...ids, answer: 'Ich stand im Stau.', refund: 'part', amount: 38 })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  await runJobs()
  expect((await readRefunds()).map(({ amountCents, status }) => [amountCents, status])).toEqual([[3_800, 'succeeded']])
  const told = mailsTo(customerEmail).find(({ subject }) => subject.includes('hat geantwortet'))
  expect(told?.text).toContain('Ich stand im Stau.')
  expect(told?.text).toMatch(/38,00\s€/)
  expect(await isPaidOut(bookingId)).toBe(false)
  expect((await resolve(key)).body.complaint.status).toBe('settled')
  await runJobs()
  expect(mailsTo(company.email).some(({ subject }) => subject.startsWith('Gemeldetes Problem ist erledigt'))).toBe(true)
  expect(await listed()).toBe(false)
  expect(await isPaidOut(bookingId)).toBe(true)
})

test('everything refunded with the answer settles it at once', async () => {
  const { ids, owner, bookingId } = await reported()
  expect((await owner.call('answer-complaint', { ...ids, answer: 'Entschuldigung.', refund: 'full' })).status).toBe(200)
  await runJobs()
  expect((await owner.call('get-company-booking', ids)).body.complaint).toMatchObject({ status: 'settled', refund: 138 })
  expect((await readBooking(bookingId)).paymentStatus).toBe('refunded')
})

test('more than is left is refused, and nothing is written; a part needs its amount', async () => {
  const { ids, owner } = await reported()
  const ask = { ...ids, answer: 'Nein.', refund: 'part' }
  expect((await owner.call('answer-complaint', { ...ask, amount: 138.01 })).body.code).toBe('refunds.tooMuch')
  expect((await owner.call('answer-complaint', ask)).body.fields).toEqual({ amount: ['Betrag muss zwischen 0,01 und 10.000 Euro liegen'] })
  expect((await owner.call('get-company-booking', ids)).body.complaint).toMatchObject({ status: 'open', answer: null })
  expect(await readRefunds()).toEqual([])
})

test('rejected: the operator decides once, both read why, and what is left is paid out', async () => {
  const { key, ids, owner, bookingId, company, customerEmail } = await reported()
  expect((await resolve(key, { answer: 'reject', words: 'Nein' })).status).toBe(409)
  await owner.call('answer-complaint', { ...ids, answer: 'Ich war da.', refund: 'none' })
  const said = { answer: 'reject', words: 'Es war niemand da.' }
  const answers = await Promise.all([1, 2].map(() => resolve(key, said)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  await runJobs()
  const admin = await operator()
  expect((await admin.call('admin-overview', {})).body.overdue).toEqual([])
  const { rows } = (await admin.call('admin-list-complaints', { state: 'escalated', search: customerEmail })).body
  expect(rows).toMatchObject([{ booking_id: bookingId, status: 'escalated', reason: 'missed' }])
  const shown = (await admin.call('admin-read-complaint', { complaintId: rows[0].id })).body
  expect(shown).toMatchObject({ answer: 'Ich war da.', rejection: said.words, refundable: 138, is_paid_out: false })
  pass(24 * 4)
  const later = await operator()
  expect((await later.call('admin-overview', {})).body.overdue).toMatchObject([{ area: 'probleme', overdue: 1 }])
  expect(await isPaidOut(bookingId)).toBe(false)
  const decision = { complaintId: rows[0].id, refund: 'part', amount: 69, reason: 'Kein Nachweis.' }
  const decided = await Promise.all([1, 2].map(() => later.call('admin-decide-complaint', decision)))
  expect(decided.map(({ status }) => status).sort()).toEqual([200, 409])
  await runJobs()
  expect((await readRefunds()).map(({ amountCents }) => amountCents)).toEqual([6_900])
  for (const to of [customerEmail, company.email]) {
    const mail = mailsTo(to).find(({ subject }) => subject.startsWith('Entscheidung über das gemeldete Problem'))
    expect(mail?.text).toContain('Kein Nachweis.')
    expect(mail?.text).toMatch(/69,00\s€/)
  }
  expect(await isPaidOut(bookingId)).toBe(true)
})

test('silence of either side hands it to the operator, and the payout waits on', async () => {
  const [first, second] = [await agreed('kulant'), await agreed('kulant')]
  await moveBefore(first.bookingId, -1)
  for (const { key } of [first, second]) expect((await report(key)).status).toBe(200)
  await second.owner.call('answer-complaint', { ...second.ids, answer: 'Ich war da.', refund: 'none' })
  const statusOf = async ({ key }: typeof first) => (await read(key)).complaint.status
  await escalateDue()
  expect([await statusOf(first), await statusOf(second)]).toEqual(['open', 'answered'])
  pass(complaintLimits.companyAnswerHours)
  await escalateDue()
  expect([await statusOf(first), await statusOf(second)]).toEqual(['escalated', 'answered'])
  pass(complaintLimits.customerAnswerDays * 24)
  await escalateDue()
  expect([await statusOf(first), await statusOf(second)]).toEqual(['escalated', 'escalated'])
  expect(mailsTo(app.config.adminEmail).filter(({ subject }) => subject.startsWith('Gemeldetes Problem zu entscheiden'))).toHaveLength(2)
  expect(await isPaidOut(first.bookingId)).toBe(false)
  // The operator sees a late answer, and still decides.
  expect((await first.owner.call('answer-complaint', { ...first.ids, answer: 'Ich war krank.', refund: 'none' })).status).toBe(200)
  expect(await statusOf(first)).toBe('escalated')
})

test('an absence is not reported against an open complaint, and who was reported as absent objects instead', async () => {
  const { ids, owner, key } = await reported()
  expect((await owner.call('get-company-booking', ids)).body.acts).toEqual(['performed'])
  expect((await owner.call('mark-missed', ids)).body.code).toBe('complaints.answerFirst')
  await resolve(key)
  expect((await owner.call('mark-missed', ids)).status).toBe(200)
  expect((await report(key)).body.code).toBe('complaints.notNow')
})

test('the database refuses a payout of a booking with an open complaint', async () => {
  const { bookingId, key } = await over()
  pass(48)
  await payOut(await operator())
  await runJobs()
  const row = await app.db.selectFrom('payoutItems').selectAll().where('bookingId', '=', bookingId).executeTakeFirstOrThrow()
  expect((await report(key)).status).toBe(200)
  const again = app.db
    .insertInto('payoutItems')
    .values({ ...row, releasedAt: app.now() })
    .execute()
  await expect(again).rejects.toThrow('has an open complaint')
})
