import type { RouteConfigEntry } from '@react-router/dev/routes'

/** Paths of all pages in the route table. */
export const listAddresses = (entries: readonly RouteConfigEntry[], above = ''): string[] =>
  entries.flatMap(({ path, children }) => {
    const address = path === undefined ? above : `${above}/${path}`
    return children ? listAddresses(children, address) : [address || '/']
  })
