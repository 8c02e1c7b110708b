import { ListArea } from '#src/platform/web/lists/ListArea.tsx'
import type { ListFilter } from '#src/platform/web/lists/ListFilters.tsx'
import type { ListTexts } from '#src/platform/web/lists/ListRows.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { type ThreadReportList, threadReportList, threadReportSortLabels, threadReportStateLabels } from './rules.ts'
import { threadReportColumns } from './ThreadReportColumns.tsx'
import { ThreadReportDialog } from './ThreadReportDialog.tsx'

/** List of reported threads; the operator can read no others. */
export const ThreadReportsArea = () => (
  <ListArea
    title="Gemeldete Gespräche"
    className="list-area"
    spec={threadReportList}
    sorts={threadReportSortLabels}
    search={{ label: 'Anbieter, Kunde oder Buchungsnummer', longest: threadReportList.searchLength }}
    filters={filters}
    read={(asked) => call('admin-list-thread-reports', asked)}
    texts={texts}
    columns={threadReportColumns}
    dialog={(report, parts) => <ThreadReportDialog report={report} {...parts} />}
  />
)

const filters: ListFilter<ThreadReportList>[] = [{ name: 'state', label: 'Stand', words: threadReportStateLabels }]

const texts: ListTexts = {
  label: 'Tabelle der gemeldeten Gespräche',
  loading: 'Meldungen werden geladen…',
  notLoaded: 'Die Meldungen konnten nicht geladen werden',
  none: { title: 'Noch kein Gespräch gemeldet', text: 'Sobald jemand ein Gespräch meldet, steht es hier.' },
  noneFound: { title: 'Keine Meldung gefunden', text: 'Zu dieser Suche und diesem Stand gibt es keine Meldung.' },
}
