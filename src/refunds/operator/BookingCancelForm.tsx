import { type FormEvent, useState } from 'react'
import { cancelConsequence } from '#src/admin/bookings/acts.ts'
import type { AdminBookingDetails } from '#src/admin/bookings/rules.ts'
import { leaveWhenLost, reasonOf } from '#src/admin/shell/AdminReading.tsx'
import { ReasonField } from '#src/admin/shell/ReasonField.tsx'
import { cancelTexts } from '#src/bookings/cancelRules.ts'
import { formatEuro } from '#src/kit/money.ts'
import { BusyButton } from '#src/web/parts/BusyButton.tsx'
import { ConfirmDialog } from '#src/web/parts/ConfirmDialog.tsx'
import { SmallDialog } from '#src/web/parts/SmallDialog.tsx'
import { call } from '#src/web/reading/call.ts'
import { showToast } from '#src/web/shell/toast.ts'

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
