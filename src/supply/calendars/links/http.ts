import { endpoint } from '#src/platform/server/calls/endpoint.ts'
import { renewLink } from './actions.ts'
import { linkAnswer, linkRequest } from './rules.ts'

export const calendarLinksHttp = [
  endpoint({
    name: 'rotate-calendar-link',
    allows: 'P2',
    summary: 'A new secret address of the own appointments for a calendar program; the old one ends',
    body: linkRequest,
    answer: linkAnswer,
    run: (app, { body, caller }) => renewLink(app, { ...body, companyId: caller.companyId }),
  }),
] as const
