import { useContext } from 'react'
import { matchRoutes, UNSAFE_DataRouterContext } from 'react-router'

/**
 * Whether one of our pages matches a path. It uses the router's own route table, so there is no second list to maintain. The router exports
 * the table under this name only; the catch-all page does not count.
 */
export function useKnownPath() {
  const routes = useContext(UNSAFE_DataRouterContext)?.router.routes ?? []
  return (path: string) => matchRoutes(routes, path)?.at(-1)?.route.path !== '*'
}
