import { formatMoment } from '#src/platform/kit/dates.ts'
import { type Column, RowTitle } from '#src/platform/web/lists/DataTable.tsx'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'
import { reportedName, sideLabels, type ThreadReportSort, type ThreadReportView, threadReportStateLabels } from './rules.ts'
import '#src/platform/web/lists/table.css'

export const threadReportColumns = (onOpen: (report: ThreadReportView) => void): Column<ThreadReportView, ThreadReportSort>[] => [
  {
    label: 'Kundin oder Kunde',
    format: 'title',
    cell: (report) => <RowTitle title={report.customer_name} second={reportedName(report)} onOpen={() => onOpen(report)} />,
  },
  { label: 'Anbieter', cell: ({ company_name }) => company_name },
  { label: 'Gemeldet von', cell: ({ side }) => sideLabels[side] },
  {
    label: 'Gemeldet',
    format: 'date',
    cell: ({ reported_at }) => formatMoment(new Date(reported_at)),
    sort: { asc: 'oldest', desc: 'newest' },
  },
  { label: 'Stand', cell: (report) => <ThreadReportChip report={report} /> },
]

/** State of a report: open, or closed and the thread no longer readable. */
export const ThreadReportChip = ({ report: { closed_at } }: { report: Pick<ThreadReportView, 'closed_at'> }) =>
  closed_at === null ? (
    <StatusChip tone="waiting">{threadReportStateLabels.open}</StatusChip>
  ) : (
    <StatusChip tone="done">{threadReportStateLabels.closed}</StatusChip>
  )
