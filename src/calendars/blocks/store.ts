import { sql } from 'kysely'
import type { Database, Transaction } from '#src/server/db.ts'
import type { Span } from '../openings.ts'
import type { InTheWay } from './rules.ts'

/** Who can be blocked: all that work, each with its seats. */
export const listWorking = (tx: Transaction, companyId: string) =>
  tx.selectFrom('resources').select(['id', 'capacity']).where('companyId', '=', companyId).where('hiddenAt', 'is', null).execute()

/** What is taken in a time, of these resources, the earliest first. */
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
 * Frees what one act blocked, of everybody whom it blocked; answers whether it was there. What one act wrote has one time and one moment of
 * writing, and no second act can have both: the lock lets them write one after the other, and the constraint no time twice.
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
