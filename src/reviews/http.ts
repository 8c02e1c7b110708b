import { z } from 'zod'
import { endpoint, resource } from '#src/server/calls/endpoint.ts'
import { pageAnswer, pageFields, readQuery } from '#src/server/pages.ts'
import { keepReview, readReviews, removeReview } from './actions.ts'
import { writeReviews } from './csvActions.ts'
import { adminReview, reviewCounts, reviewDecision, reviewFilter, reviewSort } from './listRules.ts'

export const reviewsHttp = [
  endpoint({
    name: 'admin-list-reviews',
    kind: 'function',
    allows: 'A2',
    summary: 'A page of all reviews, how many match, and how many there are of each kind',
    body: reviewFilter.extend({ ...pageFields, sort: reviewSort }),
    answer: pageAnswer(adminReview).extend({ counts: reviewCounts }),
    run: (app, { body }) => readReviews(app, body),
  }),
  endpoint({
    name: 'admin-delete-review',
    kind: 'function',
    allows: 'A2',
    summary: 'Deletes a review for good, with the reason for its author, for a company who objected, and for the audit log',
    body: reviewDecision,
    answer: z.object({ success: z.literal(true) }),
    run: async (app, { body, caller }) => {
      await removeReview(app, { ...body, actor: `admin:${caller.admin.id}`, requestId: caller.requestId })
      return { success: true as const }
    },
  }),
  endpoint({
    name: 'admin-keep-review',
    kind: 'function',
    allows: 'A2',
    summary: 'Turns down the objection to a review, with the reason for both sides',
    body: reviewDecision,
    answer: z.object({ success: z.literal(true) }),
    run: async (app, { body, caller }) => {
      await keepReview(app, { ...body, actor: `admin:${caller.admin.id}`, requestId: caller.requestId })
      return { success: true as const }
    },
  }),
  resource({
    name: 'admin-reviews.csv',
    kind: 'resource',
    path: '/functions/v1/admin-reviews.csv',
    allows: 'A2',
    summary: 'All reviews as a file for a German spreadsheet; the filters of admin-list-reviews in the query',
    run: async (app, { query }) => writeReviews(app, readQuery(query, reviewFilter)),
  }),
] as const
