import { z } from 'zod'
import { readView } from '#src/foundation/files/downloadActions.ts'
import { heldBy, keyOfHeaders } from '#src/orders/bookings/links/keyRules.ts'
import { act, endpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { readId } from '#src/platform/server/pages.ts'
import { openCompanyFile, openOwnFile, readCompanyThread, readOwnThread, sendCompanyMessage, sendOwnMessage } from './actions.ts'
import { contactKinds } from './gate/rules.ts'
import { readThreads } from './listActions.ts'
import { reportCompanyThread, reportOwnThread } from './reportActions.ts'
import {
  companyMessage,
  companyReport,
  companyThread,
  companyThreadQuestion,
  messageRates,
  ownMessage,
  ownReport,
  ownThreadQuestion,
  shownThread,
  subjectOf,
  threadList,
  threadListQuestion,
} from './rules.ts'

/** Kinds of contact data masked in the message, for its sender. */
const sent = z.object({ hidden: z.array(z.enum(contactKinds)) })

/** The idempotency key is stored with the message, so that a retry does not store it twice. */
const attemptOf = (headers: Headers) => headers.get('idempotency-key')

export const messagesHttp = [
  endpoint({
    name: 'list-messages',
    allows: 'T',
    summary: 'What customer and company wrote about a booking, for the holder; marks what was seen as read',
    body: ownThreadQuestion,
    answer: shownThread,
    limits: ({ caller }) => [{ name: 'messages-read', key: caller.ip, ...messageRates.read }],
    run: (app, { body, caller }) => readOwnThread(app, { ...body, key: heldBy(caller, body.key) }),
  }),
  endpoint({
    name: 'send-message',
    allows: 'T',
    summary: 'Writes to the company of a booking, for the holder; contact data are hidden until the booking is paid',
    body: ownMessage,
    answer: sent,
    isCreating: true,
    limits: ({ caller }) => [{ name: 'messages-send', key: caller.ip, ...messageRates.send }],
    run: (app, { body, caller, headers }) =>
      sendOwnMessage(app, { ...body, key: heldBy(caller, body.key), caller, attempt: attemptOf(headers) }),
  }),
  act({
    name: 'report-messages',
    allows: 'T',
    summary: 'Asks the operator to read the messages of a booking, for the holder',
    body: ownReport,
    limits: ({ caller }) => [{ name: 'messages-report', key: caller.ip, ...messageRates.report }],
    run: (app, { body, caller }) => reportOwnThread(app, { ...body, key: heldBy(caller, body.key) }),
  }),
  resource({
    name: 'own-message-file',
    allows: 'T',
    summary:
      'A file of a message for the customer: ?attachmentId=…; a picture to be shown with &view=small or large; the key stands in headers',
    limits: ({ caller }) => [{ name: 'message-file', key: caller.ip, ...messageRates.files }],
    run: (app, { headers, query, caller }) =>
      openOwnFile(app, { key: heldBy(caller, keyOfHeaders(headers)), attachmentId: readId(query, 'attachmentId'), view: readView(query) }),
  }),
  endpoint({
    name: 'list-threads',
    isReading: true,
    allows: 'P2',
    summary: 'A page of the threads of the own company, the newest first',
    body: threadListQuestion,
    answer: threadList,
    run: (app, { body, caller }) => readThreads(app, { ...body, companyId: caller.companyId }),
  }),
  endpoint({
    name: 'read-thread',
    allows: 'P2',
    summary: 'What was written about a booking of the own company, or a request to it; marks what was seen as read',
    body: companyThreadQuestion,
    answer: companyThread,
    run: (app, { body, caller }) => readCompanyThread(app, { ...body, subject: subjectOf(body), companyId: caller.companyId }),
  }),
  endpoint({
    name: 'write-message',
    allows: 'P2',
    summary:
      'Writes to the customer of a booking of the own company, or of a request to it; contact data are hidden until the booking is paid',
    body: companyMessage,
    answer: sent,
    isCreating: true,
    run: (app, { body, caller, headers }) =>
      sendCompanyMessage(app, { ...body, subject: subjectOf(body), companyId: caller.companyId, caller, attempt: attemptOf(headers) }),
  }),
  act({
    name: 'report-thread',
    allows: 'P2',
    summary: 'Asks the operator to read the messages of a booking of the own company, or of a request to it',
    body: companyReport,
    run: (app, { body, caller }) =>
      reportCompanyThread(app, { reason: body.reason, subject: subjectOf(body), companyId: caller.companyId }),
  }),
  resource({
    name: 'message-file',
    allows: 'P2',
    summary: 'A file of a message, to be saved: ?companyId=…&attachmentId=…; a picture to be shown with &view=small or large',
    limits: ({ caller }) => [{ name: 'message-file', key: caller.session.userId, ...messageRates.files }],
    run: (app, { query, caller }) =>
      openCompanyFile(app, { companyId: caller.companyId, attachmentId: readId(query, 'attachmentId'), view: readView(query) }),
  }),
] as const
