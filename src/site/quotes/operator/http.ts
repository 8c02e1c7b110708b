import { endpoint } from '#src/platform/server/calls/endpoint.ts'
import { listBody, pageAnswer } from '#src/platform/server/pages.ts'
import { readQuoteRequests } from './actions.ts'
import { quoteRequestList, shownQuoteRequestRow } from './rules.ts'

export const quoteRequestsHttp = [
  endpoint({
    name: 'admin-list-quote-requests',
    isReading: true,
    allows: 'A2',
    summary: 'A page of the requests for offers, and how many match; not what was described',
    body: listBody(quoteRequestList),
    answer: pageAnswer(shownQuoteRequestRow),
    run: (app, { body }) => readQuoteRequests(app, body),
  }),
] as const
