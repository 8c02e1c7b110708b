import { useState } from 'react'
import { objectionDecisions } from '#src/orders/appointments/actRules.ts'
import { cancelTexts } from '#src/orders/bookings/cancelRules.ts'
import {
  type ObjectionDecision,
  type ObjectionDetail,
  objectionDecisionLabels,
  objectionTexts,
} from '#src/orders/refunds/objectionRules.ts'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { euros } from '#src/platform/kit/money.ts'
import { shortId } from '#src/platform/kit/text.ts'
import { ReasonDialog } from '#src/platform/web/operator/ReasonDialog.tsx'
import { CloseButton, Dialog } from '#src/platform/web/parts/Dialog.tsx'
import { Fact, MailLine, TextFact } from '#src/platform/web/parts/Fact.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { FactsWaiting, QueryRegion } from '#src/platform/web/queries/QueryRegion.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { ObjectionChip } from './ObjectionColumns.tsx'
import '#src/platform/web/styles/facts.css'

type ObjectionDialogProps = { bookingId: string; onClose: () => void; onChanged: () => void }

/** Objection with the statements of both sides, and the form to decide it. */
export function ObjectionDialog({ bookingId, onClose, onChanged }: ObjectionDialogProps) {
  const [isDeciding, setIsDeciding] = useState(false)
  const { queryResult, reload } = useQuery('admin-read-objection', { bookingId })
  const isOpen = queryResult.data?.status === 'contested'
  function finish() {
    setIsDeciding(false)
    void reload()
    onChanged()
  }
  return (
    <Dialog
      title={`Widerspruch zu Buchung ${shortId(bookingId)}`}
      bodyLabel="Einzelheiten des Widerspruchs"
      onClose={onClose}
      foot={
        <>
          <CloseButton onClose={onClose} isWideOnly />
          {isOpen ? (
            <button type="button" className="button primary" onClick={() => setIsDeciding(true)}>
              Entscheiden
            </button>
          ) : null}
        </>
      }
    >
      <QueryRegion
        queryResult={queryResult}
        failed="Der Widerspruch konnte nicht geladen werden"
        loading={<FactsWaiting text="Widerspruch wird geladen…" />}
        onRetry={reload}
      >
        {(objection) => (
          <>
            <ObjectionFacts objection={objection} />
            {isDeciding ? <Decision objection={objection} onClose={() => setIsDeciding(false)} onDone={finish} /> : null}
          </>
        )}
      </QueryRegion>
    </Dialog>
  )
}

const ObjectionFacts = ({ objection }: { objection: ObjectionDetail }) => (
  <>
    <div className="row wrapping">
      <span className="unseen">Stand:</span>
      <ObjectionChip status={objection.status} />
      <span className="small dim">Widersprochen am {formatMoment(new Date(objection.objected_at))}</span>
    </div>
    <dl className="facts">
      <Fact label="Leistung">{objection.service_title}</Fact>
      <Fact label="Termin">{formatMoment(new Date(objection.starts_at))}</Fact>
      <Fact label="Betrag">{euros(objection.amount)}</Fact>
      {objection.refunded > 0 ? <Fact label="Erstattet">{euros(objection.refunded)}</Fact> : null}
      <Fact label="Anbieter">
        <a href={`/service/${objection.company_id}`}>{objection.company_name}</a>
        <MailLine address={objection.company_email} />
      </Fact>
      <Fact label="Der Anbieter schreibt">
        {objection.missed_at ? `Kunde nicht angetroffen, gemeldet am ${formatMoment(new Date(objection.missed_at))}` : 'Nichts gemeldet'}
      </Fact>
      <Fact label="Kundin oder Kunde">
        {objection.customer_name}
        <MailLine address={objection.customer_email} />
      </Fact>
      {objection.customer_phone ? <Fact label="Telefon">{objection.customer_phone}</Fact> : null}
      <TextFact label="Der Kunde schreibt">{objection.reason}</TextFact>
      {objection.decided_at ? <Fact label="Entschieden am">{formatMoment(new Date(objection.decided_at))}</Fact> : null}
      {objection.decision_reason ? <TextFact label="Gründe">{objection.decision_reason}</TextFact> : null}
    </dl>
  </>
)

type DecisionProps = { objection: ObjectionDetail; onClose: () => void; onDone: () => void }

function Decision({ objection, onClose, onDone }: DecisionProps) {
  const [decision, setDecision] = useState<ObjectionDecision>('performed')
  async function decide(reason: string) {
    await call('admin-decide-objection', { bookingId: objection.id, decision, reason })
    showToast({ kind: 'success', title: objectionTexts.done })
    onDone()
  }
  return (
    <ReasonDialog
      title="Über den Widerspruch entscheiden"
      field={{ id: 'objection-reason', hint: 'Kundin oder Kunde und Anbieter lesen ihn in ihrer E-Mail.' }}
      button="Entscheidung mitteilen"
      isDangerous={decision === 'cancelled'}
      question={{
        question: 'Endgültig entscheiden?',
        consequence: consequenceOf(decision, objection),
        confirmLabel: 'Ja, entscheiden',
      }}
      missing={cancelTexts.reason}
      action={decide}
      onClose={onClose}
    >
      <fieldset className="choice">
        <legend className="small strong">Entscheidung</legend>
        {objectionDecisions.map((one) => (
          <label key={one} className="check">
            <input type="radio" name="decision" checked={decision === one} onChange={() => setDecision(one)} />
            <span>{objectionDecisionLabels[one]}</span>
          </label>
        ))}
      </fieldset>
    </ReasonDialog>
  )
}

function consequenceOf(decision: ObjectionDecision, { amount, refunded, missed_refund }: ObjectionDetail) {
  if (decision === 'cancelled') return `${euros(amount - refunded)} gehen an den Kunden zurück, der Anbieter bekommt nichts.`
  if (decision === 'performed') return 'Der Anbieter bekommt seinen Anteil, an den Kunden geht nichts zurück.'
  if (missed_refund === null) return 'Der Anbieter bekommt seinen Anteil. Was zurückgeht, klären die beiden.'
  return `${euros(missed_refund)} gehen nach den Stornobedingungen des Anbieters an den Kunden zurück.`
}
