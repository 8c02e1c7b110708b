import type { AppointmentStatus } from '#src/orders/appointments/states.ts'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { euros } from '#src/platform/kit/money.ts'
import { type Column, RowTitle } from '#src/platform/web/lists/DataTable.tsx'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'
import { type RequestRow, type RequestSort, requestStateLabels, standOf } from './operatorRules.ts'
import '#src/platform/web/lists/table.css'

export const requestColumns = (onOpen: (bookingId: string) => void): Column<RequestRow, RequestSort>[] => [
  {
    label: 'Kundin oder Kunde',
    format: 'title',
    cell: ({ id, customer_name, service_title }) => <RowTitle title={customer_name} second={service_title} onOpen={() => onOpen(id)} />,
  },
  { label: 'Anbieter', cell: ({ company_name }) => company_name },
  {
    label: 'Angefragt',
    format: 'date',
    cell: ({ requested_at }) => formatMoment(new Date(requested_at)),
    sort: { asc: 'oldest', desc: 'newest' },
  },
  { label: 'Antwort bis', format: 'date', cell: ({ until }) => (until === null ? '–' : formatMoment(new Date(until))) },
  { label: 'Stand', cell: (request) => <Stand request={request} /> },
  { label: 'Betrag', format: 'amount', cell: ({ amount }) => euros(amount) },
]

/** State of a request, and the side that has to act. */
function Stand({ request: { status, is_overdue } }: { request: RequestRow }) {
  const { word, turn } = standOf(status)
  if (turn === undefined) return <StatusChip tone={tones[status] ?? 'off'}>{word}</StatusChip>
  return (
    <span>
      <StatusChip tone={is_overdue ? 'bad' : 'waiting'}>{is_overdue ? requestStateLabels.overdue : word}</StatusChip>{' '}
      <span className="second">{turn}</span>
    </span>
  )
}
const tones: Partial<Record<AppointmentStatus, 'good' | 'done'>> = { agreed: 'good', performed: 'done' }
