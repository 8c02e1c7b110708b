import { type ComplaintList, complaintList, complaintSortLabels, complaintStateLabels } from '#src/orders/refunds/complaints/rules.ts'
import { ListArea } from '#src/platform/web/lists/ListArea.tsx'
import type { ListFilter } from '#src/platform/web/lists/ListFilters.tsx'
import type { ListTexts } from '#src/platform/web/lists/ListRows.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { complaintColumns } from './ComplaintColumns.tsx'
import { ComplaintDialog } from './ComplaintDialog.tsx'

/** List of complaints with their state or outcome. */
export const ComplaintsArea = () => (
  <ListArea
    title="Gemeldete Probleme"
    className="list-area"
    spec={complaintList}
    sorts={complaintSortLabels}
    search={{ label: 'Anbieter, Name, E-Mail oder Buchungsnummer', longest: complaintList.searchLength }}
    filters={filters}
    read={(asked) => call('admin-list-complaints', asked)}
    texts={texts}
    columns={complaintColumns}
    dialog={(complaintId, parts) => <ComplaintDialog complaintId={complaintId} {...parts} />}
  />
)

const filters: ListFilter<ComplaintList>[] = [{ name: 'state', label: 'Stand', words: complaintStateLabels }]

const texts: ListTexts = {
  label: 'Tabelle der gemeldeten Probleme',
  loading: 'Gemeldete Probleme werden geladen…',
  notLoaded: 'Die gemeldeten Probleme konnten nicht geladen werden',
  none: { title: 'Noch keine Probleme', text: 'Sobald ein Kunde auf der Seite seiner Buchung ein Problem meldet, steht es hier.' },
  noneFound: { title: 'Kein Problem gefunden', text: 'Zu dieser Suche und diesem Stand gibt es kein gemeldetes Problem.' },
}
