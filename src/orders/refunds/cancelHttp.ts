import { z } from 'zod'
import { calledOff, objectionDecision, performed } from '#src/orders/appointments/actRules.ts'
import { cancelRequest } from '#src/orders/bookings/cancelRules.ts'
import { heldBy, keyRates, ownCancelRequest } from '#src/orders/bookings/links/keyRules.ts'
import { bookingReceipt } from '#src/orders/receipts/schemas.ts'
import { act, endpoint } from '#src/platform/server/calls/endpoint.ts'
import { listBody, pageAnswer } from '#src/platform/server/pages.ts'
import { callOff, decideObjection, finishWork } from './appointmentActions.ts'
import { cancelBooking } from './cancelActions.ts'
import { cancelOwnBooking } from './customerCancelActions.ts'
import { readObjection, readObjections } from './objectionActions.ts'
import { objectionDetail, objectionList, shownObjection } from './objectionRules.ts'

export const cancelHttp = [
  endpoint({
    name: 'admin-cancel-booking',
    allows: 'A2',
    summary: 'Cancels a booking for good; what was paid goes back in full right afterwards, null when nobody had paid',
    body: cancelRequest,
    answer: z.object({ success: z.literal(true), refundCents: z.number().nullable() }),
    run: async (app, { body, caller }) => {
      const actor = `admin:${caller.admin.id}`
      const { refundCents } = await cancelBooking(app, { ...body, by: 'operator', actor, requestId: caller.requestId })
      return { success: true as const, refundCents: refundCents ?? null }
    },
  }),
  endpoint({
    name: 'cancel-own-booking',
    allows: 'T',
    summary:
      'Takes a booking back for the holder of a secret link or of its id and its session; refused if another sum than the expected one goes back',
    body: ownCancelRequest,
    answer: bookingReceipt,
    limits: ({ caller }) => [{ name: 'booking-cancel', key: caller.ip, ...keyRates.cancel }],
    run: (app, { body: { expectedRefundCents, ...key }, caller }) =>
      cancelOwnBooking(app, { key: heldBy(caller, key), expectedRefundCents, requestId: caller.requestId }),
  }),
  act({
    name: 'cancel-appointment',
    allows: 'P2',
    summary: 'Calls an agreed appointment of the own company off; everything that was paid goes back',
    body: calledOff,
    run: (app, { body, caller }) =>
      callOff(app, { ...body, companyId: caller.companyId, userId: caller.session.userId, requestId: caller.requestId }),
  }),
  act({
    name: 'mark-performed',
    allows: 'P2',
    summary: 'Says that an agreed appointment of the own company has been done; of fewer hours than were booked the rest goes back',
    body: performed,
    run: (app, { body, caller }) =>
      finishWork(app, { ...body, companyId: caller.companyId, userId: caller.session.userId, requestId: caller.requestId }),
  }),
  endpoint({
    name: 'admin-list-objections',
    isReading: true,
    allows: 'A2',
    summary: 'A page of the objections to having been absent, and how many match',
    body: listBody(objectionList),
    answer: pageAnswer(shownObjection),
    run: (app, { body }) => readObjections(app, body),
  }),
  endpoint({
    name: 'admin-read-objection',
    isReading: true,
    allows: 'A2',
    summary: 'One objection with what both sides say, and how it was decided',
    body: z.object({ bookingId: z.uuid() }),
    answer: objectionDetail,
    run: (app, { body }) => readObjection(app, body.bookingId),
  }),
  act({
    name: 'admin-decide-objection',
    allows: 'A2',
    summary: "Decides about a customer's objection: performed, missed, or cancelled with everything going back",
    body: objectionDecision,
    run: (app, { body, caller }) => decideObjection(app, { ...body, actor: `admin:${caller.admin.id}`, requestId: caller.requestId }),
  }),
] as const
