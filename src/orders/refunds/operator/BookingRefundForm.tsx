import { type FormEvent, useState } from 'react'
import { wasAnswered } from '#src/money/payments/ui/OrderAttempt.tsx'
import { refundConsequence, shareFate } from '#src/orders/operatorBookings/acts.ts'
import type { AdminBookingDetails } from '#src/orders/operatorBookings/rules.ts'
import { refundProblems, refundTexts } from '#src/orders/refunds/rules.ts'
import { type Cents, centsOf, euros, eurosOf, formatAmount, formatEuro, parseEuro } from '#src/platform/kit/money.ts'
import { useAttemptKey } from '#src/platform/web/forms/attemptKey.ts'
import { EuroSuffix, Field } from '#src/platform/web/forms/Field.tsx'
import { useAct } from '#src/platform/web/forms/useAct.ts'
import { ReasonField } from '#src/platform/web/operator/ReasonField.tsx'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { ConfirmDialog } from '#src/platform/web/parts/ConfirmDialog.tsx'
import { SmallDialog } from '#src/platform/web/parts/SmallDialog.tsx'
import { call } from '#src/platform/web/reading/call.ts'
import { fieldTextsOf, reasonOf } from '#src/platform/web/reading/refusals.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'

type RefundFormProps = { booking: AdminBookingDetails; onClose: () => void; onDone: () => void }
type Faults = { amount?: string | undefined; reason?: string | undefined }

/** Dialog that refunds a booking, fully or partly, with a reason and a confirmation. */
export function BookingRefundForm({ booking, onClose, onDone }: RefundFormProps) {
  const leftCents = centsOf(booking.refundable)
  const [isPart, setIsPart] = useState(false)
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [faults, setFaults] = useState<Faults>({})
  const amountCents = isPart ? parseEuro(typed) : leftCents
  const { isBusy, isAsking, setIsAsking, refund } = useRefund({ booking, onDone, onFaults: setFaults })

  function submit(event: FormEvent) {
    event.preventDefault()
    const found = {
      ...(isPart ? { amount: amountFault(amountCents, leftCents) } : {}),
      ...(reason.trim() === '' ? { reason: refundTexts.reason } : {}),
    }
    setFaults(found)
    if (!found.amount && !found.reason) setIsAsking(true)
  }
  return (
    <SmallDialog title="Geld erstatten" onClose={onClose}>
      <form className="stack" noValidate onSubmit={submit}>
        <AmountChoice left={booking.refundable} isPart={isPart} onPart={setIsPart} />
        {isPart ? (
          <Field id="refund-amount" label="Betrag" hint={`Höchstens ${formatEuro(leftCents)}.`} error={faults.amount}>
            {(control) => (
              <EuroSuffix>
                <input
                  {...control}
                  inputMode="decimal"
                  autoComplete="off"
                  value={typed}
                  onChange={(event) => {
                    setTyped(event.target.value)
                    setFaults({ ...faults, amount: undefined })
                  }}
                  onBlur={() => setTyped(amountCents === undefined ? typed : formatAmount(amountCents))}
                />
              </EuroSuffix>
            )}
          </Field>
        ) : null}
        <ReasonField
          id="refund-reason"
          hint="Er steht bei der Buchung und im Protokoll."
          value={reason}
          error={faults.reason}
          onChange={(words) => {
            setReason(words)
            setFaults({ ...faults, reason: undefined })
          }}
        />
        <p className="small muted">{shareFate(booking)}</p>
        <BusyButton isBusy={isBusy}>Erstatten</BusyButton>
      </form>
      {isAsking && amountCents !== undefined ? (
        <ConfirmDialog
          question={`${formatEuro(amountCents)} erstatten?`}
          consequence={refundConsequence(booking, amountCents)}
          confirmLabel="Ja, erstatten"
          cancelLabel="Nein"
          onCancel={() => setIsAsking(false)}
          onConfirm={() => refund({ ...(isPart ? { amount: eurosOf(amountCents) } : {}), reason })}
        />
      ) : null}
    </SmallDialog>
  )
}

function amountFault(amountCents: Cents | undefined, leftCents: Cents) {
  if (amountCents === undefined || amountCents < 1) return refundTexts.amount
  return amountCents > leftCents ? refundProblems.tooMuch().message : undefined
}

type AmountChoiceProps = { left: number; isPart: boolean; onPart: (isPart: boolean) => void }

const AmountChoice = ({ left, isPart, onPart }: AmountChoiceProps) => (
  <fieldset className="choice">
    <legend className="small strong">Wie viel geht zurück?</legend>
    <label className="check">
      <input type="radio" name="refund-part" checked={!isPart} onChange={() => onPart(false)} />
      <span>
        Alles, was übrig ist: <b className="number">{euros(left)}</b>
      </span>
    </label>
    <label className="check">
      <input type="radio" name="refund-part" checked={isPart} onChange={() => onPart(true)} />
      <span>Ein Teil</span>
    </label>
  </fieldset>
)

type Order = { amount?: number; reason: string }
type RefundParts = Pick<RefundFormProps, 'booking' | 'onDone'> & { onFaults: (faults: Faults) => void }

/** Orders the refund. The idempotency key is kept until the order is answered, so that a retry after a lost connection refunds once. */
function useRefund({ booking, onDone, onFaults }: RefundParts) {
  const [isAsking, setIsAsking] = useState(false)
  const attempt = useAttemptKey()
  const { isBusy, act } = useAct({
    onRefused: (error) => {
      if (wasAnswered(error)) attempt.forget()
      const { amount, reason } = fieldTextsOf(error)
      onFaults(amount || reason ? { amount, reason } : { reason: reasonOf(error) })
    },
  })

  function refund(order: Order) {
    setIsAsking(false)
    void act(async () => {
      const { amount } = await call('admin-refund-booking', { bookingId: booking.id, ...order }, { idempotencyKey: attempt.keyOf(order) })
      showToast({ kind: 'success', title: 'Erstattung veranlasst', text: `${euros(amount)} sind auf dem Weg.` })
      onDone()
    })
  }
  return { isBusy, isAsking, setIsAsking, refund }
}
