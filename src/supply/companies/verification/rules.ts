import { z } from 'zod'
import { attachmentTypes, cleanFileName } from '#src/foundation/files/rules.ts'
import { isCalendarDay } from '#src/platform/kit/dates.ts'
import type { FilterOf, ListOf } from '#src/platform/kit/listAddress.ts'
import { problemsOf } from '#src/platform/kit/problems.ts'
import { writtenDay } from '#src/platform/kit/typed.ts'
import type { Wire } from '#src/platform/kit/wire.ts'

/** Kinds of evidence (docs/spec.md#verification). */
export const evidenceKinds = ['tradeLicence', 'craftRoll', 'insurance'] as const
export type EvidenceKind = (typeof evidenceKinds)[number]
export const evidenceLabels: Record<EvidenceKind, string> = {
  tradeLicence: 'Gewerbeanmeldung oder Registerauszug',
  craftRoll: 'Eintrag in die Handwerksrolle',
  insurance: 'Betriebshaftpflicht',
}

export const verificationLimits = { files: 6, bytes: 10 * 1024 * 1024, perDay: 30, draftDays: 30, reason: 2_000 } as const
export const verificationRate = { max: verificationLimits.perDay, windowSeconds: 86_400 } as const

const types = ['image/png', 'image/jpeg', 'application/pdf'] as const satisfies (keyof typeof attachmentTypes)[]
export const evidenceAccept = types.map((type) => attachmentTypes[type]).join(',')
export const isEvidenceType = (type: string) => types.some((one) => one === type)

export const verificationTexts = {
  wrongType: 'Ungültiger Dateityp',
  wrongTypeHelp: 'Erlaubt sind PNG, JPEG und PDF.',
  reasonHint: 'Steht in der E-Mail. Beim Ablehnen ist sie nötig.',
  reasonMissing: 'Bitte begründen Sie die Entscheidung (höchstens 2.000 Zeichen)',
  nothing: 'Bitte laden Sie zuerst mindestens einen Nachweis hoch.',
  asked: 'Ihr Antrag ist angekommen',
  insuranceUntil: 'Betriebshaftpflicht gültig bis',
  insuranceHint: 'Ende der Police, zum Beispiel 30.06.2027. Steht im Profil.',
  insuranceMissing: 'Bitte geben Sie an, bis wann die Betriebshaftpflicht gilt, zum Beispiel 30.06.2027',
  insuranceEnd: (first: string, last: string) => `Das Ende muss zwischen dem ${first} und dem ${last} liegen`,
  decided: 'Entscheidung gespeichert',
  notDecided: 'Entscheidung nicht gespeichert',
} as const

export const verificationProblems = problemsOf('verification', {
  full: [409, `Es liegen schon ${verificationLimits.files} Nachweise vor. Entfernen Sie zuerst einen.`],
  wrongType: [415, `${verificationTexts.wrongType}: ${verificationTexts.wrongTypeHelp}`],
  nothing: [422, verificationTexts.nothing],
  underway: [409, 'Ihr Antrag wird gerade geprüft.'],
  already: [409, 'Ihre Firma ist schon verifiziert.'],
  unknown: [404, 'Diesen Antrag gibt es nicht mehr.'],
  fileUnknown: [404, 'Datei nicht gefunden'],
  over: [409, 'Über diesen Antrag wurde schon entschieden.'],
})

const requestStates = ['draft', 'open', 'granted', 'refused'] as const

const evidenceFile = z.object({
  id: z.uuid(),
  kind: z.enum(evidenceKinds),
  name: z.string(),
  bytes: z.number().int(),
})

/** State of a company's verification; `status` is null if it never began one. */
export const verification = z.object({
  isVerified: z.boolean(),
  status: z.enum(requestStates).nullable(),
  askedAt: z.date().nullable(),
  decidedAt: z.date().nullable(),
  reason: z.string().nullable(),
  files: z.array(evidenceFile),
  /** Proofs of the badge with their last days, ended ones included. */
  proofs: z.array(z.object({ kind: z.enum(evidenceKinds), validUntil: z.string() })),
  /** True if a verified company may submit evidence again. */
  isRenewable: z.boolean(),
})

export const verificationStates = ['open', 'granted', 'refused'] as const
export const verificationStateLabels: Record<(typeof verificationStates)[number], string> = {
  open: 'Offen',
  granted: 'Verifiziert',
  refused: 'Abgelehnt',
}
export const verificationSorts = ['newest', 'oldest'] as const
export const verificationSortLabels = { newest: 'Neueste zuerst', oldest: 'Älteste zuerst' } as const
export type VerificationSort = (typeof verificationSorts)[number]

/** Sort orders and filters of the operator's list, as in its URL. */
export const verificationList = { sorts: verificationSorts, choices: { state: verificationStates }, searchLength: 100 } as const
export type VerificationList = ListOf<typeof verificationList>
export type VerificationFilter = FilterOf<VerificationList>

/** Application as a row of the operator's list, with all data for the decision. */
export const submittedVerification = z.object({
  id: z.uuid(),
  companyId: z.uuid(),
  companyName: z.string(),
  legalForm: z.string().nullable(),
  contactPerson: z.string(),
  status: z.enum(verificationStates),
  askedAt: z.date(),
  decidedAt: z.date().nullable(),
  reason: z.string().nullable(),
  files: z.array(evidenceFile),
})
export type SubmittedVerification = Wire<z.infer<typeof submittedVerification>>

/** Decision; a refusal needs a reason, a grant with an insurance the end of its policy. */
export const verificationDecision = z
  .object({
    requestId: z.uuid(),
    isGranted: z.boolean(),
    insuranceUntil: z
      .string()
      .nullish()
      .transform((typed) => (typed?.trim() ? writtenDay(typed) : null))
      .refine((typed) => typed === null || isCalendarDay(typed), verificationTexts.insuranceMissing),
    reason: z.string().trim().max(verificationLimits.reason, verificationTexts.reasonMissing).default(''),
  })
  .refine(({ isGranted, reason }) => isGranted || reason !== '', { path: ['reason'], message: verificationTexts.reasonMissing })
export type VerificationDecision = z.output<typeof verificationDecision>

/** Upload path of evidence: `{companyId}/{kind}`. There is no such path for downloads. */
export const evidencePath = '/storage/v1/object/verification/'

/** Parses an upload path into the company, and the kind if it exists. */
export function parseEvidencePath(path: string) {
  const [companyId, named, ...rest] = path.slice(evidencePath.length).split('/')
  return { companyId, kind: evidenceKinds.find((kind) => kind === named && rest.length === 0) }
}

/** Checks a file in the browser before its upload; undefined if it is accepted. */
export function complainAboutEvidence({ name, size, type }: { name: string; size: number; type: string }) {
  if (size > verificationLimits.bytes) return `${cleanFileName(name)} ist größer als 10 MB.`
  return isEvidenceType(type) ? undefined : `${cleanFileName(name)}: ${verificationTexts.wrongTypeHelp}`
}
