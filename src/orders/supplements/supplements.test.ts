import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { keyHeaders } from '#src/orders/bookings/links/keyRules.ts'
import { earlyStartVersion } from '#src/orders/bookings/withdrawalRules.ts'
import { photoOf } from '../../../tests/attachmentFiles.ts'
import { openRequestFixtures } from '../../../tests/requestFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'
import { lapseSupplements } from './paidActions.ts'

const testApp = await openTestApp()
const { app, clock, inbox, runJobs, newVisitor, sandbox } = testApp
const { ledgerSums, mailsTo, readBooking, reconcile, requested, violations } = openRequestFixtures(testApp)

// The invariants must hold after every test.
afterEach(async () => {
  await runJobs()
  expect(await violations()).toEqual([])
})

/** A confirmed job of two hours at 69 €, of a consumer in two days. */
async function job(fields: object = {}) {
  const scene = await requested(
    { quantity: 2, amount: 138, customerKind: 'consumer', earlyStartConsent: { version: earlyStartVersion }, ...fields },
    { service: { priceKind: 'hourly', priceCents: 6_900 } },
  )
  await scene.owner.call('answer-request', { ...scene.ids, answer: 'accept' })
  await runJobs()
  expect((await readBooking(scene.bookingId)).bookingStatus).toBe('confirmed')
  inbox.clear()
  return scene
}
type Scene = Awaited<ReturnType<typeof job>>

const halfHour = { kind: 'hours', title: 'Weitere Arbeitsstunden', quantity: 0.5, price: 69, reason: 'Die Rinne ist länger als angegeben' }
const propose = ({ owner, ids }: Scene, fields: object = {}) =>
  owner.call('propose-supplement', { id: randomUUID(), ...ids, ...halfHour, ...fields })
const consent = { earlyStartConsent: { version: earlyStartVersion } }
const answer = ({ key }: Scene, supplementId: string, isAccepted: boolean, more: object = consent) =>
  newVisitor().call('answer-supplement', { key, supplementId, isAccepted, ...more })
const readOwn = async ({ key }: Scene) => (await newVisitor().call('get-supplements', { key })).body
const ordersOf = ({ bookingId }: Scene) =>
  app.db.selectFrom('bookings').selectAll().where('parentId', '=', bookingId).orderBy('id').execute()

async function proposed(fields: object = {}) {
  const scene = await job()
  const id = randomUUID()
  const { status, body } = await propose(scene, { id, ...fields })
  expect([status, body]).toEqual([200, { success: true }])
  await runJobs()
  return { ...scene, id }
}

async function pay(url: string) {
  const session = /cs_\w+/.exec(url)?.[0]
  await sandbox.control('pay', { session })
  const [checkout] = await app.db.selectFrom('checkouts').selectAll().where('sessionId', '=', String(session)).execute()
  await newVisitor().call('verify-payment', { sessionId: session, bookingId: checkout?.bookingId })
  await runJobs()
}

test('a supplement is proposed once, mailed, seen by both sides, accepted with consent, and paid', async () => {
  const scene = await job()
  const id = randomUUID()
  const sent = await Promise.all(Array.from({ length: 4 }, () => propose(scene, { id })))
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  await runJobs()
  expect(mailsTo(scene.customerEmail).map(({ subject }) => subject.split(':')[0])).toEqual(['Ihr Anbieter schlägt einen Nachtrag vor'])
  const seen = await readOwn(scene)
  expect(seen.consent_until).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(seen.list).toEqual([expect.objectContaining({ id, total: 34.5, status: 'open', quantity: 0.5 })])
  expect(seen.list[0].label).toContain('0,5 Std. × 69,00')

  const without = await answer(scene, id, true, {})
  expect([without.status, Object.keys(without.body.fields ?? {})]).toEqual([422, ['earlyStartConsent']])
  expect(await ordersOf(scene)).toEqual([])
  const answers = await Promise.all(Array.from({ length: 5 }, () => answer(scene, id, true)))
  const urls = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.url))
  expect(urls.size).toBe(1)
  const [url] = urls
  inbox.clear()
  await pay(String(url))
  const [order, ...others] = await ordersOf(scene)
  expect(others).toEqual([])
  expect(order).toMatchObject({ amountCents: 3_450, bookingStatus: 'confirmed', paymentStatus: 'paid', earlyStartVersion })
  expect(await ledgerSums()).toMatchObject({ psp_balance: 13_800 + 3_450 })
  expect((await readOwn(scene)).list[0].status).toBe('accepted')
  for (const to of [scene.customerEmail, scene.company.email])
    expect(mailsTo(to).map(({ subject }) => subject.split(':')[0])).toEqual(['Ihr Nachtrag ist angenommen'])
  expect((await answer(scene, id, true)).status).toBe(409)
  expect((await answer(scene, id, false)).status).toBe(409)
  const details = (await scene.owner.call('get-company-booking', scene.ids)).body
  // 30 % of 138 € less 34.50 €
  expect(details.supplements).toMatchObject({ room: 6.9, hourly: 69, list: [{ id, status: 'accepted' }] })
})

test('declined, withdrawn and unanswered supplements charge nothing, and the job stays as agreed', async () => {
  const declined = await proposed()
  expect((await answer(declined, declined.id, false, {})).body).toEqual({ url: null })
  await runJobs()
  const words = (scene: Scene) => mailsTo(scene.company.email).map(({ subject }) => subject.split(':')[0])
  expect(words(declined)).toEqual(['Ihr Nachtrag ist abgelehnt'])
  const withdrawn = await proposed()
  const { owner, ids } = withdrawn
  expect((await owner.call('withdraw-supplement', { ...ids, id: withdrawn.id })).status).toBe(200)
  expect((await owner.call('withdraw-supplement', { ...ids, id: withdrawn.id })).status).toBe(409)
  await runJobs()
  expect(mailsTo(withdrawn.customerEmail)[0]?.subject).toMatch(/^Ein Nachtrag ist zurückgezogen/)
  const lapsed = await proposed()
  clock.moveTo(new Date(app.now().getTime() + 73 * 3_600_000))
  await lapseSupplements(app)
  await runJobs()
  for (const scene of [declined, withdrawn, lapsed]) {
    expect((await answer(scene, scene.id, true)).status).toBe(409)
    expect(await ordersOf(scene)).toEqual([])
    expect((await readBooking(scene.bookingId)).bookingStatus).toBe('confirmed')
  }
  expect(words(lapsed)).toEqual(['Ihr Nachtrag ist verfallen'])
})

test('a payment that was not finished leaves the supplement open, for another one', async () => {
  const scene = await proposed()
  const first = (await answer(scene, scene.id, true)).body.url
  clock.moveTo(new Date(app.now().getTime() + 40 * 60_000))
  await sandbox.control('clock', { advanceSeconds: 40 * 60 })
  await reconcile()
  await runJobs()
  expect((await ordersOf(scene)).map(({ bookingStatus }) => bookingStatus)).toEqual(['cancelled'])
  expect((await readOwn(scene)).list[0].status).toBe('open')
  const second = (await answer(scene, scene.id, true)).body.url
  expect(second).not.toBe(first)
  await pay(second)
  expect((await ordersOf(scene)).map(({ bookingStatus }) => bookingStatus)).toEqual(['cancelled', 'confirmed'])
})

test('supplements above 30 % of the price need an offer, and bad input has its text at the field', async () => {
  const scene = await job()
  const fieldsOf = async (fields: object) => (await propose(scene, fields)).body.fields
  expect(await fieldsOf({ quantity: 1 })).toEqual({ price: [expect.stringContaining('höchstens 30 %')] })
  expect((await propose(scene, { quantity: 0.25 })).status).toBe(200)
  expect(await fieldsOf({ quantity: 0.5 })).toEqual({ price: [expect.stringContaining('24,15')] })
  expect(await fieldsOf({ quantity: 0.3 })).toEqual({ quantity: ['Bitte geben Sie Viertelstunden an, zum Beispiel 2,25'] })
  expect(await fieldsOf({ kind: 'pieces', quantity: 1.5 })).toEqual({ quantity: [expect.stringContaining('ganze Zahl')] })
  expect(await fieldsOf({ kind: 'material', quantity: 2 })).toEqual({ quantity: ['Diese Art hat keine Menge'] })
  expect(await fieldsOf({ price: 0, title: 'x', reason: '' })).toEqual({
    price: [expect.stringContaining('zwischen 0,01')],
    title: [expect.stringContaining('Bezeichnung')],
    reason: [expect.stringContaining('Begründung')],
  })
  expect(await fieldsOf({ kind: 'material', quantity: 1, price: 0.5 })).toEqual({
    price: ['Ein Nachtrag kostet zwischen 1 und 10.000 Euro'],
  })
})

test('nobody proposes, answers or reads supplements of others', async () => {
  const scene = await proposed()
  const other = await job()
  expect(
    (await other.owner.call('propose-supplement', { id: randomUUID(), ...scene.ids, companyId: other.ids.companyId, ...halfHour })).status,
  ).toBe(404)
  expect(
    (await other.owner.call('withdraw-supplement', { companyId: other.ids.companyId, bookingId: scene.bookingId, id: scene.id })).status,
  ).toBe(404)
  expect((await answer(other, scene.id, true)).status).toBe(404)
  expect((await newVisitor().call('get-supplements', { key: { token: 'x' } })).status).toBe(404)
})

test('a cancelled job takes its supplements along: open ones end, paid ones are refunded in full', async () => {
  const scene = await proposed()
  await pay((await answer(scene, scene.id, true)).body.url)
  const open = randomUUID()
  await propose(scene, { id: open, kind: 'material', quantity: 1, price: 2, title: 'Dichtung' })
  const { ids, owner } = scene
  expect((await owner.call('cancel-appointment', { ...ids, reason: 'Krank' })).status).toBe(200)
  await runJobs()
  const [order] = await ordersOf(scene)
  expect(order).toMatchObject({ bookingStatus: 'cancelled', paymentStatus: 'refunded', refundedCents: 3_450 })
  expect(await ledgerSums()).toEqual({})
  expect((await readOwn(scene)).list.map(({ status }: { status: string }) => status)).toEqual(['accepted', 'withdrawn'])
  expect((await propose(scene)).status).toBe(409)
})

test('money for a supplement of a job that was cancelled meanwhile goes back', async () => {
  const scene = await proposed()
  const { url } = (await answer(scene, scene.id, true)).body
  const session = /cs_\w+/.exec(url)?.[0]
  await sandbox.control('webhooks', { action: 'drop', types: ['checkout.session.completed'], times: 1 })
  await sandbox.control('pay', { session })
  await scene.owner.call('cancel-appointment', { ...scene.ids, reason: 'Krank' })
  await runJobs()
  await reconcile()
  await runJobs()
  const [order] = await ordersOf(scene)
  expect(order).toMatchObject({ bookingStatus: 'cancelled', refundedCents: 3_450 })
  expect(await ledgerSums()).toEqual({})
})

test('material may have a photographed receipt, which the customer sees before the answer; once, and only while it is open', async () => {
  const material = { kind: 'material', title: 'Dichtung', quantity: 1, price: 12, reason: 'Sie war undicht' }
  const scene = await proposed(material)
  const { owner, ids, key, id } = scene
  const send = async (supplementId: string, photoId = randomUUID()) => {
    const query = new URLSearchParams({ bookingId: ids.bookingId, id: photoId, kind: 'receipt', supplementId })
    const headers = { 'content-type': 'image/jpeg', 'x-file-name': 'Bon.jpg', 'x-company-id': ids.companyId }
    const body = new Uint8Array(await photoOf())
    return (await owner.request(`/functions/v1/upload-work-photo?${query}`, { method: 'POST', body, headers })).status
  }
  const photoId = randomUUID()
  expect(await send(id, photoId)).toBe(200)
  expect(await send(id, photoId)).toBe(200)
  expect(await send(id)).toBe(409)
  expect((await readOwn(scene)).list[0].receipt).toMatchObject({ id: photoId, name: 'Bon.jpg' })
  const seen = await newVisitor().request(`/functions/v1/own-work-photo?id=${photoId}&view=small`, { headers: keyHeaders(key) })
  expect(seen.headers.get('content-type')).toBe('image/webp')
  expect((await owner.call('remove-work-photo', { ...ids, id: photoId })).status).toBe(404)
  const hours = randomUUID()
  expect((await propose(scene, { id: hours, price: 20 })).status).toBe(200)
  expect(await send(hours)).toBe(409)
  const late = await proposed({ ...material, price: 10 })
  expect((await answer(late, late.id, false, {})).status).toBe(200)
  const query = new URLSearchParams({ bookingId: late.ids.bookingId, id: randomUUID(), kind: 'receipt', supplementId: late.id })
  const headers = { 'content-type': 'image/jpeg', 'x-file-name': 'Bon.jpg', 'x-company-id': late.ids.companyId }
  const body = new Uint8Array(await photoOf())
  expect((await late.owner.request(`/functions/v1/upload-work-photo?${query}`, { method: 'POST', body, headers })).status).toBe(409)
})
