import { useState } from 'react'
import { isStanding } from '#src/money/payments/bookingStates.ts'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import type { AdminBookingDetails } from './rules.ts'

type BookingHistoryProps = { booking: AdminBookingDetails; onDone: () => void }

/** History of a booking with actors and mails; the confirmations can be sent again. */
export const BookingHistory = ({ booking, onDone }: BookingHistoryProps) => (
  <section className="stack snug" aria-labelledby="booking-history">
    <h3 id="booking-history">Verlauf</h3>
    <ol className="happened">
      {booking.history.map((one) => (
        <li key={`${one.at} ${one.who} ${one.text}`}>
          <span className="small dim number">{formatMoment(new Date(one.at))}</span>
          <span>
            <b>{one.text}</b>
            {one.detail ? <span className="second">{one.detail}</span> : null}
          </span>
          {one.is_bad ? <StatusChip tone="bad">{one.who}</StatusChip> : <span className="small">{one.who}</span>}
        </li>
      ))}
    </ol>
    {isStanding(booking.booking_status) ? <Resend bookingId={booking.id} onDone={onDone} /> : null}
  </section>
)

const sides = { customer: 'Bestätigung erneut an den Kunden', company: 'Bestätigung erneut an den Anbieter' } as const

function Resend({ bookingId, onDone }: { bookingId: string; onDone: () => void }) {
  const { isBusy, action } = useAction()
  const [sent, setSent] = useState<keyof typeof sides>()
  const send = (to: keyof typeof sides) =>
    void action(async () => {
      await call('admin-resend-booking', { bookingId, to })
      setSent(to)
      showToast({ kind: 'success', title: 'Die Bestätigung wird gesendet' })
      onDone()
    }, 'Die Bestätigung wurde nicht gesendet')
  return (
    <div className="row wrapping">
      {(['customer', 'company'] as const).map((to) => (
        <button key={to} type="button" className="button neutral small" disabled={isBusy || sent === to} onClick={() => send(to)}>
          {sides[to]}
        </button>
      ))}
    </div>
  )
}
