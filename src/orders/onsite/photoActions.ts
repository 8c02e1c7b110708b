import { readUpload, removeOrphans, uuidFrom } from '#src/foundation/files/actions.ts'
import { sendViewed } from '#src/foundation/files/downloadActions.ts'
import type { PictureView } from '#src/foundation/files/pictureRules.ts'
import { openWithKey } from '#src/orders/bookings/links/keyActions.ts'
import type { HeldKey } from '#src/orders/bookings/links/keyRules.ts'
import { bookingProblems } from '#src/orders/bookings/rules.ts'
import { lockBooking } from '#src/orders/bookings/store.ts'
import { lockSupplement } from '#src/orders/supplements/store.ts'
import { Problem } from '#src/platform/kit/problems.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { announce } from '#src/platform/server/live.ts'
import { spanOf } from './companyActions.ts'
import { stateAfter, workedMs } from './hours.ts'
import { type PhotoQuery, workProblems } from './rules.ts'
import {
  countPhotos,
  deleteOldPhotos,
  deletePhoto,
  findKnownPhotos,
  findPhoto,
  findPhotoById,
  findReceiptOf,
  insertPhoto,
  listPhotos,
  listSteps,
} from './store.ts'
import { type PhotoKind, workLimits } from './texts.ts'

const folder = 'work-photos'
type Ids = { companyId: string; bookingId: string; id: string }
type Upload = PhotoQuery & { companyId: string; name: string; type: string; content: ReadableStream<Uint8Array> }

/**
 * Stores a photo of a job, or the receipt of a supplement, re-encoded without metadata. The id comes from the browser: a photo that is sent
 * again after a lost response is stored once. Throws bookingProblems.notFound, workProblems, fileProblems.
 */
export async function storePhoto(app: App, { companyId, name, type, content, ...photo }: Upload) {
  const { bookingId, id, kind } = photo
  const read = await readPicture(app, { name, type, content })
  await keepPicture(app, read, (file) =>
    app.db.transaction().execute(async (tx) => {
      const booking = await lockBooking(tx, bookingId)
      if (booking?.companyId !== companyId) throw bookingProblems.notFound()
      if (await isKnown(tx, { id, bookingId })) return false
      if (photo.kind === 'receipt') await requireReceipt(tx, photo)
      else await requireRoom(app, tx, { booking, kind: photo.kind })
      const supplementId = photo.kind === 'receipt' ? photo.supplementId : null
      await insertPhoto(tx, { ...file, id, bookingId, companyId, kind, supplementId, uploadedAt: app.now() })
      await announce(tx, { companyId, kind: 'booking', id: bookingId })
      return true
    }),
  )
  return { success: true }
}

type Job = NonNullable<Awaited<ReturnType<typeof lockBooking>>>

/** Throws workProblems unless a photo of this kind may be added to a job now. */
async function requireRoom(app: App, tx: Transaction, { booking, kind }: { booking: Job; kind: PhotoKind }) {
  const now = app.now()
  const span = await spanOf(tx, booking)
  if (!span || now < span.from || now > span.until) throw workProblems.notNow()
  if ((await countPhotos(tx, { bookingId: booking.id, kind })) >= workLimits.photos) throw workProblems.tooMany()
}

/** Throws workProblems.noReceipt unless the supplement is open, for material, and without a receipt. */
async function requireReceipt(tx: Transaction, { bookingId, supplementId }: { bookingId: string; supplementId: string }) {
  const supplement = await lockSupplement(tx, supplementId)
  const isOpen = supplement?.bookingId === bookingId && supplement.status === 'open' && supplement.kind === 'material'
  if (!isOpen || (await findReceiptOf(tx, supplementId))) throw workProblems.noReceipt()
}

/** True if the photo was stored before. Throws workProblems.unknownPhoto for an id of another booking. */
async function isKnown(tx: Transaction, { id, bookingId }: { id: string; bookingId: string }) {
  const known = await findPhotoById(tx, id)
  if (known && known.bookingId !== bookingId) throw workProblems.unknownPhoto()
  return known !== undefined
}

type Picture = { name: string; contentType: 'image/png' | 'image/jpeg'; content: Buffer }

/** Reads and checks an upload that has to be a picture; re-encoding removes its metadata. Throws workProblems.noPicture, fileProblems. */
async function readPicture(app: App, upload: Pick<Upload, 'name' | 'type' | 'content'>): Promise<Picture> {
  const { name, type, content } = await readUpload(app, upload)
  if (type !== 'image/png' && type !== 'image/jpeg') throw workProblems.noPicture()
  return { name, contentType: type, content }
}

type Stored = { name: string; contentType: Picture['contentType']; bytes: number; storageKey: string }

/**
 * Stores a picture, then calls `keep`, which inserts its row and returns false if it is not needed. A Problem removes the file at once;
 * after any other error the row may have been committed, so the sweep decides.
 */
async function keepPicture(app: App, { name, contentType, content }: Picture, keep: (file: Stored) => Promise<boolean>) {
  const storageKey = `${folder}/${uuidFrom(app.random(16))}`
  await app.storage.put(storageKey, content, contentType)
  try {
    if (!(await keep({ name, contentType, bytes: content.length, storageKey }))) await app.storage.remove(storageKey)
  } catch (error) {
    if (error instanceof Problem) await app.storage.remove(storageKey)
    throw error
  }
}

/** Deletes a photo of a company within its time; a receipt stays. Throws workProblems. */
export async function removePhoto(app: App, { companyId, bookingId, id }: Ids) {
  const removed = await app.db.transaction().execute(async (tx) => {
    await lockBooking(tx, bookingId)
    const photo = await findPhoto(tx, { id, bookingId })
    // The receipt is part of a proposed supplement, and proposals are never changed.
    if (photo?.companyId !== companyId || photo.kind === 'receipt') throw workProblems.unknownPhoto()
    if (photo.uploadedAt.getTime() <= app.now().getTime() - workLimits.deleteHours * 3_600_000) throw workProblems.tooLate()
    await announce(tx, { companyId, kind: 'booking', id: bookingId })
    return deletePhoto(tx, id)
  })
  if (removed) await app.storage.remove(removed.storageKey)
}

/** Opens a photo for the company of the job. Throws workProblems.unknownPhoto. */
export async function openPhotoAsCompany(app: App, { companyId, bookingId, id, view }: Ids & { view: PictureView | undefined }) {
  const file = await findPhoto(app.db, { id, bookingId })
  if (file?.companyId !== companyId) throw workProblems.unknownPhoto()
  return sendViewed(app, { file, view })
}

/** Opens a photo for the holder of a booking's key. Throws as openWithKey, workProblems.unknownPhoto. */
export async function openPhotoAsCustomer(app: App, { key, id, view }: { key: HeldKey; id: string; view: PictureView | undefined }) {
  const file = await findPhoto(app.db, { id, bookingId: await openWithKey(app, key) })
  if (!file) throw workProblems.unknownPhoto()
  return sendViewed(app, { file, view })
}

/** Work of a booking for the holder of its key; the time worked is shown once it has ended. Throws as openWithKey. */
export async function readOwnWork(app: App, key: HeldKey) {
  const bookingId = await openWithKey(app, key)
  const [steps, photos] = await Promise.all([listSteps(app.db, bookingId), listPhotos(app.db, bookingId)])
  const state = stateAfter(steps)
  return {
    state,
    since: steps.at(-1)?.at ?? null,
    workedMs: state === 'ended' ? workedMs(steps, app.now()) : null,
    photos,
  }
}

/** Deletes photos after their retention, and files without a row. */
export async function sweepPhotos(app: App) {
  const old = await deleteOldPhotos(app.db, new Date(app.now().getTime() - workLimits.retentionDays * 86_400_000))
  for (const { storageKey } of old) await app.storage.remove(storageKey)
  await removeOrphans(app, { folder, findKnown: (keys) => findKnownPhotos(app.db, keys) })
}
