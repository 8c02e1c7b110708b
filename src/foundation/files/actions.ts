import { createHash } from 'node:crypto'
import { Problem } from '#src/platform/kit/problems.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import { ProcessFailed } from '#src/platform/server/process.ts'
import { inspectAttachment } from './inspectActions.ts'
import { readBounded } from './readActions.ts'
import { attachmentLimits, cleanFileName, fileProblems, type UploadedFile } from './rules.ts'
import {
  claimAttachments,
  claimUnbound,
  deleteAbandonedAttachments,
  deleteUnboundAttachment,
  findBookingsHolding,
  findKnownKeys,
  insertAttachment,
} from './store.ts'

/** Uploading browser, identified by the hash of its random cookie. */
type Uploader = { hash: () => string }
const folder = 'attachments'

/**
 * Stores a customer's file before there is a booking: reads at most 10 MB of the stream, checks the content, stores it privately. The file
 * is stored before its row: a crash in between leaves a file without a row, which the sweep deletes. Throws fileProblems.
 */
export async function storeAttachment(app: App, upload: Upload & { caller: Uploader }): Promise<UploadedFile> {
  const { name, type, content } = await readUpload(app, upload)
  const id = uuidFrom(app.random(16))
  const storageKey = `${folder}/${id}`
  await app.storage.put(storageKey, content, type)
  return insertAttachment(app.db, {
    id,
    callerHash: upload.caller.hash(),
    name,
    contentType: type,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    storageKey,
    uploadedAt: app.now(),
  })
}

type Upload = { name: string; type: string; content: ReadableStream<Uint8Array> }

/** Reads an upload, at most 10 MB, and inspects its content: the type must be permitted, and nothing in it harmful. Throws fileProblems. */
export async function readUpload(app: App, upload: Upload) {
  const name = cleanFileName(upload.name)
  const read = await readBounded(upload.content, attachmentLimits.bytes)
  return await inspectAttachment(read, name).catch((error: unknown) => noteFailure(app, error))
}

type StoredFile = { id: string; name: string; contentType: string; bytes: number; storageKey: string; uploadedAt: Date }

/**
 * Stores an inspected file below `folder`, then calls `keep`, which inserts its row. A Problem thrown by `keep` removes the file at once.
 * After any other error the row may have been committed, for example if only the response was lost: the file stays, and the sweep deletes
 * it if it has no row.
 */
export async function storeFile(
  app: App,
  { folder, name, type, content }: Awaited<ReturnType<typeof readUpload>> & { folder: string },
  keep: (file: StoredFile) => Promise<void>,
) {
  const id = uuidFrom(app.random(16))
  const storageKey = `${folder}/${id}`
  await app.storage.put(storageKey, content, type)
  try {
    await keep({ id, name, contentType: type, bytes: content.length, storageKey, uploadedAt: app.now() })
  } catch (error) {
    if (error instanceof Problem) await app.storage.remove(storageKey)
    throw error
  }
}

/** A crash or timeout of the inspecting process may be an attack or a bug in our code, so it is logged for the operator. */
function noteFailure(app: App, error: unknown): never {
  if (error instanceof Error && error.cause instanceof ProcessFailed)
    app.log.warn({ error: error.cause.message }, 'an upload could not be inspected')
  throw error
}

/** Removes the caller's own file unless a booking uses it. Throws fileProblems.unknown for any other. */
export async function removeAttachment(app: App, { caller, attachmentId }: { caller: Uploader; attachmentId: string }) {
  const removed = await deleteUnboundAttachment(app.db, { id: attachmentId, callerHash: caller.hash() })
  if (!removed) throw fileProblems.unknown()
  await app.storage.remove(removed.storageKey)
}

type Binding = { caller: Uploader; attachmentIds: readonly string[]; bookingId: string; now: Date }

/**
 * Binds files to a booking, in the booking's transaction. Takes only the caller's own files that are unbound and not older than 24 hours
 * (docs/spec.md#attachments). Returns the number of bound files: if it is less than the number of distinct ids, the caller must refuse the
 * booking.
 */
export async function bindAttachments(tx: Transaction, { caller, attachmentIds, bookingId, now }: Binding) {
  if (attachmentIds.length === 0) return 0
  const bound = await claimAttachments(tx, {
    ids: [...new Set(attachmentIds)],
    callerHash: caller.hash(),
    bookingId,
    uploadedAfter: unboundBefore(now),
    now,
  })
  return bound.length
}

/**
 * Marks files as bound for a message (docs/spec.md#messages), which stores their ids itself, in the same transaction. Returns the number of
 * bound files.
 */
export async function bindToMessage(tx: Transaction, { caller, attachmentIds, now }: Omit<Binding, 'bookingId'>) {
  const ids = [...new Set(attachmentIds)]
  return (await claimUnbound(tx, { ids, callerHash: caller.hash(), uploadedAfter: unboundBefore(now), now })).length
}

/** Ids of unpaid bookings that use any of the caller's own files. */
export async function bookingsHolding(db: Database, { caller, attachmentIds }: { caller: Uploader; attachmentIds: readonly string[] }) {
  if (attachmentIds.length === 0) return []
  const rows = await findBookingsHolding(db, { ids: [...attachmentIds], callerHash: caller.hash() })
  return rows.flatMap(({ bookingId }) => bookingId ?? [])
}

/**
 * Deletes files without a booking, message or quote request after 24 hours, those of cancelled unpaid bookings after `unpaidDays`, and
 * stored files without a row (of an interrupted upload or sweep). Rows are deleted first.
 */
export async function sweepAttachments(app: App) {
  const abandoned = await deleteAbandonedAttachments(app.db, {
    uploadedUntil: unboundBefore(app.now()),
    unpaidUntil: new Date(app.now().getTime() - attachmentLimits.unpaidDays * 86_400_000),
  })
  for (const { storageKey } of abandoned) await app.storage.remove(storageKey)
  const orphans = await removeOrphans(app, { folder, findKnown: (keys) => findKnownKeys(app.db, keys) })
  if (abandoned.length || orphans) app.log.info({ abandoned: abandoned.length, orphans }, 'attachments swept')
}

const unboundBefore = (now: Date) => new Date(now.getTime() - attachmentLimits.unboundHours * 3_600_000)

/** Random uuid (version 4) from 16 random bytes. */
export function uuidFrom(random: Buffer) {
  const hex = random.toString('hex')
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}

type Kept = { folder: string; findKnown: (keys: string[]) => Promise<{ storageKey: string }[]> }

/**
 * Deletes the files of a folder that have no row, and returns their number. Only files older than 24 hours by the storage's clock: a
 * running upload has a file but no row yet.
 */
export async function removeOrphans(app: App, { folder: swept, findKnown }: Kept) {
  let removed = 0
  let batch: string[] = []
  const removeUnknown = async () => {
    const known = new Set((batch.length ? await findKnown(batch) : []).map((row) => row.storageKey))
    const unknown = batch.filter((key) => !known.has(key))
    for (const key of unknown) await app.storage.remove(key)
    removed += unknown.length
    batch = []
  }
  for await (const { key, storedAt } of app.storage.list(swept)) {
    if (storedAt <= unboundBefore(app.now())) batch.push(key)
    if (batch.length === 500) await removeUnknown()
  }
  await removeUnknown()
  return removed
}
