import { complaintReasonLabels } from '#src/orders/bookings/complaints/rules.ts'
import { type ComplaintSort, complaintStateLabels, type ListedComplaint } from '#src/orders/refunds/complaints/rules.ts'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { shortId } from '#src/platform/kit/text.ts'
import { type Column, RowTitle } from '#src/platform/web/lists/DataTable.tsx'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'
import '#src/platform/web/lists/table.css'

export const complaintColumns = (onOpen: (complaintId: string) => void): Column<ListedComplaint, ComplaintSort>[] => [
  {
    label: 'Kundin oder Kunde',
    format: 'title',
    cell: ({ id, booking_id, customer_name }) => (
      <RowTitle title={customer_name} second={`Buchung ${shortId(booking_id)}`} onOpen={() => onOpen(id)} />
    ),
  },
  { label: 'Anbieter', cell: ({ company_name }) => company_name },
  { label: 'Leistung', cell: ({ service_title }) => service_title },
  { label: 'Problem', cell: ({ reason }) => complaintReasonLabels[reason] },
  {
    label: 'Gemeldet',
    format: 'date',
    cell: ({ reported_at }) => formatMoment(new Date(reported_at)),
    sort: { asc: 'oldest', desc: 'newest' },
  },
  { label: 'Stand', cell: ({ status }) => <ComplaintChip status={status} /> },
]

/** State of a complaint. */
export const ComplaintChip = ({ status }: Pick<ListedComplaint, 'status'>) => (
  <StatusChip tone={tones[status]}>{complaintStateLabels[status]}</StatusChip>
)
const tones = { open: 'waiting', answered: 'waiting', escalated: 'bad', settled: 'done', decided: 'done' } as const
