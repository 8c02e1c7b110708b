import { Award, BadgeCheck, TicketCheck, TicketX } from 'lucide-react'

export function PremiumBadge() {
  return (
    <span className="badge b-prem">
      <Award />
      Premium
    </span>
  )
}

export function VerifiedBadge() {
  return (
    <span className="badge b-veri">
      <BadgeCheck />
      Verifiziert
    </span>
  )
}

/** Whether a review belongs to a paid booking (docs/spec.md#reviews). */
export function ProofBadge({ isFromBooking }: { isFromBooking: boolean }) {
  return isFromBooking ? (
    <span className="badge b-proof">
      <TicketCheck />
      Geprüfte Buchung
    </span>
  ) : (
    <span className="badge b-noproof">
      <TicketX />
      Ohne Buchungsnachweis
    </span>
  )
}
