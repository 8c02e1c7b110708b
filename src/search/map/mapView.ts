import type { FoundCompany, Point, Radius } from '../query/rules.ts'
import { germany, projectCircle, projectPoint } from './map.ts'

type Spot = { x: number; y: number }
/** The part of the map that is shown. `unit` is the size of one of its pixels, so that signs keep their size at every zoom. */
export type MapView = {
  x: number
  y: number
  width: number
  height: number
  unit: number
  place: Spot | null
  /** The search circle. */
  circle: { rx: number; ry: number } | null
}

/** The map is drawn this wide, and at least so much of the country is shown: nobody wants to see an empty page. */
const drawnWidth = 300
const leastWidth = 55
/** Room around the outermost points. */
const margin = 1.35
/** A circle needs less room around it than points do. */
const circlePart = 0.8

type Around = { points: readonly (Point | null)[]; place: Point | null; radius: Radius }

/** The whole country, or as much of it as holds the place, its circle and all points. */
export function viewAround({ points, place, radius }: Around): MapView {
  const here = place ? projectPoint(place) : null
  const circle = place && radius !== null ? projectCircle(place, radius) : null
  const spots = [...points.flatMap((point) => (point ? [projectPoint(point)] : [])), ...cornersOf(here, circle)]
  const box = spots.length > 0 ? boxAround(spots) : whole
  const unit = box.width / drawnWidth
  return { ...box, unit, place: here, circle }
}

function cornersOf(here: Spot | null, circle: MapView['circle']) {
  if (here === null) return []
  const [across, down] = circle ? [circle.rx * circlePart, circle.ry * circlePart] : [0, 0]
  return [
    { x: here.x - across, y: here.y - down },
    { x: here.x + across, y: here.y + down },
  ]
}

const whole = { x: 0, y: 0, width: germany.width, height: germany.height }

function boxAround(spots: readonly Spot[]) {
  const [xs, ys] = [spots.map(({ x }) => x), spots.map(({ y }) => y)]
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const ratio = germany.height / germany.width
  const width = Math.min(germany.width, Math.max(leastWidth, (right - left) * margin, ((bottom - top) * margin) / ratio))
  const height = width * ratio
  return {
    x: within((left + right) / 2 - width / 2, germany.width - width),
    y: within((top + bottom) / 2 - height / 2, germany.height - height),
    width,
    height,
  }
}

/** Two decimals are enough, and keep the document small. */
const within = (start: number, most: number) => round(Math.min(Math.max(0, start), Math.max(0, most)))
const round = (value: number) => Math.round(value * 100) / 100

export type PlacedTown = Spot & { name: string; label: Spot; anchor: 'start' | 'middle' | 'end' }
type Label = Pick<PlacedTown, 'label' | 'anchor'>
const mostTowns = 16

/** The largest towns whose names have room beside the pins and each other. */
export function placeTowns(view: MapView, pins: readonly Spot[]): PlacedTown[] {
  const placed: PlacedTown[] = []
  const taken: Box[] = pins.map((pin) => boxOf(pin, { left: 14, right: 14, up: 14, down: 14 }, view.unit))
  if (view.place) taken.push(boxOf(view.place, { left: 9, right: 9, up: 9, down: 9 }, view.unit))
  for (const town of germany.towns.toSorted((one, other) => other.population - one.population)) {
    const free = labelsOf(town, view.unit).find((one) => isFree(labelBox(one, town.name, view.unit), taken, view))
    if (!free) continue
    placed.push({ ...town, ...free })
    taken.push(labelBox(free, town.name, view.unit))
    if (placed.length === mostTowns) break
  }
  return placed
}

/** Where a town's name may stand: right of it, left, below, above; farther away where a pin lies upon the town. */
const labelsOf = ({ x, y }: Spot, unit: number): Label[] =>
  [5, 18].flatMap((away) => [
    { label: { x: x + away * unit, y: y + 3.5 * unit }, anchor: 'start' as const },
    { label: { x: x - away * unit, y: y + 3.5 * unit }, anchor: 'end' as const },
    { label: { x, y: y + (away + 8) * unit }, anchor: 'middle' as const },
    { label: { x, y: y - away * unit }, anchor: 'middle' as const },
  ])

type Box = { left: number; right: number; top: number; bottom: number }
const boxOf = (
  { x, y }: Spot,
  { left, right, up, down }: { left: number; right: number; up: number; down: number },
  unit: number,
): Box => ({
  left: x - left * unit,
  right: x + right * unit,
  top: y - up * unit,
  bottom: y + down * unit,
})

/** The average width of a letter on the map. */
const letterWidth = 5.4

function labelBox({ label, anchor }: Label, name: string, unit: number) {
  const width = name.length * letterWidth
  const left = { start: 0, middle: width / 2, end: width }[anchor]
  return boxOf(label, { left, right: width - left, up: 9, down: 2 }, unit)
}

const isFree = (box: Box, taken: readonly Box[], view: MapView) =>
  box.left > view.x &&
  box.right < view.x + view.width &&
  box.top > view.y &&
  box.bottom < view.y + view.height &&
  taken.every((one) => box.right < one.left || box.left > one.right || box.bottom < one.top || box.top > one.bottom)

export type PlacedPin = Spot & { number: number; name: string }
/** The pins' distance: wide enough for a finger, so that no pin hides another. */
const pinDistance = 27

/** One pin for each company with a known place, with its number in the list. A pin that would cover another is moved beside it. */
export function placePins(companies: readonly Pick<FoundCompany, 'companyName' | 'point'>[], view: MapView): PlacedPin[] {
  const placed: PlacedPin[] = []
  for (const [at, { companyName, point }] of companies.entries()) {
    if (!point) continue
    placed.push({ ...findRoom(projectPoint(point), placed, view), number: at + 1, name: companyName })
  }
  return placed
}

/** The nearest free spot, on circles around the right one. */
function findRoom(right: Spot, taken: readonly Spot[], view: MapView): Spot {
  const distance = pinDistance * view.unit
  const hasRoom = (spot: Spot) => taken.every((one) => Math.hypot(one.x - spot.x, one.y - spot.y) >= distance)
  const isInside = ({ x, y }: Spot) =>
    x >= view.x + distance / 2 &&
    x <= view.x + view.width - distance / 2 &&
    y >= view.y + distance / 2 &&
    y <= view.y + view.height - distance / 2
  for (let step = 0; step < 400; step += 1) {
    const angle = step * 2.4
    const away = distance * 0.3 * Math.sqrt(step)
    const spot = { x: right.x + away * Math.cos(angle), y: right.y + away * Math.sin(angle) }
    if (hasRoom(spot) && isInside(spot)) return { x: round(spot.x), y: round(spot.y) }
  }
  return right
}
