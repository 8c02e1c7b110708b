import { type ObjectionList, objectionList, objectionSortLabels, objectionStateLabels } from '#src/orders/refunds/objectionRules.ts'
import { ListArea } from '#src/platform/web/lists/ListArea.tsx'
import type { ListFilter } from '#src/platform/web/lists/ListFilters.tsx'
import type { ListTexts } from '#src/platform/web/lists/ListRows.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { objectionColumns } from './ObjectionColumns.tsx'
import { ObjectionDialog } from './ObjectionDialog.tsx'

/** List of objections of customers reported as absent, with their state or outcome. */
export const ObjectionsArea = () => (
  <ListArea
    title="Widersprüche zu Terminen"
    className="list-area"
    spec={objectionList}
    sorts={objectionSortLabels}
    search={{ label: 'Anbieter, Name, E-Mail oder Buchungsnummer', longest: objectionList.searchLength }}
    filters={filters}
    read={(asked) => call('admin-list-objections', asked)}
    texts={texts}
    columns={objectionColumns}
    dialog={(bookingId, parts) => <ObjectionDialog bookingId={bookingId} {...parts} />}
  />
)

const filters: ListFilter<ObjectionList>[] = [{ name: 'state', label: 'Stand', words: objectionStateLabels }]

const texts: ListTexts = {
  label: 'Tabelle der Widersprüche',
  loading: 'Widersprüche werden geladen…',
  notLoaded: 'Die Widersprüche konnten nicht geladen werden',
  none: { title: 'Noch keine Widersprüche', text: 'Sobald ein Kunde widerspricht, den ein Anbieter nicht antraf, steht es hier.' },
  noneFound: { title: 'Kein Widerspruch gefunden', text: 'Zu dieser Suche und diesem Stand gibt es keinen Widerspruch.' },
}
