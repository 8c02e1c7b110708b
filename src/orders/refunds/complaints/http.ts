import { z } from 'zod'
import { complaintRate, reportRequest, resolveRequest } from '#src/orders/bookings/complaints/rules.ts'
import { heldBy } from '#src/orders/bookings/links/keyRules.ts'
import { bookingReceipt } from '#src/orders/receipts/schemas.ts'
import { command, endpoint } from '#src/platform/server/calls/endpoint.ts'
import { listBody, pageResponse } from '#src/platform/server/pages.ts'
import { answerComplaint, decideComplaint, reportComplaint, resolveComplaint } from './actions.ts'
import { readComplaint, readComplaints } from './readActions.ts'
import { answerRequest, complaintDecision, complaintDetail, complaintList, listedComplaint } from './rules.ts'

export const complaintsHttp = [
  endpoint({
    name: 'report-complaint',
    allows: 'T',
    summary: 'Reports a complaint about a booking, until 14 days after its start; the payout waits.',
    body: reportRequest,
    answer: bookingReceipt,
    limits: ({ caller }) => [{ name: 'complaint', key: caller.ip, ...complaintRate }],
    run: (app, { body, caller }) => reportComplaint(app, { ...body, key: heldBy(caller, body.key) }),
  }),
  endpoint({
    name: 'resolve-complaint',
    allows: 'T',
    summary: "Settles the customer's complaint, or rejects the company's answer so that the operator decides.",
    body: resolveRequest,
    answer: bookingReceipt,
    limits: ({ caller }) => [{ name: 'complaint', key: caller.ip, ...complaintRate }],
    run: (app, { body, caller }) => resolveComplaint(app, { ...body, key: heldBy(caller, body.key) }),
  }),
  command({
    name: 'answer-complaint',
    allows: 'P2',
    summary: "Answers a customer's complaint once, with a text and an optional full or partial refund.",
    body: answerRequest,
    run: (app, { body, caller }) =>
      answerComplaint(app, { ...body, companyId: caller.companyId, userId: caller.session.userId, requestId: caller.requestId }),
  }),
  endpoint({
    name: 'admin-list-complaints',
    isReadOnly: true,
    allows: 'A2',
    summary: "Returns a page of customers' complaints and the number of matches.",
    body: listBody(complaintList),
    answer: pageResponse(listedComplaint),
    run: (app, { body }) => readComplaints(app, body),
  }),
  endpoint({
    name: 'admin-read-complaint',
    isReadOnly: true,
    allows: 'A2',
    summary: 'Returns one complaint with both statements and the decision.',
    body: z.object({ complaintId: z.uuid() }),
    answer: complaintDetail,
    run: (app, { body }) => readComplaint(app, body.complaintId),
  }),
  command({
    name: 'admin-decide-complaint',
    allows: 'A2',
    summary: 'Decides a complaint with no, a partial or a full refund.',
    body: complaintDecision,
    run: (app, { body, caller }) => decideComplaint(app, { ...body, actor: `admin:${caller.admin.id}`, requestId: caller.requestId }),
  }),
] as const
