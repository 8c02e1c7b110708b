import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { keyHeaders } from '#src/orders/bookings/links/keyRules.ts'
import { earlyStartVersion } from '#src/orders/bookings/withdrawalRules.ts'
import { photoOf } from '../../../tests/attachmentFiles.ts'
import { openRequestFixtures } from '../../../tests/requestFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'
import { sweepPhotos } from './photoActions.ts'
import { workLimits } from './texts.ts'

const testApp = await openTestApp()
const { app, clock, runJobs, newVisitor } = testApp
const { ownerOf, payableCompany, readBooking, requested, violations } = openRequestFixtures(testApp)

afterEach(async () => {
  await runJobs()
  expect(await violations()).toEqual([])
})

const minutes = (count: number) => count * 60_000

/** A confirmed job of two hours at 69 €, and the moment at which it begins, to which the clock is moved. */
async function startedJob() {
  const scene = await requested(
    { quantity: 2, amount: 138, customerKind: 'consumer', earlyStartConsent: { version: earlyStartVersion } },
    { service: { priceKind: 'hourly', priceCents: 6_900 } },
  )
  await scene.owner.call('answer-request', { ...scene.ids, answer: 'accept' })
  await runJobs()
  const { startsAt } = await app.db
    .selectFrom('appointments')
    .selectAll()
    .where('bookingId', '=', scene.bookingId)
    .executeTakeFirstOrThrow()
  return { ...scene, startsAt }
}
type Scene = Awaited<ReturnType<typeof startedJob>>

const begin = async () => {
  const scene = await startedJob()
  clock.moveTo(scene.startsAt)
  // The owner's session and code have ended by then.
  return { ...scene, owner: await ownerOf(scene.company.id) }
}
const step = ({ owner, ids }: Scene, kind: string, at: Date, id = randomUUID()) =>
  owner.call('add-work-step', { ...ids, id, kind, at: at.toISOString() })
const details = async ({ owner, ids }: Scene) => (await owner.call('get-company-booking', ids)).body
const own = async ({ key }: Scene) => (await newVisitor().call('get-work', { key })).body

async function upload(
  { owner, ids }: Scene,
  { id = randomUUID(), kind = 'before', content }: { id?: string; kind?: string; content?: Buffer } = {},
) {
  const query = new URLSearchParams({ bookingId: ids.bookingId, id, kind })
  const response = await owner.request(`/functions/v1/upload-work-photo?${query}`, {
    method: 'POST',
    body: new Uint8Array(content ?? (await photoOf())),
    headers: { 'content-type': 'image/jpeg', 'x-file-name': 'Dach.jpg', 'x-company-id': ids.companyId },
  })
  return { id, status: response.status }
}

test('work is begun, paused, continued and ended; the pause does not count, and the customer sees it', async () => {
  const scene = await begin()
  const at = (after: number) => new Date(scene.startsAt.getTime() + minutes(after))
  expect(await own(scene)).toMatchObject({ state: 'none', worked_ms: null })
  expect((await step(scene, 'start', at(0))).status).toBe(200)
  expect(await own(scene)).toMatchObject({ state: 'running', worked_ms: null, since: scene.startsAt.toISOString() })
  expect((await newVisitor().call('get-booking', scene.key)).body.has_work).toBe(true)
  clock.moveTo(at(125))
  for (const [kind, after] of [
    ['pause', 60],
    ['continue', 90],
    ['end', 125],
  ] as const)
    expect([(await step(scene, kind, at(after))).status, kind]).toEqual([200, kind])
  expect(await own(scene)).toMatchObject({ state: 'ended', worked_ms: minutes(95) })
  const { work } = await details(scene)
  expect(work).toMatchObject({ is_open: true, photos: [] })
  expect(work.steps.map(({ kind }: { kind: string }) => kind)).toEqual(['start', 'pause', 'continue', 'end'])
  expect((await scene.owner.call('mark-performed', { ...scene.ids, hours: 1.5 })).status).toBe(200)
})

test('a step that is sent twice or late is entered once, with its own time', async () => {
  const scene = await begin()
  const { startsAt } = scene
  clock.moveTo(new Date(startsAt.getTime() + minutes(180)))
  const id = randomUUID()
  const sent = await Promise.all(Array.from({ length: 4 }, () => step(scene, 'start', startsAt, id)))
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await details(scene)).work.steps).toEqual([{ kind: 'start', at: startsAt.toISOString() }])
  // Two phones at once: the second begins nothing.
  const ends = await Promise.all(Array.from({ length: 3 }, () => step(scene, 'end', new Date(startsAt.getTime() + minutes(60)))))
  expect(ends.map(({ status }) => status).sort()).toEqual([200, 409, 409])
})

test('implausible times and orders are refused, and the database refuses them, too', async () => {
  const scene = await begin()
  const { startsAt, ids, company } = scene
  const codeOf = async (kind: string, at: Date) => (await step(scene, kind, at)).body.code
  expect(await codeOf('pause', startsAt)).toBe('work.order')
  expect(await codeOf('start', new Date(startsAt.getTime() + minutes(30)))).toBe('work.clock')
  expect(await codeOf('start', new Date(startsAt.getTime() - minutes(60 * 49)))).toBe('work.tooOld')
  expect(await codeOf('start', new Date(startsAt.getTime() - minutes(60 * 24)))).toBe('work.notNow')
  expect((await step(scene, 'start', new Date(startsAt.getTime() + minutes(4)))).status).toBe(200)
  expect((await details(scene)).work.steps[0].at.slice(0, 19)).toBe(startsAt.toISOString().slice(0, 19))
  expect(await codeOf('end', new Date(startsAt.getTime() - minutes(10)))).toBe('work.order')
  const row = { id: randomUUID(), bookingId: ids.bookingId, companyId: company.id, receivedAt: startsAt } as const
  const insert = (fields: { kind: 'start' | 'end'; position: number; at: Date }) =>
    app.db
      .insertInto('workSteps')
      .values({ ...row, ...fields })
      .execute()
  await expect(insert({ kind: 'start', position: 2, at: startsAt })).rejects.toThrow(/does not follow/)
  await expect(insert({ kind: 'end', position: 3, at: startsAt })).rejects.toThrow(/does not follow/)
  await expect(insert({ kind: 'end', position: 2, at: new Date(startsAt.getTime() - 1_000) })).rejects.toThrow(/does not follow/)
  clock.moveTo(new Date(startsAt.getTime() + minutes(60 * 24 * (workLimits.daysAfterEnd + 1))))
  const later = { ...scene, owner: await ownerOf(company.id) }
  expect((await step(later, 'end', app.now())).body.code).toBe('work.notNow')
})

test('photos are stored once without metadata, seen by both sides only, and deleted within a day', async () => {
  // Ordered before the clock is moved: the payment page of a later order would be over.
  const other = await startedJob()
  const scene = await begin()
  const another = { ...other, owner: await ownerOf(other.company.id) }
  const { ids } = scene
  const [first, again] = await Promise.all([upload(scene), upload(scene, { kind: 'after' })])
  expect([first.status, again.status]).toEqual([200, 200])
  expect((await upload(scene, { id: first.id })).status).toBe(200)
  expect((await details(scene)).work.photos).toHaveLength(2)
  const stored = await app.db.selectFrom('workPhotos').selectAll().where('id', '=', first.id).executeTakeFirstOrThrow()
  const metadata = await sharp(await buffer(await app.storage.read(stored.storageKey))).metadata()
  expect([metadata.exif, metadata.width, metadata.height]).toEqual([undefined, 40, 60])

  const ask = { headers: keyHeaders(scene.key) }
  const mine = `/functions/v1/own-work-photo?id=${first.id}`
  expect((await newVisitor().request(`${mine}&view=small`, ask)).headers.get('content-type')).toBe('image/webp')
  expect((await newVisitor().request(mine, ask)).headers.get('content-disposition')).toContain('Dach.jpg')
  expect((await newVisitor().request(mine, {})).status).toBe(404)
  expect((await newVisitor().request(mine, { headers: keyHeaders(another.key) })).status).toBe(404)
  expect((await upload({ ...another, ids: { ...another.ids, bookingId: ids.bookingId } })).status).toBe(404)
  expect((await upload(another, { id: first.id })).status).toBe(404)
  const theirs = `/functions/v1/work-photo?${new URLSearchParams({ ...ids, companyId: another.company.id, id: first.id })}`
  expect((await another.owner.request(theirs, {})).status).toBe(404)
  expect((await another.owner.call('remove-work-photo', { ...another.ids, id: first.id })).status).toBe(404)

  expect((await scene.owner.call('remove-work-photo', { ...ids, id: first.id })).status).toBe(200)
  await expect(app.storage.read(stored.storageKey)).rejects.toThrow()
  clock.moveTo(new Date(app.now().getTime() + minutes(60 * workLimits.deleteHours + 1)))
  const later = { ...scene, owner: await ownerOf(scene.company.id) }
  expect((await later.owner.call('remove-work-photo', { ...ids, id: again.id })).body.code).toBe('work.tooLate')
  expect((await details(later)).work.photos).toEqual([expect.objectContaining({ id: again.id, is_deletable: false })])
})

test('only pictures are accepted, up to the limit, and they end after a year', async () => {
  const scene = await begin()
  expect((await upload(scene, { content: Buffer.from('%PDF-1.4 no picture') })).status).toBe(415)
  expect((await upload(scene, { kind: 'receipt' })).status).toBe(422)
  for (let count = 0; count < workLimits.photos; count += 1) expect((await upload(scene)).status).toBe(200)
  expect((await upload(scene)).status).toBe(409)
  const keys = await app.db.selectFrom('workPhotos').select('storageKey').where('bookingId', '=', scene.bookingId).execute()
  clock.moveTo(new Date(app.now().getTime() + minutes(60 * 24 * (workLimits.retentionDays + 1))))
  await sweepPhotos(app)
  expect(await app.db.selectFrom('workPhotos').selectAll().where('bookingId', '=', scene.bookingId).execute()).toEqual([])
  await expect(app.storage.read(String(keys[0]?.storageKey))).rejects.toThrow()
})

test('a booking that is not on takes neither steps nor photos', async () => {
  const scene = await begin()
  expect((await scene.owner.call('cancel-appointment', { ...scene.ids, reason: 'Sturm' })).status).toBe(200)
  await runJobs()
  expect((await readBooking(scene.bookingId)).bookingStatus).toBe('cancelled')
  expect((await step(scene, 'start', scene.startsAt)).body.code).toBe('work.notNow')
  expect((await upload(scene)).status).toBe(409)
  expect((await details(scene)).work.is_open).toBe(false)
  const stranger = await ownerOf((await payableCompany()).id)
  expect((await step({ ...scene, owner: stranger }, 'start', scene.startsAt)).status).toBe(404)
})
