import { BookingDialog } from '#src/orders/operatorBookings/BookingDialog.tsx'
import { ListArea } from '#src/platform/web/lists/ListArea.tsx'
import type { ListFilter } from '#src/platform/web/lists/ListFilters.tsx'
import type { ListTexts } from '#src/platform/web/lists/ListRows.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { type RequestList, requestList, requestSortLabels, requestStateLabels } from './operatorRules.ts'
import { requestColumns } from './RequestColumns.tsx'

/** Operator's list of requests: the side that has to answer, its deadline, and overdue ones. */
export const RequestsArea = () => (
  <ListArea
    title="Alle Anfragen"
    className="list-area"
    spec={requestList}
    sorts={requestSortLabels}
    search={{ label: 'Anbieter, Kunde, Leistung oder Buchungsnummer', longest: requestList.searchLength }}
    filters={filters}
    read={(asked) => call('admin-list-requests', asked)}
    texts={texts}
    columns={requestColumns}
    dialog={(bookingId, parts) => <BookingDialog bookingId={bookingId} {...parts} />}
  />
)

const filters: ListFilter<RequestList>[] = [{ name: 'state', label: 'Stand', words: requestStateLabels }]

const texts: ListTexts = {
  label: 'Tabelle der Anfragen',
  loading: 'Anfragen werden geladen…',
  notLoaded: 'Die Anfragen konnten nicht geladen werden',
  none: { title: 'Noch keine Anfragen', text: 'Sobald ein Kunde einen Anbieter anfragt, steht es hier.' },
  noneFound: { title: 'Keine Anfrage gefunden', text: 'Zu dieser Suche und diesem Stand gibt es keine Anfrage.' },
}
