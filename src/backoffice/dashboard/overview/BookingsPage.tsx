import { useSearchParams } from 'react-router'
import { bookingStatusLabels, paymentStatusLabels } from '#src/money/payments/bookingStates.ts'
import { BookingDetail } from '#src/orders/companyBookings/BookingDetail.tsx'
import { type BookingList, bookingList, sortLabels } from '#src/orders/companyBookings/listRules.ts'
import { type BookingSort, type CompanyBookingView, searchLength } from '#src/orders/companyBookings/rules.ts'
import { BookingChip, PaymentChip } from '#src/orders/ordering/ui/BookingChips.tsx'
import { euros } from '#src/platform/kit/money.ts'
import type { Column } from '#src/platform/web/lists/DataTable.tsx'
import { ListArea } from '#src/platform/web/lists/ListArea.tsx'
import type { ListFilter } from '#src/platform/web/lists/ListFilters.tsx'
import type { ListTexts } from '#src/platform/web/lists/ListRows.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { useDashboard } from '../ui/LoadedDashboard.tsx'
import { Appointment, BookingTitle } from './RecentBookings.tsx'

/** All bookings of the company. */
export default function BookingsPage() {
  const { company, live } = useDashboard()
  const companyId = company.id
  // Booking opened by the button of a mail.
  const [parameters] = useSearchParams()
  return (
    <ListArea
      title="Alle Buchungen"
      spec={bookingList}
      sorts={sortLabels}
      search={{ label: 'Name, Leistung oder Nummer', longest: searchLength }}
      filters={filters}
      read={(asked) => call('list-company-bookings', { companyId, ...asked })}
      rules={{ live }}
      csv={{ call: 'company-bookings.csv', name: 'buchungen.csv', query: { companyId } }}
      texts={texts}
      columns={columns}
      openedFirst={parameters.get('buchung') ?? undefined}
      dialog={(bookingId, { onClose }) => <BookingDetail companyId={companyId} bookingId={bookingId} onClose={onClose} />}
    />
  )
}

const filters: ListFilter<BookingList>[] = [
  { name: 'status', label: 'Buchung', words: bookingStatusLabels },
  { name: 'payment', label: 'Zahlung', words: paymentStatusLabels },
  { name: 'from', label: 'Termin ab', isDay: true },
  { name: 'to', label: 'Termin bis', isDay: true },
]

const texts: ListTexts = {
  label: 'Tabelle der Buchungen',
  loading: 'Buchungen werden geladen…',
  notLoaded: 'Die Buchungen konnten nicht geladen werden',
  none: { title: 'Noch keine Buchungen', text: 'Sobald jemand bei Ihnen bucht, steht die Buchung hier.' },
  noneFound: { title: 'Keine Buchung gefunden', text: 'Zu diesen Filtern gibt es keine Buchung.' },
}

const columns = (onOpen: (bookingId: string) => void): Column<CompanyBookingView, BookingSort>[] => [
  { label: 'Kundin oder Kunde', format: 'title', cell: (booking) => <BookingTitle booking={booking} onOpen={onOpen} /> },
  { label: 'Termin', format: 'date', cell: (booking) => <Appointment booking={booking} />, sort: { asc: 'dateAsc', desc: 'dateDesc' } },
  { label: 'Buchung', cell: ({ booking_status, request_status }) => <BookingChip status={booking_status} request={request_status} /> },
  { label: 'Zahlung', cell: ({ payment_status, refunded }) => <PaymentChip status={payment_status} refunded={refunded} /> },
  { label: 'Ihr Anteil', format: 'number', cell: ({ company_share }) => (company_share === null ? '–' : euros(company_share)) },
  { label: 'Betrag', format: 'amount', cell: ({ amount }) => euros(amount), sort: { asc: 'amountAsc', desc: 'amountDesc' } },
]
