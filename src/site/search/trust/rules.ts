import { plural } from '#src/platform/kit/text.ts'
import { type Proof, proofLine } from '#src/supply/companies/verification/proofRules.ts'

/**
 * Figures of a company on its profile (docs/spec.md#trust-figures): time span, least number of values, share of requests that were
 * answered in the shown time, and the longest shown one.
 */
export const figureLimits = {
  days: 180,
  /** Also the least number of customers: fewer might be recognised. */
  fewest: 5,
  answeredShare: 0.75,
  longestMinutes: 3 * 24 * 60,
} as const

/** Facts about a company on its profile, beside its reviews. */
export type Trust = {
  /** Proofs that are valid today. */
  proofs: Proof[]
  /** True if the badge was granted for proofs, which may all have ended. */
  hasProofs: boolean
  answerMinutes: number | null
  repeatCustomers: number | null
}

/** True if the badge may be shown: its proofs, if it has any, have not all ended. */
export const showsBadge = (isVerified: boolean, { proofs, hasProofs }: Pick<Trust, 'proofs' | 'hasProofs'>) =>
  isVerified && (!hasProofs || proofs.some(({ kind }) => badgeKinds.has(kind)))
const badgeKinds = new Set<Proof['kind']>(['insurance', 'tradeLicence', 'craftRoll'])

/** Lines of a profile: proofs with their last days, answer time, repeat customers. */
export function trustLines({ isVerified, trust }: { isVerified: boolean; trust: Trust }): string[] {
  const { proofs, answerMinutes, repeatCustomers } = trust
  return [
    ...proofs.map(proofLine),
    ...(isVerified && proofs.length === 0 ? [withoutProofs] : []),
    ...(answerMinutes === null ? [] : [`Antwortet auf Anfragen meist innerhalb ${spanText(answerMinutes)}`]),
    ...(repeatCustomers === null ? [] : [`${plural(repeatCustomers, 'Kunde hat', 'Kunden haben')} wieder gebucht`]),
  ]
}

const withoutProofs = 'Von uns verifiziert, ohne Nachweis mit Enddatum'

/** Time rounded up to a round one: 'von 30 Minuten', 'einer Stunde', 'von 2 Stunden', 'von 2 Tagen'. */
export function spanText(minutes: number) {
  if (minutes <= 30) return 'von 30 Minuten'
  const hours = Math.ceil(minutes / 60)
  if (hours <= 1) return 'einer Stunde'
  if (hours <= 24) return `von ${hours} Stunden`
  return `von ${Math.ceil(hours / 24)} Tagen`
}
