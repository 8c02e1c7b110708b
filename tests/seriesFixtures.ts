import { afterEach, expect } from 'vitest'
import { earlyStartConsent } from '#src/orders/bookings/withdrawalRules.ts'
import { addDays, berlinDay } from '#src/platform/kit/dates.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { bookingRequestFor, enterAs, makeUser } from './factories.ts'
import { openRequestFixtures } from './requestFixtures.ts'
import type { TestApp } from './testApp.ts'

/** Series in every state. The invariants, among them that no date is lost or duplicated, must hold after every test. */
export function openSeriesFixtures(testApp: TestApp) {
  const { app, clock, inbox, runJobs, newVisitor, sandbox } = testApp
  const fixtures = openRequestFixtures(testApp)
  const { appointmentOf, mailsTo, ownerOf, requestCompany, violations } = fixtures

  afterEach(async () => {
    await runJobs()
    expect(await violations()).toEqual([])
  })

  const inDays = (days: number) => addDays(berlinDay(app.now()), days)
  const keep = async () => {
    await enqueue(app.db, { name: 'bookings.keepSeries', payload: {} })
    await runJobs()
  }
  const subjects = (address: string) => mailsTo(address).map(({ subject }) => subject.split(':')[0])
  const tokenIn = (text: string | undefined) => /\/serie\?token=([\w-]{43})/.exec(text ?? '')?.[1] ?? ''
  const over = 'Das ist für diese Serie nicht mehr möglich.'

  let people = 0
  /** A signed-in customer, with a form for three Mondays at nine, or as given. */
  async function customer() {
    people += 1
    const customerEmail = `kundin${people}@kunde.example`
    await makeUser(app, { email: customerEmail })
    return { customerEmail, browser: await enterAs(app, newVisitor(), customerEmail) }
  }

  type Company = Awaited<ReturnType<typeof fixtures.requestCompany>>
  const weekly = (count: number, from = inDays(10), time = '09:00') =>
    Array.from({ length: count }, (_, index) => ({ date: addDays(from, 7 * index), time }))

  function formFor(company: Company, fields: object = {}) {
    const { date: _date, time: _time, serviceTitle: _title, ...rest } = bookingRequestFor(app, company.id, { serviceId: company.serviceId })
    return { ...rest, weeks: 1, dates: weekly(3), ...fields }
  }

  /** A requested series of a company. */
  async function asked(fields: object = {}, known?: Company) {
    const company = known ?? (await requestCompany())
    const { customerEmail, browser } = await customer()
    const answer = await browser.call('request-series', formFor(company, { customerEmail, ...fields }))
    expect([answer.status, answer.body]).toEqual([200, { is_confirmed: true }])
    await runJobs()
    const key = { token: tokenIn(mailsTo(customerEmail)[0]?.text) }
    const owner = await ownerOf(company.id)
    const { id: seriesId } = await app.db
      .selectFrom('bookingSeries')
      .select('id')
      .where('email', '=', customerEmail)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const ids = { companyId: company.id, seriesId }
    return { company, customerEmail, browser, key, owner, ids, bookingIds: await bookingsOf(seriesId) }
  }

  const bookingsOf = async (seriesId: string) =>
    (await app.db.selectFrom('seriesDates').select('bookingId').where('seriesId', '=', seriesId).orderBy('position').execute()).map(
      ({ bookingId }) => bookingId,
    )

  type Fixture = Awaited<ReturnType<typeof asked>>
  const answer = ({ owner, ids }: Fixture, said: object) => owner.call('answer-series', { ...ids, ...said })
  async function accepted(fields: object = {}) {
    const fixture = await asked(fields)
    expect((await answer(fixture, { answer: 'accept' })).status).toBe(200)
    await runJobs()
    inbox.clear()
    return fixture
  }
  const read = async ({ key }: Pick<Fixture, 'key'>) => (await newVisitor().call('get-series', key)).body
  const statuses = async (fixture: Fixture) => (await read(fixture)).dates.map(({ status }: { status: string }) => status)
  const occupied = async (companyId: string) =>
    (await app.db.selectFrom('occupancies').select('kind').where('companyId', '=', companyId).orderBy('during').execute()).map(
      ({ kind }) => kind,
    )
  /** Moves the clock to a number of hours before a date. */
  async function moveBefore(bookingId: string | undefined, hours: number) {
    const to = new Date((await appointmentOf(bookingId ?? '')).startsAt.getTime() - hours * 3_600_000)
    clock.moveTo(to)
    await sandbox.control('clock', { to: to.toISOString() })
  }
  const pay = ({ key }: Fixture, bookingId: string | undefined, fields: object = {}) =>
    newVisitor().call('pay-series-date', { key, bookingId, earlyStartConsent: { version: earlyStartConsent.version }, ...fields })
  async function sessionOf(bookingId = '') {
    const row = await app.db
      .selectFrom('checkouts')
      .select('sessionId')
      .where('bookingId', '=', bookingId)
      .orderBy('attempt', 'desc')
      .executeTakeFirstOrThrow()
    return String(row.sessionId)
  }
  async function settle(bookingId: string | undefined) {
    const sessionId = await sessionOf(bookingId)
    await sandbox.control('pay', { session: sessionId })
    await newVisitor().call('verify-payment', { sessionId, bookingId })
    await runJobs()
  }

  return {
    ...fixtures,
    inDays,
    keep,
    subjects,
    tokenIn,
    over,
    customer,
    weekly,
    formFor,
    asked,
    bookingsOf,
    answer,
    accepted,
    read,
    statuses,
    occupied,
    moveBefore,
    pay,
    sessionOf,
    settle,
  }
}
