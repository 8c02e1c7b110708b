import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays, berlinInstant, formatDate } from '#src/platform/kit/dates.ts'
import { bookingRequestFor } from '../../../tests/factories.ts'
import { openSeriesFixtures } from '../../../tests/seriesFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'
import { requestedDates } from './rules.ts'
import { tooFarText, wishedDateText } from './texts.ts'

const testApp = await openTestApp()
const { app, clock, inbox, runJobs, newVisitor } = testApp
const {
  inDays,
  keep,
  subjects,
  tokenIn,
  over,
  customer,
  weekly,
  formFor,
  asked,
  answer,
  read,
  statuses,
  occupied,
  pay,
  appointmentOf,
  mailsTo,
  operator,
  ownerOf,
  readBooking,
  requestCompany,
} = openSeriesFixtures(testApp)

test('every date is checked against the calendar, and each that is not free gets the nearest free time as alternative', async () => {
  clock.moveTo(berlinInstant('2027-02-20', '10:00'))
  const company = await requestCompany()
  await app.db.updateTable('calendars').set({ federalState: 'HH' }).where('companyId', '=', company.id).execute()
  const start = '2027-03-05'
  const at = (date: string, time: string) => {
    const from = berlinInstant(date, time)
    return `[${from.toISOString()},${new Date(from.getTime() + 3_600_000).toISOString()})`
  }
  const { id: resourceId } = await app.db.selectFrom('resources').select('id').where('companyId', '=', company.id).executeTakeFirstOrThrow()
  const during = at(addDays(start, 7), '09:00')
  await app.db
    .insertInto('occupancies')
    .values({ companyId: company.id, resourceId, kind: 'block', during, core: during, createdAt: app.now() })
    .execute()
  await app.db
    .insertInto('closures')
    .values({ companyId: company.id, days: `[${addDays(start, 14)},${addDays(start, 14)}]` })
    .execute()
  const question = { companyId: company.id, serviceId: company.serviceId, date: start, time: '09:00', weeks: 1, count: 4 }
  const { status, body } = await newVisitor().call('check-series', question)
  expect(status).toBe(200)
  expect(body.dates).toMatchObject([
    { date: start, state: 'free', alternative: null },
    { date: addDays(start, 7), state: 'taken', alternative: { date: addDays(start, 7), time: '08:00' } },
    { date: addDays(start, 14), state: 'closed', holiday: null, alternative: { date: addDays(start, 13), time: '09:00' } },
    { date: '2027-03-26', state: 'closed', holiday: 'Karfreitag', alternative: { date: '2027-03-25', time: '09:00' } },
  ])
  expect(wishedDateText(body.dates[3])).toBe('Am 26.03. ist geschlossen (Karfreitag) – auslassen oder 25.03., 09:00 Uhr?')
  expect((await newVisitor().call('check-series', { ...question, count: 27 })).status).toBe(422)
})

test('dates after the service’s last bookable day are reported with that day, before and after the request, and never held', async () => {
  const company = await requestCompany()
  const question = { companyId: company.id, serviceId: company.serviceId, date: inDays(46), time: '09:00', weeks: 1, count: 26 }
  const { body } = await newVisitor().call('check-series', question)
  const states = body.dates.map(({ state }: { state: string }) => state)
  expect([body.last_day, states]).toEqual([inDays(60), [...Array(3).fill('free'), ...Array(23).fill('far')]])
  expect(tooFarText({ far: 23, lastDay: '2027-01-24' })).toBe(
    'Der Anbieter nimmt Termine bis 24.01.2027 an. 23 Termine liegen danach und entfallen.',
  )
  expect((await newVisitor().call('check-series', { ...question, date: inDays(400) })).body.dates[0]).toMatchObject({ state: 'far' })
  const { browser, customerEmail } = await customer()
  const far = await browser.call('request-series', formFor(company, { customerEmail, dates: weekly(5, inDays(46)) }))
  const told = (day: string) => `Der Anbieter nimmt Termine bis ${formatDate(day)} an.`
  expect([far.status, far.body.fields]).toEqual([409, { dates: [told(inDays(60))], slots: [`${inDays(67)} 09:00`, `${inDays(74)} 09:00`] }])
  // The company has shortened its booking horizon since; the confirmation may leave out the dates after it.
  const form = formFor(company, { customerEmail: 'fern@kunde.example', dates: weekly(3, inDays(46)) })
  expect((await newVisitor().call('request-series', form)).body).toEqual({ is_confirmed: false })
  await runJobs()
  await app.db.updateTable('services').set({ horizonDays: 53 }).where('id', '=', company.serviceId).execute()
  const key = { token: tokenIn(mailsTo('fern@kunde.example')[0]?.text) }
  const refused = await newVisitor().call('confirm-series', key)
  expect([refused.body.error, refused.body.fields.slots]).toEqual([told(inDays(53)), [`${inDays(60)} 09:00`]])
  expect(await occupied(company.id)).toEqual([])
  expect((await newVisitor().call('confirm-series', { ...key, dates: form.dates.slice(0, 2) })).status).toBe(200)
  expect(await occupied(company.id)).toEqual(['request', 'request'])
})

test('the time of day stays the same across a clock change, and a skipped hour is reported as such', async () => {
  clock.moveTo(berlinInstant('2027-02-20', '10:00'))
  const company = await requestCompany()
  await app.db.updateTable('openingHours').set({ minutes: '[0,1440)' }).where('companyId', '=', company.id).execute()
  const ask = async (date: string, time: string, count = 3) =>
    (
      await newVisitor().call('check-series', { companyId: company.id, serviceId: company.serviceId, date, time, weeks: 1, count })
    ).body.dates.map((one: { date: string; time: string; state: string }) => `${one.date} ${one.time} ${one.state}`)
  expect(await ask('2027-03-21', '09:00')).toEqual(['2027-03-21 09:00 free', '2027-03-28 09:00 free', '2027-04-04 09:00 free'])
  expect(await ask('2027-03-21', '02:30')).toEqual(['2027-03-21 02:30 free', '2027-03-28 02:30 skipped', '2027-04-04 02:30 free'])
  clock.moveTo(berlinInstant('2027-10-01', '10:00'))
  const fixture = await asked({ dates: weekly(3, '2027-10-24') }, company)
  const starts = await Promise.all(fixture.bookingIds.map(async (id) => (await appointmentOf(id)).startsAt.toISOString()))
  expect(starts).toEqual(['2027-10-24T07:00:00.000Z', '2027-10-31T08:00:00.000Z', '2027-11-07T08:00:00.000Z'])
  expect(requestedDates({ date: '2027-03-21', time: '09:00', weeks: 2, count: 2 })[1]?.date).toBe('2027-04-04')
})

test('a request with a stranger’s address holds no time and mails none of the input; the owner confirms with one click and may leave out taken dates', async () => {
  const company = await requestCompany()
  const form = formFor(company, { customerEmail: 'gast@kunde.example', customerKind: 'business' })
  const guest = newVisitor()
  expect((await guest.call('request-series', form)).body).toEqual({ is_confirmed: false })
  await runJobs()
  const [mail, ...others] = mailsTo('gast@kunde.example')
  expect([others, mailsTo(company.email), await occupied(company.id)]).toEqual([[], [], []])
  expect(mail?.text).not.toMatch(/Katrin|Schmale|Teeküchen|Reinigung|Fenster/)
  const key = { token: tokenIn(mail?.text) }
  expect(await read({ key })).toMatchObject({ status: 'unconfirmed', weeks: 1, amount: 138, dates: [{ status: 'open' }, {}, {}] })
  // Another customer takes the second date in the meantime.
  await asked({ dates: [17, 18].map((day) => ({ date: inDays(day), time: '09:00' })) }, company)
  const refused = await guest.call('confirm-series', key)
  expect([refused.status, refused.body.fields.slots]).toEqual([409, [`${inDays(17)} 09:00`]])
  expect(await occupied(company.id)).toEqual(['request', 'request'])
  const [first, , third] = form.dates
  expect((await guest.call('confirm-series', { ...key, dates: [first] })).status).toBe(422)
  const both = await Promise.all([1, 2].map(() => guest.call('confirm-series', { ...key, dates: [first, third] })))
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect((await occupied(company.id)).length).toBe(4)
  expect(await read({ key })).toMatchObject({ status: 'requested', dates: [first, third] })
})

test('requested: each date is a booking with its own time, nothing is charged, both sides get mails, and the company sees what it needs to decide', async () => {
  const fixture = await asked()
  const { company, customerEmail, owner, ids, bookingIds, browser } = fixture
  expect(await occupied(company.id)).toEqual(['request', 'request', 'request'])
  expect(
    (await Promise.all(bookingIds.map(readBooking))).map(({ bookingStatus, paymentStatus }) => `${bookingStatus} ${paymentStatus}`),
  ).toEqual(Array.from({ length: 3 }, () => 'pending pending'))
  expect(await app.db.selectFrom('checkouts').select('id').execute()).toEqual([])
  expect([subjects(customerEmail), subjects(company.email)]).toEqual([['Ihre Serie ist angefragt'], ['Neue Serienanfrage']])
  expect(mailsTo(company.email)[0]?.text).toContain('Schmale Gasse 12')
  expect(mailsTo(company.email)[0]?.text).not.toContain(customerEmail)
  const { rows } = (await owner.call('list-series', { companyId: company.id })).body
  expect(rows).toMatchObject([{ id: ids.seriesId, status: 'requested', location: 'Schmale Gasse 12, 22767 Hamburg', dates: [{}, {}, {}] }])
  // No date can be paid before the answer, and the customer's page shows no refused payment.
  expect((await pay(fixture, bookingIds[0])).body.error).toBe('Dieser Termin kann nicht bezahlt werden.')
  const own = (await browser.call('get-booking', { ownBookingId: bookingIds[0] })).body
  expect(own).toMatchObject({ request: null, in_series: true, location: 'Schmale Gasse 12, 22767 Hamburg' })
  // The account's list contains the next date of the series.
  const { ahead } = (await browser.call('list-own-bookings', {})).body
  expect(ahead).toMatchObject([{ id: bookingIds[0], series: { position: 1, dates: 3, is_accepted: false } }])
  // Both sides' lists of bookings show position and number of dates, and link to the series.
  const place = { series_id: ids.seriesId, position: 2, dates: 3 }
  const listed = (await owner.call('list-company-bookings', { companyId: company.id, sort: 'dateAsc' })).body.rows
  expect(listed.map(({ series }: { series: { position: number } }) => series.position)).toEqual([1, 2, 3])
  const booking = (await owner.call('get-company-booking', { companyId: company.id, bookingId: bookingIds[1] })).body
  expect([listed[1].series, booking.series]).toEqual([place, place])
  expect((await owner.call('list-series', { companyId: company.id, seriesId: ids.seriesId })).body.rows).toEqual(rows)
  const other = await requestCompany()
  const stranger = await ownerOf(other.id)
  for (const companyId of [company.id, other.id])
    expect((await stranger.call('list-series', { companyId, seriesId: ids.seriesId })).status).toBe(404)
  const admin = await operator()
  expect((await admin.call('admin-list-bookings', { search: customerEmail, sort: 'dateAsc' })).body.rows[1].series).toEqual(place)
  const { series, whole_series: whole } = (await admin.call('admin-read-booking', { bookingId: bookingIds[1] })).body
  expect([series, whole]).toMatchObject([place, { status: 'requested', weeks: 1, dates: rows[0].dates }])
  const byBooking = await browser.call('get-series', { booking: { ownBookingId: bookingIds[1] } })
  expect(byBooking.body).toEqual(await read(fixture))
})

test('of two concurrent requests for the same dates, one gets all of them and the other none', async () => {
  const company = await requestCompany()
  const both = [await customer(), await customer()]
  const answers = await Promise.all(
    both.map(({ browser, customerEmail }) => browser.call('request-series', formFor(company, { customerEmail, dates: weekly(8) }))),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body.fields.slots.length).toBe(8)
  expect(await occupied(company.id)).toEqual(Array.from({ length: 8 }, () => 'request'))
  expect((await app.db.selectFrom('bookings').select('id').where('companyId', '=', company.id).execute()).length).toBe(8)
})

test('a date taken between check and request is named in the response, and nothing is held', async () => {
  const company = await requestCompany()
  const [, second] = weekly(3)
  const other = bookingRequestFor(app, company.id, { serviceId: company.serviceId, ...second, customerKind: 'business' })
  expect((await newVisitor().call('create-booking-payment', other)).status).toBe(200)
  const { browser, customerEmail } = await customer()
  const refused = await browser.call('request-series', formFor(company, { customerEmail }))
  expect([refused.status, refused.body.fields.slots]).toEqual([409, [`${second?.date} 09:00`]])
  expect(await occupied(company.id)).toEqual(['checkout'])
  expect(await app.db.selectFrom('bookingSeries').select('id').where('email', '=', customerEmail).execute()).toEqual([])
})

test('a server crash between two dates leaves none of them, and a retry creates all', async () => {
  const company = await requestCompany()
  const { browser, customerEmail } = await customer()
  await sql`
    create function kill() returns trigger language plpgsql as $$
    begin
      if new.position = 2 then raise 'killed'; end if;
      return new;
    end $$`.execute(app.db)
  await sql`create trigger kill before insert on series_dates for each row execute function kill()`.execute(app.db)
  const form = formFor(company, { customerEmail })
  expect((await browser.call('request-series', form)).status).toBe(500)
  await sql`drop function kill cascade`.execute(app.db)
  expect([
    await occupied(company.id),
    await app.db.selectFrom('bookings').select('id').where('companyId', '=', company.id).execute(),
  ]).toEqual([[], []])
  expect((await browser.call('request-series', form)).status).toBe(200)
  expect((await occupied(company.id)).length).toBe(3)
})

test('of concurrent acceptances and a withdrawal, only one counts, for all dates', async () => {
  const fixture = await asked()
  const [accepting, [ending]] = await Promise.all([
    Promise.all(Array.from({ length: 20 }, () => answer(fixture, { answer: 'accept' }))),
    Promise.all([fixture.browser.call('end-series', { key: fixture.key })]),
  ])
  const won = accepting.filter(({ status }) => status === 200).length
  expect(accepting.every(({ status }) => status === 200 || status === 409)).toBe(true)
  // Withdrawn after the acceptance, it ends the running series.
  expect([won <= 1, ending?.status]).toEqual([true, 200])
  await runJobs()
  expect(await statuses(fixture)).toEqual(['cancelled', 'cancelled', 'cancelled'])
  expect(await occupied(fixture.company.id)).toEqual([])
  expect((await answer(fixture, { answer: 'accept' })).body.error).toBe(over)
})

test('declined, or not answered in time: every time is free, nothing was charged, and the mail contains the reason', async () => {
  const declined = await asked()
  expect((await answer(declined, { answer: 'decline', reason: '' })).status).toBe(422)
  expect((await answer(declined, { answer: 'decline', reason: 'Leider ausgebucht' })).status).toBe(200)
  await runJobs()
  expect([await occupied(declined.company.id), (await read(declined)).status]).toEqual([[], 'declined'])
  expect((await appointmentOf(declined.bookingIds[0] ?? '')).status).toBe('declined')
  expect(mailsTo(declined.customerEmail)[0]?.text).toContain('Leider ausgebucht')

  const ignored = await asked()
  const { deadlineAt } = await app.db
    .selectFrom('bookingSeries')
    .selectAll()
    .where('id', '=', ignored.ids.seriesId)
    .executeTakeFirstOrThrow()
  inbox.clear()
  clock.moveTo(new Date((deadlineAt?.getTime() ?? 0) - 60_000))
  await keep()
  expect((await read(ignored)).status).toBe('requested')
  clock.moveTo(deadlineAt ?? app.now())
  expect((await answer(ignored, { answer: 'accept' })).body.error).toBe(over)
  await Promise.all([keep(), keep()])
  expect([await occupied(ignored.company.id), await statuses(ignored)]).toEqual([[], ['lapsed', 'lapsed', 'lapsed']])
  expect([subjects(ignored.customerEmail), subjects(ignored.company.email)]).toEqual([
    ['Ihre Anfrage ist verfallen'],
    ['Serienanfrage verfallen'],
  ])
})
