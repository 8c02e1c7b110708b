import { kilometresBetween, type Point } from '#src/platform/kit/distance.ts'
import { baseName, type NamedPlace, placeKey } from './places.ts'
import { partOfTown } from './townParts.ts'

/** A postcode with its exact place, from the operator's file. */
export type ImportedPostcode = { postcode: string; point: Point }

/**
 * Reads GeoNames' list of postcodes (lines with tabs, `DE.txt`), or the same as JSON: [[postcode, town, latitude, longitude], …]. A
 * postcode with several lines gets the middle of their points. Throws if a line is neither.
 */
export function parsePostcodeFile(text: string): ImportedPostcode[] {
  const lines: ImportedPostcode[] = text.trimStart().startsWith('[') ? parseJson(text) : text.split(/\r?\n/).filter(Boolean).map(parseLine)
  const alike = Map.groupBy(lines, ({ postcode }) => postcode)
  return [...alike].map(([postcode, same]) => ({
    postcode,
    point: same.length === 1 && same[0] ? same[0].point : meanOf(same.map(({ point }) => point)),
  }))
}

const parseJson = (text: string) =>
  (JSON.parse(text) as unknown[]).map((row, at) => {
    if (!Array.isArray(row)) throw new Error(`Entry ${at + 1} is not a list.`)
    return checked({ postcode: row[0], latitude: row[2], longitude: row[3], where: `Entry ${at + 1}` })
  })

function parseLine(line: string, at: number) {
  const [country, postcode, , , , , , , , latitude, longitude] = line.split('\t')
  const where = `Line ${at + 1}`
  if (country !== 'DE') throw new Error(`${where} is not a German place.`)
  return checked({ postcode, latitude: latitude && Number(latitude), longitude: longitude && Number(longitude), where })
}

/** Within the corners of Germany, so that swapped columns are noticed. */
function checked({ postcode, latitude, longitude, where }: { postcode: unknown; latitude: unknown; longitude: unknown; where: string }) {
  const isPostcode = typeof postcode === 'string' && /^\d{5}$/.test(postcode)
  if (!isPostcode || typeof latitude !== 'number' || typeof longitude !== 'number') throw new Error(`${where} has no postcode or position.`)
  const isInGermany = latitude > 47 && latitude < 55.2 && longitude > 5.5 && longitude < 15.2
  if (!isInGermany) throw new Error(`${where} (${postcode}) is not in Germany.`)
  return { postcode, point: { latitude, longitude } }
}

/** A town further than this from the other towns of its postcode's neighbourhood is a namesake. */
const farthestKm = 75
/** Binz, Nordenham, Butjadingen and Helgoland lie beyond that, across the water from the others of their neighbourhood. */
const acrossTheWater: ReadonlySet<string> = new Set(['18609', '26954', '26969', '27498'])

/**
 * Computes the points of postcodes: each is the middle of its towns. Of several towns with the same name, the one in the postcode's
 * neighbourhood is meant; that is known from towns with unique names.
 */
export function placePostcodes(places: readonly NamedPlace[], townsOf: ReadonlyMap<string, readonly string[]>): Map<string, Point> {
  const find = findTowns(places)
  const known = new Map([...townsOf].map(([postcode, towns]) => [postcode, towns.map((town) => find(withPart(town, postcode)))]))
  const neighbourhoods = middleOfNeighbourhoods(known)
  const points = new Map<string, Point>()
  for (const [postcode, candidates] of known) {
    const around = neighbourhoods(postcode)
    const withinKm = acrossTheWater.has(postcode) ? Number.POSITIVE_INFINITY : farthestKm
    const towns = candidates.flatMap((same) => nearest(same, around, withinKm) ?? [])
    const point = towns.length ? meanOf(towns) : around
    if (point) points.set(postcode, point)
  }
  return points
}

function withPart(town: string, postcode: string) {
  const part = partOfTown(town, postcode)
  return part ? `${town}-${part}` : town
}

/** Finds the places that a town's name may mean: by the whole name, by the name without its addition, by the first of several names. */
function findTowns(places: readonly NamedPlace[]) {
  const named = new Map<string, NamedPlace[]>()
  for (const place of places) {
    for (const { name } of place.names) {
      const same = named.get(name)
      if (same) same.push(place)
      else named.set(name, [place])
    }
  }
  return (town: string): NamedPlace[] => {
    for (const name of [town, baseName(town), town.split('-')[0] ?? '']) {
      const found = named.get(placeKey(name))
      if (found) return found
    }
    return []
  }
}

/** The middle of all towns with unique names whose postcodes begin with the same digits. */
function middleOfNeighbourhoods(known: ReadonlyMap<string, NamedPlace[][]>) {
  const anchors = new Map<string, Point[]>()
  for (const [postcode, towns] of known) {
    for (const digits of [2, 3]) {
      const beginning = postcode.slice(0, digits)
      const before = anchors.get(beginning) ?? []
      anchors.set(beginning, [...before, ...towns.flatMap((same) => (same.length === 1 ? same : []))])
    }
  }
  const middles = new Map([...anchors].map(([beginning, points]) => [beginning, { point: medianOf(points), count: points.length }]))
  return (postcode: string) => {
    const [near, wide] = [middles.get(postcode.slice(0, 3)), middles.get(postcode.slice(0, 2))]
    return (near && near.count >= 3 ? near : wide)?.point
  }
}

function nearest(same: readonly NamedPlace[], around: Point | undefined, withinKm: number) {
  if (!around) return undefined
  // A part of another town counts only if no town has the name.
  const cost = (place: NamedPlace) => kilometresBetween(place, around) + (place.isPart ? 15 : 0) - Math.log10(place.population + 1)
  const [best] = [...same].sort((one, other) => cost(one) - cost(other))
  return best && kilometresBetween(best, around) <= withinKm ? best : undefined
}

const meanOf = (points: readonly Point[]): Point => ({
  latitude: points.reduce((sum, point) => sum + point.latitude, 0) / points.length,
  longitude: points.reduce((sum, point) => sum + point.longitude, 0) / points.length,
})

function medianOf(points: readonly Point[]): Point | undefined {
  if (points.length === 0) return undefined
  const middle = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
  return { latitude: middle(points.map((point) => point.latitude)), longitude: middle(points.map((point) => point.longitude)) }
}
