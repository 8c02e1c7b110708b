import { sql } from 'kysely'
import type { Database } from '#src/server/db.ts'

/** Every sealed text that lives long, by the row and column it stands in. Mails with a sealed secret leave within minutes. */
const places = [
  { table: 'bank_details', column: 'sealed', key: 'company_id' },
  { table: 'bank_changes', column: 'sealed', key: 'id' },
  { table: 'bank_changes', column: 'previous_sealed', key: 'id' },
] as const
export type SealedRow = { place: number; id: string; companyId: string; sealed: string }

/** The next texts that an older key sealed, in a fixed order after `after`. */
export async function listOldSeals(
  db: Database,
  { place, current, after, limit }: { place: number; current: string; after: string; limit: number },
) {
  const { table, column, key } = placeAt(place)
  const { rows } = await sql<Omit<SealedRow, 'place'>>`
    select ${sql.ref(key)} as id, company_id as "companyId", ${sql.ref(column)} as sealed
    from ${sql.table(table)}
    where ${sql.ref(column)} is not null
      and not starts_with(${sql.ref(column)}, ${current})
      and ${sql.ref(key)} > ${after}
    order by ${sql.ref(key)}
    limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, place }))
}

/** Writes a text sealed anew, unless it was replaced meanwhile. */
export async function replaceSeal(db: Database, { place, id, sealed, resealed }: SealedRow & { resealed: string }) {
  const { table, column, key } = placeAt(place)
  await sql`
    update ${sql.table(table)}
    set ${sql.ref(column)} = ${resealed}
    where ${sql.ref(key)} = ${id} and ${sql.ref(column)} = ${sealed}`.execute(db)
}

export const sealedPlaces = places.map((_one, place) => place)

function placeAt(place: number) {
  const found = places[place]
  if (!found) throw new Error(`no place ${place}`)
  return found
}
