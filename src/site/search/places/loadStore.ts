import { sql } from 'kysely'
import type { Point } from '#src/platform/kit/distance.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { NamedPlace } from './places.ts'

/** Reads the version of the packaged towns and postcodes in the tables; undefined before the first. */
export async function readPlacesVersion(db: Database) {
  const row = await db.selectFrom('placeSources').select('version').executeTakeFirst()
  return row?.version
}

/** Lets only one of several processes load; the others then find the data loaded. */
export const lockPlaces = (tx: Transaction) => sql`select pg_advisory_xact_lock(hashtext('places'))`.execute(tx)

/** Deletes the packages' data; imported points stay. */
export async function deletePlaces(tx: Transaction) {
  await tx.deleteFrom('placeNames').execute()
  await tx.deleteFrom('places').execute()
  await tx.deleteFrom('placePostcodes').execute()
  await tx.deleteFrom('postcodePoints').where('isExact', '=', false).execute()
}

export async function insertPlaces(tx: Transaction, places: readonly NamedPlace[]) {
  const column = <Value>(read: (place: NamedPlace) => Value) => places.map(read)
  await sql`
    insert into places (id, name, label, state, is_part, population, weight, point)
    select id, name, label, state, is_part, population, weight, point(longitude, latitude)
    from unnest(
      ${column(({ id }) => id)}::integer[],
      ${column(({ name }) => name)}::text[],
      ${column(({ label }) => label)}::text[],
      ${column(({ state }) => state)}::text[],
      ${column(({ isPart }) => isPart)}::boolean[],
      ${column(({ population }) => population)}::integer[],
      ${column(({ weight }) => weight)}::integer[],
      ${column(({ longitude }) => longitude)}::double precision[],
      ${column(({ latitude }) => latitude)}::double precision[]
    ) as given (id, name, label, state, is_part, population, weight, longitude, latitude)`.execute(tx)
  const names = places.flatMap(({ id, names }) => names.map((one) => ({ ...one, id })))
  await sql`
    insert into place_names (name, place_id, kind)
    select name, place_id, kind
    from unnest(
      ${names.map(({ name }) => name)}::text[],
      ${names.map(({ id }) => id)}::integer[],
      ${names.map(({ kind }) => kind)}::integer[]
    ) as given (name, place_id, kind)`.execute(tx)
}

export async function insertPostcodes(tx: Transaction, townsOf: ReadonlyMap<string, readonly string[]>) {
  const rows = [...townsOf].flatMap(([postcode, towns]) => [...new Set(towns)].map((town) => ({ postcode, town })))
  await sql`
    insert into place_postcodes (postcode, town)
    select postcode, town
    from unnest(${rows.map(({ postcode }) => postcode)}::text[], ${rows.map(({ town }) => town)}::text[]) as given (postcode, town)`.execute(
    tx,
  )
}

/** Inserts the computed points of postcodes; an imported point wins. */
export const insertPostcodePoints = (tx: Transaction, points: ReadonlyMap<string, Point>) =>
  sql`
  insert into postcode_points (postcode, point)
  select * from ${pointsOf(points)}
  on conflict do nothing`.execute(tx)

export const insertExactPoints = (tx: Transaction, points: ReadonlyMap<string, Point>) =>
  sql`
  insert into postcode_points (postcode, point, is_exact)
  select given.*, true from ${pointsOf(points)} as given
  on conflict (postcode) do update
  set point = excluded.point, is_exact = true`.execute(tx)

const pointsOf = (points: ReadonlyMap<string, Point>) => {
  const all = [...points.values()]
  return sql`(
    select postcode, point(longitude, latitude)
    from unnest(
      ${[...points.keys()]}::text[],
      ${all.map(({ longitude }) => longitude)}::double precision[],
      ${all.map(({ latitude }) => latitude)}::double precision[]
    ) as given (postcode, longitude, latitude)
  )`
}

export async function markPlacesLoaded(tx: Transaction, version: string) {
  await tx
    .insertInto('placeSources')
    .values({ version })
    .onConflict((conflict) => conflict.column('onlyRow').doUpdateSet({ version }))
    .execute()
}

/** Without this, the planner assumes empty tables until PostgreSQL analyzes them by itself. */
export const analyzePlaces = (tx: Transaction) => sql`analyze places, place_names, place_postcodes, postcode_points`.execute(tx)

export async function hasCompanies(tx: Transaction) {
  return (await tx.selectFrom('companies').select('id').limit(1).executeTakeFirst()) !== undefined
}
