import { expect, test } from 'vitest'
import { addDays, berlinDay, berlinInstant } from '#src/platform/kit/dates.ts'
import { bookingRequestFor, makeCalendar, makeCompany, makeService } from '../../../tests/factories.ts'
import { openTestApp } from '../../../tests/testApp.ts'

const testApp = await openTestApp()
const { app, sandbox } = testApp
const visitors = Array.from({ length: 40 }, (_, index) => testApp.newVisitor(`203.0.113.${index + 10}`))
const [first, second] = visitors as [(typeof visitors)[0], (typeof visitors)[0]]

test('a time is sold once: the second customer gets the reason and the next free times', async () => {
  const company = await makeCompany(app)
  await makeCalendar(app, company.id)
  const { id: serviceId } = await makeService(app, company.id, { minutes: 120 })
  const request = bookingRequestFor(app, company.id, { serviceId, amount: 69, time: '14:00' })
  expect((await first.call('create-booking-payment', request)).status).toBe(200)
  const refused = await second.call('create-booking-payment', { ...request, time: '15:30', customerEmail: 'zweite@kunde.example' })
  expect([refused.status, refused.body.code, refused.body.error]).toEqual([
    409,
    'calendars.taken',
    'Dieser Termin wurde gerade vergeben. Die nächsten freien Termine:',
  ])
  expect(refused.body.fields.slots).toEqual(['16:00', '16:30', '17:00'].map((time) => `${request.date} ${time}`))
  expect(await states()).toEqual([['pending', 'held', 'checkout']])
  await pay()
  expect(await states()).toEqual([['confirmed', 'agreed', 'booking']])
})

test.each([
  ['before the opening', '06:30'],
  ['when the work would end after closing', '18:00'],
  ['off the grid', '14:10'],
])('a time %s is not offered', async (_, time) => {
  const company = await makeCompany(app)
  await makeCalendar(app, company.id)
  await makeService(app, company.id, { minutes: 90 })
  const { status, body } = await first.call('create-booking-payment', bookingRequestFor(app, company.id, { time }))
  expect([status, body.error]).toEqual([409, 'Zu dieser Zeit nimmt der Anbieter keine Termine an.'])
  expect(body.fields.slots).toHaveLength(3)
  expect(await states()).toEqual([])
})

test('the same time can be bought once per person', async () => {
  const company = await makeCompany(app)
  await makeCalendar(app, company.id, { people: ['Meike Petersen', 'Tarek Aydin', 'Svenja Lorenz'] })
  await makeService(app, company.id, { minutes: 60, priceCents: 13_800 })
  const orders = await Promise.all(visitors.slice(0, 25).map((visitor, index) => order(visitor, company.id, index)))
  expect(orders.filter((status) => status === 200)).toHaveLength(3)
  expect(orders.filter((status) => status === 409)).toHaveLength(22)
})

test('a team of two takes two people at once', async () => {
  const company = await makeCompany(app)
  await makeCalendar(app, company.id, { people: ['Meike Petersen', 'Tarek Aydin', 'Svenja Lorenz'] })
  await makeService(app, company.id, { minutes: 60, people: 2, priceCents: 13_800 })
  const orders = await Promise.all(visitors.slice(0, 12).map((visitor, index) => order(visitor, company.id, index)))
  expect(orders.filter((status) => status === 200)).toHaveLength(1)
  expect(await app.db.selectFrom('occupancies').select('id').execute()).toHaveLength(2)
})

test('a held time is free for its browser only, until the hold expires', async () => {
  const company = await makeCompany(app)
  await makeCalendar(app, company.id)
  const { id: serviceId } = await makeService(app, company.id, { minutes: 60 })
  const time = { companyId: company.id, serviceId, date: addDays(berlinDay(app.now()), 2), time: '14:00' }
  const held = await first.call('hold-slot', time)
  expect(Math.round((new Date(held.body.until).getTime() - app.now().getTime()) / 1_000)).toBe(600)
  expect((await second.call('hold-slot', time)).body.code).toBe('calendars.taken')
  expect(await timesOf(second, time)).not.toContain('14:00')
  expect(await timesOf(first, time)).toContain('14:00')
  testApp.clock.moveTo(new Date(app.now().getTime() + 601_000))
  expect(await timesOf(second, time)).toContain('14:00')
  const request = bookingRequestFor(app, company.id, { ...time, amount: 69 })
  expect((await second.call('create-booking-payment', request)).status).toBe(200)
})

test('a released time is free at once', async () => {
  const company = await makeCompany(app)
  await makeCalendar(app, company.id)
  await makeService(app, company.id, { minutes: 60 })
  const time = { companyId: company.id, date: addDays(berlinDay(app.now()), 2), time: '14:00' }
  await first.call('hold-slot', time)
  await first.call('release-slot', { companyId: company.id })
  expect((await second.call('hold-slot', time)).status).toBe(200)
})

test('a customer who changes an unpaid order is not blocked by the own hold', async () => {
  const company = await makeCompany(app)
  await makeCalendar(app, company.id)
  const { id: serviceId } = await makeService(app, company.id, { minutes: 120 })
  const request = bookingRequestFor(app, company.id, { serviceId, amount: 69, time: '14:00' })
  await first.call('create-booking-payment', request)
  expect((await first.call('create-booking-payment', { ...request, time: '15:00' })).status).toBe(200)
  expect(await states()).toEqual([
    ['cancelled', 'lapsed', null],
    ['pending', 'held', 'checkout'],
  ])
})

test('an unpaid order frees its time, and a late payment takes it again or is refunded', async () => {
  const company = await makeCompany(app)
  await makeCalendar(app, company.id)
  const { id: serviceId } = await makeService(app, company.id, { minutes: 60 })
  for (const isTaken of [false, true]) {
    const request = bookingRequestFor(app, company.id, { serviceId, amount: 69, time: isTaken ? '10:00' : '14:00' })
    await first.call('create-booking-payment', request)
    const session = await newestSession()
    await expire()
    if (isTaken) await second.call('create-booking-payment', { ...request, customerEmail: 'zweite@kunde.example' })
    await sandbox.control('pay', { session, force: true })
    await first.call('verify-payment', { sessionId: session, bookingId: await bookingOf(session) })
    const [status] = await stateOf(session)
    expect(status).toEqual(isTaken ? ['cancelled', 'lapsed', null] : ['confirmed', 'agreed', 'booking'])
  }
  const refunds = await app.db.selectFrom('refunds').select(['reason', 'amountCents']).execute()
  expect(refunds).toEqual([{ reason: 'late', amountCents: 6_900 }])
})

test('a company without a calendar sells any time', async () => {
  const company = await makeCompany(app)
  const { body } = await first.call('get-free-slots', { companyId: company.id })
  expect(body).toMatchObject({ has_calendar: false, days: [] })
  expect((await first.call('create-booking-payment', bookingRequestFor(app, company.id, { time: '03:07' }))).status).toBe(200)
  expect(await states()).toEqual([['pending', null, null]])
})

test('each day without free times gives a reason', async () => {
  const company = await makeCompany(app)
  await makeCalendar(app, company.id, { weekdays: [1, 2, 3, 4, 5] })
  await app.db.updateTable('calendars').set({ federalState: 'HH' }).execute()
  testApp.clock.moveTo(berlinInstant('2026-12-23', '09:50'))
  const { body } = await first.call('get-free-slots', { companyId: company.id, days: 6 })
  expect(
    body.days.map((one: { day: string; times: string[]; reason: string; holiday: string }) => [
      one.day,
      one.times.length,
      one.reason,
      one.holiday,
    ]),
  ).toEqual([
    ['2026-12-23', 0, 'notice', null],
    ['2026-12-24', 17, null, null],
    ['2026-12-25', 0, 'holiday', '1. Weihnachtstag'],
    ['2026-12-26', 0, 'holiday', '2. Weihnachtstag'],
    ['2026-12-27', 0, 'hours', null],
    ['2026-12-28', 23, null, null],
  ])
})

async function order(visitor: (typeof visitors)[0], companyId: string, index: number) {
  const fields = { time: '14:00', customerEmail: `kundin${index}@kunde.example` }
  return (await visitor.call('create-booking-payment', bookingRequestFor(app, companyId, fields))).status
}

async function timesOf(
  visitor: (typeof visitors)[0],
  { companyId, serviceId, date }: { companyId: string; serviceId: string; date: string },
) {
  const { body } = await visitor.call('get-free-slots', { companyId, serviceId, from: date, days: 1 })
  return body.days[0].times
}

/** State of each booking, of its appointment, and its occupancies. */
const states = async () => {
  const rows = await app.db
    .selectFrom('bookings')
    .leftJoin('appointments', 'appointments.bookingId', 'bookings.id')
    .leftJoin('occupancies', 'occupancies.bookingId', 'bookings.id')
    .select(['bookings.bookingStatus', 'appointments.status', 'occupancies.kind'])
    .orderBy('bookings.id')
    .execute()
  return rows.map((one) => [one.bookingStatus, one.status, one.kind])
}

const newestSession = async () => {
  const { sessionId } = await app.db.selectFrom('checkouts').select('sessionId').orderBy('id', 'desc').executeTakeFirstOrThrow()
  return sessionId ?? ''
}

const bookingOf = async (session: string) =>
  (await app.db.selectFrom('checkouts').select('bookingId').where('sessionId', '=', session).executeTakeFirstOrThrow()).bookingId

async function stateOf(session: string) {
  const bookingId = await bookingOf(session)
  const rows = await app.db.selectFrom('bookings').select('id').orderBy('id').execute()
  return [(await states())[rows.findIndex(({ id }) => id === bookingId)]]
}

async function pay() {
  const session = await newestSession()
  await sandbox.control('pay', { session })
  await first.call('verify-payment', { sessionId: session, bookingId: await bookingOf(session) })
}

async function expire() {
  const over = new Date(app.now().getTime() + 36 * 60_000)
  testApp.clock.moveTo(over)
  await sandbox.control('clock', { to: over.toISOString() })
  const session = await newestSession()
  await first.call('verify-payment', { sessionId: session, bookingId: await bookingOf(session) })
}
