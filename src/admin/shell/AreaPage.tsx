import { type ComponentType, lazy, Suspense } from 'react'
import { data, useParams } from 'react-router'
import { type AnyArea, areaOf } from '../gate/gateRules.ts'
import type { Route } from './+types/AreaPage'

/** An area that does not exist is a real 404. */
export function loader({ params }: Route.LoaderArgs) {
  if (!areaOf(params.area)) throw data(null, { status: 404 })
  return null
}

/** The area named by the address, the overview without a name. Each is loaded when it is first looked at. */
export default function AreaPage() {
  const area = areaOf(useParams().area)
  if (!area) return null
  const Area = areas[area]
  return (
    <Suspense key={area} fallback={<p role="status">Bereich wird geladen…</p>}>
      <Area />
    </Suspense>
  )
}

const areas: Record<AnyArea, ComponentType> = {
  overview: lazy(() => import('../overview/OverviewArea.tsx').then(({ OverviewArea }) => ({ default: OverviewArea }))),
  bookings: lazy(() => import('../bookings/BookingsArea.tsx').then(({ BookingsArea }) => ({ default: BookingsArea }))),
  widerrufe: lazy(() =>
    import('#src/withdrawals/operator/WithdrawalsArea.tsx').then(({ WithdrawalsArea }) => ({ default: WithdrawalsArea })),
  ),
  reviews: lazy(() => import('#src/reviews/operator/ReviewsArea.tsx').then(({ ReviewsArea }) => ({ default: ReviewsArea }))),
  revenues: lazy(() => import('../revenue/RevenuesArea.tsx').then(({ RevenuesArea }) => ({ default: RevenuesArea }))),
  payouts: lazy(() => import('#src/payouts/operator/PayoutsArea.tsx').then(({ PayoutsArea }) => ({ default: PayoutsArea }))),
  'add-provider': lazy(() => import('../companies/AddCompanyArea.tsx').then(({ AddCompanyArea }) => ({ default: AddCompanyArea }))),
  'manage-providers': lazy(() => import('../companies/CompaniesArea.tsx').then(({ CompaniesArea }) => ({ default: CompaniesArea }))),
  'bulk-email': lazy(() => import('#src/mailings/operator/MailingArea.tsx').then(({ MailingArea }) => ({ default: MailingArea }))),
  meldungen: lazy(() => import('#src/support/operator/ReportsArea.tsx').then(({ ReportsArea }) => ({ default: ReportsArea }))),
  nachrichten: lazy(() => import('#src/support/operator/MessagesArea.tsx').then(({ MessagesArea }) => ({ default: MessagesArea }))),
  settings: lazy(() => import('../settings/SettingsArea.tsx').then(({ SettingsArea }) => ({ default: SettingsArea }))),
  audit: lazy(() => import('../audit/AuditArea.tsx').then(({ AuditArea }) => ({ default: AuditArea }))),
}
