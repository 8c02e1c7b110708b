import { z } from 'zod'
import { cancelRequest } from '#src/bookings/cancelRules.ts'
import { type CallsOf, endpoint } from '#src/server/endpoint.ts'
import { cancelBooking } from './cancelActions.ts'

export const cancelHttp = [
  endpoint({
    name: 'admin-cancel-booking',
    kind: 'function',
    allows: 'A2',
    summary: 'Cancels a booking for good; what was paid goes back in full right afterwards, null when nobody had paid',
    body: cancelRequest,
    answer: z.object({ success: z.literal(true), refund: z.number().nullable() }),
    run: async (app, { body, caller }) => {
      const actor = `admin:${caller.admin.id}`
      const { refundCents } = await cancelBooking(app, { ...body, by: 'operator', actor, requestId: caller.requestId })
      return { success: true as const, refund: refundCents === undefined ? null : refundCents / 100 }
    },
  }),
] as const
export type CancelCalls = CallsOf<typeof cancelHttp>
