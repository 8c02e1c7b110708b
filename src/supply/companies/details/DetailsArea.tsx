import { berlinDay, formatDate } from '#src/platform/kit/dates.ts'
import type { Column } from '#src/platform/web/lists/DataTable.tsx'
import { ListArea } from '#src/platform/web/lists/ListArea.tsx'
import type { ListFilter } from '#src/platform/web/lists/ListFilters.tsx'
import type { ListTexts } from '#src/platform/web/lists/ListRows.tsx'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { DetailsDialog } from './DetailsDialog.tsx'
import { type DetailsList, type DetailsSort, detailsList, detailsSortLabels, type ListedDetails } from './rules.ts'
import { detailsStateLabels } from './texts.ts'

/** List of the companies' business details, for the operator's check. */
export const DetailsArea = () => (
  <ListArea
    title="Geschäftsangaben"
    className="list-area"
    spec={detailsList}
    sorts={detailsSortLabels}
    search={{ label: 'Anbieter', longest: detailsList.searchLength }}
    filters={filters}
    read={(asked) => call('admin-list-business-details', asked)}
    texts={texts}
    columns={columns}
    dialog={(listed: ListedDetails, parts) => <DetailsDialog listed={listed} {...parts} />}
  />
)

const filters: ListFilter<DetailsList>[] = [{ name: 'state', label: 'Stand', words: detailsStateLabels }]

const texts: ListTexts = {
  label: 'Tabelle der Geschäftsangaben',
  loading: 'Geschäftsangaben werden geladen…',
  notLoaded: 'Die Geschäftsangaben konnten nicht geladen werden',
  none: { title: 'Noch keine Geschäftsangaben', text: 'Sobald wir Anbieter danach fragen, stehen sie hier.' },
  noneFound: { title: 'Nichts gefunden', text: 'Zu dieser Suche und diesem Filter gibt es keine Geschäftsangaben.' },
}

const tones = { incomplete: 'waiting', submitted: 'good', checked: 'done', expired: 'off', refused: 'bad' } as const
const dayOf = (moment: string | null) => (moment ? formatDate(berlinDay(new Date(moment))) : '–')

const columns = (onOpen: (listed: ListedDetails) => void): Column<ListedDetails, DetailsSort>[] => [
  {
    label: 'Anbieter',
    format: 'title',
    cell: (listed) => (
      <button type="button" className="row-link" onClick={() => onOpen(listed)}>
        {listed.company_name}
      </button>
    ),
  },
  { label: 'Stand', cell: ({ status }) => <StatusChip tone={tones[status]}>{detailsStateLabels[status]}</StatusChip> },
  { label: 'Gefragt', format: 'date', cell: ({ asked_at }) => dayOf(asked_at) },
  { label: 'Eingereicht', format: 'date', cell: ({ submitted_at }) => dayOf(submitted_at), sort: { asc: 'oldest', desc: 'newest' } },
  { label: 'Folgen', cell: followsOf },
]

function followsOf({ are_bookings_stopped, are_payouts_withheld }: ListedDetails) {
  const follows = [are_bookings_stopped ? 'keine Buchungen' : '', are_payouts_withheld ? 'Auszahlung zurückgehalten' : ''].filter(Boolean)
  return follows.join(', ') || '–'
}
