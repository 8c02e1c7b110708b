type Service = { id: string }

/** The end of a service's id that tells it from the company's others: so the many links of a list can name one each. */
export function markOf(id: string, services: readonly Service[]) {
  let length = shortestMark
  const isOthers = (mark: string) => services.some((other) => other.id !== id && other.id.endsWith(mark))
  while (isOthers(id.slice(-length))) length += 1
  return id.slice(-length)
}
const shortestMark = 4

/** The service of a mark, or of a whole id; the company's first one where none is named. */
export const findMarked = <One extends Service>(services: readonly One[], mark: string) => services.find(({ id }) => id.endsWith(mark))
