import { type FormEvent, useState } from 'react'
import { type AdminWithdrawalDetails, type Decision, type DeclaredBookingView, decisionTexts } from '#src/orders/withdrawals/listRules.ts'
import { formatDate } from '#src/platform/kit/dates.ts'
import { euros, eurosOf, parseEuro } from '#src/platform/kit/money.ts'
import { shortId } from '#src/platform/kit/text.ts'
import { EuroInput, Field, SelectField } from '#src/platform/web/forms/Field.tsx'
import { ReasonField } from '#src/platform/web/operator/ReasonField.tsx'
import { useReasonedAction } from '#src/platform/web/operator/useReasonedAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { SmallDialog } from '#src/platform/web/parts/SmallDialog.tsx'
import { call } from '#src/platform/web/queries/call.ts'

type DecisionProps = {
  withdrawal: AdminWithdrawalDetails
  decision: Decision
  onClose: () => void
  /** Receives the refund in euros. */
  onDone: (refund: number | null) => void
}

/** Dialog to accept or reject a declaration with a reason; an accepted one without a booking is assigned one here. */
export function WithdrawalDecision({ withdrawal, decision, onClose, onDone }: DecisionProps) {
  const [bookingId, setBookingId] = useState('')
  const [amount, setAmount] = useState('')
  const [amountProblem, setAmountProblem] = useState<string>()
  const { reason, problem, isBusy, change, submit } = useReasonedAction({
    action: async (typed) => {
      const named = { ...(bookingId ? { bookingId } : {}), ...(amount.trim() ? { amount: eurosOf(parseEuro(amount) ?? 0) } : {}) }
      const { refund } = await call('admin-decide-withdrawal', { withdrawalId: withdrawal.id, decision, reason: typed, ...named })
      onDone(refund)
    },
    missing: decisionTexts.reason,
  })
  const isAccepting = decision === 'accept'
  function decide(event: FormEvent) {
    event.preventDefault()
    const isWrong = amount.trim() !== '' && (parseEuro(amount) ?? 0) <= 0
    setAmountProblem(isWrong ? decisionTexts.amount : undefined)
    if (!isWrong) submit(event)
  }
  return (
    <SmallDialog title={isAccepting ? 'Widerruf annehmen' : 'Widerruf ablehnen'} onClose={onClose}>
      <form className="stack" noValidate onSubmit={decide}>
        <p className="muted">{isAccepting ? consequenceOf(withdrawal.booking) : 'Die Buchung bleibt, wie sie ist.'}</p>
        {isAccepting && !withdrawal.booking ? (
          <Candidates candidates={withdrawal.candidates} value={bookingId} onChange={setBookingId} />
        ) : null}
        {isAccepting ? <PartBack value={amount} error={amountProblem} onChange={setAmount} /> : null}
        <ReasonField
          id="withdrawal-reason"
          hint="Wer widerrufen hat, liest ihn in der E-Mail."
          value={reason}
          error={problem}
          onChange={change}
        />
        <BusyButton className={isAccepting ? 'button primary wide' : 'button danger wide'} isBusy={isBusy}>
          {isAccepting ? 'Widerruf annehmen' : 'Widerruf ablehnen'}
        </BusyButton>
      </form>
    </SmallDialog>
  )
}

function consequenceOf(booking: DeclaredBookingView | null) {
  if (!booking)
    return 'Die gewählte Buchung wird storniert, und was davon bezahlt ist, geht zurück. Ohne Buchung wird nur die Antwort gesendet.'
  const left = euros(booking.amount - booking.refunded)
  return booking.paid_at ? `Die Buchung wird storniert, und ${left} gehen zurück.` : 'Die Buchung wird storniert. Bezahlt hat noch niemand.'
}

type PartBackProps = { value: string; error: string | undefined; onChange: (amount: string) => void }

/** Refund if a part of the service was provided and has to be paid for. */
const PartBack = ({ value, error, onChange }: PartBackProps) => (
  <Field
    id="withdrawal-amount"
    label="Betrag, der zurückgeht"
    isOptional
    hint="Nur wenn ein Teil der Leistung erbracht und zu bezahlen ist. Die Buchung wird dann nicht storniert."
    error={error}
  >
    {(control) => <EuroInput {...control} autoComplete="off" value={value} onChange={(event) => onChange(event.target.value)} />}
  </Field>
)

type CandidatesProps = { candidates: readonly DeclaredBookingView[]; value: string; onChange: (id: string) => void }

/** Bookings with the address or the number of the declaration. */
const Candidates = ({ candidates, value, onChange }: CandidatesProps) => (
  <SelectField
    id="withdrawal-booking-id"
    label="Buchung"
    hint="Buchungen mit dieser E-Mail-Adresse oder Nummer"
    value={value}
    onChange={onChange}
  >
    <option value="">Keine Buchung</option>
    {candidates.map((one) => (
      <option key={one.id} value={one.id}>
        {shortId(one.id)}: {one.service_title}, {one.company_name}, {formatDate(one.booking_date)}
      </option>
    ))}
  </SelectField>
)
