import { PlanSums } from '#src/orders/instalments/PlanSums.tsx'
import { instalmentTexts } from '#src/orders/instalments/texts.ts'
import { SupplementRow } from '#src/orders/supplements/OwnSupplements.tsx'
import { shortId } from '#src/platform/kit/text.ts'
import type { AdminBookingDetails } from './rules.ts'
import '#src/orders/supplements/supplements.css'

type SupplementsProps = { booking: AdminBookingDetails; onOpen: (bookingId: string) => void }

/** Instalments and supplements of a job, or the job to which a booking belongs; nothing for other bookings. */
export function BookingSupplements({
  booking: { job_id: jobId, plan, is_instalment: isInstalment, supplements },
  onOpen,
}: SupplementsProps) {
  if (jobId)
    return (
      <p>
        {isInstalment ? 'Zahlung' : 'Nachtrag'} zum Auftrag{' '}
        <button type="button" className="link-button" onClick={() => onOpen(jobId)}>
          {shortId(jobId)}
        </button>
      </p>
    )
  return (
    <>
      {plan ? (
        <section className="stack snug" aria-labelledby="booking-plan">
          <h3 id="booking-plan">{instalmentTexts.title}</h3>
          <PlanSums plan={plan} />
        </section>
      ) : null}
      {supplements.length === 0 ? null : (
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
      )}
    </>
  )
}

const OpenOrder = ({ orderId, label, onOpen }: { orderId: string; label: string; onOpen: SupplementsProps['onOpen'] }) => (
  <button type="button" className="button neutral small" onClick={() => onOpen(orderId)}>
    Öffnen<span className="unseen">: {label}</span>
  </button>
)
