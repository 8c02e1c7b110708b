import type { Insertable, Updateable } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { Complaints } from '#src/platform/server/tables.d.ts'

/** Complaints about a booking, the latest first. */
export const listComplaintsOf = (db: Database | Transaction, bookingId: string) =>
  db.selectFrom('complaints').selectAll().where('bookingId', '=', bookingId).orderBy('reportedAt', 'desc').orderBy('id', 'desc').execute()

/** Open complaint about a booking, which the calling function has locked. */
export const findOpenComplaint = (db: Database | Transaction, bookingId: string) =>
  db.selectFrom('complaints').selectAll().where('bookingId', '=', bookingId).where('closedAt', 'is', null).executeTakeFirst()
export type Complaint = NonNullable<Awaited<ReturnType<typeof findOpenComplaint>>>

export const insertComplaint = (tx: Transaction, complaint: Insertable<Complaints>) =>
  tx.insertInto('complaints').values(complaint).returningAll().executeTakeFirstOrThrow()

/** Changes an open complaint; the calling function has locked its booking. */
export const markComplaint = (tx: Transaction, id: string, changes: Updateable<Complaints>) =>
  tx.updateTable('complaints').set(changes).where('id', '=', id).where('closedAt', 'is', null).returningAll().executeTakeFirstOrThrow()
