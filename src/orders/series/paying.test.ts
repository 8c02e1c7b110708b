import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { earlyStartConsent } from '#src/orders/bookings/withdrawalRules.ts'
import { usualSafety } from '#src/platform/kit/settingOptions.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { openSeriesFixtures } from '../../../tests/seriesFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'

const testApp = await openTestApp()
const { app, clock, inbox, runJobs, newVisitor, sandbox } = testApp
const {
  inDays,
  keep,
  subjects,
  over,
  customer,
  weekly,
  formFor,
  asked,
  accepted,
  read,
  statuses,
  occupied,
  moveBefore,
  pay,
  sessionOf,
  settle,
  appointmentOf,
  mailsTo,
  readBooking,
  requestCompany,
} = openSeriesFixtures(testApp)

test('a date is payable by a mailed link from seven days before; the early-start consent is required, and no date is paid twice', async () => {
  const fixture = await accepted()
  const { bookingIds, customerEmail, company } = fixture
  const [first, second] = bookingIds
  await keep()
  expect([subjects(customerEmail), await statuses(fixture)]).toEqual([[], ['planned', 'planned', 'planned']])
  expect((await pay(fixture, first)).status).toBe(409)
  await moveBefore(first, 7 * 24)
  await Promise.all([keep(), keep()])
  expect([subjects(customerEmail), await statuses(fixture)]).toEqual([['Bitte bezahlen Sie Ihren Termin'], ['due', 'planned', 'planned']])
  expect(mailsTo(customerEmail)[0]?.text).toMatch(/\/buchung\?token=[\w-]{43}/)
  const without = await pay(fixture, first, { earlyStartConsent: undefined })
  expect([without.status, Object.keys(without.body.fields)]).toEqual([422, ['earlyStartConsent']])
  const paying = await Promise.all([pay(fixture, first), pay(fixture, first), pay(fixture, first)])
  expect(new Set(paying.filter(({ status }) => status === 200).map(({ body }) => body.url)).size).toBe(1)
  expect(
    (
      await app.db
        .selectFrom('checkouts')
        .select('id')
        .where('bookingId', '=', first ?? '')
        .execute()
    ).length,
  ).toBe(1)
  await settle(first)
  expect([await statuses(fixture), await occupied(company.id)]).toEqual([
    ['paid', 'planned', 'planned'],
    ['booking', 'request', 'request'],
  ])
  expect(await readBooking(first ?? '')).toMatchObject({
    bookingStatus: 'confirmed',
    paymentStatus: 'paid',
    earlyStartVersion: earlyStartConsent.version,
  })
  expect((await pay(fixture, first)).status).toBe(409)
  expect((await pay(fixture, second)).status).toBe(409)
  expect(subjects(customerEmail)[0]).toBe('Ihre Buchung ist bestätigt')
})

test('an abandoned payment page leaves the date unchanged; an unpaid date lapses three days before, and the others stay', async () => {
  const fixture = await accepted()
  const { bookingIds, customerEmail, company } = fixture
  const [first = '', second = ''] = bookingIds
  await moveBefore(first, 6 * 24)
  await keep()
  expect((await pay(fixture, first)).status).toBe(200)
  const expire = async () => {
    const sessionId = await sessionOf(first)
    await sandbox.control('expire', { session: sessionId })
    await newVisitor().call('verify-payment', { sessionId, bookingId: first })
    await runJobs()
  }
  await expire()
  expect([(await readBooking(first)).bookingStatus, await statuses(fixture)]).toEqual(['pending', ['due', 'planned', 'planned']])
  inbox.clear()
  await moveBefore(first, 90)
  await keep()
  expect(subjects(customerEmail)).toEqual(['Noch nicht bezahlt'])
  // A checkout opened in time may still be paid after the deadline.
  await moveBefore(first, 72.2)
  expect((await pay(fixture, first)).status).toBe(200)
  await moveBefore(first, 71.9)
  await keep()
  expect((await readBooking(first)).bookingStatus).toBe('pending')
  inbox.clear()
  await expire()
  expect([await readBooking(first), (await appointmentOf(first)).status]).toMatchObject([
    { bookingStatus: 'cancelled', paymentStatus: 'failed' },
    'lapsed',
  ])
  expect([subjects(customerEmail), subjects(company.email)]).toEqual([['Termin verfallen'], ['Termin einer Serie verfallen']])
  expect([await statuses(fixture), await occupied(company.id)]).toEqual([
    ['lapsed', 'planned', 'planned'],
    ['request', 'request'],
  ])
  inbox.clear()
  await moveBefore(second, 72)
  await Promise.all([keep(), keep()])
  expect([subjects(customerEmail).filter((subject) => subject === 'Termin verfallen').length, await statuses(fixture)]).toEqual([
    1,
    ['lapsed', 'lapsed', 'planned'],
  ])
})

test('either side can end unpaid dates; paid dates stay, an open payment page is closed, and a late payment is refunded', async () => {
  const fixture = await accepted({ dates: weekly(4) })
  const { bookingIds, browser, owner, ids, key, customerEmail, company } = fixture
  const [first = '', second = '', third = ''] = bookingIds
  await moveBefore(first, 6 * 24)
  await keep()
  await pay(fixture, first)
  await settle(first)
  expect((await browser.call('end-series', { key, bookingId: third })).status).toBe(200)
  expect((await browser.call('end-series', { key, bookingId: third })).body.error).toBe(over)
  expect((await browser.call('end-series', { key, bookingId: first })).body.error).toBe(over)
  await runJobs()
  expect(await statuses(fixture)).toEqual(['paid', 'planned', 'cancelled', 'planned'])
  expect(subjects(company.email)[0]).toBe('Termin einer Serie entfällt')
  await moveBefore(second, 6 * 24)
  await keep()
  expect((await pay(fixture, second)).status).toBe(200)
  inbox.clear()
  const ends = await Promise.all([1, 2, 3].map(() => owner.call('end-company-series', { ...ids, reason: 'Wir ziehen um' })))
  expect(ends.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  // The payment arrives before the checkout can be closed.
  await sandbox.control('pay', { session: await sessionOf(second) })
  await runJobs()
  await runJobs()
  expect(await readBooking(second)).toMatchObject({ bookingStatus: 'cancelled', paymentStatus: 'refunded', refundedCents: 13_800 })
  expect(await statuses(fixture)).toEqual(['paid', 'cancelled', 'cancelled', 'cancelled'])
  expect(subjects(customerEmail).filter((subject) => subject === 'Ihre Serie ist beendet').length).toBe(1)
  expect(await occupied(company.id)).toEqual(['booking'])
  expect(mailsTo(customerEmail).find(({ subject }) => subject.startsWith('Ihre Serie ist beendet'))?.text).toContain('Wir ziehen um')
  expect((await read(fixture)).reason).toBe('Wir ziehen um')
  expect((await pay(fixture, second)).status).toBe(409)
  expect((await owner.call('list-series', { companyId: company.id })).body.rows).toEqual([])
  expect(await app.hooks.exportPerson.series?.(app, { userId: '', email: customerEmail })).toMatchObject([{ status: 'ended', dates: 4 }])
})

test('the invariants detect a lost date, a duplicate date, and a date without its time', async () => {
  const { bookingIds } = await asked()
  const seen = (fault: (tx: typeof app.db) => Promise<unknown>) =>
    app.db
      .transaction()
      .execute(async (tx) => {
        await fault(tx)
        const { rows } = await sql<{ invariant: string }>`select distinct invariant from invariant_violations order by 1`.execute(tx)
        throw rows.map(({ invariant }) => invariant)
      })
      .catch((found: unknown) => found)
  const [first = '', second = ''] = bookingIds
  expect(await seen((tx) => tx.deleteFrom('occupancies').where('bookingId', '=', first).execute())).toEqual(['seriesDateIsHeld'])
  expect(await seen((tx) => tx.deleteFrom('seriesDates').where('bookingId', '=', first).execute())).toEqual(['seriesHasItsDates'])
  const { startsAt } = await appointmentOf(first)
  const double = (moves: number) =>
    seen((tx) => tx.updateTable('appointments').set({ startsAt, moves }).where('bookingId', '=', second).execute())
  expect(await double(0)).toContain('seriesHasItsDates')
  // A date that was moved onto another one's day is no duplicate.
  expect(await double(1)).not.toContain('seriesHasItsDates')
})

test('an address has at most three open requests; unconfirmed ones do not count and are deleted after two days', async () => {
  const company = await requestCompany()
  const { browser, customerEmail } = await customer()
  const stranger = newVisitor()
  const ask = (person: typeof browser, time: string) =>
    person.call('request-series', formFor(company, { customerEmail, dates: weekly(2, inDays(10), time) }))
  for (const time of ['07:00', '08:00', '09:00', '10:00']) expect((await ask(stranger, time)).status).toBe(200)
  for (const time of ['11:00', '12:00', '13:00']) expect((await ask(browser, time)).status).toBe(200)
  const most = await ask(browser, '14:00')
  expect([most.status, most.body.error]).toEqual([409, expect.stringMatching(/warten schon 3/)])
  clock.moveTo(new Date(app.now().getTime() + 49 * 3_600_000))
  await enqueue(app.db, { name: 'bookings.forgetSeries', payload: {} })
  await runJobs()
  const left = await app.db.selectFrom('bookingSeries').select('status').where('email', '=', customerEmail).execute()
  expect(left.filter(({ status }) => status === 'unconfirmed')).toEqual([])
  const soon = await browser.call('request-series', formFor(company, { customerEmail, dates: weekly(2, inDays(3)) }))
  expect([soon.status, Object.keys(soon.body.fields)]).toEqual([422, ['dates']])
})

test('a date cannot be paid by the company’s own people, nor signed out by an address that cancelled repeatedly', async () => {
  const fixture = await accepted()
  const [first = ''] = fixture.bookingIds
  await moveBefore(first, 6 * 24)
  await keep()
  const order = { key: fixture.key, bookingId: first, earlyStartConsent: { version: earlyStartConsent.version } }
  const byOwner = await fixture.owner.call('pay-series-date', order)
  expect([byOwner.status, byOwner.body.code]).toEqual([403, 'bookings.ownCompany'])
  const value = JSON.stringify({ ...usualSafety, refundsPerPayer: 0 })
  await app.db.insertInto('settings').values({ key: 'safety', value, updatedAt: app.now() }).execute()
  const unproven = await pay(fixture, first)
  expect([unproven.status, unproven.body.code]).toEqual([403, 'bookings.calledOffOften'])
  expect((await fixture.browser.call('pay-series-date', order)).status).toBe(200)
})
