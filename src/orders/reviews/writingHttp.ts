import { z } from 'zod'
import { act, type Caller, endpoint, type Limit } from '#src/platform/server/calls/endpoint.ts'
import { confirmReview, discardReview, readWrittenReview } from './confirmActions.ts'
import { declineInvitations, readInvitation } from './invitationActions.ts'
import { confirmReviewPage, reviewPage } from './invitationRules.ts'
import { writeReview } from './writingActions.ts'
import { reviewInvitation, reviewRequest, writingRates, writtenReview } from './writingRules.ts'

// A missing token gets the same problem as a wrong one.
const secret = z.object({ token: z.string().max(200).default('') })
const perIp = ({ caller }: { caller: Caller }): Limit[] => [{ name: 'review-link:ip', key: caller.ip, ...writingRates.linksPerIp }]

export const reviewWritingHttp = [
  act({
    name: 'insert-review',
    allows: 'V',
    summary: 'Takes a review; whether it is published at once or awaits its author is told by mail alone',
    isCreating: true,
    body: reviewRequest,
    limits: ({ caller }) => [{ name: 'review:ip', key: caller.ip, ...writingRates.perIp }],
    victimLimits: ({ customer_email: email }) => ({
      limits: [{ name: 'review:address', key: email, ...writingRates.perAddress }],
      provenBy: email,
    }),
    run: (app, { body, caller, countCreated }) => writeReview(app, { request: body, caller, countCreated }),
  }),
  endpoint({
    name: 'get-written-review',
    isReading: true,
    allows: 'T',
    summary: 'The review that a confirmation mail is about',
    body: secret,
    answer: writtenReview,
    limits: perIp,
    run: (app, { body }) => readWrittenReview(app, body.token),
  }),
  act({
    name: 'confirm-review',
    allows: 'T',
    summary: 'Publishes a review, with the link of its confirmation mail',
    leadsTo: `${confirmReviewPage}?done=1`,
    body: secret,
    limits: perIp,
    run: (app, { body }) => confirmReview(app, body.token),
  }),
  act({
    name: 'discard-review',
    allows: 'T',
    summary: 'Throws away a review that was not published yet, with the link of its confirmation mail',
    leadsTo: `${confirmReviewPage}?discarded=1`,
    body: secret,
    limits: perIp,
    run: (app, { body }) => discardReview(app, body.token),
  }),
  endpoint({
    name: 'get-review-invitation',
    isReading: true,
    allows: 'T',
    summary: "What the holder of a booking's secret may review",
    body: secret,
    answer: reviewInvitation,
    limits: perIp,
    run: (app, { body }) => readInvitation(app, body.token),
  }),
  act({
    name: 'decline-review-invitations',
    allows: 'T',
    summary: 'No more invitations to the address of this booking',
    leadsTo: `${reviewPage}?declined=1`,
    body: secret,
    limits: perIp,
    run: (app, { body }) => declineInvitations(app, body.token),
  }),
] as const
