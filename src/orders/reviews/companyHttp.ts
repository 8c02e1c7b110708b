import { z } from 'zod'
import { command, endpoint } from '#src/platform/server/calls/endpoint.ts'
import { listBody, pageResponse } from '#src/platform/server/pages.ts'
import { objectToReview, readCompanyReviews, replyToReview } from './companyActions.ts'
import { companyReview, companyReviewList, objectionForm, replyForm } from './companyRules.ts'

const ids = { companyId: z.uuid(), reviewId: z.uuid() }

/** Reviews of a company, for its owner after the dashboard code. */
export const companyReviewsHttp = [
  endpoint({
    name: 'list-company-reviews',
    isReadOnly: true,
    allows: 'P2',
    summary: "Returns a page of the company's published reviews and the number of matches.",
    body: listBody(companyReviewList).extend({ companyId: z.uuid() }),
    answer: pageResponse(companyReview),
    run: (app, { body, caller }) => readCompanyReviews(app, { ...body, companyId: caller.companyId }),
  }),
  command({
    name: 'reply-to-review',
    allows: 'P2',
    summary: "Publishes the company's reply to a review, once.",
    body: replyForm.extend(ids),
    run: (app, { body: { reviewId, reply }, caller }) => replyToReview(app, { companyId: caller.companyId, reviewId, reply }),
  }),
  command({
    name: 'object-to-review',
    allows: 'P2',
    summary: 'Asks the operator to check a review of the company, once, with a reason.',
    body: objectionForm.extend(ids),
    run: (app, { body: { reviewId, reason }, caller }) => objectToReview(app, { companyId: caller.companyId, reviewId, reason }),
  }),
] as const
