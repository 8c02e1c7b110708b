import { Banknote, Calendar, LayoutDashboard, LogOut, type LucideIcon, Percent, Plus, Send, Star, Users } from 'lucide-react'
import { Link, Outlet, useParams } from 'react-router'
import { formatClock } from '#src/kit/dates.ts'
import { Mark } from '#src/web/Mark.tsx'
import { showToast } from '#src/web/toast.ts'
import { type WorkArea, WorkShell } from '#src/web/WorkShell.tsx'
import { type AdminArea, adminAreas, adminTexts, allAreas, areaOf } from '../gateRules.ts'

const icons: Record<AdminArea, LucideIcon> = {
  overview: LayoutDashboard,
  bookings: Calendar,
  reviews: Star,
  revenues: Percent,
  payouts: Banknote,
  'add-provider': Plus,
  'manage-providers': Users,
  'bulk-email': Send,
}

/** What areas get from the shell: whom to tell that the server no longer knows this session. */
export type AdminOutlet = { onLost: () => Promise<void> }

type AdminShellProps = { expiresAt: string | undefined; onLost: () => Promise<void>; onSignOut: () => Promise<void> }

/** Head and rail of the administration; on narrow screens the rail is a strip. */
export function AdminShell({ expiresAt, onLost, onSignOut }: AdminShellProps) {
  const area = areaOf(useParams().area)
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
        <button type="button" className="btn btn-g btn-sm" onClick={() => void onSignOut().catch(saySignOutFailed)}>
          <LogOut />
          Abmelden
        </button>
      </header>
      <WorkShell label="Verwaltung" areas={areas} current={area && `/admin/${area}`}>
        <h1>{area ? allAreas[area] : 'Verwaltung'}</h1>
        <Outlet context={{ onLost } satisfies AdminOutlet} />
      </WorkShell>
    </>
  )
}

const saySignOutFailed = () => showToast({ kind: 'error', title: adminTexts.signOutFailed })

const areas: WorkArea[] = (Object.entries(adminAreas) as [AdminArea, string][]).map(([area, label]) => ({
  to: `/admin/${area}`,
  label,
  Icon: icons[area],
}))
