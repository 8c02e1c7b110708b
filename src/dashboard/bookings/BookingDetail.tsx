import { useCallback, useEffect, useState } from 'react'
import { BookingChip, PaymentChip } from '#src/bookings/ui/BookingChips.tsx'
import { formatMoment } from '#src/kit/dates.ts'
import { unknownErrorText } from '#src/kit/problems.ts'
import { shortId } from '#src/kit/text.ts'
import { Dialog } from '#src/web/parts/Dialog.tsx'
import { useAsk } from '#src/web/reading/ask.ts'
import { CallError } from '#src/web/reading/call.ts'
import { RegionFailure } from '#src/web/reading/RegionFailure.tsx'
import { readCall } from '#src/web/reading/readCall.ts'
import { Attachments } from './Attachments.tsx'
import { BookingFacts, BookingMoney } from './BookingFacts.tsx'
import type { BookingDetails } from './rules.ts'

type BookingDetailProps = { companyId: string; bookingId: string; onClose: () => void }
type Reading = { state: 'loading' } | { state: 'failed'; text: string } | { state: 'loaded'; booking: BookingDetails }

/** One booking with everything its company may know. */
export function BookingDetail({ companyId, bookingId, onClose }: BookingDetailProps) {
  const { reading, retry } = useBooking({ companyId, bookingId })
  return (
    <Dialog
      title={`Buchung ${shortId(bookingId)}`}
      bodyLabel="Einzelheiten der Buchung"
      onClose={onClose}
      foot={
        <>
          <span />
          <button type="button" className="btn btn-g" onClick={onClose}>
            Schließen
          </button>
        </>
      }
    >
      {reading.state === 'loading' ? <Waiting /> : null}
      {reading.state === 'failed' ? (
        <RegionFailure title="Die Buchung konnte nicht geladen werden" text={reading.text} onRetry={retry} />
      ) : null}
      {reading.state === 'loaded' ? <Details companyId={companyId} booking={reading.booking} /> : null}
    </Dialog>
  )
}

function Details({ companyId, booking }: { companyId: string; booking: BookingDetails }) {
  return (
    <>
      <div className="row wrapf">
        <span className="sr">Buchung:</span>
        <BookingChip status={booking.booking_status} />
        <span className="sr">Zahlung:</span>
        <PaymentChip status={booking.payment_status} refunded={booking.refunded} />
        <span className="sm dim">Gebucht am {formatMoment(new Date(booking.created_at))}</span>
      </div>
      <BookingFacts booking={booking} />
      <Attachments companyId={companyId} files={booking.attachments} />
      <BookingMoney booking={booking} />
    </>
  )
}

const Waiting = () => (
  <div className="fact-sk">
    <span className="sr" role="status">
      Buchung wird geladen…
    </span>
    <span className="sk" />
    <span className="sk" />
    <span className="sk" />
    <span className="sk" />
  </div>
)

function useBooking({ companyId, bookingId }: { companyId: string; bookingId: string }) {
  const ask = useAsk()
  const [reading, setReading] = useState<Reading>({ state: 'loading' })
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round reads the same booking again
  useEffect(() => {
    let isGone = false
    const show = (next: Reading) => {
      if (!isGone) setReading(next)
    }
    ask(() => readCall('get-company-booking', { companyId, bookingId })).then(
      (booking) => show({ state: 'loaded', booking }),
      (error: unknown) => show({ state: 'failed', text: error instanceof CallError ? error.message : unknownErrorText }),
    )
    return () => {
      isGone = true
    }
  }, [ask, companyId, bookingId, round])
  const retry = useCallback(() => {
    setReading({ state: 'loading' })
    setRound((last) => last + 1)
  }, [])
  return { reading, retry }
}
