import { formatMoment } from '#src/platform/kit/dates.ts'
import { euros } from '#src/platform/kit/money.ts'
import { Fact, TextFact } from '#src/platform/web/parts/Fact.tsx'
import { type ComplaintView, complaintReasonLabels, complaintRequestLabels } from './rules.ts'
import '#src/platform/web/styles/facts.css'

/** Report, answer, rejection and decision of a reported problem, in this order. */
export const ComplaintFacts = ({ complaint }: { complaint: ComplaintView }) => (
  <dl className="facts">
    <Fact label="Gemeldet">
      {complaintReasonLabels[complaint.reason]}
      <span className="second">{formatMoment(new Date(complaint.reported_at))}</span>
    </Fact>
    <TextFact label="Beschreibung">{complaint.words}</TextFact>
    {complaint.request ? <Fact label="Gewünscht">{complaintRequestLabels[complaint.request]}</Fact> : null}
    {complaint.answer ? (
      <Fact label="Antwort des Anbieters">
        <span className="words">{complaint.answer}</span>
        {complaint.answered_at ? <span className="second">{formatMoment(new Date(complaint.answered_at))}</span> : null}
      </Fact>
    ) : null}
    {complaint.refund > 0 ? <Fact label="Vom Anbieter erstattet">{euros(complaint.refund)}</Fact> : null}
    {complaint.rejection ? <TextFact label="Kundin oder Kunde dazu">{complaint.rejection}</TextFact> : null}
    {complaint.decision_reason ? (
      <Fact label="Entscheidung">
        <span className="words">{complaint.decision_reason}</span>
        <span className="second">{complaint.decided > 0 ? `${euros(complaint.decided)} erstattet` : 'Keine Erstattung'}</span>
      </Fact>
    ) : null}
  </dl>
)
