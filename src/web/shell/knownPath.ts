import { useContext } from 'react'
import { matchRoutes, UNSAFE_DataRouterContext } from 'react-router'

/**
 * Whether one of our pages answers a path: asks the route table itself, so that there is no second list to forget. The router hands its
 * table out under this name only; the catch-all page does not count.
 */
export function useKnownPath() {
  const routes = useContext(UNSAFE_DataRouterContext)?.router.routes ?? []
  return (path: string) => matchRoutes(routes, path)?.at(-1)?.route.path !== '*'
}
