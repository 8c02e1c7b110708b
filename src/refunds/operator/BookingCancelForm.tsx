import { cancelConsequence } from '#src/admin/bookings/acts.ts'
import type { AdminBookingDetails } from '#src/admin/bookings/rules.ts'
import { cancelTexts } from '#src/bookings/cancelRules.ts'
import { euros } from '#src/kit/money.ts'
import { ReasonDialog } from '#src/web/operator/ReasonDialog.tsx'
import { call } from '#src/web/reading/call.ts'
import { showToast } from '#src/web/shell/toast.ts'

type CancelFormProps = { booking: AdminBookingDetails; onClose: () => void; onDone: () => void }

/** Dialog that cancels a booking with a reason and a confirmation. */
export function BookingCancelForm({ booking, onClose, onDone }: CancelFormProps) {
  async function cancel(reason: string) {
    const { refund } = await call('admin-cancel-booking', { bookingId: booking.id, reason })
    showToast({
      kind: 'success',
      title: 'Buchung storniert',
      text: refund ? `${euros(refund)} gehen zurück.` : '',
    })
    onDone()
  }
  return (
    <ReasonDialog
      title="Buchung stornieren"
      field={{ id: 'cancel-reason', hint: 'Kundin oder Kunde und Anbieter lesen ihn in ihrer E-Mail.' }}
      button="Buchung stornieren"
      isDangerous
      question={{ question: 'Buchung endgültig stornieren?', consequence: cancelConsequence(booking), confirmLabel: 'Ja, stornieren' }}
      missing={cancelTexts.reason}
      act={cancel}
      onClose={onClose}
    />
  )
}
