import { z } from 'zod'
import { bookingKey, heldBy } from '#src/orders/bookings/links/keyRules.ts'
import { bookingReceipt } from '#src/orders/receipts/schemas.ts'
import { act, endpoint } from '#src/platform/server/calls/endpoint.ts'
import { listBody, pageAnswer } from '#src/platform/server/pages.ts'
import { withdrawRequest } from './actions.ts'
import { answerRequest, readOpenRequests } from './answerActions.ts'
import { answerCounter } from './counterActions.ts'
import { readRequests } from './operatorActions.ts'
import { requestList, shownAsked } from './operatorRules.ts'
import { counterAnswer, openRequest, requestAnswer, requestRate } from './rules.ts'

export const requestsHttp = [
  endpoint({
    name: 'list-requests',
    isReading: true,
    allows: 'P2',
    summary: 'The requests that wait for an answer of the own company, the most urgent first',
    body: z.object({ companyId: z.uuid() }),
    answer: z.object({ rows: z.array(openRequest) }),
    run: (app, { caller }) => readOpenRequests(app, caller),
  }),
  act({
    name: 'answer-request',
    allows: 'P2',
    summary: 'Accepts a request, which takes the money, declines it, or proposes up to three other times',
    body: requestAnswer,
    run: (app, { body, caller }) => answerRequest(app, { ...body, companyId: caller.companyId }, caller.hash()),
  }),
  endpoint({
    name: 'answer-counter',
    allows: 'T',
    summary: 'Chooses one of the times that a company proposes instead, or none, for the holder of the booking',
    body: counterAnswer,
    answer: bookingReceipt,
    limits: ({ caller }) => [{ name: 'request', key: caller.ip, ...requestRate }],
    run: (app, { body: { key, earlyStartConsent, ...body }, caller }) =>
      answerCounter(app, { ...body, key: heldBy(caller, key), consent: earlyStartConsent }),
  }),
  endpoint({
    name: 'admin-list-requests',
    isReading: true,
    allows: 'A2',
    summary: 'A page of the requests of all companies, and how many match',
    body: listBody(requestList),
    answer: pageAnswer(shownAsked),
    run: (app, { body }) => readRequests(app, body),
  }),
  endpoint({
    name: 'withdraw-request',
    allows: 'T',
    summary: 'Takes a request back before it is accepted, for the holder of the booking',
    body: z.object({ key: bookingKey }),
    answer: bookingReceipt,
    limits: ({ caller }) => [{ name: 'request', key: caller.ip, ...requestRate }],
    run: (app, { body, caller }) => withdrawRequest(app, { key: heldBy(caller, body.key) }),
  }),
] as const
