import { useLocation } from 'react-router'
import {
  CalendarDays,
  ClipboardList,
  Clock,
  FileBadge,
  FileQuestionMark,
  type IconComponent,
  Image,
  Landmark,
  LayoutDashboard,
  MessagesSquare,
  Receipt,
  ReceiptText,
  Star,
  Store,
  TicketCheck,
} from '#src/platform/web/icons/Icons.tsx'
import type { WorkArea } from '#src/platform/web/shell/WorkShell.tsx'
import { areaPath, type DashboardArea, dashboardAreas } from '#src/supply/companies/dashboardAreas.ts'

const icons: Record<DashboardArea, IconComponent> = {
  '': LayoutDashboard,
  kalender: CalendarDays,
  buchungen: TicketCheck,
  anfragen: FileQuestionMark,
  nachrichten: MessagesSquare,
  leistungen: ClipboardList,
  zeiten: Clock,
  bewertungen: Star,
  firmendaten: Store,
  geschaeftsangaben: FileBadge,
  bilder: Image,
  auszahlung: Landmark,
  steuer: Receipt,
  belege: ReceiptText,
}

/** Areas with the number of bookings and of unread threads, once known. */
export const dashboardRail = (counts: { bookings?: number; unread?: number } = {}): WorkArea[] =>
  (Object.entries(dashboardAreas) as [DashboardArea, string][]).map(([area, label]) => ({
    to: areaPath(area),
    label,
    Icon: icons[area],
    count: area === 'buchungen' ? counts.bookings : undefined,
    owed: area === 'nachrichten' && counts.unread ? { count: counts.unread, word: 'ungelesen' } : undefined,
  }))

/** Path of the current area. */
export const useCurrentArea = () => useLocation().pathname.replace(/\/$/, '')
