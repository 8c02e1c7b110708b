import { sql } from 'kysely'
import type { Database } from '#src/platform/server/db.ts'
import { type Distance, searchLimits } from '../query/rules.ts'
import { resolvePlace } from './store.ts'

/**
 * Finds the distance of a company from a place; undefined if one of the two points is unknown. Links of the result list spell the place
 * correctly.
 */
export async function findDistance(
  db: Database,
  { companyId, location }: { companyId: string; location: string },
): Promise<Distance | undefined> {
  if (location === '' || location.length >= searchLimits.maxQueryLength) return undefined
  const place = await resolvePlace(db, location, { isSpelled: true })
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

/** Finds the distance of a postcode from a listed company, in whole kilometres, and the company's range; null if unknown. */
export async function findReach(db: Database, { companyId, postcode }: { companyId: string; postcode: string }) {
  const [distance, company] = await Promise.all([
    findDistance(db, { companyId, location: postcode }),
    db.selectFrom('companies').select('serviceRadiusKm').where('id', '=', companyId).where('isListed', '=', true).executeTakeFirst(),
  ])
  return { distanceKm: distance?.km ?? null, radiusKm: company?.serviceRadiusKm ?? null }
}
