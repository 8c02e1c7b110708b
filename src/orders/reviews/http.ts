import { command, endpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { listBody, listFilter, pageResponse, readQuery } from '#src/platform/server/pages.ts'
import { readReviews, rejectObjection, removeReview } from './actions.ts'
import { writeReviews } from './csvActions.ts'
import { adminReview, reviewCounts, reviewDecision, reviewList } from './listRules.ts'

export const reviewsHttp = [
  endpoint({
    name: 'admin-list-reviews',
    isReadOnly: true,
    allows: 'A2',
    summary: 'Returns a page of all reviews, the number of matches, and counts by kind.',
    body: listBody(reviewList),
    answer: pageResponse(adminReview).extend({ counts: reviewCounts }),
    run: (app, { body }) => readReviews(app, body),
  }),
  command({
    name: 'admin-delete-review',
    allows: 'A2',
    summary: 'Deletes a review; its author, an objecting company and the audit log get the reason.',
    body: reviewDecision,
    run: (app, { body, caller }) => removeReview(app, { ...body, caller }),
  }),
  command({
    name: 'admin-keep-review',
    allows: 'A2',
    summary: 'Rejects the objection to a review; both sides get the reason.',
    body: reviewDecision,
    run: (app, { body, caller }) => rejectObjection(app, { ...body, caller }),
  }),
  resource({
    name: 'admin-reviews.csv',
    allows: 'A2',
    summary: 'Returns all reviews as a CSV file; the query takes the filters of admin-list-reviews.',
    run: async (app, { query }) => writeReviews(app, readQuery(query, listFilter(reviewList))),
  }),
] as const
