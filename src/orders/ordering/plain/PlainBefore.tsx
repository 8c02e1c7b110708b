import { isByRequest } from '#src/orders/bookings/draftRules.ts'
import { BeforeBooking } from '../order/BeforeBooking.tsx'
import type { PlainBooking } from './PlainSteps.tsx'

type PlainBeforeProps = { booking: PlainBooking; company: { location: string; hourlyRateCents: number | null } }

/** Place, payment and next step, above the form that works without scripts. */
export function PlainBefore({ booking: { draft, offer }, company: { location, hourlyRateCents } }: PlainBeforeProps) {
  const service = offer.services.find(({ id }) => id === draft.serviceId)
  const isRequest = isByRequest(draft, { service, hourlyRateCents, byRequest: offer.byRequest })
  return <BeforeBooking service={service} town={location} isRequest={isRequest} />
}
