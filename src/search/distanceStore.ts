import { sql } from 'kysely'
import type { Database } from '#src/server/db.ts'
import { resolvePlace } from './placeStore.ts'
import type { Distance } from './rules.ts'

/** Undefined when the place or the company's own is unknown. */
export async function findDistance(
  db: Database,
  { companyId, location }: { companyId: string; location: string },
): Promise<Distance | undefined> {
  const place = location ? await resolvePlace(db, location) : undefined
  if (!place?.point) return undefined
  const { longitude, latitude } = place.point
  const row = await db
    .selectFrom('searchCompanies')
    .select(
      sql<number | null>`round(search_distance_km(point, point(${longitude}::double precision, ${latitude}::double precision)))`.as('km'),
    )
    .where('companyId', '=', companyId)
    .executeTakeFirst()
  return row?.km == null ? undefined : { place: place.label, km: row.km }
}
