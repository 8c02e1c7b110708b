import { readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { kilometresBetween, type Point } from '#src/kit/distance.ts'
import { importPostcodes, loadPlaces } from '#src/search/places/actions.ts'
import { type ImportedPostcode, parsePostcodeFile } from '#src/search/places/postcodes.ts'
import { startLocalDatabase } from '#src/server/database/localDatabase.ts'
import { migrate } from '#src/server/database/migrate.ts'
import { openDatabase, openPool } from '#src/server/db.ts'
import { openLog } from '#src/server/log.ts'
import { type Alone, quantile } from './measure.ts'
import { numbersFrom } from './search/crowd.ts'

/** Bounds in kilometres: as packaged, and with the file imported, where only the rounding to whole metres remains. */
const packaged = { p50: 2, p90: 9 }
const imported = { p50: 0.001, p90: 0.001 }
const pairs = 200_000
/** A larger radius cannot be chosen, and far away an error of a few kilometres does not matter. */
const farthestKm = 100

/**
 * How far the postcodes lie from where a truth file (GeoNames' DE.txt, or the same as JSON) says, and how wrong distances between two of them
 * are: with the packaged data, and after that file was imported.
 */
export async function open(words: string[]): Promise<Alone> {
  const { values } = parseArgs({ args: words, options: { truth: { type: 'string' } } })
  if (!values.truth) throw new Error('usage: npm run bench -- distances --truth FILE')
  const truth = parsePostcodeFile(readFileSync(values.truth, 'utf8'))
  const folder = resolve(`.cache/bench.${process.pid}`)
  const database = await startLocalDatabase({ folder, isThrowaway: true })
  const pool = openPool({ url: database.url, size: 2, log: openLog('error') })
  const db = openDatabase(pool)
  let missed = 0

  return { measure, close }

  async function measure() {
    await migrate(pool)
    const start = performance.now()
    await loadPlaces({ db })
    console.log(`packaged data loaded in ${Math.round(performance.now() - start)} ms`)
    await compare('packaged', packaged)
    await importPostcodes({ db }, truth, () => undefined)
    await compare('imported', imported)
    console.log(missed ? `${missed} bounds missed` : 'every bound met')
    process.exitCode = missed ? 1 : 0
  }

  async function compare(name: string, bounds: typeof packaged) {
    const points = await readPoints(truth)
    check(
      `${name}: places`,
      truth.map(({ postcode, point }) => errorOf(points.get(postcode), point)),
      bounds,
    )
    check(
      `${name}: distances`,
      drawPairs(truth).map(([one, other]) => {
        const [here, there] = [points.get(one.postcode), points.get(other.postcode)]
        return here && there
          ? Math.abs(kilometresBetween(here, there) - kilometresBetween(one.point, other.point))
          : Number.POSITIVE_INFINITY
      }),
      bounds,
    )
  }

  function check(name: string, errors: number[], bounds: typeof packaged) {
    const [p50, p90, p99] = [quantile(errors, 0.5), quantile(errors, 0.9), quantile(errors, 0.99)]
    const isMet = p50 <= bounds.p50 && p90 <= bounds.p90
    if (!isMet) missed += 1
    const figures = `p50 ${p50.toFixed(3)} km (≤ ${bounds.p50}), p90 ${p90.toFixed(3)} km (≤ ${bounds.p90}), p99 ${p99.toFixed(1)} km`
    console.log(`${isMet ? 'met ' : 'MISS'} ${name.padEnd(20)} ${figures}, ${errors.length.toLocaleString('en')} compared`)
  }

  async function readPoints(postcodes: readonly ImportedPostcode[]) {
    const { rows } = await sql<{ postcode: string; point: { x: number; y: number } | null }>`
      select postcode, place_point(postcode, null, '') as point
      from unnest(${postcodes.map(({ postcode }) => postcode)}::text[]) as postcode`.execute(db)
    return new Map(rows.flatMap(({ postcode, point }) => (point ? [[postcode, { latitude: point.y, longitude: point.x }] as const] : [])))
  }

  async function close() {
    await pool.end()
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The error of an unknown postcode is infinite. */
const errorOf = (found: Point | undefined, right: Point) => (found ? kilometresBetween(found, right) : Number.POSITIVE_INFINITY)

function drawPairs(truth: readonly ImportedPostcode[]) {
  const random = numbersFrom(5)
  const draw = () => truth[Math.floor(random() * truth.length)]
  return Array.from({ length: pairs }, () => [draw(), draw()] as const).flatMap(([one, other]) =>
    one && other && one !== other && kilometresBetween(one.point, other.point) <= farthestKm ? [[one, other] as const] : [],
  )
}
