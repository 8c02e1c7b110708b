import { isRouteErrorResponse, Outlet } from 'react-router'
import { FailureScreen } from './FailureScreen.tsx'
import { NotFound } from './NotFound.tsx'

/**
 * Frame of every page: a page that fails is replaced inside the document. A failure in the root would render head and styles anew, and
 * flash.
 */
export default function Frame() {
  return <Outlet />
}

/** Shown in place of a page that fails. */
export function ErrorBoundary({ error }: { error: unknown }) {
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFound /> : <FailureScreen />
}
