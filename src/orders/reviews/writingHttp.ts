import { z } from 'zod'
import { type Caller, command, endpoint, type Limit } from '#src/platform/server/calls/endpoint.ts'
import { confirmReview, discardReview, readWrittenReview } from './confirmActions.ts'
import { declineInvitations, readInvitation } from './invitationActions.ts'
import { confirmReviewPage, reviewPage } from './invitationRules.ts'
import { writeReview } from './writingActions.ts'
import { reviewInvitation, reviewRequest, writingRates, writtenReview } from './writingRules.ts'

// A missing token gets the same problem as a wrong one.
const secret = z.object({ token: z.string().max(200).default('') })
const perIp = ({ caller }: { caller: Caller }): Limit[] => [{ name: 'review-link:ip', key: caller.ip, ...writingRates.linksPerIp }]

export const reviewWritingHttp = [
  command({
    name: 'insert-review',
    allows: 'V',
    summary: 'Creates a review; only a mail tells its author whether it needs a confirmation.',
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
    isReadOnly: true,
    allows: 'T',
    summary: 'Returns the review that a confirmation mail refers to.',
    body: secret,
    answer: writtenReview,
    limits: perIp,
    run: (app, { body }) => readWrittenReview(app, body.token),
  }),
  command({
    name: 'confirm-review',
    allows: 'T',
    summary: 'Publishes a review by the link of its confirmation mail.',
    leadsTo: `${confirmReviewPage}?done=1`,
    body: secret,
    limits: perIp,
    run: (app, { body }) => confirmReview(app, body.token),
  }),
  command({
    name: 'discard-review',
    allows: 'T',
    summary: 'Deletes an unpublished review by the link of its confirmation mail.',
    leadsTo: `${confirmReviewPage}?discarded=1`,
    body: secret,
    limits: perIp,
    run: (app, { body }) => discardReview(app, body.token),
  }),
  endpoint({
    name: 'get-review-invitation',
    isReadOnly: true,
    allows: 'T',
    summary: "Returns the subject of a review to the holder of the booking's review token.",
    body: secret,
    answer: reviewInvitation,
    limits: perIp,
    run: (app, { body }) => readInvitation(app, body.token),
  }),
  command({
    name: 'decline-review-invitations',
    allows: 'T',
    summary: 'Stops review invitations to the address of this booking.',
    leadsTo: `${reviewPage}?declined=1`,
    body: secret,
    limits: perIp,
    run: (app, { body }) => declineInvitations(app, body.token),
  }),
] as const
