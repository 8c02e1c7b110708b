type Service = { id: string }

/** Shortest end of a service's id that is unique among the company's services, to keep the many links of a list short. */
export function idSuffixOf(id: string, services: readonly Service[]) {
  let length = shortestSuffix
  const isOthers = (mark: string) => services.some((other) => other.id !== id && other.id.endsWith(mark))
  while (isOthers(id.slice(-length))) length += 1
  return id.slice(-length)
}
const shortestSuffix = 4

/** Finds a service by such an end or by its whole id; an empty one finds the company's first service. */
export const findByIdSuffix = <One extends Service>(services: readonly One[], mark: string) => services.find(({ id }) => id.endsWith(mark))
