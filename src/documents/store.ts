import { sql } from 'kysely'
import type { Database, Transaction } from '#src/server/db.ts'
import { type DocumentFacts, type DocumentKind, documentFacts } from './facts.ts'
import type { RangeKind } from './numbers.ts'
import type { DocumentTaxCase } from './taxes.ts'

/** Lets one transaction at a time issue for a company: what it found uncovered stays so until it covers it. */
export const lockIssuing = (tx: Transaction, companyId: string) =>
  sql`select pg_advisory_xact_lock(hashtext('documents.issue'), hashtext(${companyId}))`.execute(tx)

/** The next place in a range. Its row stays locked until the transaction ends; a rollback gives the place back. */
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
  if (!place) throw new Error('a range gave no place')
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

/** The document and its lines; the chain is the database's. */
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

/** Who pays for a fact, and with whom it is settled: our fee, or what the customer paid. */
export type Side = 'operator' | 'customer'

export const insertCovers = (tx: Transaction, { documentId, side, facts }: { documentId: string; side: Side; facts: readonly string[] }) =>
  sql`
    insert into document_covers (document_id, ledger_tx_id, side)
    select ${documentId}, id, ${side}
    from unnest(${facts}::uuid[]) as id`.execute(tx)

/** A cancelled document lets go what it covered. */
export const releaseCovers = (tx: Transaction, { documentId, releasedBy }: { documentId: string; releasedBy: string }) =>
  tx.updateTable('documentCovers').set({ releasedBy }).where('documentId', '=', documentId).where('releasedBy', 'is', null).execute()

/** A document with its facts, as they were frozen. */
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

/** The document that took another one back. */
export const findCancellation = (db: Database | Transaction, documentId: string) =>
  db
    .selectFrom('documents')
    .select(['id', 'number'])
    .where('correctsId', '=', documentId)
    .where('isCancellation', '=', true)
    .executeTakeFirst()

/** Tax that the ledger has for what a document covers: what was posted fact by fact, and what was rounded. */
export async function sumCoveredTax(tx: Transaction, documentId: string) {
  const { rows } = await sql<{ taxCents: number }>`
    select coalesce(sum(line.vat_cents), 0) as tax_cents
    from document_covers as cover
    join revenue_lines as line on line.tx_id = cover.ledger_tx_id
    where cover.document_id = ${documentId}`.execute(tx)
  return rows[0]?.taxCents ?? 0
}

/** Keeps why a paper could not be issued; the operator reads it. It is tried again a while after `checkedAt`, which is now unless it is said. */
export const noteFaults = (tx: Transaction, { companyId, subject, rules, now, checkedAt = now }: Fault) =>
  tx
    .insertInto('documentFaults')
    .values({ companyId, subject, rules, foundAt: now, checkedAt })
    .onConflict((conflict) => conflict.columns(['companyId', 'subject']).doUpdateSet({ rules, checkedAt }))
    .execute()
type Fault = { companyId: string; subject: string; rules: string[]; now: Date; checkedAt?: Date }

export const forgetFaults = (tx: Transaction, { companyId, subject }: { companyId: string; subject: string }) =>
  tx.deleteFrom('documentFaults').where('companyId', '=', companyId).where('subject', '=', subject).execute()
