import {
  Banknote,
  Calendar,
  Flag,
  LayoutDashboard,
  LogOut,
  type LucideIcon,
  MessageSquareText,
  Percent,
  Plus,
  ScrollText,
  Send,
  Settings,
  Star,
  Undo2,
  Users,
} from 'lucide-react'
import { useMemo } from 'react'
import { Link, Outlet, useParams } from 'react-router'
import { formatClock } from '#src/kit/dates.ts'
import { Mark } from '#src/web/parts/Mark.tsx'
import { type Ask, CallsContext } from '#src/web/reading/ask.ts'
import type { ReadState } from '#src/web/reading/freshRead.ts'
import { showToast } from '#src/web/shell/toast.ts'
import { type WorkArea, WorkShell } from '#src/web/shell/WorkShell.tsx'
import { type AdminArea, type AnyArea, adminAreas, adminTexts, allAreas, areaOf, sideAreas } from '../gate/gateRules.ts'
import { AdminStats, followReading, useAdminStats } from '../overview/AdminStats.tsx'
import type { ShownStats } from '../overview/rules.ts'

const icons: Record<AnyArea, LucideIcon> = {
  overview: LayoutDashboard,
  bookings: Calendar,
  widerrufe: Undo2,
  reviews: Star,
  revenues: Percent,
  payouts: Banknote,
  'add-provider': Plus,
  'manage-providers': Users,
  'bulk-email': Send,
  meldungen: Flag,
  nachrichten: MessageSquareText,
  audit: ScrollText,
  settings: Settings,
}

type AdminShellProps = { expiresAt: string | undefined; ask: Ask; onSignOut: () => Promise<void> }

/** Head and rail of the administration, and the four figures above every area; on narrow screens the rail is a strip. */
export function AdminShell({ expiresAt, ask, onSignOut }: AdminShellProps) {
  const area = areaOf(useParams().area)
  const stats = useAdminStats(area)
  const calls = useMemo(() => ({ ask, followReading }), [ask])
  return (
    <>
      <header className="panel-head">
        <Link className="brand" to="/" aria-label="Zur Startseite">
          <Mark />
        </Link>
        <p className="names">
          <b>Admin</b>
          <span className="xs dim">Verwaltungsbereich</span>
        </p>
        {expiresAt ? <span className="xs dim num hide-m">Sitzung endet {formatClock(new Date(expiresAt))}</span> : null}
        {sides.map((side) => (
          <SideLink key={side} area={side} isCurrent={side === area} />
        ))}
        <button type="button" className="btn btn-g btn-sm" aria-label="Abmelden" onClick={() => void onSignOut().catch(saySignOutFailed)}>
          <LogOut />
          <span className="hide-m">Abmelden</span>
        </button>
      </header>
      <WorkShell label="Verwaltung" areas={areasWith(stats)} current={area && `/admin/${area}`}>
        <AdminStats state={stats} />
        <h1 className={area === 'overview' ? 'sr' : undefined}>{area ? allAreas[area] : 'Verwaltung'}</h1>
        <CallsContext value={calls}>
          <Outlet />
        </CallsContext>
      </WorkShell>
    </>
  )
}

const sides = ['audit', 'settings'] as const

function SideLink({ area, isCurrent }: { area: (typeof sides)[number]; isCurrent: boolean }) {
  const Icon = icons[area]
  return (
    <Link className="btn btn-g btn-sm" to={`/admin/${area}`} aria-label={sideAreas[area]} aria-current={isCurrent ? 'page' : undefined}>
      <Icon />
      <span className="hide-m">{sideAreas[area]}</span>
    </Link>
  )
}

const saySignOutFailed = () => showToast({ kind: 'error', title: adminTexts.signOutFailed })

/** The tabs, with numbers where the figures have them. */
function areasWith(stats: ReadState<ShownStats>): WorkArea[] {
  const { bookings, reviews, companies } = stats.status === 'loaded' ? stats.value : {}
  const counts: Partial<Record<AdminArea, number | undefined>> = {
    bookings: bookings?.total,
    reviews: reviews ?? undefined,
    'manage-providers': companies?.total,
  }
  return tabs.map(([area, text]) => ({ to: `/admin/${area}`, label: text, Icon: icons[area], count: counts[area] }))
}

const tabs = Object.entries(adminAreas) as [AdminArea, string][]
