import { afterEach, expect, test } from 'vitest'
import { addDays } from '#src/platform/kit/dates.ts'
import { bookingRequestFor } from '../../../tests/factories.ts'
import { openSpreadFixtures } from '../../../tests/spreadFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'
import { adoptLate } from './adoptActions.ts'
import { mailDayLists } from './reminderActions.ts'

// Work that continues after breaks and on following days (docs/spec.md#spread-work).

const testApp = await openTestApp()
const { app, clock, inbox, runJobs, newVisitor } = testApp
const fixtures = openSpreadFixtures(testApp)
const { appointmentOf, at, mailsTo, monday, painted, read, readBooking, taken, wholeDays, workshop } = fixtures
const [tuesday, wednesday, thursday] = [1, 2, 3].map((days) => addDays(monday, days)) as [string, string, string]
const threeDays = wholeDays(monday, tuesday, wednesday)
const ofKind = (kind: string, parts: readonly object[]) => parts.map((part) => ({ kind, ...part }))

// The invariants must hold after every test.
afterEach(async () => {
  expect(await fixtures.violations()).toEqual([])
})

/** Formats a day as in mails and pages: '7.12.' */
const shortDay = (day: string) => `${Number(day.slice(8))}.${Number(day.slice(5, 7))}.`
const eventsIn = (file: string) =>
  file
    .replaceAll(/\r?\n /g, '')
    .split('BEGIN:VEVENT')
    .slice(1)
    .map((event) =>
      Object.fromEntries(event.split(/\r?\n/).map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)])),
    )

test('a job of three days takes the open hours of three days, and nothing else', async () => {
  const { bookingId, company, serviceId, customerEmail, key } = await painted()
  const { startsAt, endsAt, parts } = await appointmentOf(bookingId)
  expect([startsAt.getTime(), endsAt.getTime()]).toEqual([at(monday, '08:00'), at(wednesday, '17:00')])
  expect(parts).toEqual(threeDays)
  expect(await taken(company.id)).toEqual(ofKind('booking', threeDays))
  expect((await readBooking(bookingId)).payableAt?.getTime()).toBe(at(thursday, '17:00'))
  const { body } = await newVisitor().call('get-free-slots', { companyId: company.id, serviceId, from: monday, days: 4 })
  expect(body.days.map(({ times }: { times: string[] }) => times[0] ?? null)).toEqual([null, null, null, '08:00'])
  const days = `Mo, ${shortDay(monday)} bis Mi, ${shortDay(wednesday)}`
  for (const address of [customerEmail, company.email]) {
    const mail = mailsTo(address).find(({ subject }) => /bestätigt|Neue Buchung/.test(subject))
    expect(mail?.text).toContain(`Termin: ${days}`)
    expect(mail?.text).toContain(`Di, ${shortDay(tuesday)}: 08:00 bis 12:00 und 13:00 bis 17:00 Uhr`)
  }
  expect((await read(key)).appointment.parts).toHaveLength(6)
})

test('the free times of a spread service say when the work ends', async () => {
  const { company, serviceId } = await workshop()
  const { body } = await newVisitor().call('get-free-slots', { companyId: company.id, serviceId, from: monday, days: 1 })
  expect([body.minutes, body.is_spread]).toEqual([1_440, true])
  const [day] = body.days
  expect([day.times[0], day.ends[0]]).toEqual(['08:00', `${wednesday} 17:00`])
  expect([day.times.at(-1), day.ends.at(-1)]).toEqual(['16:30', `${thursday} 16:30`])
})

test('two hundred customers order the same three days at once: one gets all of them', async () => {
  const { company, serviceId } = await workshop()
  const order = bookingRequestFor(app, company.id, { serviceId, amount: 1_000, date: monday, time: '08:00' })
  // Neighbouring starts overlap, too.
  const starts = [monday, monday, tuesday, wednesday]
  const orderOf = async (client: number): Promise<number> => {
    const { status } = await newVisitor(`198.18.1.${client}`).call('create-booking-payment', {
      ...order,
      ...{ date: starts[client % starts.length], customerEmail: `kundin${client}@kunde.example` },
    })
    // On a busy machine an order may wait too long for a connection; its customer orders again.
    return status === 503 ? orderOf(client) : status
  }
  const statuses = (await Promise.all(Array.from({ length: 200 }, (_, client) => orderOf(client)))).sort()
  expect(statuses).toEqual([200, ...Array.from({ length: 199 }, () => 409)])
  const rows = await taken(company.id)
  expect(rows).toHaveLength(6)
  expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(['checkout']))
})

test('a job in the middle makes all starts that would overlap it unavailable', async () => {
  const { company, serviceId, people } = await workshop()
  const during = `[${new Date(at(tuesday, '10:00')).toISOString()},${new Date(at(tuesday, '11:00')).toISOString()})`
  const block = { companyId: company.id, resourceId: people['Meike Petersen'] ?? '', kind: 'block' as const, during, core: during }
  await app.db
    .insertInto('occupancies')
    .values({ ...block, createdAt: app.now() })
    .execute()
  const { body } = await newVisitor().call('get-free-slots', { companyId: company.id, serviceId, from: monday, days: 2 })
  expect(body.days[0]).toMatchObject({ times: [], reason: 'full' })
  expect(body.days[1].times[0]).toBe('11:00')
})

test('moved by its customer: the calendar files replace every part, and surplus parts are cancelled', async () => {
  const { bookingId, company, customerEmail, key } = await painted()
  const calendarOf = () => {
    const mail = mailsTo(customerEmail).at(-1)
    return eventsIn(mail?.attachments.find(({ mimeType }) => mimeType === 'text/calendar')?.text ?? '')
  }
  const before = calendarOf()
  expect(before.map(({ UID }) => UID?.replace(/@.*/, ''))).toEqual([bookingId, ...[2, 3, 4, 5, 6].map((part) => `${bookingId}-${part}`)])
  inbox.clear()
  const moved = await newVisitor().call('propose-move', { key, date: tuesday, time: '10:00' })
  expect([moved.status, moved.body.booking_date]).toEqual([200, tuesday])
  await runJobs()
  const parts = [
    { from: at(tuesday, '10:00'), to: at(tuesday, '12:00') },
    { from: at(tuesday, '13:00'), to: at(tuesday, '17:00') },
    ...wholeDays(wednesday, thursday),
    { from: at(addDays(monday, 4), '08:00'), to: at(addDays(monday, 4), '10:00') },
  ]
  expect((await appointmentOf(bookingId)).parts).toEqual(parts)
  expect(await taken(company.id)).toEqual(ofKind('booking', parts))
  const after = calendarOf()
  expect(after).toHaveLength(7)
  expect(after.every(({ SEQUENCE }) => Number(SEQUENCE) > Number(before[0]?.SEQUENCE))).toBe(true)
  // Hours without a break: the same work has three parts, and the other four are cancelled.
  await app.db.deleteFrom('openingHours').where('companyId', '=', company.id).execute()
  const hours = [1, 2, 3, 4, 5].map((weekday) => ({ companyId: company.id, weekday, minutes: '[480,960)' }))
  await app.db.insertInto('openingHours').values(hours).execute()
  inbox.clear()
  expect((await newVisitor().call('propose-move', { key, date: addDays(monday, 7), time: '08:00' })).status).toBe(200)
  await runJobs()
  expect(calendarOf().map(({ STATUS }) => STATUS)).toEqual([
    ...Array.from({ length: 3 }, () => 'CONFIRMED'),
    ...Array.from({ length: 4 }, () => 'CANCELLED'),
  ])
})

test('a company proposes other days that overlap its own: all is held until the customer accepts', async () => {
  const { bookingId, company, owner, ids, key } = await painted()
  expect((await owner.call('move-appointment', { ...ids, date: tuesday, time: '08:00' })).status).toBe(200)
  expect(await taken(company.id)).toEqual([...ofKind('booking', threeDays), ...ofKind('proposal', wholeDays(thursday))])
  const proposal = await app.db.selectFrom('moveProposals').select('id').where('status', '=', 'open').executeTakeFirstOrThrow()
  expect(await fixtures.violations()).toEqual([])
  const shown = await owner.call('list-calendar', { companyId: company.id, from: monday, days: 7 })
  expect(shown.body.appointments[0].parts).toHaveLength(6)
  expect(shown.body.proposals[0].parts).toHaveLength(6)
  expect((await newVisitor().call('answer-move', { key, proposalId: proposal.id, answer: 'accept' })).status).toBe(200)
  const parts = wholeDays(tuesday, wednesday, thursday)
  expect((await appointmentOf(bookingId)).parts).toEqual(parts)
  expect(await taken(company.id)).toEqual(ofKind('booking', parts))
})

test('a declined proposal of other days frees exactly what it held', async () => {
  const { company, owner, ids, key } = await painted()
  expect((await owner.call('move-appointment', { ...ids, date: tuesday, time: '08:00' })).status).toBe(200)
  const proposal = await app.db.selectFrom('moveProposals').select('id').where('status', '=', 'open').executeTakeFirstOrThrow()
  expect((await newVisitor().call('answer-move', { key, proposalId: proposal.id, answer: 'decline' })).status).toBe(200)
  expect(await taken(company.id)).toEqual(ofKind('booking', threeDays))
})

test('an unpaid job frees all parts, and a late payment takes them again', async () => {
  const { company, serviceId } = await workshop()
  const { bookingId, sessionId } = await fixtures.bookAt(company.id, { serviceId, amount: 1_000, date: monday, time: '08:00' })
  expect(await taken(company.id)).toEqual(ofKind('checkout', threeDays))
  await testApp.sandbox.control('expire', { session: sessionId })
  await newVisitor().call('verify-payment', { sessionId, bookingId })
  await runJobs()
  expect(await taken(company.id)).toEqual([])
  expect((await appointmentOf(bookingId)).parts).toEqual(threeDays)
})

test('cancelled: every part is free, and the file removes every event', async () => {
  const { company, customerEmail, key } = await painted()
  inbox.clear()
  expect((await newVisitor().call('cancel-own-booking', key)).status).toBe(200)
  await runJobs()
  expect(await taken(company.id)).toEqual([])
  const mail = mailsTo(customerEmail).find(({ subject }) => subject.includes('storniert'))
  const file = mail?.attachments.find(({ mimeType }) => mimeType === 'text/calendar')?.text ?? ''
  expect(eventsIn(file).map(({ STATUS }) => STATUS)).toEqual(Array.from({ length: 6 }, () => 'CANCELLED'))
  expect(mail?.text).toContain(`Mo, ${shortDay(monday)} bis Mi, ${shortDay(wednesday)}`)
})

test("the feed has an event for each part, and the evening's list shows the day's part", async () => {
  const { company, owner } = await painted()
  const { body } = await owner.call('rotate-calendar-link', { companyId: company.id, shows: 'details' })
  const feed = await (await newVisitor().request(new URL(body.url).pathname, {})).text()
  expect(eventsIn(feed).map(({ DTSTART }) => DTSTART)).toEqual(
    threeDays.map(({ from }) => new Date(from).toISOString().replace(/[-:]|\.\d{3}/g, '')),
  )
  inbox.clear()
  clock.moveTo(new Date(at(monday, '18:00')))
  await mailDayLists(app)
  await runJobs()
  const [list] = mailsTo(company.email)
  expect(list?.text).toContain('08:00 bis 12:00 und 13:00 bis 17:00 Uhr')
})

test('forty windows take the time of forty windows', async () => {
  const service = { title: 'Fenster putzen', unit: 'Fenster', minutes: 15, minutesPerUnit: 12, priceCents: 900, isSpread: true }
  const { company, serviceId } = await workshop({ service })
  const asked = { companyId: company.id, serviceId, from: monday, days: 1 }
  const few = await newVisitor().call('get-free-slots', { ...asked, quantity: 3 })
  const many = await newVisitor().call('get-free-slots', { ...asked, quantity: 40 })
  expect([few.body.minutes, many.body.minutes]).toEqual([51, 495])
  expect(many.body.days[0].ends[0]).toBe(`${tuesday} 08:15`)
  // Short work never continues on another day.
  expect([few.body.days[0].times.at(-1), few.body.days[0].ends.at(-1)]).toEqual(['16:00', `${monday} 16:51`])
  const order = { serviceId, quantity: 40, amount: 360, date: monday, time: '08:00', customerKind: 'business' }
  const { bookingId } = await fixtures.paidBooking(company.id, order)
  const { startsAt, endsAt } = await appointmentOf(bookingId)
  expect([startsAt.getTime(), endsAt.getTime()]).toEqual([at(monday, '08:00'), at(tuesday, '08:15')])
})

test('a series and a hold take all parts; a released hold frees them', async () => {
  const { company, serviceId } = await workshop()
  const visitor = newVisitor()
  const time = { companyId: company.id, serviceId, date: monday, time: '08:00' }
  expect((await visitor.call('hold-slot', time)).status).toBe(200)
  expect(await taken(company.id)).toEqual(ofKind('cart', threeDays))
  const refused = await newVisitor().call('hold-slot', { ...time, date: wednesday })
  expect(refused.body.code).toBe('calendars.taken')
  expect(refused.body.fields.slots[0]).toBe(`${thursday} 08:00`)
  expect((await visitor.call('release-slot', { companyId: company.id })).status).toBe(200)
  expect(await taken(company.id)).toEqual([])
})

test('a booking from before the opening hours gets its days, with the quantity that was bought', async () => {
  const company = await fixtures.payableCompany()
  const { id: serviceId } = await fixtures.serviceOf(company.id)
  const order = { serviceId, quantity: 40, amount: 360, date: monday, time: '08:00', customerKind: 'business' }
  const { bookingId } = await fixtures.paidBooking(company.id, order)
  await runJobs()
  const { endsAt } = await app.db.selectFrom('unplacedBookings').select('endsAt').executeTakeFirstOrThrow()
  // Eight hours of each day are assumed.
  expect(endsAt?.getTime()).toBe(at(tuesday, '08:15'))
  await fixtures.openHours(company.id)
  await adoptLate(app, { companyId: company.id })
  expect((await appointmentOf(bookingId)).endsAt.getTime()).toBe(at(tuesday, '08:15'))
  expect(await taken(company.id)).toHaveLength(3)
})
