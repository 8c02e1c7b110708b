import { z } from 'zod'
import { cancelRequest } from '#src/bookings/cancelRules.ts'
import { keyRates, ownCancelRequest } from '#src/bookings/links/keyRules.ts'
import { bookingReceipt } from '#src/bookings/rules.ts'
import { endpoint } from '#src/server/calls/endpoint.ts'
import { cancelBooking } from './cancelActions.ts'
import { cancelOwnBooking } from './customerCancelActions.ts'

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
      cancelOwnBooking(app, { key, expectedRefundCents, requestId: caller.requestId }),
  }),
] as const
