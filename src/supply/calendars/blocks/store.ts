import { sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { Span } from '../workingHours.ts'
import type { InTheWay } from './rules.ts'

/** Resources that can be blocked: all visible ones, with their seats. */
export const listWorking = (tx: Transaction, companyId: string) =>
  tx.selectFrom('resources').select(['id', 'capacity']).where('companyId', '=', companyId).where('hiddenAt', 'is', null).execute()

/** Taken times of these resources within a span, earliest first. */
export async function listInTheWay(tx: Transaction, { resourceIds, from, to }: Span & { resourceIds: readonly string[] }) {
  const { rows } = await sql<InTheWay>`
    select distinct
      (extract(epoch from lower(core)) * 1000)::float8 as from,
      (extract(epoch from upper(core)) * 1000)::float8 as to,
      resources.name
    from occupancies
    join resources on resources.id = occupancies.resource_id
    where occupancies.resource_id = any(${resourceIds}::uuid[])
      and during && tstzrange(${new Date(from)}, ${new Date(to)})
    order by 1, 2, 3`.execute(tx)
  return rows
}

/**
 * Frees a blocked time of all resources; returns false if it did not exist. The rows of one block share its span and time of creation. No
 * second block can have both: the lock serialises the writers, and the constraint forbids overlaps.
 */
export async function deleteBlock(db: Database, { companyId, id }: { companyId: string; id: string }) {
  const { rows } = await sql`
    delete from occupancies as freed
    using occupancies as chosen
    where chosen.id = ${id}
      and chosen.company_id = ${companyId}
      and chosen.kind = 'block'
      and freed.kind = 'block'
      and freed.company_id = chosen.company_id
      and freed.during = chosen.during
      and freed.created_at = chosen.created_at
    returning freed.id`.execute(db)
  return rows.length > 0
}
