import { slotAnswer, slotRate } from '#src/calendars/rules.ts'
import { act, endpoint } from '#src/server/calls/endpoint.ts'
import { bookingReceipt } from '../rules.ts'
import { objection, objectionRate, ownAppointment } from './actRules.ts'
import { markMissed, markPerformed, objectToMissed } from './markActions.ts'
import { moveOwnAppointment, readMoveSlots } from './moveActions.ts'
import { moveQuestion, moveRate, moveRequest } from './moveRules.ts'

export const appointmentsHttp = [
  act({
    name: 'mark-performed',
    allows: 'P2',
    summary: 'Says that an agreed appointment of the own company has been done',
    body: ownAppointment,
    run: (app, { body, caller }) => markPerformed(app, { companyId: caller.companyId, bookingId: body.bookingId }),
  }),
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
    run: (app, { body }) => objectToMissed(app, body),
  }),
  endpoint({
    name: 'get-move-slots',
    allows: 'T',
    summary: 'The times to which a booking may be moved, for the holder of a secret link or of a booking id and its session',
    body: moveQuestion,
    answer: slotAnswer,
    limits: ({ caller }) => [{ name: 'slots', key: caller.ip, ...slotRate }],
    run: (app, { body, caller }) => readMoveSlots(app, body, caller),
  }),
  endpoint({
    name: 'propose-move',
    allows: 'T',
    summary: 'Moves an appointment to a free time while cancelling is free, three times at most, for the holder of its booking',
    body: moveRequest,
    answer: bookingReceipt,
    limits: ({ caller }) => [{ name: 'move', key: caller.ip, ...moveRate }],
    run: (app, { body, caller }) => moveOwnAppointment(app, body, caller),
  }),
] as const
