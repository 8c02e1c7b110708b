import { endpoint } from '#src/platform/server/calls/endpoint.ts'
import { renewLink } from './actions.ts'
import { linkRequest, linkResponse } from './rules.ts'

export const calendarLinksHttp = [
  endpoint({
    name: 'rotate-calendar-link',
    allows: 'P2',
    summary: "Creates a secret address of the company's appointments for calendar programs; the old address stops working.",
    body: linkRequest,
    answer: linkResponse,
    run: (app, { body, caller }) => renewLink(app, { ...body, companyId: caller.companyId }),
  }),
] as const
