import { formatMoment } from '#src/platform/kit/dates.ts'
import type { Column } from '#src/platform/web/lists/DataTable.tsx'
import { ListRows, type ListTexts } from '#src/platform/web/lists/ListRows.tsx'
import type { CallAnswer } from '#src/platform/web/reading/call.ts'
import type { Reading } from '#src/platform/web/reading/useReading.ts'
import { type ShownSecurityEvent, securityDays, securityText } from './rules.ts'

type RowsProps = {
  pageSize: number
  reading: Reading<CallAnswer<'list-own-security-events'>>
  onRetry: () => void
  onPage: (page: number) => void
}

/** Security events as a table, page by page. */
export const SecurityRows = ({ pageSize, reading, onRetry, onPage }: RowsProps) => (
  <ListRows
    texts={texts}
    reading={reading}
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

const columns: Column<ShownSecurityEvent>[] = [
  { label: 'Vorgang', format: 'title', cell: securityText },
  { label: 'Zeitpunkt', format: 'date', cell: ({ at }) => formatMoment(new Date(at)) },
  { label: 'Gerät', cell: ({ device }) => device },
  { label: 'Netz', cell: ({ network }) => network },
]
