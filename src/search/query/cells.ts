import type { Point } from './rules.ts'

/** Pieces of the map by their size in degrees: 11 km high and 10 km wide, or four times as much. The database has the same (`search_cell`). */
const sizes = { cell: { height: 0.1, width: 0.15 }, area: { height: 0.4, width: 0.6 } } as const
type Size = keyof typeof sizes

export const cellOf = ({ latitude, longitude }: Point, kind: Size) =>
  `${Math.floor(latitude / sizes[kind].height)}/${Math.floor(longitude / sizes[kind].width)}`

/** The pieces that a circle touches: few large ones for a large circle. */
export function cellsAround(middle: Point, km: number) {
  const kind: Size = km <= 30 ? 'cell' : 'area'
  const { height, width } = sizes[kind]
  // A kilometre more, because the edges of the pieces are no great circles.
  const degrees = (km + 1) / 111.1
  const squeezed = degrees / Math.cos((middle.latitude * Math.PI) / 180)
  const rows = range(Math.floor((middle.latitude - degrees) / height), Math.floor((middle.latitude + degrees) / height))
  const columns = range(Math.floor((middle.longitude - squeezed) / width), Math.floor((middle.longitude + squeezed) / width))
  const texts = rows.flatMap((row) =>
    columns.flatMap((column) => {
      const nearest = {
        latitude: clamp(middle.latitude, row * height, (row + 1) * height),
        longitude: clamp(middle.longitude, column * width, (column + 1) * width),
      }
      return kilometresBetween(middle, nearest) <= km + 1 ? [`${row}/${column}`] : []
    }),
  )
  return { kind, texts }
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, step) => from + step)
const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

/** Along a great circle. */
export function kilometresBetween(a: Point, b: Point) {
  const sin2 = (degrees: number) => Math.sin((degrees * Math.PI) / 360) ** 2
  const cos = (degrees: number) => Math.cos((degrees * Math.PI) / 180)
  const part = sin2(b.latitude - a.latitude) + cos(a.latitude) * cos(b.latitude) * sin2(b.longitude - a.longitude)
  return 12_742 * Math.asin(Math.sqrt(part))
}
