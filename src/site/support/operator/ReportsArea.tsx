import { ListArea } from '#src/platform/web/lists/ListArea.tsx'
import type { ListFilter } from '#src/platform/web/lists/ListFilters.tsx'
import type { ListTexts } from '#src/platform/web/lists/ListRows.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { type ReportList, reportList, reportSortLabels, reportStateLabels, reportTargetLabels } from '#src/site/support/reportListRules.ts'
import { reportReasonLabels } from '#src/site/support/reportRules.ts'
import { reportColumns } from './ReportColumns.tsx'
import { ReportDialog } from './ReportDialog.tsx'
import './letters.css'

/** List of reported content; a report opens with all data needed for the decision. */
export const ReportsArea = () => (
  <ListArea
    title="Gemeldete Inhalte"
    className="list-area"
    spec={reportList}
    sorts={reportSortLabels}
    search={{ label: 'Anbieter, Name, E-Mail oder Nummer', longest: reportList.searchLength }}
    filters={filters}
    read={(asked) => call('admin-list-notices', asked)}
    texts={texts}
    columns={reportColumns}
    dialog={(reportId, parts) => <ReportDialog reportId={reportId} {...parts} />}
  />
)

const filters: ListFilter<ReportList>[] = [
  { name: 'state', label: 'Stand', words: reportStateLabels },
  { name: 'target', label: 'Was', words: reportTargetLabels },
  { name: 'reason', label: 'Grund', words: reportReasonLabels },
]

const texts: ListTexts = {
  label: 'Tabelle der Meldungen',
  loading: 'Meldungen werden geladen…',
  notLoaded: 'Die Meldungen konnten nicht geladen werden',
  none: { title: 'Noch keine Meldungen', text: 'Sobald jemand einen Inhalt meldet, steht die Meldung hier.' },
  noneFound: { title: 'Keine Meldung gefunden', text: 'Zu dieser Suche und diesen Filtern gibt es keine Meldung.' },
}
