import { sql } from 'kysely'
import type { Database } from '#src/server/db.ts'
import { type FoundPlace, type PlaceSuggestion, suggestionLimits } from '../query/rules.ts'
import { placeKey, stateAtEnd } from './places.ts'

type Row = { label: string; latitude: number; longitude: number; kind: number }

/**
 * The meaning of 'PLZ oder Ort': a postcode, its beginning, a town or a part of one; undefined when it is unknown. `isSpelled`: the text
 * comes from one of our links, so similar names are not searched.
 */
export async function resolvePlace(db: Database, location: string, { isSpelled = false } = {}): Promise<FoundPlace | undefined> {
  const [, digits = '', rest = ''] = /^\W*(?:D-?\s*)?(\d*)(.*)$/i.exec(location) ?? []
  if (digits.length === 5) return resolvePostcode(db, digits, rest)
  if (digits !== '') return digits.length < 5 ? resolveBeginning(db, digits) : undefined
  const key = placeKey(location)
  if (key === '') return undefined
  return (
    asFound(await listNamed(db, key)) ??
    (await resolveInState(db, location)) ??
    asFound(await listMunicipalities(db, key)) ??
    asFound(await listParts(db, key), { isCorrected: true }) ??
    (isSpelled ? undefined : asFound(await listSimilar(db, key), { isCorrected: true }))
  )
}

function asFound([best, ...rows]: readonly Row[], { isCorrected = false } = {}): FoundPlace | undefined {
  if (!best) return undefined
  const { label, latitude, longitude, kind } = best
  const others = rows.filter((row) => row.kind <= kind && !isCorrected).map((row) => row.label)
  return { label, point: { latitude, longitude }, postcodePrefix: null, others: others.slice(0, mostOthers), isCorrected }
}
const mostOthers = 8

/** '93047', '93047 Regensburg' or, where the postcode is of several towns, one of them. */
async function resolvePostcode(db: Database, postcode: string, rest: string): Promise<FoundPlace | undefined> {
  const { rows } = await sql<{ towns: string[]; point: { x: number; y: number } | null }>`
    select
      array(
        select town
        from place_postcodes
        where postcode = ${postcode}
        order by town_key = place_key(${rest}) desc, ${townWeight} desc nulls last, town
      ) as towns,
      place_point(${postcode}, null, ${rest}) as point`.execute(db)
  const [row] = rows
  if (!row?.point) return undefined
  const [town] = row.towns
  return {
    label: town ? `${postcode} ${town}` : postcode,
    point: { latitude: row.point.y, longitude: row.point.x },
    postcodePrefix: null,
    others: [],
    isCorrected: false,
  }
}

const townWeight = sql`(select max(weight) from place_names join places on id = place_id where place_names.name = town_key)`

async function resolveBeginning(db: Database, digits: string): Promise<FoundPlace | undefined> {
  const row = await db
    .selectFrom('postcodePoints')
    .select('postcode')
    .where('postcode', '>=', digits)
    .where('postcode', '<', `${digits}:`)
    .limit(1)
    .executeTakeFirst()
  return row && { label: `${digits}…`, point: null, postcodePrefix: digits, others: [], isCorrected: false }
}

/** The places of a name, the one that is meant first. */
async function listNamed(db: Database, key: string, state: string | null = null) {
  const { rows } = await sql<Row>`
    select label, point[1] as latitude, point[0] as longitude, kind
    from place_names
    join places on id = place_id
    where place_names.name = ${key} and (${state}::text is null or state = ${state})
    order by kind = 2, weight desc, label
    limit ${mostOthers + 1}`.execute(db)
  return rows
}

/** 'Neustadt, Thüringen'. */
async function resolveInState(db: Database, location: string) {
  const [name, state] = stateAtEnd(location) ?? []
  return name && state ? asFound(await listNamed(db, placeKey(name), state)) : undefined
}

/** Municipalities that have postcodes, but share their name with no village: 'Wedemark'. */
async function listMunicipalities(db: Database, key: string) {
  const { rows } = await sql<Row>`
    select town as label, avg(point[1]) as latitude, avg(point[0]) as longitude, 0 as kind
    from place_postcodes
    join postcode_points using (postcode)
    where town_key = ${key}
    group by town, left(postcode, 2)
    order by count(*) desc, town
    limit 1`.execute(db)
  return rows
}

/** The town before an unlisted part ('Köln-Ehrenfeld'), a town among other words, or a name that begins with the typed text ('Regensb'). */
async function listParts(db: Database, key: string) {
  const words = key.split(' ')
  const beginnings = words.map((_, last) => words.slice(0, last + 1).join(' '))
  const { rows } = await sql<Row>`
    select label, point[1] as latitude, point[0] as longitude, kind
    from (
      select place_id, kind, 0 as step
      from place_names
      where name = any(${beginnings}::text[]) and kind < 2
      union all
      select place_id, kind, 1
      from place_names
      where name = any(${words.filter((word) => word.length >= 4)}::text[]) and kind < 2
      union all
      select place_id, kind, 2
      from place_names
      where length(${key}) >= 4 and name >= ${key} and name < ${`${key}~`} and kind < 2
    ) as candidates
    join places on id = place_id
    order by step, weight desc, label
    limit 1`.execute(db)
  return rows
}

/** The nearest known name that differs by a typing error; the error leaves the beginning or the end of the name unchanged. */
async function listSimilar(db: Database, key: string) {
  const half = Math.floor((key.length - 1) / 2)
  const [head, tail] = [key.slice(0, half), [...key].reverse().join('').slice(0, half)]
  const { rows } = await sql<Row>`
    select label, point[1] as latitude, point[0] as longitude, kind
    from (
      select name, place_id, kind from place_names where name >= ${head} and name < ${`${head}~`} and kind < 2
      union all
      select name, place_id, kind from place_names
      where reverse(name) collate "C" >= ${tail} and reverse(name) collate "C" < ${`${tail}~`} and kind < 2
    ) as candidates
    join places on id = place_id
    where length(${key}) >= 4 and length(candidates.name) between length(${key}) - 2 and length(${key}) + 2
      and search_is_slip(${key}, candidates.name)
    order by levenshtein(${key}, candidates.name), weight desc, label
    limit 1`.execute(db)
  return rows
}

/** Places that begin with what was typed, the largest first; with digits, postcodes. At most eight. */
export async function suggestPlaces(db: Database, typed: string): Promise<PlaceSuggestion[]> {
  const [, digits = '', rest = ''] = /^\s*(\d{1,5})\s*(.*)$/.exec(typed) ?? []
  const labels = digits ? await listPostcodes(db, digits, rest) : await listBeginning(db, placeKey(typed))
  return labels.map((label) => ({ label, value: label }))
}

/** The first postcodes, each with its largest town; of a whole one all its towns. */
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
