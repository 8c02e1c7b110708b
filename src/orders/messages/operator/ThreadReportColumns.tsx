import { formatMoment } from '#src/platform/kit/dates.ts'
import type { Column } from '#src/platform/web/lists/DataTable.tsx'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'
import { reportedName, type ShownThreadReport, sideWords, type ThreadReportSort, threadReportStateWords } from './rules.ts'
import '#src/platform/web/lists/table.css'

export const threadReportColumns = (onOpen: (report: ShownThreadReport) => void): Column<ShownThreadReport, ThreadReportSort>[] => [
  {
    label: 'Kundin oder Kunde',
    format: 'title',
    cell: (report) => (
      <>
        <button type="button" className="row-link" onClick={() => onOpen(report)}>
          {report.customer_name}
        </button>
        <span className="second">{reportedName(report)}</span>
      </>
    ),
  },
  { label: 'Anbieter', cell: ({ company_name }) => company_name },
  { label: 'Gemeldet von', cell: ({ side }) => sideWords[side] },
  {
    label: 'Gemeldet',
    format: 'date',
    cell: ({ reported_at }) => formatMoment(new Date(reported_at)),
    sort: { asc: 'oldest', desc: 'newest' },
  },
  { label: 'Stand', cell: (report) => <ThreadReportChip report={report} /> },
]

/** State of a report: open, or closed and the thread no longer readable. */
export const ThreadReportChip = ({ report: { closed_at } }: { report: Pick<ShownThreadReport, 'closed_at'> }) =>
  closed_at === null ? (
    <StatusChip tone="waiting">{threadReportStateWords.open}</StatusChip>
  ) : (
    <StatusChip tone="done">{threadReportStateWords.closed}</StatusChip>
  )
