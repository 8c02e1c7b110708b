import { useState } from 'react'
import type { BookingKey } from '#src/orders/bookings/links/keyRules.ts'
import { cancelConsequence, cancelRefund, cancelTerms } from '#src/orders/receipts/rules.ts'
import type { BookingReceipt } from '#src/orders/receipts/schemas.ts'
import { centsOf } from '#src/platform/kit/money.ts'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { ConfirmDialog } from '#src/platform/web/parts/ConfirmDialog.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { CallError, call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import '#src/orders/receipts/receipt.css'

type CancellationProps = { receipt: BookingReceipt; bookingKey: BookingKey; onChange: (receipt: BookingReceipt) => void }

/** Cancels a booking after a confirmation, or shows why it cannot be cancelled. */
export function BookingCancellation({ receipt, bookingKey, onChange }: CancellationProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const { isBusy, failure, cancel } = useCancellation({ receipt, bookingKey, onChange })
  return (
    <section className="card padded stack" aria-labelledby="rc-cancel">
      <h2 id="rc-cancel">Buchung stornieren</h2>
      {cancelTerms(receipt).map((line) => (
        <p key={line} className="muted">
          {line}
        </p>
      ))}
      {failure ? (
        <Note kind="bad" role="alert" title="Die Buchung wurde nicht storniert">
          {failure === receipt.cancel_refusal ? undefined : failure}
        </Note>
      ) : null}
      {receipt.cancel_refusal === null ? (
        <BusyButton
          type="button"
          className="button neutral receipt-cancel"
          isBusy={isBusy}
          onClick={() => (isBusy ? undefined : setIsConfirming(true))}
        >
          Buchung stornieren
        </BusyButton>
      ) : null}
      {isConfirming ? (
        <ConfirmDialog
          question="Buchung stornieren?"
          consequence={cancelConsequence(receipt)}
          confirmLabel="Buchung stornieren"
          cancelLabel="Termin behalten"
          onCancel={() => setIsConfirming(false)}
          onConfirm={() => {
            setIsConfirming(false)
            void cancel()
          }}
        />
      ) : null}
    </section>
  )
}

function useCancellation({ receipt: shown, bookingKey, onChange }: CancellationProps) {
  const { isBusy, failure, action } = useAction({
    // The booking was cancelled elsewhere or its deadline passed: read it again, so that the page shows that.
    onRefused: (error) =>
      error instanceof CallError && error.status === 409 ? call('get-booking', bookingKey).then(onChange, () => undefined) : undefined,
  })
  const cancel = () =>
    action(async () => {
      const receipt = await call('cancel-own-booking', { ...bookingKey, expectedRefundCents: centsOf(cancelRefund(shown)) })
      showToast({ kind: 'success', title: 'Ihre Buchung ist storniert' })
      onChange(receipt)
    })
  return { isBusy, failure, cancel }
}
