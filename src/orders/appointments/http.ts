import { heldBy } from '#src/orders/bookings/links/keyRules.ts'
import { bookingReceipt } from '#src/orders/receipts/schemas.ts'
import { act, endpoint } from '#src/platform/server/calls/endpoint.ts'
import { slotAnswer, slotRate } from '#src/supply/calendars/rules.ts'
import { objection, objectionRate, ownAppointment } from './actRules.ts'
import { markMissed, objectToMissed } from './markActions.ts'
import { moveOwnAppointment, proposeCompanyMove, readCompanyMoveSlots, readMoveSlots } from './moveActions.ts'
import { moveQuestion, moveRate, moveRequest } from './moveRules.ts'
import { answerCompanyMove, answerOwnMove } from './proposalActions.ts'
import { companyMove, companyMoveAnswer, companyMoveQuestion, ownMoveAnswer } from './proposalRules.ts'

export const appointmentsHttp = [
  act({
    name: 'mark-missed',
    allows: 'P2',
    summary: 'Says that nobody was there, from ten minutes until a day after the start; the customer may object for two days',
    body: ownAppointment,
    run: (app, { body, caller }) => markMissed(app, { companyId: caller.companyId, bookingId: body.bookingId }),
  }),
  act({
    name: 'object',
    allows: 'T',
    summary: 'Objects to having been absent, for the holder of a secret link or of a booking id and its session; the operator decides',
    body: objection,
    limits: ({ caller }) => [{ name: 'object', key: caller.ip, ...objectionRate }],
    run: (app, { body, caller }) => objectToMissed(app, { ...body, key: heldBy(caller, body.key) }),
  }),
  endpoint({
    name: 'get-move-slots',
    isReading: true,
    allows: 'T',
    summary: 'The times to which a booking may be moved, for the holder of a secret link or of a booking id and its session',
    body: moveQuestion,
    answer: slotAnswer,
    limits: ({ caller }) => [{ name: 'slots', key: caller.ip, ...slotRate }],
    run: (app, { body, caller }) => readMoveSlots(app, { ...body, key: heldBy(caller, body.key) }, caller),
  }),
  endpoint({
    name: 'propose-move',
    allows: 'T',
    summary:
      'Moves an appointment to a free time while cancelling is free, three times at most; later it proposes that to the company, for the holder',
    body: moveRequest,
    answer: bookingReceipt,
    limits: ({ caller }) => [{ name: 'move', key: caller.ip, ...moveRate }],
    run: (app, { body, caller }) => moveOwnAppointment(app, { ...body, key: heldBy(caller, body.key) }, caller),
  }),
  endpoint({
    name: 'answer-move',
    allows: 'T',
    summary: 'Accepts or declines the time that the company proposes, or withdraws the own proposal, for the holder of the booking',
    body: ownMoveAnswer,
    answer: bookingReceipt,
    limits: ({ caller }) => [{ name: 'move', key: caller.ip, ...moveRate }],
    run: (app, { body: { key, earlyStartConsent, ...body }, caller }) =>
      answerOwnMove(app, { ...body, key: heldBy(caller, key), consent: earlyStartConsent }),
  }),
  endpoint({
    name: 'get-appointment-slots',
    isReading: true,
    allows: 'P2',
    summary: 'The times to which the own company may propose to move an appointment',
    body: companyMoveQuestion,
    answer: slotAnswer,
    limits: ({ caller }) => [{ name: 'slots', key: caller.ip, ...slotRate }],
    run: (app, { body, caller }) => readCompanyMoveSlots(app, { ...body, companyId: caller.companyId }, caller),
  }),
  act({
    name: 'move-appointment',
    allows: 'P2',
    summary: 'Proposes another time for an agreed appointment to its customer, who has two days to answer',
    body: companyMove,
    run: (app, { body, caller }) => proposeCompanyMove(app, { ...body, companyId: caller.companyId }, caller),
  }),
  act({
    name: 'answer-appointment-move',
    allows: 'P2',
    summary: 'Accepts or declines the time that a customer proposes, or withdraws the own proposal',
    body: companyMoveAnswer,
    run: (app, { body, caller }) => answerCompanyMove(app, { ...body, companyId: caller.companyId }),
  }),
] as const
