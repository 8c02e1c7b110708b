import { Link } from 'react-router'
import { TableWaiting } from '#src/platform/web/lists/DataTable.tsx'
import { EmptyState } from '#src/platform/web/parts/EmptyState.tsx'
import { StatTilesWaiting } from '#src/platform/web/parts/StatTiles.tsx'
import { RegionFailure } from '#src/platform/web/queries/RegionFailure.tsx'
import { WorkShell } from '#src/platform/web/shell/WorkShell.tsx'
import { ClaimCompany } from '#src/supply/companies/claims/ClaimCompany.tsx'
import { tileLabels } from '../overview/OverviewTiles.tsx'
import { WayHome } from '../signIn/DashboardCodeStep.tsx'
import { dashboardTexts } from '../texts.ts'
import { dashboardRail, useCurrentArea } from './DashboardRail.tsx'

/** Skeleton of the dashboard in its final geometry. */
export function DashboardLoading() {
  return (
    <WorkShell label="Dashboard" areas={dashboardRail()} current={useCurrentArea()}>
      <div className="stack tight">
        <h1 className="unseen">Dashboard</h1>
        <span className="skeleton title-skeleton" aria-hidden="true" />
        <p className="small muted" role="status">
          {dashboardTexts.loading}
        </p>
      </div>
      <StatTilesWaiting label="Kennzahlen" labels={tileLabels} />
      <div className="columns" aria-hidden="true">
        <div className="card waiting-card">
          <TableWaiting rows={4} text="" />
        </div>
        <div className="card waiting-card" />
      </div>
    </WorkShell>
  )
}

export function DashboardFailed({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <main id="inhalt" className="wrap page stack">
      <h1>Dashboard</h1>
      <RegionFailure title={dashboardTexts.failed(message)} onRetry={onRetry} />
      <WayHome />
    </main>
  )
}

/** Account without a company: registration, or claiming a company that the operator created. `onFound` opens it. */
export function NoCompany({ onFound }: { onFound: (companyId: string) => Promise<void> }) {
  return (
    <main id="inhalt" className="wrap page stack">
      <h1>Dashboard</h1>
      <section className="card">
        <EmptyState
          as="h2"
          title="Noch keine Firma"
          text={dashboardTexts.noCompany}
          action={
            <Link className="button primary" to="/provider-signup">
              {dashboardTexts.register}
            </Link>
          }
        />
      </section>
      <ClaimCompany onClaimed={(companyId) => void onFound(companyId)} />
      <OwnAccount />
      <WayHome />
    </main>
  )
}

/** Most accounts without a company belong to customers. */
const OwnAccount = () => (
  <section className="card padded stack" aria-labelledby="own-account">
    <h2 id="own-account">Ihr Konto</h2>
    <ul className="stack tight">
      <li>
        <Link to="/meine-buchungen">Meine Buchungen</Link>, Favoriten und Adressen
      </li>
      <li>
        <Link to="/konto">Konto und Daten</Link>: Geräte, Sicherheit, Passwort, Datenexport
      </li>
    </ul>
  </section>
)
