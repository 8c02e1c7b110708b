import { actorText, auditActors } from '#src/foundation/accounts/auditActors.ts'
import { auditLabels, auditObjects } from '#src/foundation/accounts/operator/signInRules.ts'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { shortId } from '#src/platform/kit/text.ts'
import type { Column } from '#src/platform/web/lists/DataTable.tsx'
import { ListArea } from '#src/platform/web/lists/ListArea.tsx'
import type { ListFilter } from '#src/platform/web/lists/ListFilters.tsx'
import type { ListTexts } from '#src/platform/web/lists/ListRows.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { OperatorSecurity } from '../signIn/OperatorSecurity.tsx'
import { AuditChange } from './AuditChange.tsx'
import { type AuditList, type AuditView, auditList, auditSearch, auditSortLabels, type auditSorts } from './rules.ts'

/** Audit log: actor, action, time, and the values before and after. Read-only. */
export const AuditArea = () => (
  <>
    <ListArea
      title="Wer hat wann was getan"
      spec={auditList}
      sorts={auditSortLabels}
      search={auditSearch}
      filters={filters}
      prefix="audit"
      read={(asked) => call('admin-list-audit', asked)}
      csv={{ call: 'admin-audit.csv', name: 'protokoll.csv', isFirst: true }}
      texts={texts}
      columns={columns}
    />
    <section className="card" aria-labelledby="security-title">
      <div className="card-head">
        <h2 id="security-title">Anmeldungen zur Verwaltung und mit unbekannten Adressen</h2>
      </div>
      <OperatorSecurity />
    </section>
  </>
)

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

const columns = (): Column<AuditView, (typeof auditSorts)[number]>[] => [
  { label: 'Vorgang', format: 'title', cell: ({ action }) => auditLabels[action] ?? action },
  { label: 'Zeitpunkt', format: 'date', cell: ({ at }) => formatMoment(new Date(at)), sort: { asc: 'oldest', desc: 'newest' } },
  { label: 'Wer', cell: ({ actor }) => actorText(actor) },
  { label: 'Objekt', cell: ({ object_type: type, object_id: id }) => `${auditObjects[type] ?? type} ${shortId(id)}` },
  { label: 'Änderung', cell: (entry) => <AuditChange entry={entry} /> },
]
