import { insiderLabels } from '#src/orders/bookings/insiders/rules.ts'
import { BookingChip, PaymentChip } from '#src/orders/ordering/ui/BookingChips.tsx'
import { seriesPlaceText } from '#src/orders/series/texts.ts'
import { berlinDay, formatDate, formatTime } from '#src/platform/kit/dates.ts'
import { euros } from '#src/platform/kit/money.ts'
import { type Column, TwoLines } from '#src/platform/web/lists/DataTable.tsx'
import type { BookingSort } from './listRules.ts'
import type { AdminBooking } from './rules.ts'
import '#src/platform/web/lists/table.css'

/** Columns of docs/spec.md#area-bookings; service and company share one. */
export const bookingColumns = (onOpen: (bookingId: string) => void): Column<AdminBooking, BookingSort>[] => [
  {
    label: 'Kundin oder Kunde',
    format: 'title',
    cell: ({ id, customer_name, customer_email, series, insider }) => (
      <>
        <button type="button" className="row-link" onClick={() => onOpen(id)}>
          {customer_name}
        </button>
        <span className="second">{customer_email}</span>
        {insider ? <span className="badge">{insiderLabels[insider]}</span> : null}
        {series ? <span className="second">{seriesPlaceText(series)}</span> : null}
      </>
    ),
    sort: { asc: 'nameAsc', desc: 'nameDesc' },
  },
  {
    label: 'Leistung und Anbieter',
    cell: ({ service_title, company_name }) => <TwoLines second={company_name}>{service_title}</TwoLines>,
  },
  {
    label: 'Termin',
    format: 'date',
    cell: ({ booking_date, booking_time }) => <TwoLines second={formatTime(booking_time)}>{formatDate(booking_date)}</TwoLines>,
    sort: { asc: 'dateAsc', desc: 'dateDesc' },
  },
  { label: 'Betrag', format: 'amount', cell: ({ amount }) => euros(amount), sort: { asc: 'amountAsc', desc: 'amountDesc' } },
  { label: 'Buchung', cell: ({ booking_status, request_status }) => <BookingChip status={booking_status} request={request_status} /> },
  { label: 'Zahlung', cell: ({ payment_status, refunded }) => <PaymentChip status={payment_status} refunded={refunded} /> },
  {
    label: 'Erstellt',
    format: 'date',
    cell: ({ created_at }) => formatDate(berlinDay(new Date(created_at))),
    sort: { asc: 'oldest', desc: 'newest' },
  },
]
