import { readView } from '#src/foundation/files/downloadActions.ts'
import { messageRates, shownThread } from '#src/orders/messages/rules.ts'
import { act, endpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { readId } from '#src/platform/server/pages.ts'
import { hiddenAnswer, quoteMessage, quoteThreadQuestion, quoteThreadReport } from './rules.ts'
import { openOwnQuoteMessageFile, readOwnQuoteThread, reportOwnQuoteThread, sendOwnQuoteMessage } from './threadActions.ts'

/** Customers' side of the threads about quotes; companies use the endpoints of messages. */
export const quoteThreadsHttp = [
  endpoint({
    name: 'list-quote-messages',
    allows: 'T',
    summary: 'What the customer of a request and an asked company wrote, for the holder; marks what was seen as read',
    body: quoteThreadQuestion,
    answer: shownThread,
    limits: ({ caller }) => [{ name: 'messages-read', key: caller.ip, ...messageRates.read }],
    run: (app, { body }) => readOwnQuoteThread(app, body),
  }),
  endpoint({
    name: 'send-quote-message',
    allows: 'T',
    summary: 'Writes to a company that was asked for an offer, for the holder; contact data are hidden',
    body: quoteMessage,
    answer: hiddenAnswer,
    isCreating: true,
    limits: ({ caller }) => [{ name: 'messages-send', key: caller.ip, ...messageRates.send }],
    run: (app, { body, caller, headers }) => sendOwnQuoteMessage(app, { ...body, caller, attempt: headers.get('idempotency-key') }),
  }),
  act({
    name: 'report-quote-messages',
    allows: 'T',
    summary: 'Asks the operator to read the messages about an offer, for the holder',
    body: quoteThreadReport,
    limits: ({ caller }) => [{ name: 'messages-report', key: caller.ip, ...messageRates.report }],
    run: (app, { body }) => reportOwnQuoteThread(app, body),
  }),
  resource({
    name: 'own-quote-message-file',
    allows: 'T',
    summary:
      'A file of a message about an offer for the customer: ?quoteId=…&attachmentId=…; a picture to be shown with &view=small or large; the secret stands in a header',
    limits: ({ caller }) => [{ name: 'message-file', key: caller.ip, ...messageRates.files }],
    run: (app, { headers, query }) =>
      openOwnQuoteMessageFile(app, {
        token: headers.get('x-quote-token') ?? '',
        quoteId: readId(query, 'quoteId'),
        attachmentId: readId(query, 'attachmentId'),
        view: readView(query),
      }),
  }),
] as const
