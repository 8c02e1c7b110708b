import { sql } from 'kysely'
import type { Database } from '#src/platform/server/db.ts'
import { type FoundPlace, type PlaceSuggestion, suggestionLimits } from '../query/rules.ts'
import { placeKey, stateAtEnd } from './places.ts'

/**
 * The meaning of 'PLZ oder Ort': a postcode, its beginning, a town or a part of one; undefined when it is unknown. `isSpelled`: the text
 * comes from one of our links, so similar names are not searched.
 */
export async function resolvePlace(db: Database, location: string, { isSpelled = false } = {}): Promise<FoundPlace | undefined> {
  const { rows } = await sql<{ place: FoundPlace | null }>`
    select ${foundPlace} as place
    from ${meantPlace(location, { isSpelled })} as place`.execute(db)
  return rows[0]?.place ?? undefined
}

/** Row of the typed place, all of it null if it is unknown (`place_meant` of the database). */
export function meantPlace(asked: string, { isSpelled = false } = {}) {
  const typed = postcodeWithin(asked) ?? asked
  const [, digits = '', rest = ''] = /^\W*(?:D-?\s*)?(\d*)(.*)$/i.exec(typed) ?? []
  const [before, state] = stateAtEnd(typed) ?? []
  const nameBefore = before === undefined ? null : placeKey(before)
  return sql`place_meant(${digits}, ${rest}, ${placeKey(typed)}, ${nameBefore}, ${state ?? null}, ${isSpelled})`
}

/** The postcode inside an address: 'Zeil 1, 60311 Frankfurt' → '60311'; undefined where it begins with it, or has none or several. */
function postcodeWithin(typed: string) {
  const [found, ...others] = [...typed.matchAll(/(?<![\p{L}\d])(?:D-?\s*)?(\d{5})(?![\p{L}\d])/giu)]
  return found && others.length === 0 && /[\p{L}\d]/u.test(typed.slice(0, found.index)) ? found[1] : undefined
}

/** The same row of a place that is already known. */
export const knownPlace = ({ label, point, postcodePrefix, others, isCorrected }: FoundPlace) => sql`(
  select
    ${label}::text as label, point(${point?.longitude ?? null}::double precision, ${point?.latitude ?? null}::double precision) as point,
    ${postcodePrefix}::text as beginning, ${others}::text[] as others, ${isCorrected}::boolean as is_corrected
)`

/** Row called `place` in the form of `FoundPlace`. */
export const foundPlace = sql`
  case when place.label is not null then json_build_object(
    'label', place.label,
    'point', case when place.point is not null then json_build_object('latitude', place.point[1], 'longitude', place.point[0]) end,
    'postcodePrefix', place.beginning,
    'others', place.others,
    'isCorrected', place.is_corrected
  ) end`

/** Suggests places that begin with the typed text, the largest first; with digits, postcodes. At most eight. */
export async function suggestPlaces(db: Database, typed: string): Promise<PlaceSuggestion[]> {
  const [, digits = '', rest = ''] = /^\s*(\d{1,5})\s*(.*)$/.exec(typed) ?? []
  const labels = digits ? await listPostcodes(db, digits, rest) : await listBeginning(db, placeKey(typed))
  return labels.map((label) => ({ label, value: label }))
}

const townWeight = sql`(select max(weight) from place_names join places on id = place_id where place_names.name = town_key)`

/** Lists the first postcodes, each with its largest town; for a complete one all its towns. */
async function listPostcodes(db: Database, digits: string, rest: string) {
  const { rows } = await sql<{ label: string }>`
    select chosen.postcode || ' ' || towns.town as label
    from (
      select distinct postcode
      from place_postcodes
      where postcode >= ${digits} and postcode < ${`${digits}:`}
      order by postcode
      limit ${suggestionLimits.most}
    ) as chosen,
      lateral (
        select town, ${townWeight} as weight
        from place_postcodes
        where postcode = chosen.postcode and town_key >= place_key(${rest}) and town_key < place_key(${rest}) || '~'
        order by weight desc nulls last, town
        limit ${digits.length === 5 ? suggestionLimits.most : 1}
      ) as towns
    order by chosen.postcode, towns.weight desc nulls last, towns.town
    limit ${suggestionLimits.most}`.execute(db)
  return rows.map(({ label }) => label)
}

/** Municipalities that share their name with no village come last: their size is unknown. */
async function listBeginning(db: Database, key: string) {
  if (key === '') return []
  const places = await listPlacesBeginning(db, key)
  if (places.length >= suggestionLimits.most) return places
  const { rows } = await sql<{ label: string }>`
    select distinct town as label
    from place_postcodes
    where town_key >= ${key} and town_key < ${`${key}~`}
      and not exists (select from place_names where name = town_key and name >= ${key} and name < ${`${key}~`})
    order by town
    limit ${suggestionLimits.most - places.length}`.execute(db)
  return [...places, ...rows.map(({ label }) => label)]
}

async function listPlacesBeginning(db: Database, key: string) {
  const { rows } = await sql<{ label: string }>`
    select label
    from (
      select place_id, min(kind) as kind
      from place_names
      where name >= ${key} and name < ${`${key}~`}
      group by place_id
    ) as named
    join places on id = place_id
    order by kind = 2, weight desc, label
    limit ${suggestionLimits.most}`.execute(db)
  return rows.map(({ label }) => label)
}
