import { useMemo } from 'react'
import { Link, Outlet, useParams } from 'react-router'
import { adminTexts } from '#src/foundation/accounts/operator/signInRules.ts'
import { formatClock } from '#src/platform/kit/dates.ts'
import { LogOut } from '#src/platform/web/icons/Icons.tsx'
import { Logo } from '#src/platform/web/parts/Logo.tsx'
import type { QueryState } from '#src/platform/web/queries/cachedQuery.ts'
import { CallsContext, type RunCall } from '#src/platform/web/queries/runCall.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { type WorkArea, WorkShell } from '#src/platform/web/shell/WorkShell.tsx'
import { AdminStats, onRefetch, useAdminStats } from '../overview/AdminStats.tsx'
import type { StatsView } from '../overview/rules.ts'
import { areaOf, areas, sides, tabs } from './Areas.tsx'

type AdminShellProps = { expiresAt: string | undefined; runCall: RunCall; onSignOut: () => Promise<void> }

/** Header and navigation of the administration, and the four figures above every area; on narrow screens the navigation is a strip. */
export function AdminShell({ expiresAt, runCall, onSignOut }: AdminShellProps) {
  const area = areaOf(useParams().area)
  const stats = useAdminStats(area)
  const calls = useMemo(() => ({ runCall, onRefetch }), [runCall])
  return (
    <>
      <header className="panel-head">
        <Link className="brand" to="/" aria-label="Zur Startseite">
          <Logo />
        </Link>
        <p className="names">
          <b>Admin</b>
          <span className="tiny dim">Verwaltungsbereich</span>
        </p>
        {expiresAt ? <span className="tiny dim number wide-only">Sitzung endet {formatClock(new Date(expiresAt))}</span> : null}
        {sides.map((side) => (
          <SideLink key={side} area={side} isCurrent={side === area} />
        ))}
        <button
          type="button"
          className="button neutral small"
          aria-label="Abmelden"
          onClick={() => void onSignOut().catch(saySignOutFailed)}
        >
          <LogOut />
          <span className="wide-only">Abmelden</span>
        </button>
      </header>
      <WorkShell label="Verwaltung" areas={areasWith(stats)} current={area && `/admin/${area}`}>
        <AdminStats state={stats} />
        <h1 className={area === 'overview' ? 'unseen' : undefined}>{area ? areas[area].word : 'Verwaltung'}</h1>
        <CallsContext value={calls}>
          <Outlet />
        </CallsContext>
      </WorkShell>
    </>
  )
}

function SideLink({ area, isCurrent }: { area: (typeof sides)[number]; isCurrent: boolean }) {
  const { word, Icon } = areas[area]
  return (
    <Link className="button neutral small" to={`/admin/${area}`} aria-label={word} aria-current={isCurrent ? 'page' : undefined}>
      <Icon />
      <span className="wide-only">{word}</span>
    </Link>
  )
}

const saySignOutFailed = () => showToast({ kind: 'error', title: adminTexts.signOutFailed })

/** Tabs with the number of open tasks. */
function areasWith(stats: QueryState<StatsView>): WorkArea[] {
  const waiting = (stats.status === 'loaded' && stats.value.waiting) || []
  return tabs.map((area) => {
    const count = waiting.find((one) => one.area === area)?.count
    const owed = count === undefined ? undefined : { count, word: 'offen' }
    return { to: `/admin/${area}`, label: areas[area].word, Icon: areas[area].Icon, owed }
  })
}
