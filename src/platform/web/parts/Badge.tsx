import { Award, BadgeCheck, TicketCheck, TicketX } from '#src/platform/web/icons/Icons.tsx'

export function PremiumBadge() {
  return (
    <span className="badge premium">
      <Award />
      Premium
    </span>
  )
}

export function VerifiedBadge() {
  return (
    <span className="badge verified">
      <BadgeCheck />
      Verifiziert
    </span>
  )
}

/** Shows if a review belongs to a paid booking (docs/spec.md#reviews). */
export function ProofBadge({ isFromBooking }: { isFromBooking: boolean }) {
  return isFromBooking ? (
    <span className="badge proven">
      <TicketCheck />
      Geprüfte Buchung
    </span>
  ) : (
    <span className="badge unproven">
      <TicketX />
      Ohne Buchungsnachweis
    </span>
  )
}
