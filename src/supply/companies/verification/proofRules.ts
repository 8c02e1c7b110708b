import { addDays, addMonths, formatDate } from '#src/platform/kit/dates.ts'
import { invalidInput } from '#src/platform/kit/problems.ts'
import { detailsValidMonths } from '../details/texts.ts'
import { type EvidenceKind, verificationTexts } from './rules.ts'

/**
 * Validity of proofs (docs/decisions/0059-proofs-end.md): an insurance is valid until the end of its policy, everything else as long as
 * checked business details. No proof is valid longer.
 */
export const proofLimits = { months: detailsValidMonths, renewDays: 60, remindDays: 30 } as const

/** Kinds of proofs on a profile: those of the badge, and those of the checked business details. */
export type ProofKind = EvidenceKind | 'identity' | 'register' | 'firm'
export const proofLabels: Record<ProofKind, string> = {
  insurance: 'Betriebshaftpflicht',
  tradeLicence: 'Gewerbeanmeldung oder Registerauszug',
  craftRoll: 'Eintrag in die Handwerksrolle',
  identity: 'Identität',
  register: 'Registereintrag',
  firm: 'Firma und Vertretung',
}

export type Proof<Kind extends ProofKind = ProofKind> = { kind: Kind; validUntil: string }

/** 'Betriebshaftpflicht geprüft, gültig bis 30.06.2027' */
export const proofLine = ({ kind, validUntil }: Proof) => `${proofLabels[kind]} geprüft, gültig bis ${formatDate(validUntil)}`

type Decided = { kinds: readonly EvidenceKind[]; today: string; insuranceUntil: string | null }

/** Proofs that a granted application makes. Throws invalidInput if the end of the insurance is missing or not possible. */
export function proofsOf({ kinds, today, insuranceUntil }: Decided): Proof<EvidenceKind>[] {
  const latest = addMonths(today, proofLimits.months)
  return [...new Set(kinds)].map((kind) => {
    if (kind !== 'insurance') return { kind, validUntil: latest }
    if (insuranceUntil === null) throw invalidInput({ insuranceUntil: [verificationTexts.insuranceMissing] })
    if (insuranceUntil < today || insuranceUntil > latest) {
      throw invalidInput({ insuranceUntil: [verificationTexts.insuranceEnd(formatDate(today), formatDate(latest))] })
    }
    return { kind, validUntil: insuranceUntil }
  })
}

/** True if a verified company may submit evidence again: it has no proof yet, or one that ends soon. */
export const isRenewable = (proofs: readonly Proof[], today: string) =>
  proofs.length === 0 || proofs.some(({ validUntil }) => validUntil < addDays(today, proofLimits.renewDays))
