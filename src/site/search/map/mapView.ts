import type { Point } from '#src/platform/kit/distance.ts'
import { formatEuroShort, priceOnRequest } from '#src/platform/kit/money.ts'
import { servicePriceParts } from '#src/supply/services/texts.ts'
import { type FoundCompany, type Radius, radii } from '../query/rules.ts'
import { germany, kmAcross, projectCircle, projectPoint } from './map.ts'

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

/** Width of the map, and smallest part of the country that is shown, so that the map is never empty. */
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

function boxAround(spots: readonly Spot[], least = leastWidth) {
  const [xs, ys] = [spots.map(({ x }) => x), spots.map(({ y }) => y)]
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const ratio = germany.height / germany.width
  const width = Math.min(germany.width, Math.max(least, (right - left) * margin, ((bottom - top) * margin) / ratio))
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
export function placeTowns(view: MapView, pins: readonly (Spot & Pick<PlacedPin, 'label'>)[]): PlacedTown[] {
  const placed: PlacedTown[] = []
  const taken: Box[] = pins.map((pin) => {
    const half = pinWidth(pin.label) / 2
    return boxOf(pin, { left: half, right: half, up: 14, down: 14 }, view.unit)
  })
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

/** Possible places of a town's name: right of it, left, below, above; farther away if a pin covers the town. */
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

/** A pin of one company, or of several that stand too near to each other, by their places in the list. */
export type PlacedPin = Spot & { numbers: number[]; points: Point[]; label: string; name: string }
export type PinnedCompany = Pick<FoundCompany, 'companyName' | 'point' | 'offered' | 'hourlyRateCents'>
/** As wide as its words, in pixels of the map. */
export const pinWidth = (label: string) => label.length * 6.2 + 16

/** Pins nearer than a finger's breadth become one. */
const pinDistance = { across: 58, down: 32 }

/** A pin with its price for each company with a known place that is shown. */
export function placePins(companies: readonly PinnedCompany[], view: MapView): PlacedPin[] {
  const groups: (Spot & { numbers: number[]; points: Point[]; members: PinnedCompany[] })[] = []
  for (const [at, company] of companies.entries()) {
    if (!company.point) continue
    const { x, y } = projectPoint(company.point)
    if (!isShown({ x, y }, view)) continue
    const near = groups.find(
      (one) => Math.abs(one.x - x) < pinDistance.across * view.unit && Math.abs(one.y - y) < pinDistance.down * view.unit,
    )
    if (near) {
      near.numbers.push(at + 1)
      near.members.push(company)
      near.points.push(company.point)
    } else groups.push({ x: round(x), y: round(y), numbers: [at + 1], members: [company], points: [company.point] })
  }
  return groups.map(({ members, ...pin }) => ({ ...pin, label: labelOf(members), name: nameOf(members) }))
}

const isShown = ({ x, y }: Spot, view: MapView) => x >= view.x && x <= view.x + view.width && y >= view.y && y <= view.y + view.height

/** '89 €', 'ab 60 €', 'Anfrage'; of several '3 ab 60 €'. */
function labelOf(members: readonly PinnedCompany[]) {
  const [only] = members
  if (only && members.length === 1) return priceOf(only) ?? 'Anfrage'
  const cents = members.map(centsOf).filter((one) => one !== null)
  // Prices of an hour, of a unit and in all do not compare.
  const isMixed = new Set(members.map(unitOf)).size > 1
  return cents.length === 0 || isMixed ? String(members.length) : `${members.length} ab ${formatEuroShort(Math.min(...cents))}`
}

const nameOf = (members: readonly PinnedCompany[]) =>
  members.length === 1
    ? members.map((one) => `${one.companyName}, ${priceOf(one) ?? priceOnRequest}`).join('')
    : `${labelOf(members)}: ${members.map(({ companyName }) => companyName).join(', ')}`

/** Price on the card: of the service that was meant, or else of an hour. */
const centsOf = ({ offered, hourlyRateCents }: PinnedCompany) => offered?.priceCents ?? hourlyRateCents

/** 'Std.' for an hour, the unit of a counted service, undefined for a price in all. */
const unitOf = ({ offered }: PinnedCompany) =>
  offered?.priceCents == null || offered.priceKind === 'hourly' ? 'Std.' : (offered.unit ?? undefined)

/** A pin is narrow. Its accessible name holds the same words (WCAG 2.5.3); the card says the unit in full. */
const shortUnits: Record<string, string> = { 'Std.': 'h' }

function priceOf(company: PinnedCompany) {
  const cents = centsOf(company)
  if (cents === null) return undefined
  const { before } = company.offered?.priceCents == null ? {} : servicePriceParts(company.offered)
  const unit = unitOf(company)
  const per = unit && `/${shortUnits[unit] ?? 'St.'}`
  return [before, `${formatEuroShort(cents)}${per ?? ''}`].filter(Boolean).join(' ')
}

/** So near and no nearer: a postcode's middle is no more exact. */
const nearestWidth = 8

export const isNearest = ({ width }: MapView) => width <= nearestWidth

/** The same map, `factor` times as large, around its middle or another one, never beyond the country. */
export function zoomView(view: MapView, factor: number, middle: Spot = middleOf(view)): MapView {
  const width = Math.min(germany.width, Math.max(nearestWidth, view.width / factor))
  const height = width * (germany.height / germany.width)
  return {
    ...view,
    x: within(middle.x - width / 2, germany.width - width),
    y: within(middle.y - height / 2, germany.height - height),
    width,
    height,
    unit: width / drawnWidth,
  }
}

/** Moved by parts of what is shown. */
export const moveView = (view: MapView, across: number, down: number) => {
  const { x, y } = middleOf(view)
  return zoomView(view, 1, { x: x + across * view.width, y: y + down * view.height })
}

/** As much as holds these points, and nearer than before. */
export function zoomTo(view: MapView, points: readonly Point[]): MapView {
  const { x, y, width, height } = boxAround(points.map(projectPoint), nearestWidth)
  return zoomView(view, Math.max(2, view.width / width), { x: x + width / 2, y: y + height / 2 })
}

const middleOf = ({ x, y, width, height }: MapView): Spot => ({ x: x + width / 2, y: y + height / 2 })

/** Search for the shown part of the map: around the largest town near the middle, up to the edge; null means the whole country. */
export function searchHere(view: MapView): { town: string; radius: Radius } {
  const { x, y } = middleOf(view)
  const away = (town: Spot) => Math.hypot(town.x - x, town.y - y)
  const [nearest] = germany.towns.toSorted((one, other) => away(one) - away(other))
  const km = kmAcross(view)
  return { town: nearest?.name ?? '', radius: radii.find((one) => one >= km) ?? null }
}
