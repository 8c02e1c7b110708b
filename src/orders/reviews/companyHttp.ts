import { z } from 'zod'
import { act, endpoint } from '#src/platform/server/calls/endpoint.ts'
import { listBody, pageAnswer } from '#src/platform/server/pages.ts'
import { objectToReview, readCompanyReviews, replyToReview } from './companyActions.ts'
import { companyReview, companyReviewList, objectionForm, replyForm } from './companyRules.ts'

const ids = { companyId: z.uuid(), reviewId: z.uuid() }

/** Reviews of a company, for its owner after the dashboard code. */
export const companyReviewsHttp = [
  endpoint({
    name: 'list-company-reviews',
    isReading: true,
    allows: 'P2',
    summary: 'A page of the published reviews of the own company, and how many match in all',
    body: listBody(companyReviewList).extend({ companyId: z.uuid() }),
    answer: pageAnswer(companyReview),
    run: (app, { body, caller }) => readCompanyReviews(app, { ...body, companyId: caller.companyId }),
  }),
  act({
    name: 'reply-to-review',
    allows: 'P2',
    summary: 'Answers a review of the own company, once, for all to read',
    body: replyForm.extend(ids),
    run: (app, { body: { reviewId, reply }, caller }) => replyToReview(app, { companyId: caller.companyId, reviewId, reply }),
  }),
  act({
    name: 'object-to-review',
    allows: 'P2',
    summary: 'Asks the operator to look at a review of the own company, once, with the reason',
    body: objectionForm.extend(ids),
    run: (app, { body: { reviewId, reason }, caller }) => objectToReview(app, { companyId: caller.companyId, reviewId, reason }),
  }),
] as const
