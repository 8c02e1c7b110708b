/** Point on the map, in degrees (WGS 84). */
export type Point = { latitude: number; longitude: number }

/** Distance of two points in kilometres along a great circle (haversine); the database function `search_distance_km` does the same. */
export function kilometresBetween(one: Point, other: Point) {
  const halfSine = (degrees: number) => Math.sin((degrees * Math.PI) / 360) ** 2
  const cosine = (degrees: number) => Math.cos((degrees * Math.PI) / 180)
  const across = cosine(one.latitude) * cosine(other.latitude) * halfSine(other.longitude - one.longitude)
  return 12_742 * Math.asin(Math.sqrt(halfSine(other.latitude - one.latitude) + across))
}
