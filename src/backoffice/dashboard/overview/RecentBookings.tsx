import { Link } from 'react-router'
import type { CompanyBookingView } from '#src/orders/companyBookings/rules.ts'
import { StateChip } from '#src/orders/ordering/ui/BookingChips.tsx'
import { seriesPlaceText } from '#src/orders/series/texts.ts'
import { formatDate, formatTime } from '#src/platform/kit/dates.ts'
import { euros } from '#src/platform/kit/money.ts'
import { shortId } from '#src/platform/kit/text.ts'
import { type Column, DataTable, TwoLines } from '#src/platform/web/lists/DataTable.tsx'
import { EmptyState } from '#src/platform/web/parts/EmptyState.tsx'
import { areaPath } from '#src/supply/companies/dashboardAreas.ts'
import { shownBookings } from '../texts.ts'
import '#src/platform/web/lists/table.css'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'

type RecentBookingsProps = { bookings: readonly CompanyBookingView[]; onOpen: (bookingId: string) => void }

/** Newest bookings, each with a link to its details. */
export function RecentBookings({ bookings, onOpen }: RecentBookingsProps) {
  return (
    <section className="card" aria-labelledby="recent-title">
      <div className="card-head">
        <h2 id="recent-title">Letzte Buchungen</h2>
        <Link className="small" to={areaPath('buchungen')}>
          Alle Buchungen
        </Link>
      </div>
      {bookings.length === 0 ? (
        <EmptyState title="Noch keine Buchungen" text="Sobald jemand bei Ihnen bucht, steht die Buchung hier." />
      ) : (
        <DataTable
          label="Tabelle der letzten Buchungen"
          columns={columns(onOpen)}
          rows={bookings.slice(0, shownBookings)}
          keyOf={({ id }) => id}
        />
      )}
    </section>
  )
}

const columns = (onOpen: (bookingId: string) => void): Column<CompanyBookingView>[] => [
  { label: 'Kundin oder Kunde', format: 'title', cell: (booking) => <BookingTitle booking={booking} onOpen={onOpen} /> },
  { label: 'Termin', format: 'date', cell: (booking) => <Appointment booking={booking} /> },
  {
    label: 'Status',
    cell: ({ booking_status, request_status, payment_status, refunded }) => (
      <StateChip booking={booking_status} request={request_status} payment={payment_status} refunded={refunded} />
    ),
  },
  { label: 'Betrag', format: 'amount', cell: ({ amount }) => euros(amount) },
]

/** Customer and service; opens the details. */
export const BookingTitle = ({ booking, onOpen }: { booking: CompanyBookingView; onOpen: (bookingId: string) => void }) => (
  <>
    <button type="button" className="row-link" onClick={() => onOpen(booking.id)}>
      {booking.customer_name}
    </button>
    <span className="second">
      {booking.service_title}, <span className="number">Nr. {shortId(booking.id)}</span>
    </span>
    {booking.series ? <span className="second">{seriesPlaceText(booking.series)}</span> : null}
    {booking.has_complaint ? <StatusChip tone="bad">Problem gemeldet</StatusChip> : null}
  </>
)

export const Appointment = ({ booking }: { booking: CompanyBookingView }) => (
  <TwoLines second={formatTime(booking.booking_time)}>{formatDate(booking.booking_date)}</TwoLines>
)
