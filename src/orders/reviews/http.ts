import { act, endpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { listBody, listFilter, pageAnswer, readQuery } from '#src/platform/server/pages.ts'
import { keepReview, readReviews, removeReview } from './actions.ts'
import { writeReviews } from './csvActions.ts'
import { adminReview, reviewCounts, reviewDecision, reviewList } from './listRules.ts'

export const reviewsHttp = [
  endpoint({
    name: 'admin-list-reviews',
    isReading: true,
    allows: 'A2',
    summary: 'A page of all reviews, how many match, and how many there are of each kind',
    body: listBody(reviewList),
    answer: pageAnswer(adminReview).extend({ counts: reviewCounts }),
    run: (app, { body }) => readReviews(app, body),
  }),
  act({
    name: 'admin-delete-review',
    allows: 'A2',
    summary: 'Deletes a review for good, with the reason for its author, for a company who objected, and for the audit log',
    body: reviewDecision,
    run: (app, { body, caller }) => removeReview(app, { ...body, actor: `admin:${caller.admin.id}`, requestId: caller.requestId }),
  }),
  act({
    name: 'admin-keep-review',
    allows: 'A2',
    summary: 'Turns down the objection to a review, with the reason for both sides',
    body: reviewDecision,
    run: (app, { body, caller }) => keepReview(app, { ...body, actor: `admin:${caller.admin.id}`, requestId: caller.requestId }),
  }),
  resource({
    name: 'admin-reviews.csv',
    allows: 'A2',
    summary: 'All reviews as a file for a German spreadsheet; the filters of admin-list-reviews in the query',
    run: async (app, { query }) => writeReviews(app, readQuery(query, listFilter(reviewList))),
  }),
] as const
