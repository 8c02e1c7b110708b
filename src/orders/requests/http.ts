import { z } from 'zod'
import { bookingKey, heldBy } from '#src/orders/bookings/links/keyRules.ts'
import { bookingReceipt } from '#src/orders/receipts/schemas.ts'
import { command, endpoint } from '#src/platform/server/calls/endpoint.ts'
import { listBody, pageResponse } from '#src/platform/server/pages.ts'
import { withdrawRequest } from './actions.ts'
import { answerRequest, readOpenRequests } from './answerActions.ts'
import { answerCounter } from './counterActions.ts'
import { readRequests } from './operatorActions.ts'
import { requestList, requestRow } from './operatorRules.ts'
import { answerPrice } from './priceActions.ts'
import { counterAnswer, openRequest, priceAnswer, requestAnswer, requestRate } from './rules.ts'

export const requestsHttp = [
  endpoint({
    name: 'list-requests',
    isReadOnly: true,
    allows: 'P2',
    summary: "Returns the requests that await the company's answer, most urgent first.",
    body: z.object({ companyId: z.uuid() }),
    answer: z.object({ rows: z.array(openRequest) }),
    run: (app, { caller }) => readOpenRequests(app, caller),
  }),
  command({
    name: 'answer-request',
    allows: 'P2',
    summary: 'Accepts a request and captures its payment, declines it, or proposes up to three other times.',
    body: requestAnswer,
    run: (app, { body, caller }) => answerRequest(app, { ...body, companyId: caller.companyId }, caller.hash()),
  }),
  endpoint({
    name: 'answer-counter',
    allows: 'T',
    summary: "Chooses one of the company's proposed times or declines them all, by the customer.",
    body: counterAnswer,
    answer: bookingReceipt,
    limits: ({ caller }) => [{ name: 'request', key: caller.ip, ...requestRate }],
    run: (app, { body: { key, earlyStartConsent, ...body }, caller }) =>
      answerCounter(app, { ...body, key: heldBy(caller, key), consent: earlyStartConsent }),
  }),
  endpoint({
    name: 'answer-price',
    allows: 'T',
    summary: 'Accepts or declines a price above the ceiling of an estimate, for the holder of the booking',
    body: priceAnswer,
    answer: bookingReceipt,
    limits: ({ caller }) => [{ name: 'request', key: caller.ip, ...requestRate }],
    run: (app, { body, caller }) => answerPrice(app, { ...body, key: heldBy(caller, body.key) }),
  }),
  endpoint({
    name: 'admin-list-requests',
    isReadOnly: true,
    allows: 'A2',
    summary: "Returns a page of all companies' requests and the number of matches.",
    body: listBody(requestList),
    answer: pageResponse(requestRow),
    run: (app, { body }) => readRequests(app, body),
  }),
  endpoint({
    name: 'withdraw-request',
    allows: 'T',
    summary: 'Withdraws a request before it is accepted, by the customer.',
    body: z.object({ key: bookingKey }),
    answer: bookingReceipt,
    limits: ({ caller }) => [{ name: 'request', key: caller.ip, ...requestRate }],
    run: (app, { body, caller }) => withdrawRequest(app, { key: heldBy(caller, body.key) }),
  }),
] as const
