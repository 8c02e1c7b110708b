import { z } from 'zod'
import { calledOff, objectionDecision, performed } from '#src/orders/appointments/actRules.ts'
import { cancelRequest } from '#src/orders/bookings/cancelRules.ts'
import { customerCancelRequest, heldBy, keyRates } from '#src/orders/bookings/links/keyRules.ts'
import { bookingReceipt } from '#src/orders/receipts/schemas.ts'
import { command, endpoint } from '#src/platform/server/calls/endpoint.ts'
import { listBody, pageResponse } from '#src/platform/server/pages.ts'
import { callOff, decideObjection, finishWork } from './appointmentActions.ts'
import { cancelBooking } from './cancelActions.ts'
import { cancelAsCustomer } from './customerCancelActions.ts'
import { readObjection, readObjections } from './objectionActions.ts'
import { objectionDetail, objectionList, objectionView } from './objectionRules.ts'

export const cancelHttp = [
  endpoint({
    name: 'admin-cancel-booking',
    allows: 'A2',
    summary: 'Cancels a booking and refunds the full payment; the refund is null if nothing was paid.',
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
    summary: 'Cancels a booking for its customer; refuses if the refund differs from the expected sum.',
    body: customerCancelRequest,
    answer: bookingReceipt,
    limits: ({ caller }) => [{ name: 'booking-cancel', key: caller.ip, ...keyRates.cancel }],
    run: (app, { body: { expectedRefundCents, ...key }, caller }) =>
      cancelAsCustomer(app, { key: heldBy(caller, key), expectedRefundCents, requestId: caller.requestId }),
  }),
  command({
    name: 'cancel-appointment',
    allows: 'P2',
    summary: 'Cancels an agreed appointment of the company and refunds the full payment.',
    body: calledOff,
    run: (app, { body, caller }) =>
      callOff(app, { ...body, companyId: caller.companyId, userId: caller.session.userId, requestId: caller.requestId }),
  }),
  command({
    name: 'mark-performed',
    allows: 'P2',
    summary: 'Marks an appointment of the company as done; refunds booked hours that were not worked.',
    body: performed,
    run: (app, { body, caller }) =>
      finishWork(app, { ...body, companyId: caller.companyId, userId: caller.session.userId, requestId: caller.requestId }),
  }),
  endpoint({
    name: 'admin-list-objections',
    isReadOnly: true,
    allows: 'A2',
    summary: "Returns a page of customers' objections to reported absences and the number of matches.",
    body: listBody(objectionList),
    answer: pageResponse(objectionView),
    run: (app, { body }) => readObjections(app, body),
  }),
  endpoint({
    name: 'admin-read-objection',
    isReadOnly: true,
    allows: 'A2',
    summary: 'Returns one objection with both statements and the decision.',
    body: z.object({ bookingId: z.uuid() }),
    answer: objectionDetail,
    run: (app, { body }) => readObjection(app, body.bookingId),
  }),
  command({
    name: 'admin-decide-objection',
    allows: 'A2',
    summary: "Decides a customer's objection: performed, missed, or cancelled with a full refund.",
    body: objectionDecision,
    run: (app, { body, caller }) => decideObjection(app, { ...body, actor: `admin:${caller.admin.id}`, requestId: caller.requestId }),
  }),
] as const
