import { act } from '#src/server/calls/endpoint.ts'
import { objection, objectionRate, ownAppointment } from './actRules.ts'
import { markMissed, markPerformed, objectToMissed } from './markActions.ts'

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
] as const
