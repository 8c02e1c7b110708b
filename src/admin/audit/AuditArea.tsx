import { formatMoment } from '#src/kit/dates.ts'
import { filterOf, hasFilter } from '#src/kit/listAddress.ts'
import { shortId } from '#src/kit/text.ts'
import type { Column } from '#src/web/lists/DataTable.tsx'
import { type ListFilter, ListFilters } from '#src/web/lists/ListFilters.tsx'
import { ListRows, type ListTexts } from '#src/web/lists/ListRows.tsx'
import { useListAddress } from '#src/web/lists/useListAddress.ts'
import { DownloadButton } from '#src/web/parts/DownloadButton.tsx'
import { RefreshButton } from '#src/web/reading/RefreshButton.tsx'
import { useReading } from '#src/web/reading/useReading.ts'
import { auditLabels, auditObjects } from '../gate/gateRules.ts'
import { AuditChange } from './AuditChange.tsx'
import {
  type AuditList,
  actorText,
  auditActors,
  auditList,
  auditSearch,
  type auditSorts,
  auditSortWords,
  emptyAuditList,
  type ShownAudit,
} from './rules.ts'

/** Who did what, when, to what, and what it was before and after. Nothing here can be changed. */
export function AuditArea() {
  const [list, show] = useListAddress(auditList)
  const filter = filterOf(list)
  const { reading, reload, refresh } = useReading('admin-list-audit', { page: list.page, sort: list.sort, ...filter })
  return (
    <section className="card" aria-labelledby="audit-title" aria-busy={reading.isBusy}>
      <div className="ch">
        <h2 id="audit-title">Wer hat wann was getan</h2>
        <span className="row wrapf">
          <DownloadButton path={`/functions/v1/admin-audit.csv?${new URLSearchParams(filter)}`} name="protokoll.csv">
            Als CSV herunterladen
          </DownloadButton>
          <RefreshButton isBusy={reading.isBusy} onRefresh={refresh} />
        </span>
      </div>
      <ListFilters
        prefix="audit"
        list={list}
        empty={emptyAuditList}
        onShow={show}
        search={auditSearch}
        filters={filters}
        sorts={auditSortWords}
      />
      <ListRows
        texts={texts}
        reading={reading}
        columns={columns}
        keyOf={({ id }) => id}
        sort={list.sort}
        onSort={(sort) => show({ ...list, sort, page: 1 })}
        isFiltered={hasFilter(list)}
        onReset={() => show(emptyAuditList)}
        onRetry={() => void reload()}
        onPage={(page) => show({ ...list, page })}
      />
    </section>
  )
}

const filters: ListFilter<AuditList>[] = [
  { name: 'action', label: 'Vorgang', words: auditLabels },
  { name: 'object', label: 'Objekt', words: auditObjects },
  { name: 'actor', label: 'Wer', words: auditActors },
  { name: 'from', label: 'Von', isDay: true },
  { name: 'to', label: 'Bis', isDay: true },
]

const texts: ListTexts = {
  label: 'Tabelle des Protokolls',
  loading: 'Protokoll wird geladen…',
  notLoaded: 'Das Protokoll konnte nicht geladen werden',
  none: { title: 'Noch keine Einträge', text: 'Jeder Vorgang der Verwaltung wird hier festgehalten.' },
  noneFound: { title: 'Kein Eintrag gefunden', text: 'Zu diesen Filtern gibt es keinen Eintrag.' },
}

const columns: Column<ShownAudit, (typeof auditSorts)[number]>[] = [
  { label: 'Vorgang', format: 'title', cell: ({ action }) => auditLabels[action] ?? action },
  { label: 'Zeitpunkt', format: 'date', cell: ({ at }) => formatMoment(new Date(at)), sort: { asc: 'oldest', desc: 'newest' } },
  { label: 'Wer', cell: ({ actor }) => actorText(actor) },
  { label: 'Objekt', cell: ({ object_type: type, object_id: id }) => `${auditObjects[type] ?? type} ${shortId(id)}` },
  { label: 'Änderung', cell: (entry) => <AuditChange entry={entry} /> },
]
