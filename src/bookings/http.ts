import { z } from 'zod'
import { berlinDay } from '#src/kit/dates.ts'
import { type CallsOf, endpoint } from '#src/server/endpoint.ts'
import { readReceipt, requestBooking, verifyBookingPayment, verifyOwnSubscription } from './actions.ts'
import { bookingReceipt, bookingRequestOn, requestLimits } from './rules.ts'

const sessionId = z.string().min(1).max(255)
const ids = z.object({ sessionId, bookingId: z.uuid() })
const subscriptionIds = z.object({ sessionId, companyId: z.uuid(), type: z.literal('subscription') })

export const bookingsHttp = [
  endpoint({
    name: 'create-booking-payment',
    kind: 'function',
    allows: 'V',
    summary: 'Takes a booking request and answers where it is paid',
    isCreating: true,
    body: (app) => bookingRequestOn(berlinDay(app.now())),
    answer: z.object({ success: z.literal(true), url: z.url() }),
    limits: ({ body, caller }) => [
      { name: 'booking:ip', key: caller.ip, ...requestLimits.perIp },
      { name: 'booking:address', key: body.customerEmail, ...requestLimits.perAddress },
      { name: 'booking:company', key: body.companyId, ...requestLimits.perCompany },
    ],
    run: async (app, { body, caller }) => ({ success: true as const, url: await requestBooking(app, body, caller) }),
  }),
  endpoint({
    name: 'verify-payment',
    kind: 'function',
    allows: 'T',
    summary: "Whether a booking is paid, for the holder of its id and its session, or one's own company's subscription",
    body: z.union([ids, subscriptionIds]),
    // An unpaid session is looked up at the provider each time.
    limits: ({ body }) => [{ name: 'verify', key: body.sessionId, max: 60, windowSeconds: 60 }],
    answer: z.object({ paid: z.boolean() }),
    run: async (app, { body, caller }) => {
      if ('bookingId' in body) return { paid: await verifyBookingPayment(app, body) }
      return { paid: await verifyOwnSubscription(app, { session: caller.session, ...body }) }
    },
  }),
  endpoint({
    name: 'get-booking',
    kind: 'function',
    allows: 'T',
    summary: "A paid booking with the provider's contact, for the holder of its id and its session",
    body: ids,
    answer: bookingReceipt,
    run: (app, { body }) => readReceipt(app, body),
  }),
] as const
export type BookingsCalls = CallsOf<typeof bookingsHttp>
