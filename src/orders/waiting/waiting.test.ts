import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays, berlinDay, berlinInstant } from '#src/platform/kit/dates.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { openAppointmentFixtures } from '../../../tests/appointmentFixtures.ts'
import { bookingRequestFor, enterAs, makeCalendar, makeCompany, makeService, makeUser } from '../../../tests/factories.ts'
import { openTestApp } from '../../../tests/testApp.ts'
import { isHoldTime } from './rules.ts'

const testApp = await openTestApp({ LIMITS_FACTOR: '1' })
const { app, clock, inbox, runJobs, newVisitor, sandbox } = testApp
const { agreed, appointmentOf, mailsTo, readBooking, violations } = openAppointmentFixtures(testApp)

const inDays = (days: number) => addDays(berlinDay(app.now()), days)
let address = 0
const visitor = () => newVisitor(`198.51.100.${address++ % 250}`)
const later = (minutes: number) => clock.moveTo(new Date(app.now().getTime() + minutes * 60_000))
const keep = async () => {
  await enqueue(app.db, { name: 'bookings.keepWaiting', payload: {} })
  await runJobs()
}
const statuses = async () =>
  (await app.db.selectFrom('waitingEntries').select(['email', 'status']).orderBy('id').execute()).map(
    ({ email, status }) => `${email.split('@')[0]} ${status}`,
  )
const offersTo = (address: string) => mailsTo(address).filter(({ subject }) => subject.includes('ist frei'))
const tokenIn = (text: string | undefined) => /\/warteliste\?token=([\w-]{43})/.exec(text ?? '')?.[1] ?? ''

/** A company that works one hour a day, with every day taken. Moves the clock to tomorrow, 10:00. */
async function fullCompany() {
  clock.moveTo(berlinInstant(inDays(1), '10:00'))
  // Shortly after midnight the clock moves by more than a day, and the sandbox refuses checkouts that live so long: its clock moves, too.
  await sandbox.control('clock', { to: app.now().toISOString() })
  const company = await makeCompany(app)
  const people = await makeCalendar(app, company.id, { from: 840, to: 900 })
  const service = await makeService(app, company.id, { minutes: 60, gridMinutes: 60, noticeHours: 0, horizonDays: 30 })
  const resourceId = Object.values(people)[0] ?? ''
  const at = (day: string, time = '14:00') => {
    const start = berlinInstant(day, time)
    const span = `[${start.toISOString()},${new Date(start.getTime() + 3_600_000).toISOString()})`
    return { during: span, core: span }
  }
  const block = async (day: string) => {
    const row = { companyId: company.id, resourceId, kind: 'block' as const, ...at(day), createdAt: app.now() }
    await app.db.insertInto('occupancies').values(row).execute()
  }
  const free = (day: string) =>
    app.db
      .deleteFrom('occupancies')
      .where('companyId', '=', company.id)
      .where('kind', '=', 'block')
      .where('during', '=', at(day).during)
      .execute()
  for (let day = 0; day <= 31; day++) await block(inDays(day))
  const work = { companyId: company.id, serviceId: service.id }
  return { company, service, work, free, block }
}

const form = (work: object, name: string, fields: object = {}) => ({
  ...work,
  customerEmail: `${name}@kunde.example`,
  firstDay: inDays(0),
  lastDay: inDays(13),
  ...fields,
})

/** A customer on the waiting list with a confirmed address. */
async function joined(work: object, name: string, fields: object = {}) {
  const browser = visitor()
  expect((await browser.call('join-waiting-list', form(work, name, fields))).body).toEqual({ is_confirmed: false })
  await runJobs()
  const token = tokenIn(mailsTo(`${name}@kunde.example`)[0]?.text)
  expect((await browser.call('confirm-waiting-entry', { token })).status).toBe(200)
  later(1)
  return { browser, token, email: `${name}@kunde.example` }
}

test('an entry joins the list only after the address is confirmed; the confirmation mail repeats no input; signed-in owners need none', async () => {
  const { work, free } = await fullCompany()
  await visitor().call('join-waiting-list', form(work, 'anna', { location: 'Schmale Gasse 12, 22767 Hamburg' }))
  await free(inDays(3))
  await keep()
  const [mail, ...others] = mailsTo('anna@kunde.example')
  expect([others, await statuses()]).toEqual([[], ['anna awaiting']])
  expect(mail?.text).not.toMatch(/Glanzwerk|Schmale|22767|Fenster/)
  const { body } = await visitor().call('get-waiting-entry', { token: tokenIn(mail?.text) })
  expect(body.entry).toMatchObject({ status: 'awaiting', postcode: '22767', service_title: 'Fenster putzen', offer: null })
  await makeUser(app, { email: 'bert@kunde.example' })
  const bert = await enterAs(app, visitor(), 'bert@kunde.example')
  expect((await bert.call('join-waiting-list', form(work, 'bert'))).body).toEqual({ is_confirmed: true })
  expect((await bert.call('join-waiting-list', form(work, 'carla'))).body).toEqual({ is_confirmed: false })
})

test('a freed time is held for the first entry alone, and passes to the next one after 30 minutes', async () => {
  const { work, free } = await fullCompany()
  const [first, second] = [await joined(work, 'anna'), await joined(work, 'bert')]
  await keep()
  expect(await statuses()).toEqual(['anna waiting', 'bert waiting'])
  await free(inDays(3))
  await Promise.all([keep(), keep()])
  expect(await statuses()).toEqual(['anna offered', 'bert waiting'])
  expect([offersTo(first.email).length, offersTo(second.email).length]).toEqual([1, 0])
  const at = { date: inDays(3), time: '14:00' }
  expect((await visitor().call('hold-slot', { ...work, ...at })).status).toBe(409)
  later(29)
  await keep()
  expect(await statuses()).toEqual(['anna offered', 'bert waiting'])
  later(1)
  await keep()
  expect(await statuses()).toEqual(['anna waiting', 'bert offered'])
  const late = await first.browser.call('take-waiting-offer', { token: first.token })
  expect([late.status, late.body.error]).toEqual([409, 'Die Reservierung ist abgelaufen. Wird wieder etwas frei, schreiben wir Ihnen.'])
  const taken = await second.browser.call('take-waiting-offer', { token: second.token })
  expect([taken.status, taken.body]).toEqual([200, at])
  expect((await second.browser.call('take-waiting-offer', { token: second.token })).body).toEqual(at)
  expect((await visitor().call('take-waiting-offer', { token: second.token })).status).toBe(409)
  expect((await second.browser.call('get-free-slots', { ...work, from: at.date, days: 1 })).body.days[0].times).toEqual(['14:00'])
  expect((await visitor().call('get-free-slots', { ...work, from: at.date, days: 1 })).body.days[0].times).toEqual([])
  const request = bookingRequestFor(app, work.companyId, { serviceId: work.serviceId, ...at, amount: 69, customerKind: 'business' })
  const until = new Date(app.now().getTime() + 30 * 60_000).toISOString().slice(0, 16)
  expect((await second.browser.call('hold-slot', { ...work, ...at })).body.until.slice(0, 16)).toBe(until)
  expect((await second.browser.call('create-booking-payment', request)).status).toBe(200)
  expect(await violations()).toEqual([])
})

test('an entry for a part of the day gets, and shows, only times of that part', async () => {
  const { work, free } = await fullCompany()
  const [early, late] = [await joined(work, 'anna', { part: 'vormittag' }), await joined(work, 'bert', { part: 'nachmittag' })]
  expect((await visitor().call('join-waiting-list', form(work, 'carla', { part: 'nachts' }))).status).toBe(422)
  await free(inDays(3))
  const entryOf = async ({ browser, token }: typeof early) => (await browser.call('get-waiting-entry', { token })).body.entry
  expect([await entryOf(early), await entryOf(late)]).toMatchObject([
    { part: 'vormittag', next: [] },
    { part: 'nachmittag', next: [`${inDays(3)} 14:00`] },
  ])
  await keep()
  expect(await statuses()).toEqual(['anna waiting', 'bert offered'])
  expect((await entryOf(late)).offer).toMatchObject({ date: inDays(3), time: '14:00' })
})

test('a server crash between hold and mail leaves neither, and the next run does both once', async () => {
  const { work, free } = await fullCompany()
  const { email } = await joined(work, 'anna')
  await free(inDays(3))
  const carts = async () => (await app.db.selectFrom('occupancies').select('id').where('kind', '=', 'cart').execute()).length
  const { random } = app
  app.random = () => {
    throw new Error('killed')
  }
  await keep().catch(() => undefined)
  app.random = random
  expect([await statuses(), await carts(), offersTo(email).length]).toEqual([['anna waiting'], 0, 0])
  // The process dies at the last moment, when everything is written and not committed.
  await sql`create function kill() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`.execute(app.db)
  await sql`
    create constraint trigger kill after update of status on waiting_entries
    deferrable initially deferred for each row execute function kill()`.execute(app.db)
  await keep().catch(() => undefined)
  await sql`drop function kill cascade`.execute(app.db)
  await runJobs()
  expect([await statuses(), await carts(), offersTo(email).length]).toEqual([['anna waiting'], 0, 0])
  await keep()
  expect([await statuses(), await carts(), offersTo(email).length]).toEqual([['anna offered'], 1, 1])
})

test('times are held from 9 to 20 h, at least three hours ahead, and never if they were taken in the meantime', async () => {
  const { work, free, block } = await fullCompany()
  const [today, tomorrow] = [inDays(0), inDays(1)]
  await joined(work, 'anna')
  await free(today)
  clock.moveTo(berlinInstant(today, '11:30'))
  await keep()
  expect(await statuses()).toEqual(['anna waiting'])
  await free(tomorrow)
  await block(tomorrow)
  await keep()
  expect(await statuses()).toEqual(['anna waiting'])
  await free(tomorrow)
  for (const [day, time] of [
    [today, '20:00'],
    [tomorrow, '08:59'],
  ] as const) {
    clock.moveTo(berlinInstant(day, time))
    await keep()
    expect(await statuses()).toEqual(['anna waiting'])
  }
  clock.moveTo(berlinInstant(tomorrow, '09:00'))
  await keep()
  expect(await statuses()).toEqual(['anna offered'])
  // Also on the two days of a clock change.
  for (const day of ['2026-03-29', '2026-10-25']) {
    const judged = ['08:59', '09:00', '19:59', '20:00'].map((time) => isHoldTime(berlinInstant(day, time)))
    expect(judged).toEqual([false, true, true, false])
  }
})

test('an address has at most five confirmed entries, also concurrently; unconfirmed ones do not count; leaving frees a place and the held time', async () => {
  const { work, free } = await fullCompany()
  const { token: first } = await joined(work, 'anna')
  for (let at = 0; at < 3; at++) await joined(work, 'anna')
  // Moves past the rate limit of mails, which is not tested here.
  later(61)
  const join = () => visitor().call('join-waiting-list', form(work, 'anna'))
  expect((await Promise.all([join(), join(), join()])).map(({ status }) => status)).toEqual([200, 200, 200])
  await runJobs()
  const tokens = mailsTo('anna@kunde.example')
    .slice(0, 3)
    .map(({ text }) => tokenIn(text))
  const answers = await Promise.all(tokens.map((token) => visitor().call('confirm-waiting-entry', { token })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.body.error).toMatch(/schon auf fünf Termine/)
  const key = { token: first }
  await free(inDays(3))
  await keep()
  const asked = { ...work, from: inDays(3), days: 1 }
  expect((await visitor().call('get-free-slots', asked)).body.days[0].times).toEqual([])
  expect((await visitor().call('leave-waiting-list', key)).status).toBe(200)
  expect((await visitor().call('get-free-slots', asked)).body.days[0].times).toEqual(['14:00'])
  expect((await visitor().call('confirm-waiting-entry', key)).status).toBe(409)
  const late = tokens[answers.findIndex(({ status }) => status === 409)]
  expect((await visitor().call('confirm-waiting-entry', { token: late })).status).toBe(200)
})

test('three unanswered holds or past days end an entry; it is part of the export until it is deleted', async () => {
  const { work, free } = await fullCompany()
  const { email } = await joined(work, 'anna')
  await joined(work, 'bert', { lastDay: inDays(1) })
  await visitor().call('join-waiting-list', form(work, 'carla'))
  await free(inDays(5))
  for (let offer = 0; offer < 3; offer++) {
    // Bert's entry fits none of these days.
    await keep()
    later(30)
  }
  await keep()
  expect([offersTo(email).length, await statuses()]).toEqual([3, ['anna ended', 'bert waiting', 'carla awaiting']])
  later(60 * 48)
  await keep()
  expect(await statuses()).toEqual(['anna ended', 'bert ended', 'carla awaiting'])
  expect(await app.hooks.exportPerson.waitingList?.(app, { userId: '', email })).toMatchObject([
    { serviceTitle: 'Fenster putzen', status: 'ended' },
  ])
  const forget = async (days: number) => {
    later(60 * 24 * days)
    await enqueue(app.db, { name: 'bookings.forgetWaiting', payload: {} })
    await runJobs()
  }
  await forget(7)
  expect(await statuses()).toEqual(['anna ended', 'bert ended'])
  await forget(30)
  expect(await statuses()).toEqual([])
})

test('a booking on the list moves to an earlier time that is held for it; later times are not offered', async () => {
  const { key, bookingId, company, customerEmail } = await agreed('kulant', { date: inDays(9) })
  const day = (await readBooking(bookingId)).bookingDate
  clock.moveTo(berlinInstant(inDays(1), '10:00'))
  const { resourceId } = await app.db
    .selectFrom('occupancies')
    .select('resourceId')
    .where('bookingId', '=', bookingId)
    .executeTakeFirstOrThrow()
  const closed = { companyId: company.id, resourceId, kind: 'block' as const, createdAt: app.now() }
  const until = `[${app.now().toISOString()},${berlinInstant(day, '14:00').toISOString()})`
  await app.db
    .insertInto('occupancies')
    .values({ ...closed, during: until, core: until })
    .execute()
  const browser = visitor()
  const own = { booking: key }
  expect((await browser.call('get-waiting-entry', own)).body).toEqual({ entry: null })
  expect((await browser.call('wait-for-earlier', { key, part: 'nachts' })).status).toBe(422)
  const answers = await Promise.all([1, 2, 3].map(() => browser.call('wait-for-earlier', { key, part: 'nachmittag' })))
  const entry = { status: 'waiting', part: 'nachmittag' }
  expect(answers.map(({ body }) => body)).toMatchObject([{ entry }, { entry }, { entry }])
  await keep()
  expect(await statuses()).toEqual([`${customerEmail.split('@')[0]} waiting`])
  await app.db.deleteFrom('occupancies').where('kind', '=', 'block').execute()
  inbox.clear()
  await keep()
  const [mail] = offersTo(customerEmail)
  expect(mail?.subject).toMatch(/^Ein früherer Termin ist frei/)
  expect(mail?.text).toMatch(/\/buchung\?token=[\w-]{43}/)
  const { offer } = (await browser.call('get-waiting-entry', own)).body.entry
  const at = { date: offer.date, time: offer.time }
  // Tomorrow morning is free, too, and earlier.
  expect(at).toEqual({ date: inDays(1), time: '12:00' })
  expect((await browser.call('propose-move', { key, ...at })).status).toBe(409)
  expect((await browser.call('take-waiting-offer', own)).body).toEqual(at)
  expect((await browser.call('propose-move', { key, ...at })).status).toBe(200)
  expect((await appointmentOf(bookingId)).startsAt).toEqual(berlinInstant(at.date, at.time))
  expect(await violations()).toEqual([])
  await visitor().call('wait-for-earlier', { key })
  clock.moveTo(new Date(berlinInstant(at.date, at.time).getTime() - 3_600_000 * 4))
  await keep()
  expect((await statuses()).at(-1)).toMatch(/ended$|waiting$/)
})
