import { type ComponentType, lazy, Suspense } from 'react'
import { data, useOutletContext, useParams } from 'react-router'
import { type AnyArea, areaOf } from '../gateRules.ts'
import type { Route } from './+types/AreaPage'
import type { AdminOutlet } from './AdminShell.tsx'

/** An area that does not exist is a real 404. */
export function loader({ params }: Route.LoaderArgs) {
  if (!areaOf(params.area)) throw data(null, { status: 404 })
  return null
}

/** The area named by the address, the overview without a name. Each is loaded when it is first looked at. */
export default function AreaPage() {
  const { onLost } = useOutletContext<AdminOutlet>()
  const area = areaOf(useParams().area)
  if (!area) return null
  const Area = areas[area]
  return (
    <Suspense key={area} fallback={<p role="status">Bereich wird geladen…</p>}>
      <Area onLost={onLost} />
    </Suspense>
  )
}

const areas: Record<AnyArea, ComponentType<AdminOutlet>> = {
  overview: lazy(() => import('./OverviewArea.tsx').then(({ OverviewArea }) => ({ default: OverviewArea }))),
  bookings: lazy(() => import('./BookingsArea.tsx').then(({ BookingsArea }) => ({ default: BookingsArea }))),
  widerrufe: lazy(() => import('./WithdrawalsArea.tsx').then(({ WithdrawalsArea }) => ({ default: WithdrawalsArea }))),
  reviews: lazy(() => import('./ReviewsArea.tsx').then(({ ReviewsArea }) => ({ default: ReviewsArea }))),
  revenues: lazy(() => import('./RevenuesArea.tsx').then(({ RevenuesArea }) => ({ default: RevenuesArea }))),
  payouts: lazy(() => import('./PayoutsArea.tsx').then(({ PayoutsArea }) => ({ default: PayoutsArea }))),
  'add-provider': lazy(() => import('./AddCompanyArea.tsx').then(({ AddCompanyArea }) => ({ default: AddCompanyArea }))),
  'manage-providers': lazy(() => import('./CompaniesArea.tsx').then(({ CompaniesArea }) => ({ default: CompaniesArea }))),
  'bulk-email': lazy(() => import('./MailingArea.tsx').then(({ MailingArea }) => ({ default: MailingArea }))),
  meldungen: lazy(() => import('./ReportsArea.tsx').then(({ ReportsArea }) => ({ default: ReportsArea }))),
  nachrichten: lazy(() => import('./MessagesArea.tsx').then(({ MessagesArea }) => ({ default: MessagesArea }))),
  settings: lazy(() => import('./SettingsArea.tsx').then(({ SettingsArea }) => ({ default: SettingsArea }))),
  audit: lazy(() => import('./AuditArea.tsx').then(({ AuditArea }) => ({ default: AuditArea }))),
}
