import { Link, Outlet, useOutletContext } from 'react-router'
import { PastDueNotice } from '#src/money/plans/ui/PastDueNotice.tsx'
import { ChevronLeft } from '#src/platform/web/icons/Icons.tsx'
import { WorkShell } from '#src/platform/web/shell/WorkShell.tsx'
import type { OwnCompany } from '#src/supply/companies/ownCompany.ts'
import type { CompanyArea } from '#src/supply/companies/ui/CompanyArea.tsx'
import type { DashboardData } from '../rules.ts'
import { dashboardTexts } from '../texts.ts'
import type { Reread } from './DashboardData.tsx'
import { LiveIndicator, useAnnouncement, useLiveDashboard } from './DashboardLive.tsx'
import { dashboardRail, useCurrentArea } from './DashboardRail.tsx'
import { Notices } from './Notices.tsx'

/** Router context of the dashboard's own areas: all loaded data, and functions to switch the company and to patch it. */
export type DashboardOutlet = CompanyArea & {
  data: DashboardData
  /** Switches to another company of the account, also one just claimed. */
  choose: (companyId: string) => Promise<void>
  /** Shows an area's change of the company at once. */
  patchCompany: (part: Partial<OwnCompany>) => void
}

export const useDashboard = () => useOutletContext<DashboardOutlet>()

type LoadedDashboardProps = {
  data: DashboardData
  company: OwnCompany
  onRefresh: () => Promise<boolean>
  onReread: () => Promise<Reread>
  onChoose: (companyId: string) => Promise<void>
  onPatch: (companyId: string, part: Partial<OwnCompany>) => void
}

/** Header, navigation and the area of the URL. */
export function LoadedDashboard({ data, company, onRefresh, onReread, onChoose, onPatch }: LoadedDashboardProps) {
  const { live, refresh, sign } = useLiveDashboard({ companyId: company.id, onReread, onRefresh })
  const announcement = useAnnouncement(data.bookings)
  return (
    <WorkShell
      label="Dashboard"
      areas={dashboardRail({ bookings: data.stats.total_bookings, unread: data.unread_threads })}
      current={useCurrentArea()}
    >
      <div className="dashboard-head">
        <div className="stack tight">
          <Link className="back small" to="/">
            <ChevronLeft />
            {dashboardTexts.home}
          </Link>
          <h1>{dashboardTexts.title(company.company_name)}</h1>
        </div>
        <div className="dashboard-side">
          {data.companies.length > 1 ? (
            <CompanySwitch companies={data.companies} current={company.id} onChoose={(companyId) => void onChoose(companyId)} />
          ) : null}
          <LiveIndicator {...sign} />
        </div>
      </div>
      <p className={announcement ? 'news small' : 'unseen'} role="status">
        {announcement}
      </p>
      <Notices notices={data.notices} status={company.subscription_status} />
      <PastDueNotice companyId={company.id} status={company.subscription_status} />
      <Outlet
        key={company.id}
        context={
          { data, company, live, refresh, choose: onChoose, patchCompany: (part) => onPatch(company.id, part) } satisfies DashboardOutlet
        }
      />
    </WorkShell>
  )
}

type CompanySwitchProps = { companies: readonly OwnCompany[]; current: string; onChoose: (companyId: string) => void }

function CompanySwitch({ companies, current, onChoose }: CompanySwitchProps) {
  return (
    <label className="dashboard-choice small">
      <span className="muted">Firma</span>
      <select className="input" value={current} onChange={(event) => onChoose(event.target.value)}>
        {companies.map(({ id, company_name }) => (
          <option key={id} value={id}>
            {company_name}
          </option>
        ))}
      </select>
    </label>
  )
}
