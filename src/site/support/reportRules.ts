import { z } from 'zod'
import { isForm, problemsOf } from '#src/platform/kit/problems.ts'
import { oneLine } from '#src/platform/kit/text.ts'
import { senderFields, senderTexts } from './senderRules.ts'

/** Lengths in characters; `retentionDays`: retention of reports after their decision, in days (§ 195, § 199 BGB). */
export const reportLimits = { page: 500, explanation: { min: 20, max: 3_000 }, retentionDays: 3 * 365 } as const
/** Reports per hour: per client address, and per address of the receipt. */
export const reportRates = { perIp: { max: 10, windowSeconds: 3_600 }, perAddress: { max: 5, windowSeconds: 3_600 } } as const

export const reportReasons = ['insult', 'untrue', 'privacy', 'property', 'fraud', 'hate', 'childAbuse', 'terms', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]
export const reportReasonLabels: Record<ReportReason, string> = {
  insult: 'Beleidigung oder Verleumdung',
  untrue: 'Unwahre Angaben oder gefälschte Bewertung',
  privacy: 'Persönliche Daten ohne Einwilligung',
  property: 'Verletzung von Urheber-, Marken- oder Bildrechten',
  fraud: 'Betrug oder verbotenes Angebot',
  hate: 'Hass oder Diskriminierung',
  childAbuse: 'Darstellung des Missbrauchs von Kindern',
  terms: 'Verstoß gegen unsere AGB',
  other: 'Etwas anderes',
}

/** True if the reporter may stay anonymous: reports of child abuse (Art. 16 Abs. 2 c DSA). */
export const mayStayUnnamed = (reason: string) => reason === 'childAbuse'

export const reportTexts = {
  title: 'Inhalt melden',
  page: 'Bitte geben Sie an, wo der Inhalt steht (höchstens 500 Zeichen)',
  reason: 'Bitte wählen Sie einen Grund',
  explanation: 'Begründung muss zwischen 20 und 3.000 Zeichen lang sein',
  goodFaithMissing: 'Bitte bestätigen Sie die Richtigkeit Ihrer Angaben',
  goodFaith: 'Ich bin überzeugt, dass meine Angaben richtig und vollständig sind.',
  sent: 'Ihre Meldung ist angekommen',
  sentHelp:
    'Wir prüfen den Inhalt und entscheiden ohne Automatik. Haben Sie eine E-Mail-Adresse angegeben, bekommen Sie eine Bestätigung und danach unsere Entscheidung mit Gründen.',
  notSent: 'Ihre Meldung wurde nicht gesendet',
  gone: 'Dieser Inhalt ist nicht mehr da.',
} as const

export const reportProblems = problemsOf('support', {
  reportedGone: [404, reportTexts.gone],
  reportUnknown: [404, 'Diese Meldung gibt es nicht mehr.'],
  alreadyDecided: [409, 'Über diese Meldung ist schon entschieden.'],
  nothingToRemove: [409, 'Von hier aus lässt sich nur eine Bewertung löschen oder ein Anbieter sperren.'],
})

/** A plain form sends an empty string where an API call omits the field. */
const idOrNothing = z
  .union([z.uuid(), z.literal('')], { error: reportTexts.gone })
  .optional()
  .transform((typed) => typed || undefined)

const senderOrNothing = (schema: typeof senderFields.name | typeof senderFields.email) =>
  z
    .string()
    .default('')
    .transform((typed) => typed.trim() || null)
    .pipe(schema.nullable())

/**
 * Report by Art. 16 Abs. 2 DSA: content, reason, reporter, good faith. The content is identified by `companyId` or `reviewId`, otherwise
 * by `page`.
 */
export const contentReport = z
  .object({
    companyId: idOrNothing,
    reviewId: idOrNothing,
    page: z.string().overwrite(oneLine).trim().max(reportLimits.page, reportTexts.page).default(''),
    reason: z.enum(reportReasons, { error: reportTexts.reason }),
    explanation: z
      .string({ error: reportTexts.explanation })
      .trim()
      .min(reportLimits.explanation.min, reportTexts.explanation)
      .max(reportLimits.explanation.max, reportTexts.explanation),
    name: senderOrNothing(senderFields.name),
    email: senderOrNothing(senderFields.email),
    isGoodFaith: z.literal([true, 'on'], { error: reportTexts.goodFaithMissing }),
  })
  .refine(({ companyId, reviewId, page }) => companyId || reviewId || page, { path: ['page'], message: reportTexts.page, when: isForm })
  .refine(({ reason, name }) => mayStayUnnamed(reason) || name !== null, { path: ['name'], message: senderTexts.name, when: isForm })
  .refine(({ reason, email }) => mayStayUnnamed(reason) || email !== null, { path: ['email'], message: senderTexts.email, when: isForm })
export type ContentReport = z.output<typeof contentReport>

/** Extracts the company id from the URL of a profile. */
export const companyIdIn = (page: string) =>
  /\/service\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![\w-])/i.exec(page)?.[1]?.toLowerCase()
