import { Suspense } from 'react'
import { data, useParams } from 'react-router'
import type { Route } from './+types/AreaPage'
import { areaOf, areas } from './Areas.tsx'

/** An unknown area is a real 404. */
export function loader({ params }: Route.LoaderArgs) {
  if (!areaOf(params.area)) throw data(null, { status: 404 })
  return null
}

/** Area named by the URL; the overview without a name. Each area's code is loaded when first opened. */
export default function AreaPage() {
  const area = areaOf(useParams().area)
  if (!area) return null
  const { Screen } = areas[area]
  return (
    <Suspense key={area} fallback={<p role="status">Bereich wird geladen…</p>}>
      <Screen />
    </Suspense>
  )
}
