import { useState } from 'react'
import type { CallAnswer } from '#src/platform/web/queries/call.ts'
import { readCall } from '#src/platform/web/queries/readCall.ts'
import type { ServiceView } from '#src/supply/services/schemas.ts'
import { serviceOfWire } from '#src/supply/services/wire.ts'

/**
 * Facts of a company for the dialog: its services (empty if it lists none), tax note of its prices, whether it has a calendar, and ids of
 * services sold by request.
 */
export type ShownOffer = { services: readonly ServiceView[]; taxText: string; hasCalendar: boolean; byRequest: readonly string[] }
type OfferAnswer = CallAnswer<'get-company-services'>

export const offerOf = ({ services, tax_text, has_calendar, by_request }: OfferAnswer): ShownOffer => ({
  services: services.map(serviceOfWire),
  taxText: tax_text,
  hasCalendar: has_calendar,
  byRequest: by_request,
})

/** Facts with which the dialog was opened, reloaded when the server reports a change. */
export function useOffer(companyId: string, opened: OfferAnswer) {
  const [offer, setOffer] = useState(() => offerOf(opened))
  async function readAgain() {
    const fresh = offerOf(await readCall('get-company-services', { companyId }))
    setOffer(fresh)
    return fresh
  }
  return { offer, readAgain }
}
