import { z } from 'zod'
import type { FilterOf, ListOf } from '#src/platform/kit/listAddress.ts'
import { problemsOf } from '#src/platform/kit/problems.ts'
import type { Wire } from '#src/platform/kit/wire.ts'

export const reviewTexts = {
  reason: 'Bitte geben Sie einen Grund an (höchstens 500 Zeichen)',
} as const

export const reviewProblems = problemsOf('reviews', {
  unknown: [404, 'Diese Bewertung gibt es nicht mehr.'],
  noObjection: [409, 'Über diesen Einspruch ist schon entschieden.'],
})

/** Sort orders of the operator's list: by time, by stars. */
export const reviewSorts = ['newest', 'oldest', 'starsDesc', 'starsAsc'] as const
export type ReviewSort = (typeof reviewSorts)[number]
export const reviewSortLabels: Record<ReviewSort, string> = {
  newest: 'Neueste Bewertung zuerst',
  oldest: 'Älteste Bewertung zuerst',
  starsDesc: 'Beste Bewertung zuerst',
  starsAsc: 'Schlechteste Bewertung zuerst',
}

/** Labels of the star filter, best first (docs/spec.md#area-reviews). */
export const starLabels = { '5': '5 Sterne', '4': '4 Sterne', '3': '3 Sterne', '2': '2 Sterne', '1': '1 Stern' } as const
export const stars = ['5', '4', '3', '2', '1'] as const

/** Filter for objections: open and rejected ones. */
export const objectionFilterLabels = { open: 'Einspruch offen', rejected: 'Einspruch zurückgewiesen' } as const
const objections = ['open', 'rejected'] as const

/** Sorting and filters of the operator's list, as encoded in the URL. */
export const reviewList = { sorts: reviewSorts, choices: { stars, objection: objections }, searchLength: 100 } as const
export type ReviewList = ListOf<typeof reviewList>

/** Filter of reviews: part of the customer's name, company's name or comment; stars; objection. */
export type ReviewFilter = FilterOf<ReviewList>

/** Review as the operator sees it; it is unpublished while it awaits its author's confirmation. */
export const adminReview = z.object({
  id: z.uuid(),
  companyId: z.uuid(),
  companyName: z.string(),
  category: z.string(),
  customerName: z.string(),
  customerEmail: z.string(),
  rating: z.number().int(),
  comment: z.string(),
  companyReply: z.string().nullable(),
  isFromBooking: z.boolean(),
  bookingId: z.uuid().nullable(),
  isPublished: z.boolean(),
  objection: z.object({ reason: z.string(), objectedAt: z.date(), answer: z.string().nullable() }).nullable(),
  createdAt: z.date(),
})
export type ListedReview = z.infer<typeof adminReview>
export type AdminReview = Wire<ListedReview>

/** Number of reviews in total and by stars, best first (docs/spec.md#stars: positive 4–5, neutral 3, negative 1–2). */
export const reviewCounts = z.object({
  total: z.number(),
  positive: z.number(),
  neutral: z.number(),
  negative: z.number(),
  byStars: z.array(z.object({ stars: z.number(), count: z.number() })),
})
export type ReviewCounts = Wire<z.infer<typeof reviewCounts>>

/** Decision to delete a review or to reject an objection, with the reason. */
export const reviewDecision = z.object({
  reviewId: z.uuid(),
  reason: z.string({ error: reviewTexts.reason }).trim().min(1, reviewTexts.reason).max(500, reviewTexts.reason),
})
