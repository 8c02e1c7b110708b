import { appointmentStatusLabels } from '#src/orders/appointments/states.ts'
import type { ObjectionSort, ObjectionView } from '#src/orders/refunds/objectionRules.ts'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { shortId } from '#src/platform/kit/text.ts'
import { type Column, RowTitle } from '#src/platform/web/lists/DataTable.tsx'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'
import '#src/platform/web/lists/table.css'

export const objectionColumns = (onOpen: (bookingId: string) => void): Column<ObjectionView, ObjectionSort>[] => [
  {
    label: 'Kundin oder Kunde',
    format: 'title',
    cell: ({ id, customer_name }) => <RowTitle title={customer_name} second={`Buchung ${shortId(id)}`} onOpen={() => onOpen(id)} />,
  },
  { label: 'Anbieter', cell: ({ company_name }) => company_name },
  { label: 'Leistung', cell: ({ service_title }) => service_title },
  { label: 'Termin', format: 'date', cell: ({ starts_at }) => formatMoment(new Date(starts_at)) },
  {
    label: 'Widersprochen',
    format: 'date',
    cell: ({ objected_at }) => formatMoment(new Date(objected_at)),
    sort: { asc: 'oldest', desc: 'newest' },
  },
  { label: 'Stand', cell: ({ status }) => <ObjectionChip status={status} /> },
]

/** State of an objection. */
export const ObjectionChip = ({ status }: Pick<ObjectionView, 'status'>) =>
  status === 'contested' ? (
    <StatusChip tone="waiting">Offen</StatusChip>
  ) : (
    <StatusChip tone="done">{appointmentStatusLabels[status]}</StatusChip>
  )
