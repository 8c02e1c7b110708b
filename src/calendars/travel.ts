import { kilometresBetween, type Point } from '#src/kit/distance.ts'

/** Roads are longer than the straight line. */
const detour = 1.3
const parkingMinutes = 5

/** How long the way from one job to the next takes, in milliseconds; none where a place is unknown or it is the same one. */
export function travelMs(from: Point | null, to: Point | null, kmh: number) {
  if (from === null || to === null) return 0
  const km = kilometresBetween(from, to)
  if (km === 0) return 0
  return ((km * detour) / kmh) * 3_600_000 + parkingMinutes * 60_000
}
