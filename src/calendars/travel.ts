/** A point on the map, in degrees. */
export type Place = { longitude: number; latitude: number }

/** Roads are longer than the straight line. */
const detour = 1.3
const parkingMinutes = 5

/** How long the way from one job to the next takes, in milliseconds; none where a place is unknown or it is the same one. */
export function travelMs(from: Place | null, to: Place | null, kmh: number) {
  if (from === null || to === null) return 0
  const km = kmBetween(from, to)
  if (km === 0) return 0
  return ((km * detour) / kmh) * 3_600_000 + parkingMinutes * 60_000
}

/** The great circle between two points (haversine), in km. */
function kmBetween(one: Place, other: Place) {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const up = Math.sin(radians(other.latitude - one.latitude) / 2) ** 2
  const across = Math.sin(radians(other.longitude - one.longitude) / 2) ** 2
  const share = up + Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * across
  return 2 * 6_371 * Math.asin(Math.sqrt(share))
}
