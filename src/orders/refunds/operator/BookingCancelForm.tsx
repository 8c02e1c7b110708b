import { cancelTexts } from '#src/orders/bookings/cancelRules.ts'
import { cancelConsequence } from '#src/orders/operatorBookings/acts.ts'
import type { AdminBookingDetails } from '#src/orders/operatorBookings/rules.ts'
import { euros } from '#src/platform/kit/money.ts'
import { ReasonDialog } from '#src/platform/web/operator/ReasonDialog.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'

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
      action={cancel}
      onClose={onClose}
    />
  )
}
