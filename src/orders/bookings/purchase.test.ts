import { expect, test } from 'vitest'
import { eurosOf } from '#src/platform/kit/money.ts'
import { bookingRequestFor, makeCompany, makeService } from '../../../tests/factories.ts'
import { isAnybodyWaiting } from '../../../tests/locks.ts'
import { openTestApp } from '../../../tests/testApp.ts'

const testApp = await openTestApp()
const { app, visitor, sandbox } = testApp

test('a service is sold at its price: the booking has its title, its lines and where it came from', async () => {
  const company = await makeCompany(app)
  const service = await makeService(app, company.id, { catalogueId: null, options: windows })
  const optionIds = [idOf(service, 'bis 20 Fenster'), idOf(service, 'Rahmen')]
  const { status } = await order(company.id, { serviceId: service.id, optionIds, amount: 69 + 30 + 12.5 })
  expect(status).toBe(200)
  const [booking] = await bookings()
  expect(booking).toMatchObject({ amountCents: 11_150, serviceTitle: 'Fenster putzen', serviceId: service.id, agreedWith: null })
  expect(await itemsOf(booking?.id)).toEqual([
    { title: 'Fenster putzen', quantity: 100, unit: null, unitCents: 6_900, totalCents: 6_900 },
    { title: 'bis 20 Fenster', quantity: 100, unit: null, unitCents: 3_000, totalCents: 3_000 },
    { title: 'Rahmen', quantity: 100, unit: null, unitCents: 1_250, totalCents: 1_250 },
  ])
  const totals = await sandbox.control('totals')
  expect(totals).toMatchObject({ sessions: { open: 1 } })
})

test('hours are sold in halves at the rate', async () => {
  const company = await makeCompany(app)
  const { id: serviceId } = await makeService(app, company.id, { priceKind: 'hourly', priceCents: 3_333 })
  expect((await order(company.id, { serviceId, quantity: 2.5, amount: 83.33 })).status).toBe(200)
  const [booking] = await bookings()
  expect(await itemsOf(booking?.id)).toEqual([
    { title: 'Fenster putzen', quantity: 250, unit: 'Std.', unitCents: 3_333, totalCents: 8_333 },
  ])
  for (const quantity of [0, 0.25, 24.5, 1.3]) {
    const { status, body } = await order(company.id, { serviceId, quantity, amount: 83.33 })
    expect([status, body.fields]).toEqual([422, { quantity: ['Stunden müssen zwischen 0,5 und 24 liegen, in halben Schritten'] }])
  }
})

test('a total that differs from the price is refused with the current price, and nothing is written', async () => {
  const company = await makeCompany(app)
  const { id: serviceId } = await makeService(app, company.id)
  for (const amount of [68.99, 69.01, 1, 690]) {
    const { status, body } = await order(company.id, { serviceId, amount })
    expect([status, body.code, body.error]).toEqual([
      409,
      'bookings.priceChanged',
      'Der Preis hat sich geändert. Bitte prüfen Sie ihn noch einmal.',
    ])
    expect(body.fields).toEqual({ amount: ['Der Preis ist jetzt 69,00\u00a0€'] })
  }
  expect(await bookings()).toEqual([])
})

test('an order repeated after a price change keeps its original price', async () => {
  const company = await makeCompany(app)
  const { id: serviceId } = await makeService(app, company.id)
  const request = bookingRequestFor(app, company.id, { serviceId, amount: 69 })
  const first = await visitor.call('create-booking-payment', request)
  await app.db.updateTable('services').set({ priceCents: 9_900, title: 'Fenster und Rahmen' }).where('id', '=', serviceId).execute()
  expect((await visitor.call('create-booking-payment', request)).body.url).toBe(first.body.url)
  expect((await bookings()).map(({ amountCents }) => amountCents)).toEqual([6_900])
})

test('services that are not offered cannot be bought: hidden, deleted, of another company, or unknown', async () => {
  const company = await makeCompany(app)
  const other = await makeCompany(app, { companyName: 'Andere', email: 'andere@anbieter.example' })
  const hidden = await makeService(app, company.id, { hiddenAt: app.now() })
  const foreign = await makeService(app, other.id)
  for (const serviceId of [hidden.id, foreign.id, '019aa111-1111-4111-8111-111111111111']) {
    const { status, body } = await order(company.id, { serviceId, amount: 69 })
    expect([status, body.code]).toEqual([404, 'services.unknown'])
  }
  expect(await bookings()).toEqual([])
})

test('options are those of the service, and one of each group', async () => {
  const company = await makeCompany(app)
  const service = await makeService(app, company.id, { options: windows })
  const other = await makeService(app, company.id, { options: [{ title: 'Leiter', surchargeCents: 0 }] })
  const ask = async (optionIds: string[]) => (await order(company.id, { serviceId: service.id, optionIds, amount: 69 })).body.fields
  const again = { optionIds: ['Bitte wählen Sie die Optionen noch einmal'] }
  const oneOfEach = { optionIds: ['Bitte wählen Sie aus jeder Gruppe eine Option'] }
  expect(await ask([idOf(service, 'bis 10 Fenster'), idOf(other, 'Leiter')])).toEqual(again)
  expect(await ask([])).toEqual(oneOfEach)
  expect(await ask([idOf(service, 'bis 10 Fenster'), idOf(service, 'bis 20 Fenster')])).toEqual(oneOfEach)
  expect((await order(company.id, { serviceId: service.id, quantity: 2, amount: 138 })).status).toBe(422)
  expect(await bookings()).toEqual([])
})

test('quantities are hours in halves or whole units within their limits, and an option counts once', async () => {
  const company = await makeCompany(app)
  const hourly = await makeService(app, company.id, { title: 'Büro reinigen', priceKind: 'hourly', priceCents: 4_000 })
  const counted = await makeService(app, company.id, {
    unit: 'Fenster',
    priceCents: 1_000,
    options: [{ title: 'Rahmen', surchargeCents: 0 }],
  })
  const bad = [
    ...[-1, 0, 0.25, 24.5, 1e9, 1e308].map((quantity) => ({ serviceId: hourly.id, quantity, amount: 40 })),
    ...[-3, 0, 1.5, 1_000, 2 ** 53].map((quantity) => ({ serviceId: counted.id, quantity, amount: 30 })),
  ]
  for (const fields of bad) {
    const { status, body } = await order(company.id, fields)
    expect([fields.quantity, status, Object.keys(body.fields)]).toEqual([fields.quantity, 422, ['quantity']])
  }
  const [frames = ''] = counted.options.map(({ id }) => id)
  const twice = await order(company.id, { serviceId: counted.id, quantity: 3, optionIds: [frames, frames], amount: 30 })
  expect([twice.status, (await itemsOf((await bookings())[0]?.id)).length]).toEqual([200, 2])
  for (const quantity of ['3', null, [3]]) {
    expect((await order(company.id, { serviceId: counted.id, quantity, amount: 30 })).status).toBe(422)
  }
})

test('naming a person who agreed does not lower a listed price', async () => {
  const company = await makeCompany(app)
  const { id: serviceId } = await makeService(app, company.id)
  const { status, body } = await order(company.id, { serviceId, amount: 1, agreedWith: 'Frau Petersen' })
  expect([status, body.code, await bookings()]).toEqual([409, 'bookings.priceChanged', []])
})

test('a named service that is sold by quote cannot be ordered', async () => {
  const company = await makeCompany(app)
  const { id: serviceId } = await makeService(app, company.id, { priceKind: 'quote', priceCents: null })
  const { status, body } = await order(company.id, { serviceId, amount: 80, agreedWith: 'Frau Petersen' })
  expect([status, Object.keys(body.fields), await bookings()]).toEqual([422, ['serviceId'], []])
})

test("an order of a service with an 'ab' price authorizes the upper end of its range, and nothing else", async () => {
  const company = await makeCompany(app)
  const fields = { priceKind: 'from', priceCents: 6_000, priceToCents: 9_000, unit: 'Zimmer', options: windows } as const
  const { id: serviceId, options } = await makeService(app, company.id, fields)
  const chosen = { serviceId, quantity: 3, optionIds: [options[1]?.id, options[2]?.id] }
  for (const amount of [1, 222.5, 312.49, 312.51]) {
    const { status, body } = await order(company.id, { ...chosen, amount, agreedWith: 'Frau Petersen' })
    expect([status, body.fields]).toEqual([409, { amount: ['Der Preis ist jetzt 312,50\u00a0€'] }])
  }
  expect((await order(company.id, { ...chosen, quantity: 150, amount: 312.5 })).body.fields).toEqual({
    quantity: ['Für diesen Umfang fordern Sie bitte ein Angebot an'],
  })
  expect((await order(company.id, { ...chosen, amount: 312.5 })).status).toBe(200)
  const booking = (await bookings()).at(-1)
  expect(booking).toMatchObject({ amountCents: 31_250, agreedWith: null, serviceId })
  const [estimate] = await app.db.selectFrom('bookingEstimates').selectAll().execute()
  expect(estimate).toMatchObject({ bookingId: booking?.id, lowCents: 22_250, ceilingCents: 31_250, priceCents: null })
})

test('an amount without a service is at least the hourly rate, or names the person who agreed to it', async () => {
  const company = await makeCompany(app)
  const low = await order(company.id, { amount: 34.49, agreedWith: undefined })
  expect([low.status, low.body.fields]).toEqual([
    422,
    {
      amount: ['Der Betrag liegt unter dem Stundensatz von 34,50\u00a0€. Haben Sie ihn so vereinbart, tragen Sie bitte ein, mit wem'],
    },
  ])
  expect((await order(company.id, { amount: 34.5, agreedWith: undefined })).status).toBe(200)
  expect((await order(company.id, { amount: 20, agreedWith: 'Frau Petersen' })).status).toBe(200)
  expect((await bookings()).map(({ amountCents, agreedWith }) => [amountCents, agreedWith])).toEqual([
    [3_450, null],
    [2_000, 'Frau Petersen'],
  ])
  const onRequest = await makeCompany(app, { companyName: 'Ohne Satz', email: 'ohne@anbieter.example', hourlyRateCents: null })
  expect((await order(onRequest.id, { amount: 1, agreedWith: undefined })).status).toBe(200)
})

test('an order concurrent to a price change waits for it, and sees its options, too', async () => {
  const company = await makeCompany(app)
  const service = await makeService(app, company.id, { options: [{ title: 'Rahmen', surchargeCents: 1_000 }] })
  const optionIds = service.options.map(({ id }) => id)
  const { waiting } = await app.db.transaction().execute(async (tx) => {
    await tx.updateTable('services').set({ updatedAt: app.now() }).where('id', '=', service.id).execute()
    await tx.updateTable('serviceOptions').set({ surchargeCents: 2_000 }).where('serviceId', '=', service.id).execute()
    const ordered = order(company.id, { serviceId: service.id, optionIds, amount: 79 })
    await expect.poll(() => isAnybodyWaiting(app), { timeout: 30_000 }).toBe(true)
    return { waiting: ordered }
  })
  const { status, body } = await waiting
  expect([status, body.fields]).toEqual([409, { amount: ['Der Preis ist jetzt 89,00\u00a0€'] }])
  expect(await bookings()).toEqual([])
})

test('visible services of a listed company are public, with the tax note of its prices', async () => {
  const company = await makeCompany(app)
  await app.db.insertInto('taxProfiles').values({ companyId: company.id, validFrom: '2026-01-01', status: 'small' }).execute()
  const service = await makeService(app, company.id, { options: windows, questions: ['Wie viele Fenster sind es?'] })
  await makeService(app, company.id, { title: 'Versteckt', hiddenAt: app.now() })
  const { body } = await visitor.call('get-company-services', { companyId: company.id })
  expect(body).toEqual({
    services: [
      {
        id: service.id,
        catalogue_id: null,
        title: 'Fenster putzen',
        description: '',
        price_kind: 'fixed',
        price: 69,
        price_to: null,
        unit: null,
        minutes: null,
        minutes_per_unit: null,
        is_spread: false,
        deposit_percent: null,
        rest_parts: 1,
        places: ['customer'],
        questions: ['Wie viele Fenster sind es?'],
        picture: null,
        options: service.options.map(({ surchargeCents, optionGroup, ...option }) => ({
          ...option,
          option_group: optionGroup,
          surcharge: eurosOf(surchargeCents),
        })),
      },
    ],
    tax_text: 'ohne USt. nach § 19 UStG',
    by_request: [],
    has_calendar: false,
  })
  await app.db.updateTable('companies').set({ subscriptionStatus: 'unpaid' }).where('id', '=', company.id).execute()
  expect((await visitor.call('get-company-services', { companyId: company.id })).status).toBe(404)
})

const windows = [
  { optionGroup: 'Anzahl', title: 'bis 10 Fenster', surchargeCents: 0 },
  { optionGroup: 'Anzahl', title: 'bis 20 Fenster', surchargeCents: 3_000 },
  { title: 'Rahmen', surchargeCents: 1_250 },
]

type Made = Awaited<ReturnType<typeof makeService>>
const idOf = ({ options }: Made, wanted: string) => options.find(({ title }) => title === wanted)?.id ?? ''
const order = (companyId: string, fields: object) => visitor.call('create-booking-payment', bookingRequestFor(app, companyId, fields))
const bookings = () => app.db.selectFrom('bookings').selectAll().orderBy('createdAt').execute()
const itemsOf = (bookingId = '') =>
  app.db
    .selectFrom('bookingItems')
    .select(['title', 'quantity', 'unit', 'unitCents', 'totalCents'])
    .where('bookingId', '=', bookingId)
    .orderBy('position')
    .execute()
