import { type FormEvent, useState } from 'react'
import { BusyButton } from '#src/accounts/ui/BusyButton.tsx'
import { cancelTexts } from '#src/bookings/cancelRules.ts'
import { formatEuro } from '#src/kit/money.ts'
import { ConfirmDialog } from '#src/web/ConfirmDialog.tsx'
import { call } from '#src/web/call.ts'
import { SmallDialog } from '#src/web/SmallDialog.tsx'
import { showToast } from '#src/web/toast.ts'
import { cancelConsequence } from '../bookingActRules.ts'
import type { AdminBookingDetails } from '../bookingRules.ts'
import { leaveWhenLost, reasonOf } from './AdminReading.tsx'
import { ReasonField } from './ReasonField.tsx'

type CancelFormProps = { booking: AdminBookingDetails; onClose: () => void; onDone: () => void; onLost: () => Promise<void> }

/** Cancels a booking, after the reason and a last question. */
export function BookingCancelForm({ booking, onClose, onDone, onLost }: CancelFormProps) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [step, setStep] = useState<'form' | 'asks' | 'runs'>('form')

  function submit(event: FormEvent) {
    event.preventDefault()
    if (reason.trim() === '') return setProblem(cancelTexts.reason)
    setStep('asks')
  }
  async function cancel() {
    setStep('runs')
    try {
      const { refund } = await call('admin-cancel-booking', { bookingId: booking.id, reason })
      showToast({
        kind: 'success',
        title: 'Buchung storniert',
        text: refund ? `${formatEuro(Math.round(refund * 100))} gehen zurück.` : '',
      })
      onDone()
    } catch (error) {
      setStep('form')
      setProblem(reasonOf(error))
      await leaveWhenLost(error, onLost)
    }
  }
  return (
    <SmallDialog title="Buchung stornieren" onClose={onClose}>
      <form className="stack" noValidate onSubmit={submit}>
        <ReasonField
          id="cancel-reason"
          hint="Kundin oder Kunde und Anbieter lesen ihn in ihrer E-Mail."
          value={reason}
          error={problem}
          onChange={(typed) => {
            setReason(typed)
            setProblem(undefined)
          }}
        />
        <BusyButton className="btn btn-d btn-w" isBusy={step === 'runs'}>
          Buchung stornieren
        </BusyButton>
      </form>
      {step === 'asks' ? (
        <ConfirmDialog
          question="Buchung endgültig stornieren?"
          consequence={cancelConsequence(booking)}
          confirmLabel="Ja, stornieren"
          cancelLabel="Nein"
          onCancel={() => setStep('form')}
          onConfirm={() => void cancel()}
        />
      ) : null}
    </SmallDialog>
  )
}
