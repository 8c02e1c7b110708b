import { z } from 'zod'
import { centsOfEuros } from '#src/platform/kit/money.ts'
import { endpoint } from '#src/platform/server/calls/endpoint.ts'
import { refundBooking } from './actions.ts'
import { refundRequest } from './rules.ts'

export const refundHttp = [
  endpoint({
    name: 'admin-refund-booking',
    allows: 'A2',
    summary: 'Refunds a customer in full or in part; the PSP moves the money right afterwards.',
    body: refundRequest,
    answer: z.object({ success: z.literal(true), refundId: z.string(), amountCents: z.number() }),
    isCreating: true,
    run: async (app, { body, caller, headers }) => {
      const { refundId, amountCents } = await refundBooking(app, {
        bookingId: body.bookingId,
        amountCents: body.amount === undefined ? undefined : centsOfEuros(body.amount),
        reason: body.reason,
        actor: `admin:${caller.admin.id}`,
        requestId: caller.requestId,
        requestKey: headers.get('idempotency-key'),
        paysOwed: true,
      })
      return { success: true as const, refundId, amountCents }
    },
  }),
] as const
