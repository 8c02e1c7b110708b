import { sql } from 'kysely'
import type { Cents } from '#src/platform/kit/money.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'

export type CoveredBooking = { occurredAt: Date; kind: string; bookingId: string; bookingCents: Cents; feeCents: Cents; vatCents: Cents }

/** Lists the bookings that a document of the operator covers, in order. The ledger is append-only, so this list is stable. */
export async function listCoveredBookings(db: Database, documentId: string) {
  const { rows } = await sql<CoveredBooking>`
    select head.occurred_at, line.kind, head.booking_id, line.booking_cents, line.fee_cents, line.vat_cents
    from document_covers as cover
    join revenue_lines as line on line.tx_id = cover.ledger_tx_id
    join ledger_tx as head on head.id = line.tx_id
    where cover.document_id = ${documentId} and cover.side = 'operator' and head.booking_id is not null
    order by head.occurred_at, head.id`.execute(db)
  return rows
}

/** Stores the hashes of the files. Returns true for the first call only. */
export async function markRendered(
  tx: Transaction,
  { id, now, ...hashes }: { id: string; xmlSha256: string; pdfSha256: string; now: Date },
) {
  const marked = await tx
    .updateTable('documents')
    .set({ ...hashes, renderedAt: now })
    .where('id', '=', id)
    .where('renderedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

/** Lists documents with files in batches; `after` is the last id of the previous batch. */
export const listRendered = (db: Database, { after, limit }: { after: string | undefined; limit: number }) =>
  db
    .selectFrom('documents')
    .select(['id', 'number', 'facts', 'grossCents', 'xmlSha256', 'pdfSha256'])
    .where('renderedAt', 'is not', null)
    .$if(after !== undefined, (query) => query.where('id', '>', String(after)))
    .orderBy('id')
    .limit(limit)
    .execute()

/** Lists documents that have no files although they were issued before `before`. */
export const listUnrendered = (db: Database, { before, limit }: { before: Date; limit: number }) =>
  db
    .selectFrom('documents')
    .select(['id', 'number', 'grossCents'])
    .where('renderedAt', 'is', null)
    .where('createdAt', '<', before)
    .orderBy('createdAt')
    .limit(limit)
    .execute()

/** Finds the encrypted tax number of the company in whose name the document was issued. */
export async function findEncrypted(db: Database, documentId: string) {
  const found = await db.selectFrom('documentSeals').select('sealed').where('documentId', '=', documentId).executeTakeFirst()
  return found?.sealed
}
