import { formatMoment } from '#src/platform/kit/dates.ts'
import type { Column } from '#src/platform/web/lists/DataTable.tsx'
import { ListArea } from '#src/platform/web/lists/ListArea.tsx'
import type { ListFilter } from '#src/platform/web/lists/ListFilters.tsx'
import type { ListTexts } from '#src/platform/web/lists/ListRows.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { type DemandList, type DemandSort, demandCategoryLabels, demandList, demandSortLabels } from '../rules.ts'
import type { DemandRow } from '../schemas.ts'
import '#src/platform/web/lists/table.css'

/** Operator's list of searches that people wait for and no company answers. */
export const DemandArea = () => (
  <ListArea
    title="Gesucht, aber kein Anbieter"
    className="list-area"
    spec={demandList}
    sorts={demandSortLabels}
    search={{ label: 'Leistung oder Ort', longest: demandList.searchLength }}
    filters={filters}
    read={(request) => call('admin-list-unmet-demand', request)}
    texts={texts}
    columns={() => columns}
  />
)

const filters: ListFilter<DemandList>[] = [{ name: 'category', label: 'Bereich', words: demandCategoryLabels }]

const columns: Column<DemandRow, DemandSort>[] = [
  {
    label: 'Gesucht',
    format: 'title',
    cell: ({ words, service, category }) => <span className="strong">{words || (service ?? category ?? 'Anbieter')}</span>,
  },
  { label: 'Bereich', cell: ({ category }) => category ?? '–' },
  {
    label: 'Ort',
    cell: ({ location, radius_km: km }) => (
      <>
        {location || 'Bundesweit'} {location ? <span className="second">{km === null ? 'bundesweit' : `${km} km`}</span> : null}
      </>
    ),
  },
  { label: 'Personen', format: 'number', cell: ({ people }) => people.toLocaleString('de-DE') },
  { label: 'Zuletzt', format: 'date', cell: ({ last_at }) => formatMoment(new Date(last_at)) },
]

const texts: ListTexts = {
  label: 'Tabelle der Suchen ohne Anbieter',
  loading: 'Suchen werden geladen…',
  notLoaded: 'Die Suchen konnten nicht geladen werden',
  none: {
    title: 'Noch keine Suchen ohne Anbieter',
    text: 'Sobald sich jemand zu einer Suche ohne Treffer Bescheid sagen lässt, steht sie hier.',
  },
  noneFound: { title: 'Keine Suche gefunden', text: 'Zu dieser Eingabe und diesem Filter wartet niemand.' },
}
