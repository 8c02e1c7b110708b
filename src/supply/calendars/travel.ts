import { kilometresBetween, type Point } from '#src/platform/kit/distance.ts'

/** Factor by which roads are longer than the straight line. */
const detour = 1.3
const parkingMinutes = 5

/** Travel time between two jobs in milliseconds; 0 if a place is unknown or both are equal. */
export function travelMs(from: Point | null, to: Point | null, kmh: number) {
  if (from === null || to === null) return 0
  const km = kilometresBetween(from, to)
  if (km === 0) return 0
  return ((km * detour) / kmh) * 3_600_000 + parkingMinutes * 60_000
}
