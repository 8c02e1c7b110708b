import { expect, test } from 'vitest'
import {
  earlyStartConsent,
  earlyStartMissing,
  firstDayAfterPeriod,
  isInWithdrawalPeriod,
  needsEarlyStart,
  withdrawalDeadline,
} from '#src/orders/bookings/withdrawalRules.ts'
import { berlinDay } from '#src/platform/kit/dates.ts'
import { bookingRequestFor, makeCompany } from '../../../tests/factories.ts'
import { openTestApp } from '../../../tests/testApp.ts'

const testApp = await openTestApp()
const { app, visitor } = testApp

test.each([
  ['2026-11-06', '2026-11-20', 'a Friday'],
  ['2026-11-07', '2026-11-23', 'a Saturday moves to Monday'],
  ['2026-11-08', '2026-11-23', 'a Sunday moves to Monday'],
  ['2026-12-11', '2026-12-28', 'Christmas on a Friday, then a weekend'],
  ['2026-12-18', '2027-01-04', 'New Year on a Friday, then a weekend'],
  ['2026-03-20', '2026-04-07', 'Good Friday to after Easter Monday'],
  ['2026-04-30', '2026-05-15', 'Ascension on a Thursday'],
  ['2026-05-21', '2026-06-05', 'Corpus Christi, a holiday of some states'],
  ['2026-11-04', '2026-11-19', 'the Day of Repentance, in Saxony alone'],
  ['2027-07-25', '2027-08-09', 'a Sunday that is Augsburg’s holiday'],
])('a contract of %s may be withdrawn from until %s: %s', (contractDay, last) => {
  expect(withdrawalDeadline(contractDay)).toBe(last)
})

test('the period ends at 24:00 in Berlin, in summer and in winter', () => {
  const winter = new Date('2026-12-10T23:30:00Z')
  expect(isInWithdrawalPeriod(winter, new Date('2026-12-28T22:59:59.999Z'))).toBe(true)
  expect(isInWithdrawalPeriod(winter, new Date('2026-12-28T23:00:00Z'))).toBe(false)
  const beforeChange = new Date('2026-10-20T10:00:00Z')
  expect(isInWithdrawalPeriod(beforeChange, new Date('2026-11-03T22:59:59Z'))).toBe(true)
  expect(isInWithdrawalPeriod(beforeChange, new Date('2026-11-03T23:00:00Z'))).toBe(false)
})

test('bookings that require the early-start consent', () => {
  const asked = { kind: 'consumer', category: 'Reinigung', date: '2026-12-28' } as const
  expect(needsEarlyStart(asked, '2026-12-11')).toBe(true)
  expect(needsEarlyStart({ ...asked, date: '2026-12-29' }, '2026-12-11')).toBe(false)
  expect(needsEarlyStart({ ...asked, kind: 'business' }, '2026-12-11')).toBe(false)
  expect(needsEarlyStart({ ...asked, category: 'Catering' }, '2026-12-11')).toBe(false)
  expect(earlyStartMissing('2026-12-11')).toBe(
    'Bitte bestätigen Sie, dass die Leistung vor Ablauf der Widerrufsfrist beginnen soll, oder wählen Sie einen Termin ab dem 29.12.2026.',
  )
})

async function book(fields: object) {
  const company = await makeCompany(app)
  const { status, body } = await visitor.call('create-booking-payment', bookingRequestFor(app, company.id, fields))
  const booking = await app.db.selectFrom('bookings').selectAll().executeTakeFirst()
  return { status, body, kept: booking && [booking.customerKind, booking.earlyStartVersion] }
}

test('a consumer within the period gives the consent, and the version of the text is stored', async () => {
  const missing = await book({ customerKind: 'consumer' })
  expect([missing.status, missing.body.fields]).toEqual([422, { earlyStartConsent: [earlyStartMissing(berlinDay(app.now()))] }])
  expect(missing.kept).toBeUndefined()
  const unknown = await book({ customerKind: 'consumer', earlyStartConsent: { version: 'erfunden' } })
  expect(unknown.status).toBe(422)
  const { version } = earlyStartConsent
  expect(await book({ customerKind: 'consumer', earlyStartConsent: { version } })).toMatchObject({
    status: 200,
    kept: ['consumer', version],
  })
})

test('a later day, a business and a call without the optional fields need no consent', async () => {
  const later = firstDayAfterPeriod(berlinDay(app.now()))
  expect(await book({ customerKind: 'consumer', date: later })).toMatchObject({ status: 200, kept: ['consumer', null] })
  await app.db.deleteFrom('checkouts').execute()
  await app.db.deleteFrom('bookings').execute()
  const business = await book({ customerKind: 'business', earlyStartConsent: { version: earlyStartConsent.version } })
  expect(business).toMatchObject({ status: 200, kept: ['business', null] })
  await app.db.deleteFrom('checkouts').execute()
  await app.db.deleteFrom('bookings').execute()
  expect(await book({})).toMatchObject({ status: 200, kept: ['consumer', null] })
})

test('the database refuses a consent of a business', async () => {
  await book({})
  const change = app.db.updateTable('bookings').set({ customerKind: 'business', earlyStartVersion: 'x' }).execute()
  await expect(change).rejects.toThrow(/bookings_early_start_consumer/)
})
