import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addDays, berlinDay } from '#src/platform/kit/dates.ts'
import { makeCompany, makeReview } from '../../../../tests/factories.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { readReviews } from '../profile/reviewStore.ts'
import { countFigures } from './actions.ts'
import { figureLimits, showsBadge, spanText, trustLines } from './rules.ts'
import { readTrust } from './store.ts'

const testApp = await openTestApp()
const { app, clock } = testApp
const hourMs = 3_600_000
const ago = (hours: number) => new Date(app.now().getTime() - hours * hourMs)
const today = () => berlinDay(app.now())

async function book(companyId: string, customerEmail: string, fields: object = {}) {
  const now = app.now()
  const { id } = await app.db
    .insertInto('bookings')
    .values({
      companyId,
      requestHash: randomUUID(),
      ...{ serviceTitle: 'Fenster putzen', description: '', bookingDate: addDays(today(), -7), bookingTime: '09:00', location: 'Hamburg' },
      ...{ customerName: 'Katrin Bergmann', customerEmail, customerPhone: '' },
      ...({ bookingStatus: 'confirmed', paymentStatus: 'paid', feeCents: 300, commissionBasisPoints: 300, vatBasisPoints: 1_900 } as const),
      ...{ amountCents: 10_000, payableAt: now, paidAt: now, expiresAt: now, createdAt: now, updatedAt: now },
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A request of a day ago, answered after some minutes; null: it lapsed without an answer. */
async function request(companyId: string, answeredAfter: number | null, status: 'agreed' | 'declined' | 'withdrawn' | 'lapsed' = 'agreed') {
  const bookingId = await book(companyId, `${randomUUID()}@kunde.example`)
  const requestedAt = ago(24)
  const times = { startsAt: ago(10), endsAt: ago(9), requestedAt, createdAt: requestedAt, updatedAt: requestedAt }
  await app.db
    .insertInto('appointments')
    .values({ bookingId, companyId, mode: 'request', policy: 'kulant', ...times, status })
    .execute()
  if (answeredAfter === null) return
  const at = new Date(requestedAt.getTime() + answeredAfter * 60_000)
  await app.db.insertInto('appointmentEvents').values({ bookingId, at, actor: 'company', act: 'accepted' }).execute()
}

/** A request for a quote, answered after some minutes by an offer or by declining; null: it lapsed. */
async function quote(companyId: string, answeredAfter: number | null) {
  const askedAt = ago(100)
  const { id: requestId } = await app.db
    .insertInto('quoteRequests')
    .values({
      ...{ status: 'open', category: 'Reinigung', words: '', title: 'Fenster', description: 'Zwölf große Fenster putzen', urgency: 'soon' },
      ...{ postcode: '22767', customerName: 'Katrin', customerEmail: `${randomUUID()}@kunde.example`, companyIds: [companyId] },
      ...{ asksFurther: false, createdAt: askedAt, confirmedAt: askedAt },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const answered = answeredAfter === null ? undefined : new Date(askedAt.getTime() + answeredAfter * 60_000)
  const ended = answered
    ? ({ status: 'declined', endedAt: answered, endedBy: 'company' } as const)
    : ({ status: 'lapsed', endedAt: ago(20), endedBy: 'system' } as const)
  const { id } = await app.db
    .insertInto('quotes')
    .values({ requestId, companyId, askedAt, answerBy: ago(28), ...ended })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function figuresOf(companyId: string) {
  await countFigures(app)
  const { answerMinutes, repeatCustomers } = await readTrust(app.db, { companyId, today: today() })
  return { answerMinutes, repeatCustomers }
}

test('the answer time is that of three of four requests, from five on', async () => {
  const { id } = await makeCompany(app)
  for (const minutes of [10, 20, 90]) await request(id, minutes)
  await quote(id, 119)
  await request(id, null, 'withdrawn')
  expect(await figuresOf(id)).toEqual({ answerMinutes: null, repeatCustomers: null })
  await request(id, 600, 'declined')
  expect(await figuresOf(id)).toEqual({ answerMinutes: 119, repeatCustomers: null })
})

test('requests without an answer count: too many of them, and no time is shown', async () => {
  const { id } = await makeCompany(app)
  for (const minutes of [10, 20, 30, 40, 50, 60]) await request(id, minutes)
  await quote(id, null)
  expect(await figuresOf(id)).toMatchObject({ answerMinutes: 60 })
  await request(id, null, 'lapsed')
  await request(id, null, 'lapsed')
  expect(await figuresOf(id)).toMatchObject({ answerMinutes: null })
})

test('requests of more than 180 days ago do not count', async () => {
  const { id } = await makeCompany(app)
  for (const minutes of [10, 20, 30, 40, 50]) await request(id, minutes)
  expect(await figuresOf(id)).toMatchObject({ answerMinutes: 40 })
  clock.moveTo(new Date(app.now().getTime() + (figureLimits.days + 2) * 24 * hourMs))
  expect(await figuresOf(id)).toMatchObject({ answerMinutes: null })
})

test('customers who booked again are counted from five on, so that nobody is recognised', async () => {
  const { id } = await makeCompany(app)
  const again = async (name: string, fields: object = {}) => {
    await book(id, `${name}@kunde.example`)
    await book(id, `${name}@kunde.example`, fields)
  }
  for (const name of ['a', 'b', 'c', 'd']) await again(name)
  await book(id, 'einmal@kunde.example')
  await again('kommt-noch', { bookingDate: addDays(today(), 3) })
  await again('erstattet', { paymentStatus: 'refunded', refundedCents: 10_000 })
  await again('inhaber', { insider: 'card' })
  const seriesId = await series(id)
  for (const position of [1, 2]) {
    const bookingId = await book(id, 'serie@kunde.example')
    const [now, until] = [app.now(), new Date(app.now().getTime() + hourMs)]
    const times = { startsAt: now, endsAt: until, createdAt: now, updatedAt: now }
    await app.db
      .insertInto('appointments')
      .values({ bookingId, companyId: id, mode: 'request', policy: 'kulant', ...times, status: 'agreed' })
      .execute()
    await app.db.insertInto('seriesDates').values({ seriesId, bookingId, position, dueAt: now, until }).execute()
  }
  expect(await figuresOf(id)).toEqual({ answerMinutes: null, repeatCustomers: null })
  await again('e')
  expect(await figuresOf(id)).toEqual({ answerMinutes: null, repeatCustomers: 5 })
  await app.db.updateTable('bookings').set({ insider: 'visitor' }).where('customerEmail', '=', 'a@kunde.example').execute()
  expect(await figuresOf(id)).toEqual({ answerMinutes: null, repeatCustomers: null })
})

const series = async (companyId: string) =>
  (
    await app.db
      .insertInto('bookingSeries')
      .values({ companyId, status: 'accepted', weeks: 1, dates: 2, email: 'serie@kunde.example', createdAt: ago(90), confirmedAt: ago(90) })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

test('proofs are shown until their last day, and a badge whose proofs have all ended is not', async () => {
  const { id } = await makeCompany(app, { verified: true })
  const proof = { companyId: id, checkedOn: '2026-12-01' } as const
  await app.db
    .insertInto('companyProofs')
    .values([
      { ...proof, kind: 'insurance', validUntil: '2027-06-30' },
      { ...proof, kind: 'tradeLicence', validUntil: '2027-08-31' },
    ])
    .execute()
  const shownOn = async (day: string) => {
    const trust = await readTrust(app.db, { companyId: id, today: day })
    const isVerified = showsBadge(true, trust)
    return [isVerified, ...trustLines({ isVerified, trust })]
  }
  const licence = 'Gewerbeanmeldung oder Registerauszug geprüft, gültig bis 31.08.2027'
  expect(await shownOn('2027-06-30')).toEqual([true, 'Betriebshaftpflicht geprüft, gültig bis 30.06.2027', licence])
  expect(await shownOn('2027-07-01')).toEqual([true, licence])
  expect(await shownOn('2027-09-01')).toEqual([false])
  await app.db.updateTable('companies').set({ verified: false }).where('id', '=', id).execute()
  expect((await readTrust(app.db, { companyId: id, today: '2027-01-01' })).proofs).toEqual([])
})

test('checked business details prove the identity of a person and the register entry of a company', async () => {
  const lineOf = async (company: object, details: object) => {
    const { id: companyId } = await makeCompany(app, { verified: false, ...company })
    await app.db
      .insertInto('businessDetails')
      .values({ companyId, kind: 'entity', status: 'checked', validUntil: '2029-12-01', ...details })
      .execute()
    const trust = await readTrust(app.db, { companyId, today: '2029-12-01' })
    return trustLines({ isVerified: showsBadge(false, trust), trust })
  }
  const until = 'geprüft, gültig bis 01.12.2029'
  expect(await lineOf({}, { kind: 'person' })).toEqual([`Identität ${until}`])
  expect(await lineOf({ registerNumber: 'HRB 1' }, {})).toEqual([`Registereintrag ${until}`])
  expect(await lineOf({}, { hasNoRegister: true })).toEqual([`Firma und Vertretung ${until}`])
  expect(await lineOf({}, { status: 'submitted' })).toEqual([])
  expect(await lineOf({}, { validUntil: '2029-11-30' })).toEqual([])
})

test('a review of a booked service names it; an offer, a booking without a service and an unproven review do not', async () => {
  const { id: companyId } = await makeCompany(app)
  const review = async (serviceTitle: string, { hasItems = false, isFromBooking = true } = {}) => {
    const bookingId = await book(companyId, 'k@kunde.example', { serviceTitle })
    const item = { title: serviceTitle, quantity: 100, unitCents: 10_000, totalCents: 10_000 }
    if (hasItems)
      await app.db
        .insertInto('bookingItems')
        .values({ ...item, bookingId, position: 0 })
        .execute()
    await makeReview(app, companyId, { bookingId, isFromBooking, comment: serviceTitle })
    return bookingId
  }
  await review('Fenster putzen', { hasItems: true })
  await review('Reinigung Service')
  await review('Ohne Nachweis', { hasItems: true, isFromBooking: false })
  const offered = await review('Umzug Familie Petersen', { hasItems: true })
  const quoteId = await quote(companyId, 30)
  await app.db.insertInto('quoteBookings').values({ quoteId, bookingId: offered }).execute()
  const { rows } = await readReviews(app.db, { companyId, limit: 10, offset: 0 })
  expect(Object.fromEntries(rows.map(({ comment, service }) => [comment, service]))).toEqual({
    'Fenster putzen': 'Fenster putzen',
    'Reinigung Service': null,
    'Ohne Nachweis': null,
    'Umzug Familie Petersen': null,
  })
  const { body } = await testApp.visitor.call('rpc/get_public_reviews', { company_id_param: companyId })
  expect(body.filter(({ service }: { service: string | null }) => service !== null)).toHaveLength(1)
})

test('lines of figures, and of a badge that was granted without proofs', () => {
  const trust = { proofs: [], hasProofs: false, answerMinutes: 119, repeatCustomers: 12 }
  expect(trustLines({ isVerified: true, trust })).toEqual([
    'Von uns verifiziert, ohne Nachweis mit Enddatum',
    'Antwortet auf Anfragen meist innerhalb von 2 Stunden',
    '12 Kunden haben wieder gebucht',
  ])
  expect(trustLines({ isVerified: false, trust: { ...trust, answerMinutes: null, repeatCustomers: null } })).toEqual([])
})

test.each([
  [1, 'von 30 Minuten'],
  [31, 'einer Stunde'],
  [61, 'von 2 Stunden'],
  [1_440, 'von 24 Stunden'],
  [1_441, 'von 2 Tagen'],
])('%i minutes: innerhalb %s', (minutes, text) => expect(spanText(minutes)).toBe(text))
