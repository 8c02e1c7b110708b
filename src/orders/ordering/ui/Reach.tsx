import { useRef, useState } from 'react'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { readCall } from '#src/platform/web/queries/readCall.ts'
import type { ServiceView } from '#src/supply/services/schemas.ts'
import type { BookingDraftState } from './BookingDraft.tsx'

/** Postcode in a typed address. Only this is sent: the street is private before the booking. */
const postcodeIn = (location: string) => /\b\d{5}\b/.exec(location)?.[0]

type Reach = { postcode: string; distanceKm: number; radiusKm: number }

/** Distance of the typed place, requested when the field loses the focus. Nothing is shown without a response. */
export function useReach(companyId: string) {
  const [reach, setReach] = useState<Reach>()
  const last = useRef<string>(undefined)

  function ask(location: string) {
    const postcode = postcodeIn(location)
    if (!postcode || postcode === last.current) return
    last.current = postcode
    readCall('get-company-reach', { companyId, postcode }).then(
      ({ distance_km: distanceKm, radius_km: radiusKm }) => {
        if (last.current === postcode && distanceKm !== null && radiusKm !== null) setReach({ postcode, distanceKm, radiusKm })
      },
      () => undefined,
    )
  }
  return { reach, ask }
}

/** A warning, not an error: the provider may travel further this time (docs/spec.md#reach). */
export function ReachNote({ draft, reach }: { draft: BookingDraftState; reach: Reach | undefined }) {
  const { service } = draft
  if (!reach || !service || !isOutside(service, reach) || postcodeIn(draft.draft.location) !== reach.postcode) return null
  const others = `/search?${new URLSearchParams({ q: service.title, location: reach.postcode })}`
  return (
    <div className="full">
      <Note kind="warn" role="alert">
        Dieser Ort liegt etwa {reach.distanceKm}&nbsp;km entfernt, der Anbieter kommt bis {reach.radiusKm}&nbsp;km.{' '}
        <a href={others} target="_blank" rel="noopener">
          Wer kommt nach {reach.postcode}?<span className="unseen"> (öffnet in einem neuen Tab)</span>
        </a>
      </Note>
    </div>
  )
}

const isOutside = ({ places }: ServiceView, { distanceKm, radiusKm }: Reach) => places.includes('customer') && distanceKm > radiusKm
