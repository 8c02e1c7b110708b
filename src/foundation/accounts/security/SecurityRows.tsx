import { formatMoment } from '#src/platform/kit/dates.ts'
import type { Column } from '#src/platform/web/lists/DataTable.tsx'
import { ListRows, type ListTexts } from '#src/platform/web/lists/ListRows.tsx'
import type { CallAnswer } from '#src/platform/web/queries/call.ts'
import type { QueryResult } from '#src/platform/web/queries/useQuery.ts'
import { type SecurityEventView, securityDays, securityText } from './rules.ts'

type RowsProps = {
  pageSize: number
  queryResult: QueryResult<CallAnswer<'list-own-security-events'>>
  onRetry: () => void
  onPage: (page: number) => void
}

/** Security events as a table, page by page. */
export const SecurityRows = ({ pageSize, queryResult, onRetry, onPage }: RowsProps) => (
  <ListRows
    texts={texts}
    queryResult={queryResult}
    columns={columns}
    keyOf={({ id }) => String(id)}
    isFiltered={false}
    onReset={() => undefined}
    onRetry={onRetry}
    onPage={onPage}
    pageSize={pageSize}
  />
)

const texts: ListTexts = {
  label: 'Tabelle der Anmeldungen und Änderungen',
  loading: 'Anmeldungen und Änderungen werden geladen…',
  notLoaded: 'Die Anmeldungen und Änderungen konnten nicht geladen werden',
  none: { title: 'Noch keine Einträge', text: `Anmeldungen, Codes und Änderungen der letzten ${securityDays} Tage stehen hier.` },
  noneFound: { title: 'Kein Eintrag gefunden', text: '' },
}

const columns: Column<SecurityEventView>[] = [
  { label: 'Vorgang', format: 'title', cell: securityText },
  { label: 'Zeitpunkt', format: 'date', cell: ({ at }) => formatMoment(new Date(at)) },
  { label: 'Gerät', cell: ({ device }) => device },
  { label: 'Netz', cell: ({ network }) => network },
]
