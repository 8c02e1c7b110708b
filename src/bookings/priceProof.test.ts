import { expect, test } from 'vitest'
import { centsOf, centsOfEuros, eurosOf, formatEuro, parseEuro } from '#src/kit/money.ts'
import { toWire } from '#src/server/calls/wire.ts'
import { priceOf } from '#src/services/pricing.ts'
import { type ShownService, serviceOfWire, shownService } from '#src/services/rules.ts'
import { bookingRequestFor, makeCompany, makeService } from '../../tests/factories.ts'
import { anyChoice, anyService } from '../../tests/priceScenes.ts'
import { openChance } from '../../tests/storm/chance.ts'
import { openWorld } from '../../tests/world.ts'
import { draftCents, draftOfChoice, requestOfDraft } from './draftRules.ts'
import { purchaseOf } from './purchaseRules.ts'
import { bookingLimits } from './rules.ts'

const world = await openWorld()
const { app, visitor, sandbox } = world
const sold = ['fixed', 'hourly'] as const
const blank = { customerName: '', customerEmail: '', customerPhone: '', location: '', date: '', time: '', amount: '', agreedWith: '' }
const texts = { ...blank, description: '', customerKind: 'consumer', earlyStartConsent: '' }

/** A service as the browser has it: written to the wire by its schema, sent as JSON, read again. */
const inBrowser = (service: ShownService) => serviceOfWire(JSON.parse(JSON.stringify(toWire(shownService, service))))

/** The total in cents by another way: whole numbers of half cents. */
function countedAgain({ priceCents, options }: ShownService, { optionIds, quantity }: { optionIds: readonly string[]; quantity: number }) {
  const halves = BigInt(Math.round(quantity * 2)) * BigInt(priceCents ?? 0)
  const added = options.filter(({ id }) => optionIds.includes(id)).reduce((sum, { surchargeCents }) => sum + BigInt(surchargeCents), 0n)
  return Number((halves + 1n) / 2n + added)
}

test('10,000 random offers, options and quantities: what the dialog shows is what the server computes, to the cent', () => {
  const chance = openChance(16)
  let counted = 0
  for (let one = 0; one < 10_000; one++) {
    const service = anyService(chance, sold)
    const choice = anyChoice(chance, service)
    const shown = inBrowser(service)
    const draft = { ...texts, serviceId: service.id, ...draftOfChoice(choice) }
    const shownCents = draftCents(draft, shown) ?? -1
    const sent = requestOfDraft(draft, shown)
    const received = JSON.parse(JSON.stringify(sent))
    const purchase = purchaseOf({ service, hourlyRateCents: null }, { ...received, amountCents: centsOfEuros(received.amount) })
    if ('field' in purchase) throw new Error(`${purchase.field}: ${purchase.text}`)
    const sum = purchase.items.reduce((all, { totalCents }) => all + totalCents, 0)
    const written = parseEuro(formatEuro(shownCents))
    expect([purchase.totalCents, sum, centsOfEuros(received.amount), written]).toEqual(Array(4).fill(shownCents))
    expect(shownCents).toBe(countedAgain(service, choice))
    if (service.unit !== null || service.priceKind === 'hourly') counted += 1
  }
  expect(counted).toBeGreaterThan(3_000)
})

test('the amount of a request plays no part in what a choice costs', () => {
  const chance = openChance(17)
  for (let one = 0; one < 2_000; one++) {
    const service = anyService(chance, sold)
    const choice = anyChoice(chance, service)
    const priced = priceOf(service, choice)
    if ('problem' in priced) throw new Error(priced.problem)
    const { totalCents } = priced
    const amountCents = chance.one([totalCents - 1, totalCents + 1, 100, 1_000_000])
    expect(purchaseOf({ service, hourlyRateCents: null }, { ...choice, amountCents })).toMatchObject({ totalCents })
  }
})

test('48 random orders through the calls: shown = charged = booked = receipt, and every tampered total is refused', async () => {
  const chance = openChance(18)
  const company = await makeCompany(app)
  let orders = 0
  while (orders < 48) {
    const { id: _id, options, ...fields } = anyService(chance, sold)
    await app.db.deleteFrom('services').execute()
    await makeService(app, company.id, { ...fields, options: options.map(({ id: _own, ...option }) => option) })
    const { services } = (await visitor.call('get-company-services', { companyId: company.id })).body
    const service = serviceOfWire(services[0])
    const choice = anyChoice(chance, service)
    const priced = priceOf(service, choice)
    if ('problem' in priced) throw new Error(priced.problem)
    const { totalCents } = priced
    if (totalCents > bookingLimits.amountCents.max) continue
    orders += 1
    const order = (cents: number) =>
      visitor.call(
        'create-booking-payment',
        bookingRequestFor(app, company.id, { serviceId: service.id, ...choice, amount: eurosOf(cents) }),
      )
    const tampered = await order(totalCents > 100 ? totalCents - 1 : totalCents + 1)
    expect([tampered.status, tampered.body.code]).toEqual([409, 'bookings.priceChanged'])
    expect((await order(totalCents)).status).toBe(200)
    const { bookingId, sessionId, amountCents } = await newestCheckout()
    const { amount: charged } = ((await sandbox.control('totals', { session: sessionId })) as { bySession: [{ amount: number }] })
      .bySession[0]
    await sandbox.control('pay', { session: sessionId })
    await visitor.call('verify-payment', { sessionId, bookingId })
    const receipt = (await visitor.call('get-booking', { sessionId, bookingId })).body
    const items = await app.db.selectFrom('bookingItems').selectAll().where('bookingId', '=', bookingId).execute()
    const booked = items.reduce((sum, item) => sum + item.totalCents, 0)
    expect([charged, amountCents, booked, centsOf(receipt.amount)]).toEqual(Array(4).fill(totalCents))
    if (receipt.bought.length > 0) {
      expect(centsOf(receipt.bought.reduce((sum: number, line: { total: number }) => sum + line.total, 0))).toBe(totalCents)
    }
  }
  const { rows } = await app.pool.query('select * from invariant_violations')
  expect(rows).toEqual([])
}, 120_000)

const newestCheckout = () => app.db.selectFrom('checkouts').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
