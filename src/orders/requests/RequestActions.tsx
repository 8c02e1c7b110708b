import { useState } from 'react'
import type { BookingKey } from '#src/orders/bookings/links/keyRules.ts'
import type { BookingReceipt } from '#src/orders/receipts/schemas.ts'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { ConfirmDialog } from '#src/platform/web/parts/ConfirmDialog.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { CounterChoice } from './CounterChoice.tsx'
import { PriceChoice } from './PriceChoice.tsx'
import { useProgress } from './Progress.tsx'
import type { RequestView } from './rules.ts'
import { customerTexts } from './texts.ts'

type ActionsProps = { receipt: BookingReceipt; request: RequestView; bookingKey: BookingKey; onChange: (receipt: BookingReceipt) => void }

/** Actions of a customer on an open request. */
export default function RequestActions({ receipt, request, bookingKey, onChange }: ActionsProps) {
  const { step, pay_url: payUrl } = request
  useProgress({ isRunning: step === 'accepting' || (step === 'payAgain' && payUrl === null), bookingKey, onChange })
  if (step === 'payAgain') return <PayAgain payUrl={payUrl} />
  if (step === 'accepting') return null
  return (
    <>
      {step !== 'countered' ? null : request.times.length > 0 ? (
        <CounterChoice {...{ request, bookingKey, onChange }} />
      ) : (
        <PriceChoice {...{ receipt, request, bookingKey, onChange }} />
      )}
      <Withdraw bookingKey={bookingKey} onChange={onChange} />
    </>
  )
}

const PayAgain = ({ payUrl }: { payUrl: string | null }) =>
  payUrl ? (
    <a className="button primary" href={payUrl}>
      Jetzt bezahlen
    </a>
  ) : (
    <p className="small dim" role="status">
      Die Zahlungsseite wird vorbereitet …
    </p>
  )

function Withdraw({ bookingKey, onChange }: Pick<ActionsProps, 'bookingKey' | 'onChange'>) {
  const [isAsked, setIsAsked] = useState(false)
  const { failure, action } = useAction()
  const { label, question, consequence, done } = customerTexts.withdraw
  const send = () => {
    setIsAsked(false)
    void action(async () => {
      const receipt = await call('withdraw-request', { key: bookingKey })
      showToast({ kind: 'success', title: done })
      onChange(receipt)
    })
  }
  return (
    <>
      <Failure title={customerTexts.failed} text={failure} />
      <div className="row wrapping">
        <button type="button" className="button neutral" onClick={() => setIsAsked(true)}>
          {label}
        </button>
      </div>
      {isAsked ? (
        <ConfirmDialog
          {...{ question, consequence }}
          confirmLabel={label}
          cancelLabel="Zurück"
          onCancel={() => setIsAsked(false)}
          onConfirm={send}
        />
      ) : null}
    </>
  )
}
