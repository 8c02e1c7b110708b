import { z } from 'zod'
import { complaintRate, reportRequest, resolveRequest } from '#src/orders/bookings/complaints/rules.ts'
import { heldBy } from '#src/orders/bookings/links/keyRules.ts'
import { bookingReceipt } from '#src/orders/receipts/schemas.ts'
import { act, endpoint } from '#src/platform/server/calls/endpoint.ts'
import { listBody, pageAnswer } from '#src/platform/server/pages.ts'
import { answerComplaint, decideComplaint, reportComplaint, resolveComplaint } from './actions.ts'
import { readComplaint, readComplaints } from './readActions.ts'
import { answerRequest, complaintDecision, complaintDetail, complaintList, listedComplaint } from './rules.ts'

export const complaintsHttp = [
  endpoint({
    name: 'report-complaint',
    allows: 'T',
    summary:
      'Reports a problem with a service, from its start on for 14 days, for the holder of a secret link or of a booking id and its session; its payout waits',
    body: reportRequest,
    answer: bookingReceipt,
    limits: ({ caller }) => [{ name: 'complaint', key: caller.ip, ...complaintRate }],
    run: (app, { body, caller }) => reportComplaint(app, { ...body, key: heldBy(caller, body.key) }),
  }),
  endpoint({
    name: 'resolve-complaint',
    allows: 'T',
    summary: "Settles the own complaint, or rejects the company's answer so that the operator decides, for the holder of the booking",
    body: resolveRequest,
    answer: bookingReceipt,
    limits: ({ caller }) => [{ name: 'complaint', key: caller.ip, ...complaintRate }],
    run: (app, { body, caller }) => resolveComplaint(app, { ...body, key: heldBy(caller, body.key) }),
  }),
  act({
    name: 'answer-complaint',
    allows: 'P2',
    summary: "Answers a customer's complaint once, with words and, if wanted, all or a part of the money",
    body: answerRequest,
    run: (app, { body, caller }) =>
      answerComplaint(app, { ...body, companyId: caller.companyId, userId: caller.session.userId, requestId: caller.requestId }),
  }),
  endpoint({
    name: 'admin-list-complaints',
    isReading: true,
    allows: 'A2',
    summary: 'A page of the problems that customers reported, and how many match',
    body: listBody(complaintList),
    answer: pageAnswer(listedComplaint),
    run: (app, { body }) => readComplaints(app, body),
  }),
  endpoint({
    name: 'admin-read-complaint',
    isReading: true,
    allows: 'A2',
    summary: 'One reported problem with what both sides say, and how it was decided',
    body: z.object({ complaintId: z.uuid() }),
    answer: complaintDetail,
    run: (app, { body }) => readComplaint(app, body.complaintId),
  }),
  act({
    name: 'admin-decide-complaint',
    allows: 'A2',
    summary: 'Decides about a reported problem: nothing, a part or everything that is left goes back',
    body: complaintDecision,
    run: (app, { body, caller }) => decideComplaint(app, { ...body, actor: `admin:${caller.admin.id}`, requestId: caller.requestId }),
  }),
] as const
