import type { OpenRequest } from '#src/orders/requests/rules.ts'
import { formatDate, formatMoment, formatTime } from '#src/platform/kit/dates.ts'
import { euros } from '#src/platform/kit/money.ts'
import { type Column, DataTable, TwoLines } from '#src/platform/web/lists/DataTable.tsx'
import { useFirstResponse, useQuery } from '#src/platform/web/queries/useQuery.ts'
import '#src/platform/web/lists/table.css'

type RequestsProps = { companyId: string; live: number; onOpen: (bookingId: string) => void; onAnswer: () => void }

/** Requests that await the company's answer, most urgent first; renders nothing if there are none. */
export function OpenRequests({ companyId, live, onOpen, onAnswer }: RequestsProps) {
  const { queryResult } = useQuery('list-requests', { companyId }, { live })
  useFirstResponse(queryResult, onAnswer)
  const rows = queryResult.data?.rows ?? []
  if (rows.length === 0) return null
  return (
    <section className="card" aria-labelledby="requests-title">
      <div className="card-head">
        <h2 id="requests-title">Offene Anfragen</h2>
      </div>
      <DataTable label="Tabelle der offenen Anfragen" columns={columns(onOpen)} rows={rows} keyOf={({ id }) => id} />
    </section>
  )
}

const columns = (onOpen: (bookingId: string) => void): Column<OpenRequest>[] => [
  {
    label: 'Kundin oder Kunde',
    format: 'title',
    cell: ({ id, customer_name, service_title, location }) => (
      <>
        <button type="button" className="row-link" onClick={() => onOpen(id)}>
          {customer_name}
        </button>
        <span className="second">
          {service_title}, {location}
        </span>
      </>
    ),
  },
  {
    label: 'Termin',
    format: 'date',
    cell: ({ booking_date, booking_time }) => <TwoLines second={formatTime(booking_time)}>{formatDate(booking_date)}</TwoLines>,
  },
  { label: 'Antwort bis', format: 'date', cell: ({ until }) => formatMoment(new Date(until)) },
  { label: 'Betrag', format: 'amount', cell: ({ amount, is_estimate: isEstimate }) => `${isEstimate ? 'höchstens ' : ''}${euros(amount)}` },
]
