import { z } from 'zod'
import { emailField } from '#src/foundation/accounts/rules.ts'
import { problemsOf } from '#src/platform/kit/problems.ts'
import { oneLine } from '#src/platform/kit/text.ts'
import type { Wire } from '#src/platform/kit/wire.ts'
import { reviewFormTexts, reviewLimits } from './rules.ts'

export const writingTexts = {
  nameTooLong: `Der Name darf höchstens ${reviewLimits.name} Zeichen lang sein.`,
  commentTooLong: `Der Kommentar darf höchstens ${reviewLimits.comment.toLocaleString('de-DE')} Zeichen lang sein.`,
  rating: 'Bitte wählen Sie 1 bis 5 Sterne.',
  company: 'Bitte wählen Sie einen Anbieter aus.',
} as const

export const writingProblems = problemsOf('reviews', {
  companyUnknown: [404, 'Service nicht gefunden'],
  ownCompany: [403, 'Ihre eigene Firma können Sie nicht bewerten.'],
  notPaid: [409, 'Diese Buchung wurde storniert oder erstattet und kann deshalb nicht bewertet werden.'],
  notOver: [409, 'Diese Buchung können Sie bewerten, sobald der Termin vorbei ist.'],
  linkMissing: [404, 'Dieser Link ist unvollständig. Bitte öffnen Sie ihn noch einmal aus Ihrer E-Mail.'],
  linkUnknown: [404, 'Dieser Link ist ungültig oder abgelaufen, oder die Bewertung wurde verworfen.'],
})

/** Reviews per hour (docs/spec.md#limits): per client address; per author's address, which gets a mail for each. */
export const writingRates = {
  perIp: { max: 5, windowSeconds: 3_600 },
  perAddress: { max: 5, windowSeconds: 3_600 },
  linksPerIp: { max: 60, windowSeconds: 900 },
} as const

const typed = (missing: string) => z.string({ error: missing }).trim().min(1, missing)

/** Fields of the form except the stars. A missing name and a missing address get the same message (docs/spec.md#review-fields). */
export const reviewForm = z.object({
  customer_name: typed(reviewFormTexts.contactMissing)
    .transform(oneLine)
    .pipe(typed(reviewFormTexts.contactMissing).max(reviewLimits.name, writingTexts.nameTooLong)),
  customer_email: typed(reviewFormTexts.contactMissing).pipe(emailField),
  comment: typed(reviewFormTexts.commentMissing).max(reviewLimits.comment, writingTexts.commentTooLong),
  rating: z.string().min(1, writingTexts.rating),
})

/** Request to store a review; only a booking's token links it to a booking, never an id (docs/spec.md#review-fields). */
export const reviewRequest = reviewForm.extend({
  company_id: z.uuid({ error: writingTexts.company }),
  rating: z
    .number({ error: writingTexts.rating })
    .int(writingTexts.rating)
    .min(1, writingTexts.rating)
    .max(5, writingTexts.rating)
    .default(5),
  booking_id: z.uuid().nullish(),
  bookingToken: z.string().max(200).optional(),
})
export type ReviewRequest = z.infer<typeof reviewRequest>

/** Booking that the holder of its token may review. */
export const reviewInvitation = z.object({
  companyId: z.uuid(),
  companyName: z.string(),
  serviceTitle: z.string(),
  bookingDate: z.string(),
  customerName: z.string(),
  customerEmail: z.string(),
  isReviewed: z.boolean(),
  /** True if a tip can be given on the page of the booking, which the same token opens. */
  mayTip: z.boolean(),
})
export type ReviewInvitation = Wire<z.infer<typeof reviewInvitation>>

/** Review as its author reads it before the publication. */
export const writtenReview = z.object({
  companyId: z.uuid(),
  companyName: z.string(),
  customerName: z.string(),
  rating: z.number().int(),
  comment: z.string(),
  isPublished: z.boolean(),
})
export type WrittenReview = Wire<z.infer<typeof writtenReview>>
