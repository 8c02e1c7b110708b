import { isRouteErrorResponse, Outlet } from 'react-router'
import { FailureScreen } from './FailureScreen.tsx'
import { NotFound } from './NotFound.tsx'

/** Around every page: a page that fails is replaced inside the document. A failure in the root would make head and styles anew, and flash. */
export default function Frame() {
  return <Outlet />
}

/** What is shown in place of a page that fails. */
export function ErrorBoundary({ error }: { error: unknown }) {
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFound /> : <FailureScreen />
}
