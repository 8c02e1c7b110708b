import { data } from 'react-router'
import { NotFound } from '#src/platform/web/shell/NotFound.tsx'
import { pageMeta } from '#src/platform/web/shell/pageMeta.ts'
import type { Route } from './+types/NotFoundPage'

export const loader = () => data(null, { status: 404 })

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ site: matches[0].loaderData, title: 'Seite nicht gefunden', description: 'Diese Seite gibt es nicht.' })

export default function NotFoundPage() {
  return <NotFound />
}
