import type { RouteConfigEntry } from '@react-router/dev/routes'

/** The address of every page, as the route table writes it. */
export const listAddresses = (entries: readonly RouteConfigEntry[], above = ''): string[] =>
  entries.flatMap(({ path, children }) => {
    const address = path === undefined ? above : `${above}/${path}`
    return children ? listAddresses(children, address) : [address || '/']
  })
