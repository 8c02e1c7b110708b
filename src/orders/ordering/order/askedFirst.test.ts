import { expect, test } from 'vitest'
import { berlinDay } from '#src/platform/kit/dates.ts'
import { clockTime } from '#src/supply/calendars/clockTime.ts'
import {
  bookingRequestFor,
  enterAs,
  makeCalendar,
  makeCompany,
  makeOwner,
  makeService,
  makeUser,
  passCode,
} from '../../../../tests/factories.ts'
import { openTestApp } from '../../../../tests/testApp.ts'

const testApp = await openTestApp()
const { app, visitor, newVisitor, sandbox, inbox, runJobs } = testApp

test('an order without a service buys the first visible one at its price; every other total is refused', async () => {
  const company = await makeCompany(app)
  await makeService(app, company.id, { title: 'Versteckt', priceCents: 100, hiddenAt: app.now() })
  const first = await makeService(app, company.id, { options: windows })
  await makeService(app, company.id, { title: 'Treppenhaus', priceCents: 100 })
  for (const fields of [{ amount: 1 }, { amount: 1, agreedWith: 'x.' }, { amount: 34.5 }, { amount: 68.99, agreedWith: 'Frau Petersen' }]) {
    const { status, body } = await order(company.id, fields)
    expect([status, body.code, body.fields]).toEqual([409, 'bookings.priceChanged', { amount: ['Der Preis ist jetzt 69,00\u00a0€'] }])
  }
  expect(await bookings()).toEqual([])
  expect((await order(company.id, { amount: 69 })).status).toBe(200)
  const [booking] = await bookings()
  expect(booking).toMatchObject({ serviceId: first.id, serviceTitle: 'Fenster putzen', amountCents: 6_900 })
  expect((await itemsOf(booking?.id)).map(({ title }) => title)).toEqual(['Fenster putzen', 'bis 10 Fenster'])
})

test('an order without a service, at a company whose first one is hourly, costs and occupies one hour', async () => {
  const company = await makeCompany(app)
  await makeCalendar(app, company.id)
  await makeService(app, company.id, { priceKind: 'hourly', priceCents: 4_000, minutes: 240 })
  expect((await order(company.id, { amount: 160 })).status).toBe(409)
  expect((await order(company.id, { amount: 40 })).status).toBe(200)
  const { startsAt, endsAt } = await app.db.selectFrom('appointments').selectAll().executeTakeFirstOrThrow()
  expect(endsAt.getTime() - startsAt.getTime()).toBe(3_600_000)
})

const unpriced = [
  ['with a calendar', true, { amount: 15, agreedWith: 'ja' }],
  ['without a calendar', false, { amount: 40 }],
] as const
test.each(unpriced)('a total that no price confirms waits for the company: no service named, %s', async (_name, hasCalendar, fields) => {
  const company = await makeCompany(app)
  if (hasCalendar) await makeCalendar(app, company.id)
  const { id: serviceId } = await makeService(app, company.id, { priceKind: 'quote', priceCents: null })
  expect((await order(company.id, fields)).status).toBe(200)
  await payWithHeldCard()
  const [booking] = await bookings()
  expect(booking).toMatchObject({ bookingStatus: 'pending', paymentStatus: 'pending', amountCents: fields.amount * 100, serviceId })
  expect(await appointment()).toMatchObject({ status: 'requested', mode: 'request', bookingId: booking?.id })
  const mail = inbox.mails().find(({ subject, to }) => to === company.email && subject.startsWith('Neue Anfrage'))
  expect(mail?.text.includes('Laut Kunde vereinbart mit')).toBe('agreedWith' in fields)
  const owner = await enterAs(app, newVisitor(), (await makeOwner(app, company.id)).email)
  await passCode(app, owner)
  expect((await owner.call('answer-request', { companyId: company.id, bookingId: booking?.id, answer: 'accept' })).status).toBe(200)
  await runJobs()
  expect([(await bookings())[0]?.bookingStatus, (await appointment())?.status]).toEqual(['confirmed', 'agreed'])
})

test('an amount below the hourly rate needs the company’s acceptance, even with a named person who agreed', async () => {
  const company = await makeCompany(app)
  expect((await order(company.id, { amount: 1, agreedWith: 'ja' })).status).toBe(200)
  await payWithHeldCard()
  expect([(await bookings())[0]?.bookingStatus, (await appointment())?.status]).toEqual(['pending', 'requested'])
  const soon = new Date(app.now().getTime() + 2 * 3_600_000)
  const { status, body } = await order(company.id, {
    ...{ amount: 1, agreedWith: 'ja', customerKind: 'business', date: berlinDay(soon), time: clockTime(soon.getTime()) },
  })
  expect([status, Object.keys(body.fields)]).toEqual([422, ['time']])
})

test('a service below the minimum amount is not bookable; without services the specified minimum of one euro applies', async () => {
  const company = await makeCompany(app, { hourlyRateCents: null })
  expect((await order(company.id, { amount: 1 })).status).toBe(200)
  const { id: serviceId } = await makeService(app, company.id, { priceCents: 999 })
  const { status, body } = await order(company.id, { serviceId, amount: 9.99 })
  expect([status, body.fields]).toEqual([422, { amount: ['Der Mindestbetrag einer Buchung ist 10,00\u00a0€'] }])
  await app.db.updateTable('services').set({ priceCents: 1_000 }).where('id', '=', serviceId).execute()
  expect((await order(company.id, { serviceId, amount: 10 })).status).toBe(200)
})

test('an address that cancelled three paid bookings in 30 days can book again only while its owner is signed in', async () => {
  const company = await makeCompany(app)
  const customerEmail = 'katrin@kunde.example'
  for (const time of ['08:00', '09:00', '10:00']) {
    expect((await order(company.id, { customerEmail, time })).status).toBe(200)
    await payWithHeldCard()
    const { bookingId, sessionId } = await app.db.selectFrom('checkouts').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    const back = await visitor.call('cancel-own-booking', { bookingId, sessionId, expectedRefundCents: 13_800 })
    expect(back.status).toBe(200)
  }
  const factor = app.config.LIMITS_FACTOR
  app.config.LIMITS_FACTOR = 1
  const refused = await order(company.id, { customerEmail, time: '11:00' })
  expect([refused.status, refused.body.code]).toEqual([403, 'bookings.calledOffOften'])
  expect((await order(company.id, { customerEmail: 'andere@kunde.example', time: '11:00' })).status).toBe(200)
  await makeUser(app, { email: customerEmail })
  const known = await enterAs(app, newVisitor(), customerEmail)
  const again = bookingRequestFor(app, company.id, { customerEmail, time: '12:00' })
  expect((await known.call('create-booking-payment', again)).status).toBe(200)
  app.config.LIMITS_FACTOR = factor
})

const windows = [
  { optionGroup: 'Anzahl', title: 'bis 10 Fenster', surchargeCents: 0 },
  { optionGroup: 'Anzahl', title: 'bis 20 Fenster', surchargeCents: 3_000 },
]

const order = (companyId: string, fields: object) =>
  newVisitor().call('create-booking-payment', bookingRequestFor(app, companyId, { time: '14:00', ...fields }))
const bookings = () => app.db.selectFrom('bookings').selectAll().orderBy('createdAt').execute()
const appointment = () => app.db.selectFrom('appointments').selectAll().executeTakeFirst()
const itemsOf = (bookingId = '') =>
  app.db.selectFrom('bookingItems').select('title').where('bookingId', '=', bookingId).orderBy('position').execute()

/** Pays the newest order, whose card only authorizes the amount. */
async function payWithHeldCard() {
  const { bookingId, sessionId } = await app.db.selectFrom('checkouts').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  await sandbox.control('pay', { session: String(sessionId) })
  await visitor.call('verify-payment', { sessionId, bookingId })
  await runJobs()
}
