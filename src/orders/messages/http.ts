import { z } from 'zod'
import { readView } from '#src/foundation/files/downloadActions.ts'
import { heldBy, keyOfHeaders } from '#src/orders/bookings/links/keyRules.ts'
import { command, endpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { readId } from '#src/platform/server/pages.ts'
import { contactKinds } from '../bookings/masking/rules.ts'
import {
  openCompanyFile,
  openFileAsCustomer,
  readCompanyThread,
  readThreadAsCustomer,
  sendCompanyMessage,
  sendMessageAsCustomer,
} from './actions.ts'
import { readThreads } from './listActions.ts'
import { reportCompanyThread, reportThreadAsCustomer } from './reportActions.ts'
import {
  companyMessage,
  companyReport,
  companyThread,
  companyThreadQuestion,
  customerMessage,
  customerReport,
  customerThreadRequest,
  messageRates,
  subjectOf,
  threadList,
  threadListQuestion,
  threadView,
} from './rules.ts'

/** Kinds of contact data masked in the message, for its sender. */
const sent = z.object({ hidden: z.array(z.enum(contactKinds)) })

/** The idempotency key is stored with the message, so that a retry does not store it twice. */
const retryKeyOf = (headers: Headers) => headers.get('idempotency-key')

export const messagesHttp = [
  endpoint({
    name: 'list-messages',
    allows: 'T',
    summary: 'Returns the messages of a booking to its customer and marks them as read.',
    body: customerThreadRequest,
    answer: threadView,
    limits: ({ caller }) => [{ name: 'messages-read', key: caller.ip, ...messageRates.read }],
    run: (app, { body, caller }) => readThreadAsCustomer(app, { ...body, key: heldBy(caller, body.key) }),
  }),
  endpoint({
    name: 'send-message',
    allows: 'T',
    summary: 'Sends a message to the company of a booking; contact data are masked until the booking is paid.',
    body: customerMessage,
    answer: sent,
    isCreating: true,
    limits: ({ caller }) => [{ name: 'messages-send', key: caller.ip, ...messageRates.send }],
    run: (app, { body, caller, headers }) =>
      sendMessageAsCustomer(app, { ...body, key: heldBy(caller, body.key), caller, attempt: retryKeyOf(headers) }),
  }),
  command({
    name: 'report-messages',
    allows: 'T',
    summary: 'Reports the messages of a booking to the operator, by the customer.',
    body: customerReport,
    limits: ({ caller }) => [{ name: 'messages-report', key: caller.ip, ...messageRates.report }],
    run: (app, { body, caller }) => reportThreadAsCustomer(app, { ...body, key: heldBy(caller, body.key) }),
  }),
  resource({
    name: 'own-message-file',
    allows: 'T',
    summary: 'Returns a file of a message to the customer (query: `attachmentId`, for pictures `view`); the token is sent in headers.',
    limits: ({ caller }) => [{ name: 'message-file', key: caller.ip, ...messageRates.files }],
    run: (app, { headers, query, caller }) =>
      openFileAsCustomer(app, {
        key: heldBy(caller, keyOfHeaders(headers)),
        attachmentId: readId(query, 'attachmentId'),
        view: readView(query),
      }),
  }),
  endpoint({
    name: 'list-threads',
    isReadOnly: true,
    allows: 'P2',
    summary: "Returns a page of the company's message threads, newest first.",
    body: threadListQuestion,
    answer: threadList,
    run: (app, { body, caller }) => readThreads(app, { ...body, companyId: caller.companyId }),
  }),
  endpoint({
    name: 'read-thread',
    allows: 'P2',
    summary: 'Returns the messages of a booking or request of the company and marks them as read.',
    body: companyThreadQuestion,
    answer: companyThread,
    run: (app, { body, caller }) => readCompanyThread(app, { ...body, subject: subjectOf(body), companyId: caller.companyId }),
  }),
  endpoint({
    name: 'write-message',
    allows: 'P2',
    summary: 'Sends a message to the customer of a booking or request; contact data are masked until the booking is paid.',
    body: companyMessage,
    answer: sent,
    isCreating: true,
    run: (app, { body, caller, headers }) =>
      sendCompanyMessage(app, { ...body, subject: subjectOf(body), companyId: caller.companyId, caller, attempt: retryKeyOf(headers) }),
  }),
  command({
    name: 'report-thread',
    allows: 'P2',
    summary: 'Reports the messages of a booking or request to the operator, by the company.',
    body: companyReport,
    run: (app, { body, caller }) =>
      reportCompanyThread(app, { reason: body.reason, subject: subjectOf(body), companyId: caller.companyId }),
  }),
  resource({
    name: 'message-file',
    allows: 'P2',
    summary: 'Returns a file of a message (query: `companyId`, `attachmentId`, for pictures `view=small` or `large`).',
    limits: ({ caller }) => [{ name: 'message-file', key: caller.session.userId, ...messageRates.files }],
    run: (app, { query, caller }) =>
      openCompanyFile(app, { companyId: caller.companyId, attachmentId: readId(query, 'attachmentId'), view: readView(query) }),
  }),
] as const
