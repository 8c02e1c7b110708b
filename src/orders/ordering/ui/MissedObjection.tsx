import { useState } from 'react'
import type { BookingKey } from '#src/orders/bookings/links/keyRules.ts'
import type { BookingReceipt } from '#src/orders/receipts/schemas.ts'
import { ReasonDialog } from '#src/orders/receipts/ui/ReasonDialog.tsx'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'

type ObjectionProps = { until: string; bookingKey: BookingKey; onChange: (receipt: BookingReceipt) => void }

/** Lets a customer object to a report of absence. */
export function MissedObjection({ until, bookingKey, onChange }: ObjectionProps) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <section className="card padded stack" aria-labelledby="rc-objection">
      <h2 id="rc-objection">Nicht angetroffen</h2>
      <p className="muted">
        Ihr Anbieter hat gemeldet, dass zu Ihrem Termin niemand da war. War es anders? Dann können Sie bis {formatMoment(new Date(until))}{' '}
        widersprechen.
      </p>
      <button type="button" className="button neutral" onClick={() => setIsOpen(true)}>
        Widersprechen
      </button>
      {isOpen ? (
        <ReasonDialog
          title="Widersprechen"
          says="Wir prüfen Ihren Widerspruch. Bis dahin bekommt der Anbieter kein Geld."
          hint="Was ist geschehen? Ihr Anbieter liest es auch."
          button="Widerspruch senden"
          failed="Der Widerspruch ist nicht angekommen"
          onClose={close}
          send={async (reason) => {
            await call('object', { key: bookingKey, reason })
            showToast({ kind: 'success', title: 'Ihr Widerspruch ist angekommen' })
            close()
            onChange(await call('get-booking', bookingKey))
          }}
        />
      ) : null}
    </section>
  )
}
