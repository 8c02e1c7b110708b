import {
  CalendarDays,
  ClipboardList,
  Clock,
  Image,
  Landmark,
  LayoutDashboard,
  type LucideIcon,
  Star,
  Store,
  TicketCheck,
} from 'lucide-react'
import { useLocation } from 'react-router'
import type { WorkArea } from '#src/web/shell/WorkShell.tsx'
import { areaPath, type DashboardArea, dashboardAreas } from '../texts.ts'

const icons: Record<DashboardArea, LucideIcon> = {
  '': LayoutDashboard,
  kalender: CalendarDays,
  buchungen: TicketCheck,
  leistungen: ClipboardList,
  zeiten: Clock,
  bewertungen: Star,
  firmendaten: Store,
  bilder: Image,
  auszahlung: Landmark,
}

/** The areas; the number of bookings once it is known. */
export const dashboardRail = (bookings?: number): WorkArea[] =>
  (Object.entries(dashboardAreas) as [DashboardArea, string][]).map(([area, label]) => ({
    to: areaPath(area),
    label,
    Icon: icons[area],
    count: area === 'buchungen' ? bookings : undefined,
  }))

/** The address of the area on the screen. */
export const useCurrentArea = () => useLocation().pathname.replace(/\/$/, '')
