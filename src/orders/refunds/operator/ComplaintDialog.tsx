import { useState } from 'react'
import { cancelTexts } from '#src/orders/bookings/cancelRules.ts'
import { ComplaintFacts } from '#src/orders/bookings/complaints/ComplaintFacts.tsx'
import { isOpenComplaint } from '#src/orders/bookings/complaints/rules.ts'
import { RefundChoiceFields } from '#src/orders/refunds/complaints/RefundChoiceFields.tsx'
import { amountError, amountOf, type ComplaintDetail, decisionTexts, type RefundChoice } from '#src/orders/refunds/complaints/rules.ts'
import { formatDate, formatMoment, formatTime } from '#src/platform/kit/dates.ts'
import { euros } from '#src/platform/kit/money.ts'
import { shortId } from '#src/platform/kit/text.ts'
import { ReasonDialog } from '#src/platform/web/operator/ReasonDialog.tsx'
import { CloseButton, Dialog } from '#src/platform/web/parts/Dialog.tsx'
import { Fact, MailLine } from '#src/platform/web/parts/Fact.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { FactsWaiting, QueryRegion } from '#src/platform/web/queries/QueryRegion.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { ComplaintChip } from './ComplaintColumns.tsx'
import '#src/platform/web/styles/facts.css'

type ComplaintDialogProps = { complaintId: string; onClose: () => void; onChanged: () => void }

/** Complaint with the statements of both sides, and the form to decide it. */
export function ComplaintDialog({ complaintId, onClose, onChanged }: ComplaintDialogProps) {
  const [isDeciding, setIsDeciding] = useState(false)
  const { queryResult, reload } = useQuery('admin-read-complaint', { complaintId })
  const isOpen = queryResult.data !== undefined && isOpenComplaint(queryResult.data.status)
  function finish() {
    setIsDeciding(false)
    void reload()
    onChanged()
  }
  return (
    <Dialog
      title={queryResult.data ? `Problem zu Buchung ${shortId(queryResult.data.booking_id)}` : 'Gemeldetes Problem'}
      bodyLabel="Einzelheiten des Problems"
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
        failed="Das Problem konnte nicht geladen werden"
        loading={<FactsWaiting text="Problem wird geladen…" />}
        onRetry={reload}
      >
        {(complaint) => (
          <>
            <Parties complaint={complaint} />
            <ComplaintFacts complaint={complaint} />
            {isDeciding ? <Decision complaint={complaint} onClose={() => setIsDeciding(false)} onDone={finish} /> : null}
          </>
        )}
      </QueryRegion>
    </Dialog>
  )
}

const Parties = ({ complaint }: { complaint: ComplaintDetail }) => (
  <>
    <div className="row wrapping">
      <span className="unseen">Stand:</span>
      <ComplaintChip status={complaint.status} />
      {complaint.deadline_at ? <span className="small dim">bis {formatMoment(new Date(complaint.deadline_at))}</span> : null}
    </div>
    <dl className="facts">
      <Fact label="Leistung">{complaint.service_title}</Fact>
      <Fact label="Termin">
        {formatDate(complaint.booking_date)}, {formatTime(complaint.booking_time)}
      </Fact>
      <Fact label="Betrag">{euros(complaint.amount)}</Fact>
      {complaint.refunded > 0 ? <Fact label="Erstattet">{euros(complaint.refunded)}</Fact> : null}
      <Fact label="Auszahlung">{complaint.is_paid_out ? 'Schon ausgezahlt oder unterwegs' : 'Wartet, bis es geklärt ist'}</Fact>
      <Fact label="Anbieter">
        <a href={`/service/${complaint.company_id}`}>{complaint.company_name}</a>
        <MailLine address={complaint.company_email} />
      </Fact>
      <Fact label="Kundin oder Kunde">
        {complaint.customer_name}
        <MailLine address={complaint.customer_email} />
      </Fact>
      {complaint.customer_phone ? <Fact label="Telefon">{complaint.customer_phone}</Fact> : null}
    </dl>
  </>
)

type DecisionProps = { complaint: ComplaintDetail; onClose: () => void; onDone: () => void }

function Decision({ complaint, onClose, onDone }: DecisionProps) {
  const [refund, setRefund] = useState<RefundChoice>('none')
  const [amount, setAmount] = useState('')
  const [error, setError] = useState<string>()
  function isComplete() {
    const problem = amountError({ refund, amount }, complaint.refundable)
    setError(problem)
    return problem === undefined
  }
  async function decide(reason: string) {
    await call('admin-decide-complaint', { complaintId: complaint.id, reason, refund, ...amountOf({ refund, amount }) })
    showToast({ kind: 'success', title: decisionTexts.done })
    onDone()
  }
  return (
    <ReasonDialog
      title="Über das Problem entscheiden"
      field={{ id: 'complaint-reason', hint: 'Kundin oder Kunde und Anbieter lesen ihn in ihrer E-Mail.' }}
      button="Entscheidung mitteilen"
      isDangerous={refund === 'full'}
      question={{
        question: 'Endgültig entscheiden?',
        consequence: consequenceOf({ refund, amount }, complaint),
        confirmLabel: 'Ja, entscheiden',
      }}
      missing={cancelTexts.reason}
      isComplete={isComplete}
      action={decide}
      onClose={onClose}
    >
      <RefundChoiceFields
        prefix="decision"
        legend="Was geht an den Kunden zurück?"
        left={complaint.refundable}
        choice={refund}
        onChoice={setRefund}
        amount={amount}
        error={error}
        onAmount={(typed) => {
          setAmount(typed)
          setError(undefined)
        }}
      />
    </ReasonDialog>
  )
}

function consequenceOf(typed: { refund: RefundChoice; amount: string }, { refundable }: ComplaintDetail) {
  if (typed.refund === 'none') return 'An den Kunden geht nichts zurück, der Anbieter bekommt seinen Anteil.'
  const back = typed.refund === 'full' ? refundable : amountOf(typed).amount
  return `${back === undefined ? 'Der Betrag' : euros(back)} geht an den Kunden zurück, der Anbieter bekommt seinen Anteil am Rest.`
}
