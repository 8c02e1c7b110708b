import { type ReactNode, useEffect, useState } from 'react'
import { AttachedFiles } from '#src/foundation/files/ui/AttachedFiles.tsx'
import { BookingHead } from '#src/orders/ordering/ui/BookingChips.tsx'
import { BookingCancelForm } from '#src/orders/refunds/operator/BookingCancelForm.tsx'
import { BookingRefundForm } from '#src/orders/refunds/operator/BookingRefundForm.tsx'
import { shortId } from '#src/platform/kit/text.ts'
import { Dialog } from '#src/platform/web/parts/Dialog.tsx'
import { FactsWaiting, ReadRegion } from '#src/platform/web/reading/ReadRegion.tsx'
import { useReading } from '#src/platform/web/reading/useReading.ts'
import { cancelRefusal, refundRefusal } from './acts.ts'
import { BookingFacts } from './BookingFacts.tsx'
import { BookingHistory } from './BookingHistory.tsx'
import { BookingLedger } from './BookingLedger.tsx'
import { BookingMoney } from './BookingMoney.tsx'
import { BookingSeries } from './BookingSeries.tsx'
import type { AdminBookingDetails } from './rules.ts'
import { movingMs } from './texts.ts'

type BookingDialogProps = { bookingId: string; onClose: () => void; onChanged: () => void }

/** All details of a booking, and the operator's actions. Polled while a refund or payout is pending. */
export function BookingDialog({ bookingId: openedId, onClose, onChanged }: BookingDialogProps) {
  // Changes when another date of its series is opened.
  const [bookingId, setBookingId] = useState(openedId)
  const [isMoving, setIsMoving] = useState(false)
  const [act, setAct] = useState<'refund' | 'cancel'>()
  const { reading, reload } = useReading('admin-read-booking', { bookingId }, isMoving ? { everyMs: movingMs } : {})
  const booking = reading.shown
  const isOnItsWay = booking !== undefined && booking.refund_pending > 0
  useEffect(() => setIsMoving(isOnItsWay), [isOnItsWay])

  function finish() {
    setAct(undefined)
    void reload()
    onChanged()
  }
  const parts = { onClose: () => setAct(undefined), onDone: finish }
  return (
    <Dialog
      title={`Buchung ${shortId(bookingId)}`}
      bodyLabel="Einzelheiten der Buchung"
      onClose={onClose}
      foot={<Foot booking={booking} onClose={onClose} onAct={setAct} />}
    >
      <ReadRegion
        reading={reading}
        failed="Die Buchung konnte nicht geladen werden"
        loading={<FactsWaiting text="Buchung wird geladen…" />}
        onRetry={reload}
      >
        {(shown) => (
          <>
            <Details
              booking={shown}
              onDone={() => void reload()}
              onOpen={(id) => {
                setAct(undefined)
                setBookingId(id)
              }}
            />
            {act === 'refund' ? <BookingRefundForm booking={shown} {...parts} /> : null}
            {act === 'cancel' ? <BookingCancelForm booking={shown} {...parts} /> : null}
          </>
        )}
      </ReadRegion>
    </Dialog>
  )
}

type FootProps = { booking: AdminBookingDetails | undefined; onClose: () => void; onAct: (act: 'refund' | 'cancel') => void }

const Foot = ({ booking, onClose, onAct }: FootProps) => (
  <>
    <button type="button" className="button neutral" onClick={onClose}>
      Schließen
    </button>
    {booking ? (
      <div className="row wrapping dialog-actions">
        {refundRefusal(booking) === undefined ? (
          <button type="button" className="button secondary" onClick={() => onAct('refund')}>
            Erstatten
          </button>
        ) : null}
        {cancelRefusal(booking) === undefined ? (
          <button type="button" className="button danger" onClick={() => onAct('cancel')}>
            Stornieren
          </button>
        ) : null}
      </div>
    ) : null}
  </>
)

type DetailsProps = { booking: AdminBookingDetails; onOpen: (bookingId: string) => void; onDone: () => void }

function Details({ booking, onOpen, onDone }: DetailsProps) {
  return (
    <>
      <BookingHead booking={booking} begins="Erstellt am" />
      <BookingFacts booking={booking} />
      <AttachedFiles files={booking.attachments} pathOf={(id) => `/functions/v1/admin-booking-attachment?attachmentId=${id}`} />
      <BookingMoney booking={booking} />
      {booking.whole_series ? <BookingSeries booking={booking} series={booking.whole_series} onOpen={onOpen} /> : null}
      <BookingLedger lines={booking.ledger} />
      <BookingHistory booking={booking} onDone={onDone} />
      <Refusals texts={[refundRefusal(booking), cancelRefusal(booking)]} />
    </>
  )
}

/** Reasons why buttons are missing in the footer. */
function Refusals({ texts }: { texts: (string | undefined)[] }): ReactNode {
  const given = [...new Set(texts.filter((text) => text !== undefined))]
  if (given.length === 0) return null
  return (
    <ul className="booking-reason small muted" aria-label="Was mit dieser Buchung nicht mehr möglich ist">
      {given.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}
