import { formatMoment } from '#src/kit/dates.ts'
import { shortId } from '#src/kit/text.ts'
import { type Column, DataTable } from '#src/web/DataTable.tsx'
import { Pager } from '#src/web/Pager.tsx'
import { adminLimits, auditLabels, auditObjects } from '../gateRules.ts'
import type { ShownAudit } from '../rules.ts'

type AuditTableProps = { entries: ShownAudit[]; total: number; offset: number; onTurn: (offset: number) => void }

const columns: Column<ShownAudit>[] = [
  { label: 'Vorgang', look: 'title', cell: ({ action }) => auditLabels[action] ?? action },
  { label: 'Zeitpunkt', look: 'date', cell: ({ at }) => formatMoment(new Date(at)) },
  { label: 'Wer', cell: ({ actor }) => actorOf(actor) },
  { label: 'Objekt', cell: ({ objectType, objectId }) => `${auditObjects[objectType] ?? objectType} ${shortId(objectId)}` },
]

/** One page of the audit log with the way to the next one. Shows, fetches nothing. */
export function AuditTable({ entries, total, offset, onTurn }: AuditTableProps) {
  if (total === 0) return <p className="cb mut">Es gibt noch keine Einträge.</p>
  return (
    <>
      <DataTable label="Tabelle des Protokolls" columns={columns} rows={entries} keyOf={({ id }) => id} />
      <Pager offset={offset} size={adminLimits.auditPage} total={total} labels={{ previous: 'Neuere', next: 'Ältere' }} onTurn={onTurn} />
    </>
  )
}

/** 'Admin' and the last characters of the session, or the actor as it stands. */
function actorOf(actor: string) {
  const [kind, id] = actor.split(':')
  return kind === 'admin' && id ? `Admin (${shortId(id)})` : actor
}
