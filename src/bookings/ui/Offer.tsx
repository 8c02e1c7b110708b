import { useState } from 'react'
import { type ShownService, serviceOfWire } from '#src/services/rules.ts'
import type { CallAnswer } from '#src/web/reading/call.ts'
import { readCall } from '#src/web/reading/readCall.ts'

/** What the dialog offers: the company's services, none where it named none, and what its prices include. */
export type ShownOffer = { services: readonly ShownService[]; taxText: string }
type OfferAnswer = CallAnswer<'get-company-services'>

const offerOf = ({ services, tax_text }: OfferAnswer): ShownOffer => ({ services: services.map(serviceOfWire), taxText: tax_text })

/** The offer that the dialog was opened with, until the server says that it changed. */
export function useOffer(companyId: string, opened: OfferAnswer) {
  const [offer, setOffer] = useState(() => offerOf(opened))
  async function readAgain() {
    const fresh = offerOf(await readCall('get-company-services', { companyId }))
    setOffer(fresh)
    return fresh
  }
  return { offer, readAgain }
}
