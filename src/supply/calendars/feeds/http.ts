import { act } from '#src/platform/server/calls/endpoint.ts'
import { removeFeed, saveFeed } from './actions.ts'
import { feedBody, feedLimits, feedOf } from './rules.ts'

export const feedsHttp = [
  act({
    name: 'save-feed',
    allows: 'P2',
    summary: 'Connects a calendar that the own company keeps elsewhere, by its secret address; what is taken there cannot be booked',
    body: feedBody,
    limits: ({ body }) => [{ name: 'feed', key: body.companyId, max: feedLimits.savesPerHour, windowSeconds: 3_600 }],
    run: (app, { body, caller }) => saveFeed(app, { ...body, companyId: caller.companyId }),
  }),
  act({
    name: 'remove-feed',
    allows: 'P2',
    summary: 'Forgets the connected calendar of the own company and what was read there',
    body: feedOf,
    run: (app, { caller }) => removeFeed(app, { companyId: caller.companyId }),
  }),
] as const
