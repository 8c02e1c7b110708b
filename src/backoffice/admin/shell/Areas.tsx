import { type ComponentType, lazy } from 'react'
import {
  BadgeCheck,
  Banknote,
  Bell,
  BookOpen,
  Calendar,
  CalendarX2,
  FileBadge,
  FileQuestionMark,
  Flag,
  type IconComponent,
  Inbox,
  LayoutDashboard,
  MessageSquareText,
  MessagesSquare,
  Percent,
  Plus,
  Receipt,
  ReceiptText,
  ScrollText,
  Send,
  Settings,
  Star,
  TriangleAlert,
  Undo2,
  Users,
} from '#src/platform/web/icons/Icons.tsx'

type Area = { word: string; Icon: IconComponent; Screen: ComponentType }

/** Screen whose code is loaded when first opened. */
const screen = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(() => load().then((file) => ({ default: file[name] })))

/**
 * Areas after the sign-in (docs/spec.md#areas), each under /admin/{name}: label in navigation and heading, icon and screen. A new area
 * gets its row here.
 */
export const areas = {
  overview: { word: 'Übersicht', Icon: LayoutDashboard, Screen: screen(() => import('../overview/OverviewArea.tsx'), 'OverviewArea') },
  bookings: {
    word: 'Buchungen',
    Icon: Calendar,
    Screen: screen(() => import('#src/orders/operatorBookings/BookingsArea.tsx'), 'BookingsArea'),
  },
  reviews: { word: 'Bewertungen', Icon: Star, Screen: screen(() => import('#src/orders/reviews/operator/ReviewsArea.tsx'), 'ReviewsArea') },
  revenues: { word: 'Umsätze', Icon: Percent, Screen: screen(() => import('../revenue/RevenuesArea.tsx'), 'RevenuesArea') },
  payouts: {
    word: 'Auszahlungen',
    Icon: Banknote,
    Screen: screen(() => import('#src/money/payouts/operator/PayoutsArea.tsx'), 'PayoutsArea'),
  },
  'add-provider': {
    word: 'Anbieter hinzufügen',
    Icon: Plus,
    Screen: screen(() => import('../companies/AddCompanyArea.tsx'), 'AddCompanyArea'),
  },
  'manage-providers': {
    word: 'Anbieter verwalten',
    Icon: Users,
    Screen: screen(() => import('../companies/CompaniesArea.tsx'), 'CompaniesArea'),
  },
  'bulk-email': {
    word: 'Rund-Mail',
    Icon: Send,
    Screen: screen(() => import('#src/site/mailings/operator/MailingArea.tsx'), 'MailingArea'),
  },
  verifizierungen: {
    word: 'Verifizierungen',
    Icon: BadgeCheck,
    Screen: screen(() => import('#src/supply/companies/verification/VerificationsArea.tsx'), 'VerificationsArea'),
  },
  geschaeftsangaben: {
    word: 'Geschäftsangaben',
    Icon: FileBadge,
    Screen: screen(() => import('#src/supply/companies/details/DetailsArea.tsx'), 'DetailsArea'),
  },
  steuer: {
    word: 'Steuer (PStTG)',
    Icon: Receipt,
    Screen: screen(() => import('#src/money/taxes/operator/TaxYearArea.tsx'), 'TaxYearArea'),
  },
  belege: {
    word: 'Belege',
    Icon: ReceiptText,
    Screen: screen(() => import('#src/orders/documents/operator/DocumentsArea.tsx'), 'DocumentsArea'),
  },
  anfragen: { word: 'Anfragen', Icon: Inbox, Screen: screen(() => import('#src/orders/requests/RequestsArea.tsx'), 'RequestsArea') },
  angebote: {
    word: 'Angebotsanfragen',
    Icon: FileQuestionMark,
    Screen: screen(() => import('#src/site/quotes/operator/QuoteRequestsArea.tsx'), 'QuoteRequestsArea'),
  },
  nachfrage: { word: 'Nachfrage', Icon: Bell, Screen: screen(() => import('#src/site/demand/operator/DemandArea.tsx'), 'DemandArea') },
  widerrufe: {
    word: 'Widerrufe',
    Icon: Undo2,
    Screen: screen(() => import('#src/orders/withdrawals/operator/WithdrawalsArea.tsx'), 'WithdrawalsArea'),
  },
  widersprueche: {
    word: 'Widersprüche',
    Icon: CalendarX2,
    Screen: screen(() => import('#src/orders/refunds/operator/ObjectionsArea.tsx'), 'ObjectionsArea'),
  },
  probleme: {
    word: 'Gemeldete Probleme',
    Icon: TriangleAlert,
    Screen: screen(() => import('#src/orders/refunds/operator/ComplaintsArea.tsx'), 'ComplaintsArea'),
  },
  leistungsverzeichnis: {
    word: 'Leistungsverzeichnis',
    Icon: BookOpen,
    Screen: screen(() => import('#src/supply/services/operator/CatalogueArea.tsx'), 'CatalogueArea'),
  },
  meldungen: { word: 'Meldungen', Icon: Flag, Screen: screen(() => import('#src/site/support/operator/ReportsArea.tsx'), 'ReportsArea') },
  nachrichten: {
    word: 'Nachrichten',
    Icon: MessageSquareText,
    Screen: screen(() => import('#src/site/support/operator/MessagesArea.tsx'), 'MessagesArea'),
  },
  gespraeche: {
    word: 'Gemeldete Gespräche',
    Icon: MessagesSquare,
    Screen: screen(() => import('#src/orders/messages/operator/ThreadReportsArea.tsx'), 'ThreadReportsArea'),
  },
  audit: { word: 'Protokoll', Icon: ScrollText, Screen: screen(() => import('../audit/AuditArea.tsx'), 'AuditArea') },
  settings: { word: 'Einstellungen', Icon: Settings, Screen: screen(() => import('../settings/SettingsArea.tsx'), 'SettingsArea') },
} satisfies Record<string, Area>
export type AreaName = keyof typeof areas

/** Areas linked in the header instead of the tabs. */
export const sides = ['audit', 'settings'] as const satisfies AreaName[]
export const tabs = namesOf(areas).filter((name) => !sides.some((side) => side === name))

/** Returns the area of a URL; without a name the overview, with an unknown one undefined. */
export const areaOf = (name: string | undefined = 'overview') => namesOf(areas).find((area) => area === name)

/** Keys of a record with literal keys. */
function namesOf<Name extends string>(record: Record<Name, unknown>) {
  return Object.keys(record) as Name[]
}
