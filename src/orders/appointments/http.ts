import { heldBy } from '#src/orders/bookings/links/keyRules.ts'
import { bookingReceipt } from '#src/orders/receipts/schemas.ts'
import { command, endpoint } from '#src/platform/server/calls/endpoint.ts'
import { slotRate, slotResponse } from '#src/supply/calendars/rules.ts'
import { customerAppointment, objection, objectionRate } from './actRules.ts'
import { markMissed, objectToMissed } from './markActions.ts'
import { moveAsCustomer, proposeCompanyMove, readCompanyMoveSlots, readMoveSlots } from './moveActions.ts'
import { moveQuestion, moveRate, moveRequest } from './moveRules.ts'
import { answerMoveAsCompany, answerMoveAsCustomer } from './proposalActions.ts'
import { companyMove, companyMoveAnswer, companyMoveQuestion, customerMoveAnswer } from './proposalRules.ts'

export const appointmentsHttp = [
  command({
    name: 'mark-missed',
    allows: 'P2',
    summary: 'Reports that the customer was absent, from ten minutes to a day after the start; the customer may object for two days.',
    body: customerAppointment,
    run: (app, { body, caller }) => markMissed(app, { companyId: caller.companyId, bookingId: body.bookingId }),
  }),
  command({
    name: 'object',
    allows: 'T',
    summary: "Objects to a reported absence of the booking's customer; the operator decides.",
    body: objection,
    limits: ({ caller }) => [{ name: 'object', key: caller.ip, ...objectionRate }],
    run: (app, { body, caller }) => objectToMissed(app, { ...body, key: heldBy(caller, body.key) }),
  }),
  endpoint({
    name: 'get-move-slots',
    isReadOnly: true,
    allows: 'T',
    summary: 'Returns the times to which the booking may be moved by its customer.',
    body: moveQuestion,
    answer: slotResponse,
    limits: ({ caller }) => [{ name: 'slots', key: caller.ip, ...slotRate }],
    run: (app, { body, caller }) => readMoveSlots(app, { ...body, key: heldBy(caller, body.key) }, caller),
  }),
  endpoint({
    name: 'propose-move',
    allows: 'T',
    summary: 'Moves an appointment during free cancellation, at most three times; later proposes the new time to the company.',
    body: moveRequest,
    answer: bookingReceipt,
    limits: ({ caller }) => [{ name: 'move', key: caller.ip, ...moveRate }],
    run: (app, { body, caller }) => moveAsCustomer(app, { ...body, key: heldBy(caller, body.key) }, caller),
  }),
  endpoint({
    name: 'answer-move',
    allows: 'T',
    summary: "Accepts or declines the company's proposed time, or withdraws the customer's proposal.",
    body: customerMoveAnswer,
    answer: bookingReceipt,
    limits: ({ caller }) => [{ name: 'move', key: caller.ip, ...moveRate }],
    run: (app, { body: { key, earlyStartConsent, ...body }, caller }) =>
      answerMoveAsCustomer(app, { ...body, key: heldBy(caller, key), consent: earlyStartConsent }),
  }),
  endpoint({
    name: 'get-appointment-slots',
    isReadOnly: true,
    allows: 'P2',
    summary: 'Returns the times that the company may propose for an appointment.',
    body: companyMoveQuestion,
    answer: slotResponse,
    limits: ({ caller }) => [{ name: 'slots', key: caller.ip, ...slotRate }],
    run: (app, { body, caller }) => readCompanyMoveSlots(app, { ...body, companyId: caller.companyId }, caller),
  }),
  command({
    name: 'move-appointment',
    allows: 'P2',
    summary: 'Proposes another time for an agreed appointment; the customer may answer within two days.',
    body: companyMove,
    run: (app, { body, caller }) => proposeCompanyMove(app, { ...body, companyId: caller.companyId }, caller),
  }),
  command({
    name: 'answer-appointment-move',
    allows: 'P2',
    summary: "Accepts or declines the customer's proposed time, or withdraws the company's proposal.",
    body: companyMoveAnswer,
    run: (app, { body, caller }) => answerMoveAsCompany(app, { ...body, companyId: caller.companyId }),
  }),
] as const
