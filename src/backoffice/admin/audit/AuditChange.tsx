import { useState } from 'react'
import { actorText } from '#src/foundation/accounts/auditActors.ts'
import { auditLabels, auditObjects } from '#src/foundation/accounts/operator/signInRules.ts'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { Fact } from '#src/platform/web/parts/Fact.tsx'
import { SmallDialog } from '#src/platform/web/parts/SmallDialog.tsx'
import { type AuditView, changesOf } from './rules.ts'
import './audit.css'

/** A button that opens the details of one audit entry. */
export function AuditChange({ entry }: { entry: AuditView }) {
  const [isOpen, setIsOpen] = useState(false)
  const title = auditLabels[entry.action] ?? entry.action
  return (
    <>
      <button type="button" className="button neutral small" onClick={() => setIsOpen(true)}>
        Ansehen
        <span className="unseen">
          : {title}, {formatMoment(new Date(entry.at))}
        </span>
      </button>
      {isOpen ? (
        <SmallDialog title={title} onClose={() => setIsOpen(false)}>
          <Facts entry={entry} />
          <Changes entry={entry} />
          <div className="actions">
            <button type="button" className="button neutral" onClick={() => setIsOpen(false)}>
              Schließen
            </button>
          </div>
        </SmallDialog>
      ) : null}
    </>
  )
}

const Facts = ({ entry: { at, actor, ...entry } }: { entry: AuditView }) => (
  <dl className="audit-facts">
    <Fact label="Zeitpunkt">{formatMoment(new Date(at))}</Fact>
    <Fact label="Wer">{actorText(actor)}</Fact>
    <Fact label={auditObjects[entry.object_type] ?? entry.object_type}>{entry.object_id}</Fact>
    <Fact label="Anfrage">{entry.request_id}</Fact>
  </dl>
)

function Changes({ entry }: { entry: AuditView }) {
  const changes = changesOf(entry)
  if (changes.length === 0) return <p className="muted">Zu diesem Vorgang wurden keine Werte festgehalten.</p>
  return (
    <dl className="audit-changes">
      {changes.map(({ name, before, after }) => (
        <div key={name}>
          <dt>{name}</dt>
          {before === undefined ? null : (
            <dd>
              <span className="tiny dim">Vorher</span> <del>{before}</del>
            </dd>
          )}
          {after === undefined ? null : (
            <dd>
              <span className="tiny dim">Nachher</span> <ins>{after}</ins>
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}
