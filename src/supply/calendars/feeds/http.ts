import { command } from '#src/platform/server/calls/endpoint.ts'
import { removeFeed, saveFeed } from './actions.ts'
import { feedBody, feedLimits, feedOf } from './rules.ts'

export const feedsHttp = [
  command({
    name: 'save-feed',
    allows: 'P2',
    summary: "Connects the company's external calendar by its secret address; times occupied there cannot be booked.",
    body: feedBody,
    limits: ({ body }) => [{ name: 'feed', key: body.companyId, max: feedLimits.savesPerHour, windowSeconds: 3_600 }],
    run: (app, { body, caller }) => saveFeed(app, { ...body, companyId: caller.companyId }),
  }),
  command({
    name: 'remove-feed',
    allows: 'P2',
    summary: "Disconnects the company's external calendar and deletes its imported times.",
    body: feedOf,
    run: (app, { caller }) => removeFeed(app, { companyId: caller.companyId }),
  }),
] as const
