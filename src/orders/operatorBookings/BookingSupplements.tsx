import { SupplementRow } from '#src/orders/supplements/OwnSupplements.tsx'
import { shortId } from '#src/platform/kit/text.ts'
import type { AdminBookingDetails } from './rules.ts'
import '#src/orders/supplements/supplements.css'

type SupplementsProps = { booking: AdminBookingDetails; onOpen: (bookingId: string) => void }

/** Supplements of a job, or the job that a booking supplements; nothing for other bookings. */
export function BookingSupplements({ booking: { job_id: jobId, supplements }, onOpen }: SupplementsProps) {
  if (jobId)
    return (
      <p>
        Nachtrag zum Auftrag{' '}
        <button type="button" className="link-button" onClick={() => onOpen(jobId)}>
          {shortId(jobId)}
        </button>
      </p>
    )
  if (supplements.length === 0) return null
  return (
    <section className="stack snug" aria-labelledby="booking-supplements">
      <h3 id="booking-supplements">Nachträge</h3>
      <ul className="supplement-list">
        {supplements.map((one) => (
          <SupplementRow key={one.id} supplement={one}>
            {one.order_id ? <OpenOrder orderId={one.order_id} label={one.label} onOpen={onOpen} /> : null}
          </SupplementRow>
        ))}
      </ul>
    </section>
  )
}

const OpenOrder = ({ orderId, label, onOpen }: { orderId: string; label: string; onOpen: SupplementsProps['onOpen'] }) => (
  <button type="button" className="button neutral small" onClick={() => onOpen(orderId)}>
    Öffnen<span className="unseen">: {label}</span>
  </button>
)
