import { BookingDialog } from '#src/orders/operatorBookings/BookingDialog.tsx'
import { ListArea } from '#src/platform/web/lists/ListArea.tsx'
import type { ListFilter } from '#src/platform/web/lists/ListFilters.tsx'
import type { ListTexts } from '#src/platform/web/lists/ListRows.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { quoteRequestColumns } from './QuoteRequestColumns.tsx'
import { categoryLabels, type QuoteRequestList, quoteRequestLabels, quoteRequestList, quoteRequestSortLabels } from './rules.ts'

/** Operator's list of requests for quotes: number of quotes, and whether one became an order. */
export const QuoteRequestsArea = () => (
  <ListArea
    title="Anfragen nach Angeboten"
    className="list-area"
    spec={quoteRequestList}
    sorts={quoteRequestSortLabels}
    search={{ label: 'Leistung, Kunde, Anbieter oder Nummer', longest: quoteRequestList.searchLength }}
    filters={filters}
    read={(asked) => call('admin-list-quote-requests', asked)}
    texts={texts}
    columns={quoteRequestColumns}
    dialog={(bookingId, parts) => <BookingDialog bookingId={bookingId} {...parts} />}
  />
)

const filters: ListFilter<QuoteRequestList>[] = [
  { name: 'state', label: 'Stand', words: quoteRequestLabels },
  { name: 'category', label: 'Kategorie', words: categoryLabels },
]

const texts: ListTexts = {
  label: 'Tabelle der Anfragen nach Angeboten',
  loading: 'Anfragen werden geladen…',
  notLoaded: 'Die Anfragen konnten nicht geladen werden',
  none: { title: 'Noch keine Anfragen nach Angeboten', text: 'Sobald ein Kunde Angebote anfordert, steht es hier.' },
  noneFound: { title: 'Keine Anfrage gefunden', text: 'Zu dieser Suche und diesen Filtern gibt es keine Anfrage.' },
}
