import { shortId } from '#src/platform/kit/text.ts'
import { type Column, createdColumn, RowTitle } from '#src/platform/web/lists/DataTable.tsx'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'
import { type ReportSort, type ReportView, reportDecisionLabels, reportTargetLabels } from '#src/site/support/reportListRules.ts'
import { reportReasonLabels } from '#src/site/support/reportRules.ts'
import '#src/platform/web/lists/table.css'

export const reportColumns = (onOpen: (reportId: string) => void): Column<ReportView, ReportSort>[] => [
  {
    label: 'Gemeldeter Inhalt',
    format: 'title',
    cell: (report) => <RowTitle title={reportedOf(report)} second={`Nr. ${shortId(report.id)}`} onOpen={() => onOpen(report.id)} />,
  },
  { label: 'Grund', cell: ({ reason }) => reportReasonLabels[reason] },
  {
    label: 'Gemeldet von',
    cell: ({ name, email }) => (
      <span>
        {name ?? 'Ohne Namen'} {email ? <span className="second">{email}</span> : null}
      </span>
    ),
  },
  createdColumn('Eingegangen'),
  { label: 'Stand', cell: (report) => <ReportChip report={report} /> },
]

/** Label of the reported content. */
export const reportedOf = ({ target, company_name, page }: Pick<ReportView, 'target' | 'company_name' | 'page'>) =>
  target === 'page' ? (page ?? reportTargetLabels.page) : `${reportTargetLabels[target]}: ${company_name ?? 'gelöschter Anbieter'}`

/** State of a report. */
export function ReportChip({ report: { decision, is_suspect } }: { report: Pick<ReportView, 'decision' | 'is_suspect'> }) {
  if (decision) return <StatusChip tone={decision === 'kept' ? 'off' : 'done'}>{reportDecisionLabels[decision]}</StatusChip>
  return is_suspect ? <StatusChip tone="bad">Verdacht auf Spam</StatusChip> : <StatusChip tone="waiting">Offen</StatusChip>
}
