import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { docxOf, docxType, pdfOf, photoOf } from '../../../tests/attachmentFiles.ts'
import { makeCompany } from '../../../tests/factories.ts'
import { openTestApp } from '../../../tests/testApp.ts'
import { bindAttachments, storeAttachment, sweepAttachments } from './actions.ts'
import { inspectAttachment } from './inspectActions.ts'
import { attachmentLimits } from './rules.ts'
import { listAttachmentsOfBooking } from './store.ts'

const { app, visitor, newVisitor, clock } = await openTestApp({ LIMITS_FACTOR: '1000' })
const hour = 3_600_000
const bytesOf = (content: Buffer) => new Uint8Array(content)

const uploadPdf = async (who = visitor) => {
  const { status, body } = await who.upload({ name: 'Plan.pdf', type: 'application/pdf', content: bytesOf(pdfOf()) })
  expect(status).toBe(200)
  return String(body.id)
}
const rowOf = (id: string) => app.db.selectFrom('attachments').selectAll().where('id', '=', id).executeTakeFirst()
const callerOf = async (id: string) => {
  const { callerHash = 'nobody' } = (await rowOf(id)) ?? {}
  return { hash: () => callerHash ?? 'nobody' }
}
const isStored = (id: string) =>
  app.storage.read(`attachments/${id}`).then(
    (content) => Boolean(content.destroy()),
    () => false,
  )
const bind = (caller: { hash: () => string }, attachmentIds: string[], bookingId: string) =>
  app.db.transaction().execute((tx) => bindAttachments(tx, { caller, attachmentIds, bookingId, now: app.now() }))

async function makeBooking() {
  const now = app.now()
  const { id: companyId } = await makeCompany(app)
  const { id } = await app.db
    .insertInto('bookings')
    .values({
      companyId,
      requestHash: randomUUID(),
      serviceTitle: 'Reinigung Service',
      customerName: 'Katrin Bergmann',
      customerEmail: 'katrin@kunde.example',
      customerPhone: '',
      location: 'Hamburg',
      description: '',
      bookingDate: '2030-01-01',
      bookingTime: '07:30',
      amountCents: 10_000,
      expiresAt: now,
      createdAt: now,
      updatedAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

describe('an upload', () => {
  test('is kept privately, under a clean name, with what it really is', async () => {
    const name = '../Küche\u202E/Grundriß.docx'
    const { status, body } = await visitor.upload({ name, type: docxType, content: bytesOf(docxOf()) })
    expect([status, body]).toEqual([200, { id: body.id, name: 'Grundriß.docx', bytes: docxOf().length, type: docxType }])
    const row = await rowOf(body.id)
    expect(row).toMatchObject({ bookingId: null, boundAt: null, contentType: docxType, bytes: docxOf().length })
    expect((await buffer(await app.storage.read(`attachments/${body.id}`))).equals(docxOf())).toBe(true)
  })

  test('of a photo keeps no place and no name', async () => {
    const { body } = await visitor.upload({ name: 'Foto.jpg', type: 'image/jpeg', content: bytesOf(await photoOf()) })
    const stored = await buffer(await app.storage.read(`attachments/${body.id}`))
    expect(stored.includes('Erika Mustermann')).toBe(false)
    expect((await sharp(stored).metadata()).exif).toBeUndefined()
    expect(body.bytes).toBe(stored.length)
  })

  test('that is refused leaves nothing behind', async () => {
    const script = pdfOf({ catalog: '/OpenAction << /S /JavaScript /JS (x) >>' })
    const { status, body } = await visitor.upload({ name: 'a.pdf', type: 'application/pdf', content: bytesOf(script) })
    expect([status, body.code, body.error]).toEqual([
      415,
      'files.hasScripts',
      'Ungültiger Dateityp: PDF-Dateien mit Skripten sind nicht erlaubt.',
    ])
    expect(await app.db.selectFrom('attachments').select('id').execute()).toEqual([])
  })

  test('that never ends is cut off just above 10 MB', async () => {
    let sent = 0
    let isCancelled = false
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 65_536
        controller.enqueue(new Uint8Array(65_536))
      },
      cancel: () => {
        isCancelled = true
      },
    })

    const upload = storeAttachment(app, { caller: { hash: () => 'x' }, name: 'a.pdf', type: 'application/pdf', content: endless })
    await expect(upload).rejects.toMatchObject({ code: 'files.tooLarge', status: 413, message: 'Datei zu groß' })
    expect(isCancelled).toBe(true)
    expect(sent).toBeLessThan(attachmentLimits.bytes + 5 * 65_536)
  })
})

describe('a document that takes long to inspect', () => {
  const crafted = Buffer.from(`%PDF-1.4\n${'1 0 obj '.repeat(1_187_000)}\n%%EOF\n`)
  const craftedUpload = { name: 'Plan.pdf', type: 'application/pdf', content: bytesOf(crafted) }

  test('is refused, and others are answered meanwhile', async () => {
    let isInspected = false
    const began = performance.now()
    const upload = visitor.upload(craftedUpload).finally(() => {
      isInspected = true
    })
    let longest = 0
    let answers = 0
    while (!isInspected) {
      const asked = performance.now()
      await setTimeout(5)
      expect((await newVisitor().request('/healthz', {})).status).toBe(200)
      longest = Math.max(longest, performance.now() - asked)
      answers += 1
    }
    expect(await upload).toMatchObject({ status: 415, body: { code: 'files.damaged' } })
    expect(answers).toBeGreaterThan(5)
    expect(longest).toBeLessThan((performance.now() - began) / 2)
  })

  test('is stopped after its time limit and refused with a text, and the next is inspected', async () => {
    const hurried = inspectAttachment(crafted, 'Plan.pdf', 0.01)
    await expect(hurried).rejects.toMatchObject({
      status: 415,
      message: 'Ungültiger Dateityp: Die Datei ist beschädigt oder lässt sich nicht prüfen.',
      cause: { message: 'no answer within 0.01 s' },
    })
    const [bad, good] = await Promise.all([visitor.upload(craftedUpload), visitor.upload({ ...craftedUpload, content: bytesOf(pdfOf()) })])
    expect([bad.status, good.status]).toEqual([415, 200])
  })
})

describe('removing', () => {
  test('takes the own file, row and bytes', async () => {
    const id = await uploadPdf()
    expect(await isStored(id)).toBe(true)
    expect((await visitor.call('remove-booking-attachment', { attachmentId: id })).status).toBe(200)
    expect([await rowOf(id), await isStored(id)]).toEqual([undefined, false])
    expect(await visitor.call('remove-booking-attachment', { attachmentId: id })).toMatchObject({
      status: 404,
      body: { code: 'files.unknown' },
    })
  })

  test("leaves another's file and a bound file alone", async () => {
    const id = await uploadPdf()
    const stranger = newVisitor()
    await uploadPdf(stranger)
    expect((await stranger.call('remove-booking-attachment', { attachmentId: id })).status).toBe(404)
    await bind(await callerOf(id), [id], await makeBooking())
    expect((await visitor.call('remove-booking-attachment', { attachmentId: id })).status).toBe(404)
    expect(await isStored(id)).toBe(true)
  })
})

describe('binding', () => {
  test('ties the own files to one booking, in the order of upload', async () => {
    const first = await uploadPdf()
    clock.moveTo(new Date(app.now().getTime() + 1_000))
    const second = await uploadPdf()
    const bookingId = await makeBooking()
    expect(await bind(await callerOf(first), [second, first, first], bookingId)).toBe(2)
    expect((await listAttachmentsOfBooking(app.db, bookingId)).map(({ id, name }) => [id, name])).toEqual([
      [first, 'Plan.pdf'],
      [second, 'Plan.pdf'],
    ])
  })

  test("takes neither another's file, nor one bound before, nor an old one, nor an invented one", async () => {
    const [own, others] = [await uploadPdf(), await uploadPdf(newVisitor())]
    const caller = await callerOf(own)
    expect(await bind(caller, [others], await makeBooking())).toBe(0)
    expect(await bind(caller, [randomUUID()], await makeBooking())).toBe(0)
    expect(await bind(caller, [], await makeBooking())).toBe(0)
    expect(await bind(caller, [own, others], await makeBooking())).toBe(1)
    expect(await bind(caller, [own], await makeBooking())).toBe(0)
    const old = await uploadPdf()
    clock.moveTo(new Date(app.now().getTime() + 24 * hour))
    expect(await bind(caller, [old], await makeBooking())).toBe(0)
  })

  test('of twenty parallel bookings one gets the file', async () => {
    const id = await uploadPdf()
    const caller = await callerOf(id)
    const bookingIds = await Promise.all(Array.from({ length: 20 }, makeBooking))
    const bound = await Promise.all(bookingIds.map((bookingId) => bind(caller, [id], bookingId)))
    expect(bound.filter((count) => count === 1)).toHaveLength(1)
  })
})

describe('the sweep', () => {
  test('deletes files without a booking after a day, and nothing else', async () => {
    const [abandoned, bound] = [await uploadPdf(), await uploadPdf()]
    const bookingId = await makeBooking()
    await bind(await callerOf(bound), [bound], bookingId)
    clock.moveTo(new Date(app.now().getTime() + 24 * hour - 60_000))
    const young = await uploadPdf()
    await sweepAttachments(app)
    expect(await isStored(abandoned)).toBe(true)
    clock.moveTo(new Date(app.now().getTime() + 120_000))
    await sweepAttachments(app)
    expect(await Promise.all([abandoned, bound, young].map(isStored))).toEqual([false, true, true])
    expect([await rowOf(abandoned), (await rowOf(bound))?.bookingId]).toEqual([undefined, bookingId])
    await app.db.deleteFrom('bookings').execute()
    clock.moveTo(new Date(app.now().getTime() + 25 * hour))
    await sweepAttachments(app)
    expect(await isStored(bound)).toBe(false)
  })

  test('deletes files without a row when they are a day old, not sooner', async () => {
    const orphan = randomUUID()
    await app.storage.put(`attachments/${orphan}`, pdfOf(), 'application/pdf')
    await sweepAttachments(app)
    expect(await isStored(orphan)).toBe(true)
    clock.moveTo(new Date(app.now().getTime() + 25 * hour))
    await sweepAttachments(app)
    expect(await isStored(orphan)).toBe(false)
  })
})
