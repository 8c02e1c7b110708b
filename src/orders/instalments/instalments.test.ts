import { afterEach, expect, test } from 'vitest'
import { addDays, berlinInstant } from '#src/platform/kit/dates.ts'
import { openRequestFixtures } from '../../../tests/requestFixtures.ts'
import { openSpreadFixtures } from '../../../tests/spreadFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'
import { demandInstalments } from './planActions.ts'

// Deposit and instalments of a job of three days at 1.000 € (docs/spec.md#instalments).

const testApp = await openTestApp()
const { app, clock, inbox, runJobs, newVisitor, sandbox } = testApp
const { monday, painted, mailsTo, read, readBooking, violations } = openSpreadFixtures(testApp)
const { ledgerSums, reconcile } = openRequestFixtures(testApp)
const [tuesday, wednesday] = [addDays(monday, 1), addDays(monday, 2)]

// The invariants must hold after every test.
afterEach(async () => {
  await runJobs()
  expect(await violations()).toEqual([])
})

const job = (fields: object = {}, service: object = {}) => painted(fields, { depositPercent: 30, restParts: 2, ...service })
type Job = Awaited<ReturnType<typeof job>>

const planOf = async ({ key }: Pick<Job, 'key'>) => (await read(key)).plan
const statesOf = async (one: Job) => (await planOf(one)).list.map(({ status, total }: { status: string; total: number }) => [status, total])
const ordersOf = ({ bookingId }: Job) => app.db.selectFrom('bookings').selectAll().where('parentId', '=', bookingId).orderBy('id').execute()

/** Moves the clocks of the product and the PSP. */
async function moveTo(day: string, time: string) {
  const to = berlinInstant(day, time)
  await sandbox.control('clock', { advanceSeconds: Math.round((to.getTime() - app.now().getTime()) / 1_000) })
  clock.moveTo(to)
}

/** Moves the clocks to a day in the evening and lets the instalments become due. */
async function evening(day: string) {
  await moveTo(day, '18:30')
  await demandInstalments(app)
  await runJobs()
}

async function openPayment(one: Job, place: number, caller = newVisitor()) {
  const { list } = await planOf(one)
  return caller.call('pay-instalment', { key: one.key, instalmentId: list[place - 1].id })
}

async function finish(url: string) {
  const session = /cs_\w+/.exec(url)?.[0]
  await sandbox.control('pay', { session })
  const { bookingId } = await app.db
    .selectFrom('checkouts')
    .select('bookingId')
    .where('sessionId', '=', String(session))
    .executeTakeFirstOrThrow()
  await newVisitor().call('verify-payment', { sessionId: session, bookingId })
  await runJobs()
}

async function pay(one: Job, place: number) {
  const { status, body } = await openPayment(one, place)
  expect([status, body]).toEqual([200, { url: expect.any(String) }])
  await finish(body.url)
}

test('the deposit is charged at booking, each instalment when its share of the work is done, and each once', async () => {
  const one = await job()
  expect(await readBooking(one.bookingId)).toMatchObject({ amountCents: 30_000, bookingStatus: 'confirmed', paymentStatus: 'paid' })
  expect(await planOf(one)).toMatchObject({
    ...{ total: 1_000, deposit: 300, paid: 300, open: 700 },
    list: [
      { name: 'Rate 1 von 2', total: 350, status: 'planned', due_on: tuesday },
      { name: 'Rate 2 von 2', total: 350, status: 'planned', due_on: wednesday },
    ],
  })
  const confirmed = mailsTo(one.customerEmail).find(({ subject }) => subject.includes('bestätigt'))
  expect(confirmed?.text).toMatch(/Gesamtpreis: 1\.000,00\s€\s+Anzahlung: 300,00\s€ \(bezahlt\)\s+Rest: 700,00\s€/)
  expect((await openPayment(one, 1)).status).toBe(409)
  await evening(monday)
  expect(await statesOf(one)).toEqual([
    ['planned', 350],
    ['planned', 350],
  ])
  inbox.clear()
  await evening(tuesday)
  await demandInstalments(app)
  await runJobs()
  expect(mailsTo(one.customerEmail).map(({ subject }) => subject.split(':')[0])).toEqual(['Rate 1 von 2 ist fällig'])
  const answers = await Promise.all(Array.from({ length: 5 }, () => openPayment(one, 1)))
  const urls = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.url))
  expect(urls.size).toBe(1)
  inbox.clear()
  await finish(String([...urls][0]))
  expect(await statesOf(one)).toEqual([
    ['paid', 350],
    ['planned', 350],
  ])
  expect((await openPayment(one, 1)).status).toBe(409)
  expect(mailsTo(one.customerEmail).map(({ subject }) => subject)).toEqual([
    'Ihre Zahlung ist eingegangen: Rate 1 von 2: Wohnung streichen',
  ])
  expect(mailsTo(one.company.email).map(({ subject }) => subject)).toEqual(['Ihr Kunde hat bezahlt: Rate 1 von 2: Wohnung streichen'])
  await evening(wednesday)
  await pay(one, 2)
  expect(await planOf(one)).toMatchObject({ paid: 1_000, open: 0 })
  expect((await ordersOf(one)).map(({ amountCents, bookingStatus }) => [amountCents, bookingStatus])).toEqual([
    [35_000, 'confirmed'],
    [35_000, 'confirmed'],
  ])
  expect(await ledgerSums()).toMatchObject({ psp_balance: 100_000 })
})

test('an unpaid instalment is reminded after 7 and 21 days, once each, and its company may waive it', async () => {
  const one = await job({}, { restParts: 1 })
  await evening(wednesday)
  inbox.clear()
  for (const days of [6, 7, 8, 20, 21, 22, 40]) await evening(addDays(wednesday, days))
  expect(mailsTo(one.customerEmail).map(({ subject }) => subject.split(':')[0])).toEqual([
    'Rest ist noch nicht bezahlt',
    'Rest ist noch nicht bezahlt',
  ])
  const { list } = (await one.owner.call('get-company-booking', one.ids)).body.plan
  const waiver = { ...one.ids, id: list[0].id }
  expect((await one.owner.call('waive-instalment', waiver)).status).toBe(200)
  expect((await one.owner.call('waive-instalment', waiver)).status).toBe(409)
  expect(await planOf(one)).toMatchObject({ paid: 300, open: 0, list: [{ status: 'dropped', total: 700 }] })
})

test('money for an instalment that was waived meanwhile goes back', async () => {
  const one = await job({}, { restParts: 1 })
  await evening(wednesday)
  const { url } = (await openPayment(one, 1)).body
  const session = /cs_\w+/.exec(url)?.[0]
  await sandbox.control('webhooks', { action: 'drop', types: ['checkout.session.completed'], times: 1 })
  await sandbox.control('pay', { session })
  const { list } = await planOf(one)
  await one.owner.call('waive-instalment', { ...one.ids, id: list[0].id })
  await runJobs()
  await reconcile()
  await runJobs()
  expect(await ordersOf(one)).toMatchObject([{ bookingStatus: 'cancelled', refundedCents: 70_000 }])
  expect(await ledgerSums()).toMatchObject({ psp_balance: 30_000 })
})

test('a cancelled job drops what is unpaid and refunds deposit and instalments', async () => {
  const one = await job()
  await evening(tuesday)
  await pay(one, 1)
  expect((await one.owner.call('cancel-appointment', { ...one.ids, reason: 'Krank' })).status).toBe(200)
  await runJobs()
  expect(await statesOf(one)).toEqual([
    ['paid', 350],
    ['dropped', 350],
  ])
  expect(await readBooking(one.bookingId)).toMatchObject({ bookingStatus: 'cancelled', refundedCents: 30_000 })
  expect(await ordersOf(one)).toMatchObject([{ bookingStatus: 'cancelled', refundedCents: 35_000 }])
  expect(await ledgerSums()).toEqual({})
  await evening(addDays(wednesday, 8))
  expect(await statesOf(one)).toMatchObject([
    ['paid', 350],
    ['dropped', 350],
  ])
})

test('fewer hours lower the unpaid rest before anything is refunded; the work done makes it due', async () => {
  const one = await job({ quantity: 24, amount: 1_200 }, { priceKind: 'hourly', priceCents: 5_000, restParts: 2 })
  await evening(tuesday)
  await pay(one, 1)
  await moveTo(wednesday, '16:00')
  expect((await one.owner.call('mark-performed', { ...one.ids, hours: 20 })).status).toBe(200)
  await runJobs()
  expect(await statesOf(one)).toEqual([
    ['paid', 420],
    ['due', 220],
  ])
  expect(await ledgerSums()).toMatchObject({ psp_balance: 36_000 + 42_000 })
  await pay(one, 2)
  expect(await planOf(one)).toMatchObject({ paid: 1_000, open: 0 })
})

test('a reduction beyond the unpaid rest is refunded from the newest payment first', async () => {
  const one = await job({ quantity: 24, amount: 1_200 }, { priceKind: 'hourly', priceCents: 5_000, restParts: 2 })
  await evening(tuesday)
  await pay(one, 1)
  await moveTo(wednesday, '16:00')
  await one.owner.call('mark-performed', { ...one.ids, hours: 6 })
  await runJobs()
  // 900 € less: 420 € that were not paid yet, 420 € of the instalment, 60 € of the deposit.
  expect(await statesOf(one)).toEqual([
    ['paid', 420],
    ['dropped', 420],
  ])
  expect(await ordersOf(one)).toMatchObject([{ refundedCents: 42_000 }])
  expect(await readBooking(one.bookingId)).toMatchObject({ refundedCents: 6_000 })
  expect(await ledgerSums()).toMatchObject({ psp_balance: 30_000 })
})

test('a move takes the due days along, and supplements may be 30 % of the whole price', async () => {
  const one = await job()
  const next = addDays(monday, 7)
  expect((await newVisitor().call('propose-move', { key: one.key, date: next, time: '08:00' })).status).toBe(200)
  expect((await planOf(one)).list.map(({ due_on: day }: { due_on: string }) => day)).toEqual([addDays(next, 1), addDays(next, 2)])
  await evening(wednesday)
  expect(await statesOf(one)).toMatchObject([
    ['planned', 350],
    ['planned', 350],
  ])
  expect((await one.owner.call('get-company-booking', one.ids)).body.supplements.room).toBe(300)
})

test('nobody pays or waives instalments of others', async () => {
  const [one, other] = [await job(), await job()]
  await evening(tuesday)
  const [mine] = (await planOf(one)).list
  expect((await newVisitor().call('pay-instalment', { key: other.key, instalmentId: mine.id })).status).toBe(404)
  expect((await newVisitor().call('pay-instalment', { key: { token: 'x' }, instalmentId: mine.id })).status).toBe(404)
  expect(
    (await other.owner.call('waive-instalment', { companyId: other.ids.companyId, bookingId: one.bookingId, id: mine.id })).status,
  ).toBe(404)
  expect((await other.owner.call('waive-instalment', { ...other.ids, id: mine.id })).status).toBe(404)
})
