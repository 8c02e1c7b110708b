import type { Insertable, Updateable } from 'kysely'
import type { Database, Transaction } from '#src/server/db.ts'
import type { Complaints } from '#src/server/tables.d.ts'

/** The complaints about a booking, the latest first. */
export const listComplaintsOf = (db: Database | Transaction, bookingId: string) =>
  db.selectFrom('complaints').selectAll().where('bookingId', '=', bookingId).orderBy('reportedAt', 'desc').orderBy('id', 'desc').execute()

/** The open complaint about a booking; its booking is locked before. */
export const findOpenComplaint = (db: Database | Transaction, bookingId: string) =>
  db.selectFrom('complaints').selectAll().where('bookingId', '=', bookingId).where('closedAt', 'is', null).executeTakeFirst()
export type Complaint = NonNullable<Awaited<ReturnType<typeof findOpenComplaint>>>

export const insertComplaint = (tx: Transaction, complaint: Insertable<Complaints>) =>
  tx.insertInto('complaints').values(complaint).returningAll().executeTakeFirstOrThrow()

/** Changes an open complaint; its booking is locked before. */
export const markComplaint = (tx: Transaction, id: string, changes: Updateable<Complaints>) =>
  tx.updateTable('complaints').set(changes).where('id', '=', id).where('closedAt', 'is', null).returningAll().executeTakeFirstOrThrow()
