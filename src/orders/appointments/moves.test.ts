import { afterEach, expect, test } from 'vitest'
import { addDays, berlinDay, berlinInstant } from '#src/platform/kit/dates.ts'
import { openAppointmentFixtures } from '../../../tests/appointmentFixtures.ts'
import { bookingRequestFor, makeService } from '../../../tests/factories.ts'
import { openTestApp } from '../../../tests/testApp.ts'

const testApp = await openTestApp()
const { app, inbox, runJobs, newVisitor } = testApp
const fixtures = openAppointmentFixtures(testApp)
const { agreed, appointmentOf, eventsOf, mailsTo, moveBefore, read, readBooking } = fixtures

// The invariants must hold after every test.
afterEach(async () => {
  expect(await fixtures.violations()).toEqual([])
})

const move = (key: object, date: string, time: string) => newVisitor().call('propose-move', { key, date, time })
const dayOf = async (bookingId: string) => (await readBooking(bookingId)).bookingDate
const taken = async (bookingId: string) => {
  const rows = await app.db.selectFrom('occupancies').select(['kind', 'core']).where('bookingId', '=', bookingId).execute()
  return rows.map(({ kind, core }) => [kind, core])
}
const over = 'Das ist für diesen Termin nicht mehr möglich.'

test('moved to a time that overlaps its own: both sides get a newer calendar file, and the share is due a day after the new end', async () => {
  const { key, bookingId, customerEmail, company } = await agreed('ueblich')
  const day = await dayOf(bookingId)
  const { sequence } = await appointmentOf(bookingId)
  const { body: slots } = await newVisitor().call('get-move-slots', { key, from: day, days: 1 })
  expect(slots.days[0].times).toEqual(expect.arrayContaining(['13:30', '14:00', '14:30']))
  const { status, body } = await move(key, day, '14:30')
  expect([status, body.booking_time, body.amount, body.appointment.moves_left]).toEqual([200, '14:30', 138, 2])
  await runJobs()
  const startsAt = berlinInstant(day, '14:30')
  expect(await appointmentOf(bookingId)).toMatchObject({ startsAt, moves: 1, sequence: sequence + 1, status: 'agreed' })
  expect((await readBooking(bookingId)).payableAt).toEqual(berlinInstant(addDays(day, 1), '15:30'))
  expect(await taken(bookingId)).toEqual([['booking', expect.stringContaining(startsAt.toISOString().slice(11, 16))]])
  for (const address of [customerEmail, company.email]) {
    const [mail] = mailsTo(address)
    expect(mail?.subject).toMatch(/^Termin verschoben: /)
    expect(mail?.text).toMatch(/^Termin: .*, 14:30 bis 15:30 Uhr$/m)
    expect(mail?.attachments.map(({ mimeType }) => mimeType)).toEqual(['image/png', 'text/calendar'])
  }
  expect(await eventsOf(bookingId)).toEqual(['customer ordered', 'system paid', 'customer moved'])
})

test('a customer moves up to three times, while cancelling is free, to free times', async () => {
  const { key, bookingId } = await agreed('fest', { date: addDays(berlinDay(app.now()), 5) })
  const day = addDays(await dayOf(bookingId), 5)
  expect((await move(key, day, '03:00')).body.error).toBe('Zu dieser Zeit nimmt der Anbieter keine Termine an.')
  await moveBefore(bookingId, 47)
  expect((await read(key)).appointment).toMatchObject({ moves_left: 0, may_propose: true })
  await moveBefore(bookingId, 49)
  for (const time of ['10:00', '11:00', '12:00']) expect((await move(key, day, time)).status).toBe(200)
  expect((await move(key, day, '13:00')).body.error).toBe(over)
  await runJobs()
  const after = await newVisitor().call('cancel-own-booking', key)
  expect([after.status, after.body.takes_place]).toEqual([200, false])
  expect((await move(key, day, '13:00')).body.error).toBe(over)
  await runJobs()
})

test('a consumer without early-start consent stays outside the withdrawal period', async () => {
  const { key, bookingId } = await agreed('kulant', { customerKind: 'business' })
  await app.db.updateTable('bookings').set({ customerKind: 'consumer' }).where('id', '=', bookingId).execute()
  const day = await dayOf(bookingId)
  expect((await move(key, addDays(day, 1), '10:00')).body.code).toBe('appointments.withinPeriod')
  expect((await move(key, addDays(day, 20), '10:00')).status).toBe(200)
  await runJobs()
})

test('an appointment of a service that was hidden later can still be moved', async () => {
  const { key, bookingId, company } = await agreed('kulant')
  const service = await makeService(app, company.id, { hiddenAt: app.now() })
  await app.db.updateTable('bookings').set({ serviceId: service.id }).where('id', '=', bookingId).execute()
  const day = addDays(await dayOf(bookingId), 1)
  expect((await newVisitor().call('get-move-slots', { key, from: day, days: 1 })).body.days[0].times).toContain('10:00')
  expect((await move(key, day, '10:00')).status).toBe(200)
  await runJobs()
})

test('two customers move to the last free time and another books it: one wins, the others keep their times', async () => {
  const first = await agreed('kulant')
  const day = await dayOf(first.bookingId)
  const second = await fixtures.paidBooking(first.company.id, { time: '16:00', customerKind: 'business' })
  await runJobs()
  inbox.clear()
  const [one, other, third] = await Promise.all([
    move(first.key, day, '10:00'),
    move({ sessionId: second.sessionId, bookingId: second.bookingId }, day, '10:00'),
    newVisitor().call('create-booking-payment', bookingRequestFor(app, first.company.id, { date: day, time: '10:00' })),
  ])
  expect([one.status, other.status, third.status].sort()).toEqual([200, 409, 409])
  const rows = await app.db.selectFrom('occupancies').select('id').execute()
  expect(rows.length).toBe(third.status === 200 ? 3 : 2)
  await runJobs()
})

test('cancelled and moved concurrently: one refund, and no time stays taken', async () => {
  const { key, bookingId } = await agreed('kulant')
  const day = await dayOf(bookingId)
  const [cancelled] = await Promise.all([newVisitor().call('cancel-own-booking', key), move(key, day, '10:00')])
  expect(cancelled.status).toBe(200)
  await runJobs()
  expect(await taken(bookingId)).toEqual([])
  expect((await fixtures.readRefunds()).map(({ amountCents }) => amountCents)).toEqual([13_800])
})
