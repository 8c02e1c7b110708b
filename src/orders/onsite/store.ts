import type { Insertable } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { WorkPhotos, WorkSteps } from '#src/platform/server/tables.d.ts'
import { type PhotoKind, photoKinds } from './texts.ts'

type Db = Database | Transaction

/** Steps of a job in their order. */
export const listSteps = (db: Db, bookingId: string) =>
  db.selectFrom('workSteps').select(['id', 'kind', 'at', 'position']).where('bookingId', '=', bookingId).orderBy('position').execute()

export const findStep = (db: Db, id: string) =>
  db.selectFrom('workSteps').select(['id', 'bookingId']).where('id', '=', id).executeTakeFirst()

/** Inserts the next step of a job, whose booking is locked. */
export const insertStep = (tx: Transaction, step: Insertable<WorkSteps>) => tx.insertInto('workSteps').values(step).execute()

/** Photos of the work of a job, without receipts, in the order of their uploads. */
export async function listPhotos(db: Db, bookingId: string) {
  const rows = await db
    .selectFrom('workPhotos')
    .select(['id', 'kind', 'name', 'bytes', 'uploadedAt'])
    .where('bookingId', '=', bookingId)
    .where('kind', 'in', photoKinds)
    .orderBy('uploadedAt')
    .orderBy('id')
    .execute()
  return rows.flatMap(({ kind, ...photo }) => (kind === 'receipt' ? [] : [{ ...photo, kind }]))
}

/** Finds a photo of a booking, a receipt too. */
export const findPhoto = (db: Db, { id, bookingId }: { id: string; bookingId: string }) =>
  db
    .selectFrom('workPhotos')
    .select(['id', 'kind', 'companyId', 'name', 'contentType', 'storageKey', 'uploadedAt'])
    .where('id', '=', id)
    .where('bookingId', '=', bookingId)
    .executeTakeFirst()

export const findPhotoById = (db: Db, id: string) =>
  db.selectFrom('workPhotos').select(['bookingId', 'kind']).where('id', '=', id).executeTakeFirst()

/** Receipt of a supplement. */
export const findReceiptOf = (tx: Transaction, supplementId: string) =>
  tx.selectFrom('workPhotos').select('id').where('supplementId', '=', supplementId).executeTakeFirst()

export async function countPhotos(tx: Transaction, { bookingId, kind }: { bookingId: string; kind: PhotoKind }) {
  const { count } = await tx
    .selectFrom('workPhotos')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('bookingId', '=', bookingId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const insertPhoto = (tx: Transaction, photo: Insertable<WorkPhotos>) => tx.insertInto('workPhotos').values(photo).execute()

/** Deletes a photo and returns its key in the storage. */
export const deletePhoto = (tx: Transaction, id: string) =>
  tx.deleteFrom('workPhotos').where('id', '=', id).returning('storageKey').executeTakeFirst()

/** Deletes the rows of photos uploaded before a moment, and returns their keys in the storage. */
export const deleteOldPhotos = (db: Database, before: Date) =>
  db.deleteFrom('workPhotos').where('uploadedAt', '<', before).returning('storageKey').execute()

/** The given keys that have a row. */
export const findKnownPhotos = (db: Database, keys: string[]) =>
  db.selectFrom('workPhotos').select('storageKey').where('storageKey', 'in', keys).execute()

/** Steps and names of photos of the bookings of a person's address, or of the companies of its account. */
export async function listWorkForExport(db: Database, { userId, email }: { userId: string; email: string }) {
  const own = db
    .selectFrom('bookings')
    .innerJoin('companies', 'companies.id', 'bookings.companyId')
    .select('bookings.id')
    .where((row) => row.or([row('bookings.customerEmail', '=', email), row('companies.userId', '=', userId)]))
  const [steps, photos] = await Promise.all([
    db
      .selectFrom('workSteps')
      .select(['bookingId', 'kind', 'at'])
      .where('bookingId', 'in', own)
      .orderBy('bookingId')
      .orderBy('position')
      .execute(),
    db
      .selectFrom('workPhotos')
      .select(['bookingId', 'kind', 'name', 'bytes', 'uploadedAt'])
      .where('bookingId', 'in', own)
      .orderBy('uploadedAt')
      .execute(),
  ])
  return { steps, photos }
}
