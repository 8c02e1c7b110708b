import { expect, test } from 'vitest'
import { mailDayLists, remindCustomers } from '#src/orders/appointments/reminderActions.ts'
import { addDays, berlinDay, berlinInstant, berlinOffset } from '#src/platform/kit/dates.ts'
import { openAppointmentFixtures } from '../../../tests/appointmentFixtures.ts'
import { bookingRequestFor, enterAs, makeCalendar, makeCompany, makeUser, passCode } from '../../../tests/factories.ts'
import { openTestApp } from '../../../tests/testApp.ts'

const testApp = await openTestApp()
const { app, clock, inbox, newVisitor, runJobs } = testApp
const { agreed, ownerOf, paidBooking, payableCompany } = openAppointmentFixtures(testApp)

/** A signed-in owner past the second factor, whose company works from 7 to 19, and calls in that company's name. */
async function openFixture(calendar: Parameters<typeof makeCalendar>[2] = {}) {
  const email = 'inhaber@firma.example'
  const { id: userId } = await makeUser(app, { email })
  const company = await makeCompany(app, { userId, email })
  const people = await makeCalendar(app, company.id, calendar)
  const owner = await passCode(app, await enterAs(app, newVisitor(), email))
  const ask = (name: string, body: object = {}) => owner.call(name, { companyId: company.id, ...body })
  const diaryOn = async (day: string) => (await ask('list-calendar', { from: day, days: 1 })).body
  return { company, people, ask, diaryOn }
}

const inDays = (days: number) => addDays(berlinDay(app.now()), days)
/** Converts spans of moments into Berlin clock times of a day. */
const clocks = (day: string, spans: { starts_at: string; ends_at: string }[]) => {
  const clockOf = (moment: string) => {
    const at = Date.parse(moment)
    const minute = (at + berlinOffset(at) - Date.parse(day)) / 60_000
    return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  }
  return spans.map(({ starts_at, ends_at }) => `${clockOf(starts_at)}-${clockOf(ends_at)}`)
}

test.each(['0000-01-01', '0001-01-01', '9999-12-31'])('the diary of %s, which the database does not count, is refused', async (from) => {
  const company = await payableCompany()
  const owner = await ownerOf(company.id)
  expect((await owner.call('list-calendar', { companyId: company.id, from })).status).toBe(422)
})

test('a company without a calendar has an empty diary', async () => {
  const { company, ask } = await openFixture()
  await app.db.deleteFrom('calendars').where('companyId', '=', company.id).execute()
  expect((await ask('list-calendar')).body).toMatchObject({ has_calendar: false, days: [], appointments: [] })
  const block = await ask('block-time', { day: inDays(1), from: '09:00', to: '10:00' })
  expect([block.status, block.body.error]).toEqual([409, 'Bitte speichern Sie zuerst Ihre Öffnungszeiten.'])
})

/** A company without a calendar, its owner in the dashboard, and a paid booking in two days at `time`. */
async function looseScene(time: string) {
  const company = await payableCompany()
  const owner = await ownerOf(company.id)
  const { bookingId } = await paidBooking(company.id, { date: inDays(2), time, customerKind: 'business' })
  await runJobs()
  const diaryOf = async () => (await owner.call('list-calendar', { companyId: company.id, from: inDays(2), days: 1 })).body
  const open = (from: string, to: string) =>
    owner.call('save-hours', { companyId: company.id, resourceId: null, week: Array(7).fill([{ from, to }]) })
  return { company, owner, bookingId, diaryOf, open, ids: { companyId: company.id, bookingId } }
}

test('a paid booking at a company without a calendar is in its diary, and the company can cancel it', async () => {
  const { owner, bookingId, diaryOf, ids } = await looseScene('14:00')
  const starts = berlinInstant(inDays(2), '14:00').toISOString()
  const shown = { booking_id: bookingId, starts_at: starts, status: 'agreed', acts: ['cancel'], may_propose: false, misfit: null }
  expect(await diaryOf()).toMatchObject({ has_calendar: false, appointments: [{ ...shown, customer_phone: '+49 40 66969140' }] })
  expect((await owner.call('get-company-booking', ids)).body.acts).toEqual(['cancel'])
  const stranger = await looseScene('10:00')
  const foreign = { companyId: stranger.company.id, bookingId, reason: 'Krank' }
  expect((await stranger.owner.call('cancel-appointment', foreign)).status).toBe(404)
  expect((await owner.call('cancel-appointment', { ...ids, reason: 'Krank' })).status).toBe(200)
  const refunds = await app.db.selectFrom('refunds').select(['bookingId', 'amountCents']).execute()
  const { amountCents } = await app.db.selectFrom('bookings').select('amountCents').where('id', '=', bookingId).executeTakeFirstOrThrow()
  expect(refunds).toEqual([{ bookingId, amountCents }])
  expect((await diaryOf()).appointments).toEqual([])
  expect((await owner.call('cancel-appointment', { ...ids, reason: 'Krank' })).status).toBe(409)
})

test('bookings from before the opening hours occupy their time outside them, too, and each save of the hours lists them', async () => {
  const { company, owner, bookingId, diaryOf, open } = await looseScene('20:00')
  const starts = berlinInstant(inDays(2), '20:00').toISOString()
  expect((await open('08:00', '17:00')).body.outside).toEqual([{ booking_id: bookingId, starts_at: starts }])
  const { appointments, resources } = await diaryOf()
  expect(appointments).toMatchObject([{ booking_id: bookingId, misfit: 'outsideHours', resource_ids: [resources[0].id] }])
  const { policy } = await app.db.selectFrom('appointments').select('policy').where('bookingId', '=', bookingId).executeTakeFirstOrThrow()
  expect(policy).toBe('kulant')
  const closed = { companyId: company.id, resourceId: null, firstDay: inDays(2), lastDay: inDays(2), note: '' }
  expect((await owner.call('save-closure', closed)).body.outside).toHaveLength(1)
  expect((await open('08:00', '21:00')).body.outside).toHaveLength(1)
})

test('a booking that overlaps another job is in the diary, the feed, the evening list and the reminders', async () => {
  const { company, owner, diaryOf, open, ids } = await looseScene('14:00')
  const second = await paidBooking(company.id, {
    date: inDays(2),
    time: '14:30',
    customerKind: 'business',
    customerEmail: 'zweite@kunde.example',
  })
  await open('08:00', '17:00')
  const { appointments } = await diaryOf()
  expect(appointments).toMatchObject([
    { booking_id: ids.bookingId, misfit: null, may_propose: true },
    { booking_id: second.bookingId, misfit: 'besideAnother', may_propose: false, acts: ['cancel'] },
  ])
  const { url } = (await owner.call('rotate-calendar-link', { companyId: company.id, shows: 'details' })).body
  expect(await (await newVisitor().request(new URL(url).pathname, {})).text()).toContain(`UID:${second.bookingId}@`)
  inbox.clear()
  clock.moveTo(new Date(berlinInstant(inDays(2), '14:30').getTime() - 20 * 3_600_000))
  await remindCustomers(app)
  await mailDayLists(app)
  await runJobs()
  const subjects = inbox.mails().map(({ to, subject }) => `${to}: ${subject}`)
  expect(subjects).toContainEqual(expect.stringMatching(/^zweite@kunde.example: Erinnerung: .* 14:30 Uhr$/))
  expect(subjects).toContainEqual(expect.stringMatching(/: 2 Termine am /))
})

test.each([
  ['none', 0],
  ['more than six weeks', 43],
])('a range of %s is refused', async (_, days) => {
  const { ask } = await openFixture()
  expect((await ask('list-calendar', { days })).status).toBe(422)
})

test('six weeks are shown, with the hours of each person', async () => {
  const { people, ask } = await openFixture({ people: ['Meike Petersen', 'Tarek Aydin'], weekdays: [1, 2, 3, 4, 5] })
  const { status, body } = await ask('list-calendar', { from: '2026-11-23', days: 42 })
  expect([status, body.days.length, body.resources.length]).toEqual([200, 42, 2])
  expect(body.days[0].hours).toMatchObject([
    { resource_id: people['Meike Petersen'], open: [{ from: '07:00', to: '19:00' }], closed_by: null },
    { resource_id: people['Tarek Aydin'], open: [{ from: '07:00', to: '19:00' }] },
  ])
  expect(body.days[5].hours[0]).toMatchObject({ open: [], closed_by: 'hours', free: [] })
})

test('an agreed appointment is shown with customer, service and place; its time and blocked ones are not free', async () => {
  const { bookingId, owner, company, people, ids } = await agreed('ueblich')
  const day = inDays(2)
  const resourceId = people['Meike Petersen']
  const block = { companyId: company.id, resourceId, day, from: '12', to: '13 Uhr', note: 'Angebot vor Ort' }
  expect((await owner.call('block-time', block)).status).toBe(200)
  const read = async (from: string) => (await owner.call('list-calendar', { companyId: company.id, from, days: 1 })).body
  const body = await read(day)
  expect(body.appointments).toMatchObject([
    {
      booking_id: bookingId,
      starts_at: berlinInstant(day, '14:00').toISOString(),
      status: 'agreed',
      customer_name: 'Katrin Bergmann',
      location: 'Schmale Gasse 12, 22767 Hamburg',
      resource_ids: [resourceId],
      acts: ['cancel'],
      may_propose: true,
    },
  ])
  expect(body.blocks).toMatchObject([{ note: 'Angebot vor Ort', resource_ids: [resourceId] }])
  expect(clocks(day, body.days[0].hours[0].free)).toEqual(['07:00-12:00', '13:00-14:00', '15:00-19:00'])

  const other = inDays(3)
  expect((await owner.call('move-appointment', { ...ids, date: other, time: '10:00' })).status).toBe(200)
  const next = await read(other)
  expect(next.appointments).toEqual([])
  expect(next.proposals).toMatchObject([{ booking_id: bookingId, proposed_by: 'company', resource_ids: [resourceId] }])
  expect(clocks(other, next.days[0].hours[0].free)).toEqual(['07:00-10:00', '11:00-19:00'])
})

test('a day shows the travel times of each person from job to job, and the phone number to call', async () => {
  const { owner, company, people } = await agreed('ueblich')
  const day = inDays(2)
  const paid = async (time: string, location: string) => paidBooking(company.id, { date: day, time, location, customerKind: 'business' })
  await paid('09:00', 'Am Markt 3, 21614 Buxtehude')
  const { appointments } = (await owner.call('list-calendar', { companyId: company.id, from: day, days: 1 })).body
  expect(appointments.map((one: { ways: unknown[]; customer_phone: string }) => [one.customer_phone, one.ways])).toEqual([
    ['+49 40 66969140', []],
    ['+49 40 66969140', [{ resource_id: people['Meike Petersen'], minutes: expect.any(Number), from: 'Am Markt 3, 21614 Buxtehude' }]],
  ])
  // 22 km as the crow flies, 1.3 times that by road, at 45 km/h, and five minutes to park.
  const [, { ways }] = appointments
  expect(Math.abs(ways[0].minutes - 42)).toBeLessThan(8)
})

test('an unpaid order shows no place, and a visitor’s hold shows no name', async () => {
  const { company, diaryOn } = await openFixture()
  const day = inDays(2)
  const request = bookingRequestFor(app, company.id, { date: day, time: '09:00' })
  expect((await newVisitor().call('create-booking-payment', request)).status).toBe(200)
  expect((await newVisitor('198.51.100.9').call('hold-slot', { companyId: company.id, date: day, time: '16:00' })).status).toBe(200)
  const { appointments, holds } = await diaryOn(day)
  expect(appointments).toMatchObject([{ status: 'held', location: null, customer_name: 'Katrin Bergmann' }])
  expect(clocks(day, holds)).toEqual(['16:00-17:00'])
  clock.moveTo(new Date(app.now().getTime() + 11 * 60_000))
  expect((await diaryOn(day)).holds).toEqual([])
})

test('a block of all people is one entry, cannot be booked, and is freed as one', async () => {
  const { company, ask, diaryOn } = await openFixture({ people: ['Meike Petersen', 'Tarek Aydin'] })
  const day = inDays(2)
  expect((await ask('block-time', { day, from: '09:00', to: '11:00', note: 'Werkstatt' })).status).toBe(200)
  const [block] = (await diaryOn(day)).blocks
  expect(block).toMatchObject({ note: 'Werkstatt', resource_ids: [expect.any(String), expect.any(String)] })
  const order = () => newVisitor().call('create-booking-payment', bookingRequestFor(app, company.id, { date: day, time: '10:00' }))
  expect((await order()).body.error).toMatch(/^Dieser Termin wurde gerade vergeben/)
  expect((await ask('unblock-time', { id: block.id })).status).toBe(200)
  expect((await diaryOn(day)).blocks).toEqual([])
  expect((await ask('unblock-time', { id: block.id })).status).toBe(404)
  expect((await order()).status).toBe(200)
})

test('a block that overlaps an appointment is refused with names, and no one is blocked', async () => {
  const { ask, people, diaryOn } = await openFixture({ people: ['Meike Petersen', 'Tarek Aydin'] })
  const day = inDays(2)
  const resourceId = people['Tarek Aydin']
  await ask('block-time', { resourceId, day, from: '09:00', to: '11:00' })
  const { status, body } = await ask('block-time', { day, from: '10:30', to: '12:00' })
  expect([status, body.code]).toEqual([409, 'blocks.taken'])
  expect(body.error).toBe(
    'In dieser Zeit ist schon etwas eingetragen: 09:00 bis 11:00 Uhr (Tarek Aydin). Bitte wählen Sie eine andere Zeit.',
  )
  expect((await diaryOn(day)).blocks).toHaveLength(1)
  // Adjacent times do not conflict.
  expect((await ask('block-time', { day, from: '11:00', to: '12:00' })).status).toBe(200)
})

test('of 20 concurrent blocks of the same time, one is written', async () => {
  const { ask, diaryOn } = await openFixture()
  const day = inDays(2)
  const minutes = Array.from({ length: 20 }, (_, index) => String(10 + index))
  const answers = await Promise.all(minutes.map((minute) => ask('block-time', { day, from: `09:${minute}`, to: '11:00' })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
  expect((await diaryOn(day)).blocks).toHaveLength(1)
})

test.each([
  ['an end before its beginning', { from: '11:00', to: '10:00' }, 'to', 'Das Ende muss nach dem Anfang liegen'],
  ['a time that is none', { from: '8:61', to: '10:00' }, 'from', 'Bitte geben Sie Zeiten wie 08:00 an'],
  [
    'the skipped hour',
    { day: '2027-03-28', from: '02:00', to: '03:00' },
    'from',
    'Diese Zeit gibt es an diesem Tag nicht: Die Uhr wird vorgestellt',
  ],
])('%s is refused at its field', async (_, times, field, text) => {
  const { ask } = await openFixture()
  const { status, body } = await ask('block-time', { day: inDays(1), ...times })
  expect([status, body.fields]).toEqual([422, { [field]: [text] }])
})

test('past times, and people and blocks of other companies, are refused', async () => {
  const { ask } = await openFixture()
  expect((await ask('block-time', { day: inDays(-1), from: '09:00', to: '10:00' })).body.error).toBe('Diese Zeit ist schon vorbei.')
  const other = await makeCompany(app)
  const people = await makeCalendar(app, other.id)
  const block = { day: inDays(1), from: '09:00', to: '10:00' }
  expect((await ask('block-time', { ...block, resourceId: people['Meike Petersen'] })).status).toBe(404)
  const day = `[${berlinInstant(inDays(1), '12:00').toISOString()},${berlinInstant(inDays(1), '13:00').toISOString()})`
  const row = {
    companyId: other.id,
    resourceId: String(people['Meike Petersen']),
    during: day,
    core: day,
    kind: 'block' as const,
    createdAt: app.now(),
  }
  const { id } = await app.db.insertInto('occupancies').values(row).returning('id').executeTakeFirstOrThrow()
  expect((await ask('unblock-time', { id })).status).toBe(404)
})

test.each([
  ['2026-03-29', 23],
  ['2026-10-25', 25],
])('on %s a day open around the clock has %i free hours, and a blocked night is as long as it is', async (day, hours) => {
  clock.moveTo(new Date('2026-02-01T12:00:00Z'))
  const { ask, diaryOn } = await openFixture({ from: 0, to: 1_440 })
  const lengths = async () => {
    const [{ hours: shown }] = (await diaryOn(day)).days
    return shown[0].free.map(
      ({ starts_at, ends_at }: Record<string, string>) => (Date.parse(ends_at ?? '') - Date.parse(starts_at ?? '')) / 3_600_000,
    )
  }
  expect(await lengths()).toEqual([hours])
  expect((await ask('block-time', { day, from: '01:00', to: '04:00' })).status).toBe(200)
  expect(await lengths()).toEqual([1, 20])
  const [block] = (await diaryOn(day)).blocks
  expect((Date.parse(block.ends_at) - Date.parse(block.starts_at)) / 3_600_000).toBe(hours - 21)
})
