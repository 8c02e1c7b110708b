import { type ReactNode, useEffect, useState } from 'react'
import { AttachedFiles } from '#src/foundation/files/ui/AttachedFiles.tsx'
import { BookingHead } from '#src/orders/ordering/ui/BookingChips.tsx'
import { BookingCancelForm } from '#src/orders/refunds/operator/BookingCancelForm.tsx'
import { BookingRefundForm } from '#src/orders/refunds/operator/BookingRefundForm.tsx'
import { shortId } from '#src/platform/kit/text.ts'
import { CloseButton, Dialog } from '#src/platform/web/parts/Dialog.tsx'
import { FactsWaiting, QueryRegion } from '#src/platform/web/queries/QueryRegion.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { cancelRefusal, refundRefusal } from './acts.ts'
import { BookingFacts } from './BookingFacts.tsx'
import { BookingHistory } from './BookingHistory.tsx'
import { BookingLedger } from './BookingLedger.tsx'
import { BookingMoney } from './BookingMoney.tsx'
import { BookingSeries } from './BookingSeries.tsx'
import { BookingSupplements } from './BookingSupplements.tsx'
import type { AdminBookingDetails } from './rules.ts'
import { movingMs } from './texts.ts'

type BookingDialogProps = { bookingId: string; onClose: () => void; onChanged: () => void }

/** All details of a booking, and the operator's actions. Polled while a refund or payout is pending. */
export function BookingDialog({ bookingId: openedId, onClose, onChanged }: BookingDialogProps) {
  // Changes when another date of its series is opened.
  const [bookingId, setBookingId] = useState(openedId)
  const [isMoving, setIsMoving] = useState(false)
  const [action, setAction] = useState<'refund' | 'cancel'>()
  const { queryResult, reload } = useQuery('admin-read-booking', { bookingId }, isMoving ? { everyMs: movingMs } : {})
  const booking = queryResult.data
  const isOnItsWay = booking !== undefined && booking.refund_pending > 0
  useEffect(() => setIsMoving(isOnItsWay), [isOnItsWay])

  function finish() {
    setAction(undefined)
    void reload()
    onChanged()
  }
  const parts = { onClose: () => setAction(undefined), onDone: finish }
  return (
    <Dialog
      title={`Buchung ${shortId(bookingId)}`}
      bodyLabel="Einzelheiten der Buchung"
      onClose={onClose}
      foot={<Foot booking={booking} onClose={onClose} onAction={setAction} />}
    >
      <QueryRegion
        queryResult={queryResult}
        failed="Die Buchung konnte nicht geladen werden"
        loading={<FactsWaiting text="Buchung wird geladen…" />}
        onRetry={reload}
      >
        {(data) => (
          <>
            <Details
              booking={data}
              onDone={() => void reload()}
              onOpen={(id) => {
                setAction(undefined)
                setBookingId(id)
              }}
            />
            {action === 'refund' ? <BookingRefundForm booking={data} {...parts} /> : null}
            {action === 'cancel' ? <BookingCancelForm booking={data} {...parts} /> : null}
          </>
        )}
      </QueryRegion>
    </Dialog>
  )
}

type FootProps = { booking: AdminBookingDetails | undefined; onClose: () => void; onAction: (action: 'refund' | 'cancel') => void }

const Foot = ({ booking, onClose, onAction }: FootProps) => (
  <>
    <CloseButton onClose={onClose} />
    {booking ? (
      <div className="row wrapping dialog-actions">
        {refundRefusal(booking) === undefined ? (
          <button type="button" className="button secondary" onClick={() => onAction('refund')}>
            Erstatten
          </button>
        ) : null}
        {cancelRefusal(booking) === undefined ? (
          <button type="button" className="button danger" onClick={() => onAction('cancel')}>
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
      <BookingSupplements booking={booking} onOpen={onOpen} />
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
