import { formatMoment } from '#src/kit/dates.ts'
import { shortId } from '#src/kit/text.ts'
import { adminLimits, auditLabels, auditObjects } from '../gateRules.ts'
import type { ShownAudit } from '../rules.ts'

type AuditTableProps = { entries: ShownAudit[]; total: number; offset: number; onTurn: (offset: number) => void }

/** One page of the audit log with the way to the next one. Shows, fetches nothing. */
export function AuditTable({ entries, total, offset, onTurn }: AuditTableProps) {
  if (total === 0) return <p className="cb mut">Es gibt noch keine Einträge.</p>
  const last = Math.min(offset + adminLimits.auditPage, total)
  return (
    <>
      {/* biome-ignore-start lint/a11y/noRedundantRoles: on narrow screens rows are grids, and some browsers then drop the table's meaning */}
      <table className="tc" role="table">
        <thead>
          <tr role="row">
            {['Vorgang', 'Zeitpunkt', 'Wer', 'Objekt'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id} role="row">
              <td className="hd" role="cell">
                {auditLabels[entry.action] ?? entry.action}
              </td>
              <td data-l="Zeitpunkt" role="cell" className="num">
                {formatMoment(new Date(entry.at))}
              </td>
              <td data-l="Wer" role="cell">
                {actorOf(entry.actor)}
              </td>
              <td data-l="Objekt" role="cell">
                {auditObjects[entry.objectType] ?? entry.objectType} {shortId(entry.objectId)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
      <div className="cf sm">
        <span className="num" role="status">
          {offset + 1}–{last} von {total}
        </span>
        <span className="row">
          <button
            type="button"
            className="btn btn-g btn-sm"
            disabled={offset === 0}
            onClick={() => onTurn(Math.max(0, offset - adminLimits.auditPage))}
          >
            Neuere
          </button>
          <button
            type="button"
            className="btn btn-g btn-sm"
            disabled={last >= total}
            onClick={() => onTurn(offset + adminLimits.auditPage)}
          >
            Ältere
          </button>
        </span>
      </div>
    </>
  )
}

/** 'Admin' and the last characters of the session, or the actor as it stands. */
function actorOf(actor: string) {
  const [kind, id] = actor.split(':')
  return kind === 'admin' && id ? `Admin (${shortId(id)})` : actor
}
