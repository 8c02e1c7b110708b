import { Link, useNavigate, useSearchParams } from 'react-router'
import { TableWaiting } from '#src/platform/web/lists/DataTable.tsx'
import { Pager } from '#src/platform/web/lists/Pager.tsx'
import { EmptyState } from '#src/platform/web/parts/EmptyState.tsx'
import { QueryRegion } from '#src/platform/web/queries/QueryRegion.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { useCompanyArea } from '#src/supply/companies/ui/CompanyArea.tsx'
import { type ThreadList, threadFilterLabels, threadFilters } from '../rules.ts'
import { addressOf, type InboxPlace, idOf, placeOf } from './place.ts'
import { ThreadPane } from './ThreadPane.tsx'
import { ThreadRows } from './ThreadRows.tsx'
import './inbox.css'

/** Message page of the dashboard: list of threads, and the thread named by the URL (docs/spec.md#messages). */
export default function MessagesPage() {
  const { company, live } = useCompanyArea()
  const [query] = useSearchParams()
  const place = placeOf(query)
  const { queryResult, reload } = useQuery('list-threads', { companyId: company.id, filter: place.filter, page: place.page }, { live })
  const isOpen = place.subject !== undefined
  return (
    <section className="inbox-page stack" aria-labelledby="inbox-title">
      <div className={isOpen ? 'inbox-head row wrapping between open' : 'inbox-head row wrapping between'}>
        <h2 id="inbox-title">Nachrichten</h2>
        <Filters place={place} counts={queryResult.data?.counts} />
      </div>
      <div className={isOpen ? 'inbox open' : 'inbox'}>
        <div className="inbox-list">
          <QueryRegion
            queryResult={queryResult}
            failed="Die Nachrichten konnten nicht geladen werden"
            loading={<TableWaiting rows={5} text="Nachrichten werden geladen…" />}
            onRetry={reload}
          >
            {(list) => <Threads list={list} place={place} />}
          </QueryRegion>
        </div>
        {place.subject ? (
          <ThreadPane
            key={idOf(place.subject)}
            companyId={company.id}
            subject={place.subject}
            live={live}
            back={addressOf({ ...place, subject: undefined })}
            onChange={() => void reload()}
          />
        ) : (
          <p className="inbox-none muted">Wählen Sie links ein Gespräch.</p>
        )}
      </div>
    </section>
  )
}

const Filters = ({ place, counts }: { place: InboxPlace; counts: ThreadList['counts'] | undefined }) => (
  <nav className="inbox-filters" aria-label="Ansicht">
    {threadFilters.map((filter) => (
      <Link
        preventScrollReset
        key={filter}
        to={addressOf({ ...place, filter, page: 1 })}
        aria-current={filter === place.filter ? 'true' : undefined}
      >
        {threadFilterLabels[filter]}
        {counts ? <span className="number"> {counts[filter].toLocaleString('de-DE')}</span> : null}
      </Link>
    ))}
  </nav>
)

function Threads({ list, place }: { list: ThreadList; place: InboxPlace }) {
  const navigate = useNavigate()
  const total = list.counts[place.filter]
  if (list.rows.length === 0) return <NoThreads isFiltered={place.filter !== 'all'} />
  return (
    <>
      <ThreadRows rows={list.rows} place={place} />
      {total > list.page_size ? (
        <Pager
          offset={(list.page - 1) * list.page_size}
          size={list.page_size}
          total={total}
          onTurn={(offset) => void navigate(addressOf({ ...place, page: offset / list.page_size + 1 }), { preventScrollReset: true })}
        />
      ) : null}
    </>
  )
}

const NoThreads = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState title="Keine Gespräche" text="Zu dieser Ansicht gibt es kein Gespräch." />
  ) : (
    <EmptyState
      title="Noch keine Nachrichten"
      text="Sobald ein Kunde Ihnen schreibt, steht es hier. Sie können auch aus einer Buchung schreiben."
    />
  )
