import { readView } from '#src/foundation/files/downloadActions.ts'
import { messageRates, threadView } from '#src/orders/messages/rules.ts'
import { command, endpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { readId } from '#src/platform/server/pages.ts'
import { hiddenAnswer, quoteMessage, quoteThreadQuestion, quoteThreadReport } from './rules.ts'
import {
  openQuoteMessageFileAsCustomer,
  readQuoteThreadAsCustomer,
  reportQuoteThreadAsCustomer,
  sendQuoteMessageAsCustomer,
} from './threadActions.ts'

/** Customers' side of the threads about quotes; companies use the endpoints of messages. */
export const quoteThreadsHttp = [
  endpoint({
    name: 'list-quote-messages',
    allows: 'T',
    summary: 'Returns the messages between the customer of a quote request and a company, and marks them as read.',
    body: quoteThreadQuestion,
    answer: threadView,
    limits: ({ caller }) => [{ name: 'messages-read', key: caller.ip, ...messageRates.read }],
    run: (app, { body }) => readQuoteThreadAsCustomer(app, body),
  }),
  endpoint({
    name: 'send-quote-message',
    allows: 'T',
    summary: 'Sends a message to a company of a quote request; contact data are masked.',
    body: quoteMessage,
    answer: hiddenAnswer,
    isCreating: true,
    limits: ({ caller }) => [{ name: 'messages-send', key: caller.ip, ...messageRates.send }],
    run: (app, { body, caller, headers }) => sendQuoteMessageAsCustomer(app, { ...body, caller, attempt: headers.get('idempotency-key') }),
  }),
  command({
    name: 'report-quote-messages',
    allows: 'T',
    summary: 'Reports the messages about a quote to the operator, by the customer.',
    body: quoteThreadReport,
    limits: ({ caller }) => [{ name: 'messages-report', key: caller.ip, ...messageRates.report }],
    run: (app, { body }) => reportQuoteThreadAsCustomer(app, body),
  }),
  resource({
    name: 'own-quote-message-file',
    allows: 'T',
    summary:
      'Returns a file of a message to the customer (query: `quoteId`, `attachmentId`, for pictures `view`); the token is sent in a header.',
    limits: ({ caller }) => [{ name: 'message-file', key: caller.ip, ...messageRates.files }],
    run: (app, { headers, query }) =>
      openQuoteMessageFileAsCustomer(app, {
        token: headers.get('x-quote-token') ?? '',
        quoteId: readId(query, 'quoteId'),
        attachmentId: readId(query, 'attachmentId'),
        view: readView(query),
      }),
  }),
] as const
