import { type Insertable, sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { Attachments } from '#src/platform/server/tables.d.ts'

export const insertAttachment = (db: Database, attachment: Insertable<Attachments>) =>
  db.insertInto('attachments').values(attachment).returning(['id', 'name', 'bytes', 'contentType as type']).executeTakeFirstOrThrow()

/** Deletes the caller's own, free file and returns its key; undefined for any other. */
export const deleteUnboundAttachment = (db: Database, { id, callerHash }: { id: string; callerHash: string }) =>
  db
    .deleteFrom('attachments')
    .where('id', '=', id)
    .where('callerHash', '=', callerHash)
    .where(isFree)
    .returning('storageKey')
    .executeTakeFirst()

type Claim = { ids: string[]; callerHash: string; bookingId: string; uploadedAfter: Date; now: Date }

/** Binds the caller's own, free files that are new enough; returns a row for each. */
export const claimAttachments = (tx: Transaction, claim: Claim) =>
  tx
    .updateTable('attachments')
    .set({ bookingId: claim.bookingId, boundAt: claim.now })
    .where('id', 'in', claim.ids)
    .where('callerHash', '=', claim.callerHash)
    .where(isFree)
    .where('uploadedAt', '>', claim.uploadedAfter)
    .returning('id')
    .execute()

/** Marks the caller's own files that were never bound as bound, without a booking; returns a row for each. */
export const claimUnbound = (tx: Transaction, { ids, callerHash, uploadedAfter, now }: Omit<Claim, 'bookingId'>) =>
  tx
    .updateTable('attachments')
    .set({ boundAt: now })
    .where('id', 'in', ids)
    .where('callerHash', '=', callerHash)
    .where('boundAt', 'is', null)
    .where('uploadedAt', '>', uploadedAfter)
    .returning('id')
    .execute()

/** Unpaid bookings that use any of the caller's own files. */
export const findBookingsHolding = (db: Database, { ids, callerHash }: { ids: string[]; callerHash: string }) =>
  db
    .selectFrom('attachments')
    .innerJoin('bookings', 'bookings.id', 'attachments.bookingId')
    .select('attachments.bookingId')
    .distinct()
    .where('attachments.id', 'in', ids)
    .where('attachments.callerHash', '=', callerHash)
    .where('bookings.bookingStatus', '=', 'pending')
    .execute()

export const listAttachmentsOfBooking = (db: Database | Transaction, bookingId: string) =>
  db
    .selectFrom('attachments')
    .select(['id', 'name', 'bytes', 'contentType as type'])
    .where('bookingId', '=', bookingId)
    .orderBy('uploadedAt')
    .orderBy('id')
    .execute()

/**
 * Deletes the rows of files without a booking, message or quote request, and those of cancelled bookings that are unpaid since before
 * `unpaidUntil`.
 */
export const deleteAbandonedAttachments = (db: Database, { uploadedUntil, unpaidUntil }: { uploadedUntil: Date; unpaidUntil: Date }) =>
  db
    .deleteFrom('attachments')
    .where((where) =>
      where.or([
        where.and([
          where('bookingId', 'is', null),
          where('uploadedAt', '<=', uploadedUntil),
          sql<boolean>`not (${belongsToMessage} or ${belongsToQuote})`,
        ]),
        where.and([where('boundAt', '<=', unpaidUntil), belongsToUnpaid]),
      ]),
    )
    .returning('storageKey')
    .execute()

/** The given keys that have a row. */
export const findKnownKeys = (db: Database, keys: string[]) =>
  db.selectFrom('attachments').select('storageKey').where('storageKey', 'in', keys).execute()

/**
 * SQL condition: the file belongs to a cancelled, unpaid booking. A late payment may still confirm that booking, so it keeps its files
 * until its customer uses them for a new booking.
 */
const belongsToUnpaid = sql<boolean>`exists (
  select 1
  from bookings
  where bookings.id = attachments.booking_id and booking_status = 'cancelled' and payment_status = 'failed'
)`
const belongsToMessage = sql<boolean>`exists (
  select 1
  from message_files
  where attachment_id = attachments.id
)`
const belongsToQuote = sql<boolean>`exists (
  select 1
  from quote_files
  where attachment_id = attachments.id
)`
const isFree = sql<boolean>`(bound_at is null or ${belongsToUnpaid})`
