import { expect, test } from 'vitest'
import { boughtTexts } from '#src/orders/bookings/bought.ts'
import { draftCents, draftOfChoice, itemsOfDraft, requestOfDraft } from '#src/orders/bookings/draftRules.ts'
import { purchaseOf } from '#src/orders/bookings/purchaseRules.ts'
import { bookingLimits } from '#src/orders/bookings/rules.ts'
import { centsOf, centsOfEuros, eurosOf, parseEuro } from '#src/platform/kit/money.ts'
import { usualSafety } from '#src/platform/kit/settingOptions.ts'
import { toWire } from '#src/platform/server/calls/wire.ts'
import { writeSettings } from '#src/platform/server/settings.ts'
import { type Chosen, priceOf } from '#src/supply/services/pricing.ts'
import { type ServiceView, serviceView } from '#src/supply/services/schemas.ts'
import { linesOf, lineText } from '#src/supply/services/texts.ts'
import { serviceOfWire } from '#src/supply/services/wire.ts'
import { bookingRequestFor, makeCompany, makeService } from '../../../tests/factories.ts'
import { readPdf } from '../../../tests/pdfText.ts'
import { anyChoice, anyService } from '../../../tests/priceFixtures.ts'
import { createRng } from '../../../tests/rng.ts'
import { openTestApp } from '../../../tests/testApp.ts'
import { totalText } from './ui/PriceColumn.tsx'

const testApp = await openTestApp()
const { app, visitor, sandbox, inbox, runJobs } = testApp
const sold = ['fixed', 'hourly'] as const
const blank = { customerName: '', customerEmail: '', customerPhone: '', location: '', date: '', time: '', amount: '', agreedWith: '' }
const texts = { ...blank, description: '', customerKind: 'consumer', earlyStartConsent: '', billingAddress: '' }

/** A service as the browser receives it: written to the wire by its schema, sent as JSON, parsed again. */
const inBrowser = (service: ServiceView) => serviceOfWire(JSON.parse(JSON.stringify(toWire(serviceView, service))))

/** Computes the total in cents independently of the product's code: in whole numbers of half cents. */
function countedAgain({ priceCents, options }: ServiceView, { optionIds, quantity }: { optionIds: readonly string[]; quantity: number }) {
  const halves = BigInt(Math.round(quantity * 2)) * BigInt(priceCents ?? 0)
  const added = options.filter(({ id }) => optionIds.includes(id)).reduce((sum, { surchargeCents }) => sum + BigInt(surchargeCents), 0n)
  return Number((halves + 1n) / 2n + added)
}

test('10,000 random offers, options and quantities: shown = charged = booked = written, to the cent', () => {
  const rng = createRng(16)
  const counted = { units: 0, lines: 0 }
  for (let one = 0; one < 10_000; one++) {
    const service = anyService(rng, sold)
    const choice = anyChoice(rng, service)
    const { shownCents, shownLines, sent } = inDialog(service, choice)
    const received = JSON.parse(JSON.stringify(sent))
    const purchase = purchaseOf({ service, hourlyRateCents: null }, { ...received, amountCents: centsOfEuros(received.amount) })
    if ('field' in purchase) throw new Error(`${purchase.field}: ${purchase.text}`)
    const booked = purchase.items.reduce((all, { totalCents }) => all + totalCents, 0)
    const written = sumIn(boughtTexts(purchase.items))
    expect([purchase.totalCents, booked, centsOfEuros(received.amount), shownLines]).toEqual(Array(4).fill(shownCents))
    expect(shownCents).toBe(countedAgain(service, choice))
    // Same rule as the check constraint of each row in the database.
    for (const { quantity, unitCents, totalCents } of purchase.items) {
      expect(BigInt(totalCents)).toBe((BigInt(quantity) * BigInt(unitCents) + 50n) / 100n)
    }
    if (written !== undefined) expect(written).toBe(shownCents)
    counted.lines += written === undefined ? 0 : 1
    counted.units += service.unit !== null || service.priceKind === 'hourly' ? 1 : 0
  }
  expect(counted.units).toBeGreaterThan(3_000)
  expect(counted.lines).toBeGreaterThan(5_000)
})

/** Values that the dialog shows and sends for a choice, by its own functions from the service as the browser has it. */
function inDialog(offered: ServiceView, choice: Chosen) {
  const service = inBrowser(offered)
  const draft = { ...texts, serviceId: service.id, ...draftOfChoice(choice) }
  const lines = linesOf(itemsOfDraft(draft, service) ?? [])
  const shown = totalText({ draft, service })
  const cents = draftCents(draft, service) ?? -1
  const { min, max } = bookingLimits.amountCents
  // An amount outside the limits of a booking has no total to show.
  if (cents >= min && cents <= max) expect(parseEuro(shown)).toBe(cents)
  return { shownCents: cents, shownLines: sumIn(lines.map(lineText)), sent: requestOfDraft(draft, service) }
}

/** Sum of the amounts at the ends of lines, parsed from their text; undefined without lines. */
const sumIn = (lines: readonly string[]) =>
  lines.length === 0 ? undefined : lines.reduce((sum, line) => sum + (parseEuro(line.slice(line.lastIndexOf(': ') + 2)) ?? Number.NaN), 0)

test('the amount in a request does not influence the price of a choice', () => {
  const rng = createRng(17)
  for (let one = 0; one < 2_000; one++) {
    const service = anyService(rng, sold)
    const choice = anyChoice(rng, service)
    const priced = priceOf(service, choice)
    if ('problem' in priced) throw new Error(priced.problem)
    const { totalCents } = priced
    const amountCents = rng.one([totalCents - 1, totalCents + 1, 100, 1_000_000])
    expect(purchaseOf({ service, hourlyRateCents: null }, { ...choice, amountCents })).toMatchObject({ totalCents })
  }
})

test('60 random orders through the API: shown = charged = booked = receipt = mails, and every manipulated total is refused', async () => {
  const rng = createRng(18)
  // Random prices go down to the minimum amount (docs/spec.md).
  await app.db
    .transaction()
    .execute((tx) => writeSettings(tx, { safety: { ...usualSafety, minimumCents: bookingLimits.amountCents.min } }, app.now()))
  const company = await makeCompany(app)
  const expected: { to: string; cents: number }[] = []
  while (expected.length < 60) {
    const { id: _id, options, ...fields } = anyService(rng, sold)
    await app.db.deleteFrom('services').execute()
    await makeService(app, company.id, { ...fields, options: options.map(({ id: _own, ...option }) => option) })
    const { services } = (await visitor.call('get-company-services', { companyId: company.id })).body
    const service = serviceOfWire(services[0])
    const { shownCents, sent } = inDialog(service, anyChoice(rng, service))
    const { min, max } = bookingLimits.amountCents
    if (shownCents > max) continue
    const customerEmail = `preis${expected.length}@kunde.example`
    const { serviceId, optionIds, quantity } = JSON.parse(JSON.stringify(sent))
    const order = (cents: number, more: object = {}) => {
      const fields = { customerEmail, serviceId, optionIds, quantity, amount: eurosOf(cents), ...more }
      return visitor.call('create-booking-payment', bookingRequestFor(app, company.id, fields))
    }
    for (const cents of [shownCents - 1, shownCents + 1, min, max].filter((one) => one !== shownCents && one >= min && one <= max)) {
      const tampered = await order(cents, { agreedWith: 'Frau Petersen' })
      expect([tampered.status, tampered.body.code]).toEqual([409, 'bookings.priceChanged'])
    }
    expect((await order(shownCents)).status).toBe(200)
    const figures = await payAndRead()
    expect(figures).toEqual({ ...figures, charged: shownCents, checkout: shownCents, booking: shownCents, items: shownCents })
    expect(figures).toEqual({ ...figures, page: shownCents, pageLines: shownCents, receipt: shownCents, ledger: shownCents })
    expected.push({ to: customerEmail, cents: shownCents })
  }
  await runJobs()
  // Manipulated requests left no booking.
  expect(await app.db.selectFrom('bookings').select('id').execute()).toHaveLength(expected.length)
  for (const { to, cents } of expected) {
    const mails = inbox.mails().filter((mail) => mail.to === to || (mail.to === company.email && mail.text.includes(to)))
    expect(mails.map(({ text }) => centsInMail(text))).toEqual([cents, cents])
  }
  const { rows } = await app.pool.query('select * from invariant_violations')
  expect(rows).toEqual([])
})

/** Pays the newest booking, and returns its total in cents from every place that shows it. */
async function payAndRead() {
  const { bookingId, sessionId, amountCents } = await app.db
    .selectFrom('checkouts')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const totals = (await sandbox.control('totals', { session: sessionId })) as { bySession: [{ amount: number }] }
  await sandbox.control('pay', { session: sessionId })
  await visitor.call('verify-payment', { sessionId, bookingId })
  const page = (await visitor.call('get-booking', { sessionId, bookingId })).body
  const booking = await app.db.selectFrom('bookings').select('amountCents').where('id', '=', bookingId).executeTakeFirstOrThrow()
  const items = await app.db.selectFrom('bookingItems').select('totalCents').where('bookingId', '=', bookingId).execute()
  const headers = { 'x-booking-session': String(sessionId), 'x-booking-id': bookingId }
  const file = await visitor.request('/functions/v1/booking-receipt.pdf', { headers })
  const lines = readPdf(new Uint8Array(await file.arrayBuffer()))
    .flat()
    .map((line) => line.join('|'))
  const written = lines.find((line) => line.startsWith('Gezahlter Betrag|'))?.split('|')[1] ?? ''
  const { rows } = await app.pool.query(
    `select sum(amount_cents) as sum from ledger_entry join ledger_tx on ledger_tx.id = tx_id
    where booking_id = $1 and kind = 'charge' and account = 'psp_balance'`,
    [bookingId],
  )
  return {
    charged: totals.bySession[0].amount,
    checkout: amountCents,
    booking: booking.amountCents,
    items: items.reduce((sum, item) => sum + item.totalCents, 0),
    page: centsOf(page.amount),
    pageLines:
      page.bought.length === 0
        ? centsOf(page.amount)
        : centsOf(page.bought.reduce((sum: number, { total }: { total: number }) => sum + total, 0)),
    receipt: parseEuro(written),
    ledger: Number(rows[0].sum),
  }
}

/** Total in a mail, in cents. Its item lines, if it has any, must add up to it. */
function centsInMail(text: string) {
  const [, sum = ''] = /(?:Bezahlt|Betrag):?\s+([\d.]+,\d\d)/.exec(text) ?? []
  const [, lines = ''] = /Umfang:?\s+((?:.*: [\d.]+,\d\d\s€\s*?\n)+)/.exec(text) ?? []
  const cents = parseEuro(sum)
  const written = sumIn(lines.split('\n').flatMap((line) => line.trim() || []))
  return written === undefined || written === cents ? cents : `${lines} are not ${sum}`
}
