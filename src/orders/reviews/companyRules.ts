import { z } from 'zod'
import type { FilterOf, ListOf, ListSpec } from '#src/platform/kit/listAddress.ts'
import { problemsOf } from '#src/platform/kit/problems.ts'
import type { Wire } from '#src/platform/kit/wire.ts'
import { reviewSorts, stars } from './listRules.ts'
import { reviewLimits } from './rules.ts'

/** States of an objection. An accepted one has no state: it deletes its review. */
export const objectionStates = ['open', 'rejected'] as const
export type ObjectionState = (typeof objectionStates)[number]
export const objectionLabels: Record<ObjectionState, string> = { open: 'Offen', rejected: 'Zurückgewiesen' }

const replyStates = ['open', 'replied'] as const
export const replyLabels = { open: 'Ohne Antwort', replied: 'Beantwortet' } as const

/** Sorting and filters of the company's list, as encoded in the URL. */
export const companyReviewList = { sorts: reviewSorts, choices: { stars, reply: replyStates } } as const satisfies ListSpec
export type CompanyReviewList = ListOf<typeof companyReviewList>

export type CompanyReviewFilter = FilterOf<CompanyReviewList>

/** Published review as the company sees it: about its author no more than visitors see. */
export const companyReview = z.object({
  id: z.uuid(),
  customerName: z.string(),
  rating: z.number().int(),
  comment: z.string(),
  isFromBooking: z.boolean(),
  createdAt: z.date(),
  companyReply: z.string().nullable(),
  objection: z.object({ reason: z.string(), state: z.enum(objectionStates), answer: z.string().nullable() }).nullable(),
})
export type CompanyReview = Wire<z.infer<typeof companyReview>>

export const replyTexts = {
  missing: 'Bitte geben Sie eine Antwort ein.',
  tooLong: `Die Antwort darf höchstens ${reviewLimits.reply.toLocaleString('de-DE')} Zeichen lang sein.`,
  objectionMissing: 'Bitte begründen Sie Ihren Einspruch.',
  objectionTooLong: `Die Begründung darf höchstens ${reviewLimits.objection.toLocaleString('de-DE')} Zeichen lang sein.`,
} as const

const typed = ({ missing, tooLong, max }: { missing: string; tooLong: string; max: number }) =>
  z.string({ error: missing }).trim().min(1, missing).max(max, tooLong)
export const replyForm = z.object({
  reply: typed({ missing: replyTexts.missing, tooLong: replyTexts.tooLong, max: reviewLimits.reply }),
})
export const objectionForm = z.object({
  reason: typed({ missing: replyTexts.objectionMissing, tooLong: replyTexts.objectionTooLong, max: reviewLimits.objection }),
})

export const companyReviewProblems = problemsOf('reviews', {
  notHere: [404, 'Diese Bewertung gibt es nicht mehr.'],
  alreadyReplied: [409, 'Auf diese Bewertung haben Sie schon geantwortet.'],
  alreadyObjected: [409, 'Gegen diese Bewertung haben Sie schon Einspruch eingelegt.'],
})
