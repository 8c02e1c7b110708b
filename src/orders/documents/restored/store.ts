import { sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { RangeKind } from '../numbers.ts'

/** Returns those of the hashes that no document has. */
export async function listUnknownFiles(db: Database, xmlSha256: readonly string[]) {
  const { rows } = await sql<{ sha256: string }>`
    select sha256
    from unnest(${xmlSha256}::text[]) as sha256
    where not exists (select from documents where xml_sha256 = sha256)`.execute(db)
  return rows.map(({ sha256 }) => sha256)
}

export const findCompanyOfCode = (tx: Transaction, sellerCode: string) =>
  tx.selectFrom('companies').select('id').where('sellerCode', '=', sellerCode).executeTakeFirst()

/** Moves a range beyond a position. Returns the first skipped position; undefined if the range is beyond it already. */
export async function skipTo(
  tx: Transaction,
  {
    last,
    reason,
    now,
    ...range
  }: { issuerCompanyId: string | null; kind: RangeKind; year: number; last: number; reason: string; now: Date },
) {
  const { rows } = await sql<{ first: number }>`
    with
      range as (
        insert into document_ranges as known (issuer_company_id, kind, year, next)
        values (${range.issuerCompanyId}, ${range.kind}, ${range.year}, 1)
        on conflict (issuer_company_id, kind, year) do update
        set next = known.next
        returning id, next
      ),
      gap as (
        insert into document_gaps (range_id, first_position, last_position, reason, noted_at)
        select id, next, ${last}, ${reason}, ${now}
        from range
        where next <= ${last}
        returning first_position
      )
    select first_position as first
    from gap`.execute(tx)
  const [gap] = rows
  if (!gap) return undefined
  await sql`
    update document_ranges
    set next = ${last + 1}
    where issuer_company_id is not distinct from ${range.issuerCompanyId} and kind = ${range.kind} and year = ${range.year}`.execute(tx)
  return gap.first
}
