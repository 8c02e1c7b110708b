import { sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import { type DocumentFacts, type DocumentKind, documentFacts } from './facts.ts'
import type { RangeKind } from './numbers.ts'
import type { DocumentTaxCase } from './taxes.ts'

/**
 * Serializes issuing for a company until the transaction ends: ledger entries found uncovered remain so until this transaction covers
 * them.
 */
export const lockIssuing = (tx: Transaction, companyId: string) =>
  sql`select pg_advisory_xact_lock(hashtext('documents.issue'), hashtext(${companyId}))`.execute(tx)

/** Takes the next position of a number range. Its row stays locked until the transaction ends; a rollback returns the position. */
export async function takePlace(
  tx: Transaction,
  { issuerCompanyId, kind, year }: { issuerCompanyId: string | null; kind: RangeKind; year: number },
) {
  const { rows } = await sql<{ rangeId: string; position: number }>`
    insert into document_ranges as known (issuer_company_id, kind, year, next)
    values (${issuerCompanyId}, ${kind}, ${year}, 2)
    on conflict (issuer_company_id, kind, year) do update
    set next = known.next + 1
    returning id as range_id, next - 1 as position`.execute(tx)
  const [place] = rows
  if (!place) throw new Error('a number range returned no position')
  return place
}

export type NewDocument = {
  rangeId: string
  position: number
  number: string
  kind: DocumentKind
  issuerCompanyId: string | null
  companyId: string
  bookingId: string | null
  taxCase: DocumentTaxCase
  correctsId: string | null
  isCancellation: boolean
  facts: DocumentFacts
  now: Date
}

/** Inserts the document and its lines; the database computes the hash chain. */
export async function insertDocument(tx: Transaction, { facts, now, ...one }: NewDocument) {
  const { id } = await tx
    .insertInto('documents')
    .values({
      ...one,
      issuedOn: facts.issuedOn,
      supplyFrom: facts.supplyFrom,
      supplyTo: facts.supplyTo,
      grossCents: facts.grossCents,
      netCents: facts.netCents,
      taxCents: facts.taxCents,
      facts: JSON.stringify(facts),
      previousSha256: '',
      factsSha256: '',
      createdAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('documentLines')
    .values(facts.lines.map((line, place) => ({ documentId: id, position: place + 1, ...line })))
    .execute()
  return id
}

/** Document that covers a ledger entry: the operator's for the fee, the customer's for the amount paid. */
export type Side = 'operator' | 'customer'

export const insertCovers = (tx: Transaction, { documentId, side, facts }: { documentId: string; side: Side; facts: readonly string[] }) =>
  sql`
    insert into document_covers (document_id, ledger_tx_id, side)
    select ${documentId}, id, ${side}
    from unnest(${facts}::uuid[]) as id`.execute(tx)

/** Releases the ledger entries that a cancelled document covered. */
export const releaseCovers = (tx: Transaction, { documentId, releasedBy }: { documentId: string; releasedBy: string }) =>
  tx.updateTable('documentCovers').set({ releasedBy }).where('documentId', '=', documentId).where('releasedBy', 'is', null).execute()

/** Finds a document with its frozen facts. */
export async function findDocument(db: Database | Transaction, id: string) {
  const found = await db.selectFrom('documents').selectAll().where('id', '=', id).executeTakeFirst()
  return found && readDocument(found)
}

const readDocument = <Row extends { facts: unknown; kind: string }>({ facts, kind, ...row }: Row) => ({
  ...row,
  kind: kind as DocumentKind,
  facts: documentFacts.parse(facts),
})

export type FoundDocument = NonNullable<Awaited<ReturnType<typeof findDocument>>>

/** Finds the cancellation of a document. */
export const findCancellation = (db: Database | Transaction, documentId: string) =>
  db
    .selectFrom('documents')
    .select(['id', 'number'])
    .where('correctsId', '=', documentId)
    .where('isCancellation', '=', true)
    .executeTakeFirst()

/** Sums the tax in the ledger for the entries that a document covers, in cents: as posted for each entry, plus rounding. */
export async function sumCoveredTax(tx: Transaction, documentId: string) {
  const { rows } = await sql<{ taxCents: number }>`
    select coalesce(sum(line.vat_cents), 0) as tax_cents
    from document_covers as cover
    join revenue_lines as line on line.tx_id = cover.ledger_tx_id
    where cover.document_id = ${documentId}`.execute(tx)
  return rows[0]?.taxCents ?? 0
}

/** Stores why a document could not be issued, for the operator. It is tried again some time after `checkedAt`, by default now. */
export const noteFaults = (tx: Transaction, { companyId, subject, rules, now, checkedAt = now }: Fault) =>
  tx
    .insertInto('documentFaults')
    .values({ companyId, subject, rules, foundAt: now, checkedAt })
    .onConflict((conflict) => conflict.columns(['companyId', 'subject']).doUpdateSet({ rules, checkedAt }))
    .execute()
type Fault = { companyId: string; subject: string; rules: string[]; now: Date; checkedAt?: Date }

export const deleteFaults = (tx: Transaction, { companyId, subject }: { companyId: string; subject: string }) =>
  tx.deleteFrom('documentFaults').where('companyId', '=', companyId).where('subject', '=', subject).execute()
