import { type FormEvent, useState } from 'react'
import { wasAnswered } from '#src/money/payments/ui/OrderAttempt.tsx'
import { refundConsequence, shareFate } from '#src/orders/operatorBookings/acts.ts'
import type { AdminBookingDetails } from '#src/orders/operatorBookings/rules.ts'
import { amountError } from '#src/orders/refunds/complaints/rules.ts'
import { refundTexts } from '#src/orders/refunds/rules.ts'
import { centsOf, euros, eurosOf, formatAmount, formatEuro, parseEuro } from '#src/platform/kit/money.ts'
import { EuroInput, Field } from '#src/platform/web/forms/Field.tsx'
import { useIdempotencyKey } from '#src/platform/web/forms/idempotencyKey.ts'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { ReasonField } from '#src/platform/web/operator/ReasonField.tsx'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { ConfirmDialog } from '#src/platform/web/parts/ConfirmDialog.tsx'
import { SmallDialog } from '#src/platform/web/parts/SmallDialog.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { fieldTextsOf, reasonOf } from '#src/platform/web/queries/refusals.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'

type RefundFormProps = { booking: AdminBookingDetails; onClose: () => void; onDone: () => void }
type Errors = { amount?: string | undefined; reason?: string | undefined }

/** Dialog that refunds a booking, fully or partly, with a reason and a confirmation. */
export function BookingRefundForm({ booking, onClose, onDone }: RefundFormProps) {
  const leftCents = centsOf(booking.refundable)
  const [isPart, setIsPart] = useState(false)
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const amountCents = isPart ? parseEuro(typed) : leftCents
  const { isBusy, isConfirming, setIsConfirming, refund } = useRefund({ booking, onDone, onErrors: setErrors })

  function submit(event: FormEvent) {
    event.preventDefault()
    const found = {
      ...(isPart ? { amount: amountError({ refund: 'part', amount: typed }, booking.refundable) } : {}),
      ...(reason.trim() === '' ? { reason: refundTexts.reason } : {}),
    }
    setErrors(found)
    if (!found.amount && !found.reason) setIsConfirming(true)
  }
  return (
    <SmallDialog title="Geld erstatten" onClose={onClose}>
      <form className="stack" noValidate onSubmit={submit}>
        <AmountChoice left={booking.refundable} isPart={isPart} onPart={setIsPart} />
        {isPart ? (
          <Field id="refund-amount" label="Betrag" hint={`Höchstens ${formatEuro(leftCents)}.`} error={errors.amount}>
            {(control) => (
              <EuroInput
                {...control}
                autoComplete="off"
                value={typed}
                onChange={(event) => {
                  setTyped(event.target.value)
                  setErrors({ ...errors, amount: undefined })
                }}
                onBlur={() => setTyped(amountCents === undefined ? typed : formatAmount(amountCents))}
              />
            )}
          </Field>
        ) : null}
        <ReasonField
          id="refund-reason"
          hint="Er steht bei der Buchung und im Protokoll."
          value={reason}
          error={errors.reason}
          onChange={(words) => {
            setReason(words)
            setErrors({ ...errors, reason: undefined })
          }}
        />
        <p className="small muted">{shareFate(booking)}</p>
        <BusyButton isBusy={isBusy}>Erstatten</BusyButton>
      </form>
      {isConfirming && amountCents !== undefined ? (
        <ConfirmDialog
          question={`${formatEuro(amountCents)} erstatten?`}
          consequence={refundConsequence(booking, amountCents)}
          confirmLabel="Ja, erstatten"
          cancelLabel="Nein"
          onCancel={() => setIsConfirming(false)}
          onConfirm={() => refund({ ...(isPart ? { amount: eurosOf(amountCents) } : {}), reason })}
        />
      ) : null}
    </SmallDialog>
  )
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
type RefundParts = Pick<RefundFormProps, 'booking' | 'onDone'> & { onErrors: (errors: Errors) => void }

/** Orders the refund. The idempotency key is kept until the order is answered, so that a retry after a lost connection refunds once. */
function useRefund({ booking, onDone, onErrors }: RefundParts) {
  const [isConfirming, setIsConfirming] = useState(false)
  const attempt = useIdempotencyKey()
  const { isBusy, action } = useAction({
    onRefused: (error) => {
      if (wasAnswered(error)) attempt.forget()
      const { amount, reason } = fieldTextsOf(error)
      onErrors(amount || reason ? { amount, reason } : { reason: reasonOf(error) })
    },
  })

  function refund(order: Order) {
    setIsConfirming(false)
    void action(async () => {
      const { amount } = await call('admin-refund-booking', { bookingId: booking.id, ...order }, { idempotencyKey: attempt.keyOf(order) })
      showToast({ kind: 'success', title: 'Erstattung veranlasst', text: `${euros(amount)} sind auf dem Weg.` })
      onDone()
    })
  }
  return { isBusy, isConfirming, setIsConfirming, refund }
}
