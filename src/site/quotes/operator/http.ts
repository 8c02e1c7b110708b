import { endpoint } from '#src/platform/server/calls/endpoint.ts'
import { listBody, pageResponse } from '#src/platform/server/pages.ts'
import { readQuoteRequests } from './actions.ts'
import { quoteRequestList, quoteRequestRowView } from './rules.ts'

export const quoteRequestsHttp = [
  endpoint({
    name: 'admin-list-quote-requests',
    isReadOnly: true,
    allows: 'A2',
    summary: 'Returns a page of quote requests without their descriptions, and the number of matches.',
    body: listBody(quoteRequestList),
    answer: pageResponse(quoteRequestRowView),
    run: (app, { body }) => readQuoteRequests(app, body),
  }),
] as const
