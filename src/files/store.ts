import type { Database, Transaction } from '#src/server/db.ts'

type NewAttachment = {
  id: string
  callerHash: string
  name: string
  contentType: string
  bytes: number
  sha256: string
  storageKey: string
  uploadedAt: Date
}

export const insertAttachment = (db: Database, attachment: NewAttachment) =>
  db.insertInto('attachments').values(attachment).returning(['id', 'name', 'bytes', 'contentType as type']).executeTakeFirstOrThrow()

/** The key of the file that was the caller's own and not bound yet; undefined when it was not. */
export const deleteUnboundAttachment = (db: Database, { id, callerHash }: { id: string; callerHash: string }) =>
  db
    .deleteFrom('attachments')
    .where('id', '=', id)
    .where('callerHash', '=', callerHash)
    .where('boundAt', 'is', null)
    .returning('storageKey')
    .executeTakeFirst()

type Claim = { ids: string[]; callerHash: string; bookingId: string; uploadedAfter: Date; now: Date }

/** Binds those of the files that are the caller's own, unbound and young enough; answers one row for each of them. */
export const claimAttachments = (tx: Transaction, claim: Claim) =>
  tx
    .updateTable('attachments')
    .set({ bookingId: claim.bookingId, boundAt: claim.now })
    .where('id', 'in', claim.ids)
    .where('callerHash', '=', claim.callerHash)
    .where('boundAt', 'is', null)
    .where('uploadedAt', '>', claim.uploadedAfter)
    .returning('id')
    .execute()

/** Gives the files of a booking that came to nothing back to their uploader. */
export const unbindAttachments = (tx: Transaction, bookingId: string) =>
  tx.updateTable('attachments').set({ bookingId: null, boundAt: null }).where('bookingId', '=', bookingId).execute()

/** The bookings that hold some of the caller's own files. */
export const findBookingsHolding = (db: Database, { ids, callerHash }: { ids: string[]; callerHash: string }) =>
  db
    .selectFrom('attachments')
    .select('bookingId')
    .distinct()
    .where('id', 'in', ids)
    .where('callerHash', '=', callerHash)
    .where('bookingId', 'is not', null)
    .execute()

export const listAttachmentsOfBooking = (db: Database | Transaction, bookingId: string) =>
  db
    .selectFrom('attachments')
    .select(['id', 'name', 'bytes', 'contentType as type'])
    .where('bookingId', '=', bookingId)
    .orderBy('uploadedAt')
    .orderBy('id')
    .execute()

/** Takes the rows of files that belong to no booking and were uploaded up to a moment. */
export const deleteAbandonedAttachments = (db: Database, uploadedUntil: Date) =>
  db.deleteFrom('attachments').where('bookingId', 'is', null).where('uploadedAt', '<=', uploadedUntil).returning('storageKey').execute()

/** Those of the keys that have a row. */
export const findKnownKeys = (db: Database, keys: string[]) =>
  db.selectFrom('attachments').select('storageKey').where('storageKey', 'in', keys).execute()
