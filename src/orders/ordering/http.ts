import { z } from 'zod'
import { mailLimitTexts } from '#src/foundation/accounts/rules.ts'
import { billingAddress } from '#src/orders/bookings/billing/rules.ts'
import { requestNewLink } from '#src/orders/bookings/links/actions.ts'
import { bookingKey, heldBy, keyOfHeaders, keyRates, sessionKey } from '#src/orders/bookings/links/keyRules.ts'
import { newLinkLimits, newLinkRequest } from '#src/orders/bookings/links/newLinkRules.ts'
import { bookingRequestAt } from '#src/orders/bookings/order/rules.ts'
import { requestLimits } from '#src/orders/bookings/rules.ts'
import { openOwnAttachment, readReceipt, writeReceipt } from '#src/orders/receipts/actions.ts'
import { receiptRate } from '#src/orders/receipts/rules.ts'
import { bookingReceipt } from '#src/orders/receipts/schemas.ts'
import { act, endpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { busyText } from '#src/platform/server/calls/limits.ts'
import { readId } from '#src/platform/server/pages.ts'
import { requestBooking, verifyBookingPayment, verifyOwnSubscription } from './actions.ts'

const subscriptionIds = z.object({ sessionId: sessionKey.shape.sessionId, companyId: z.uuid(), type: z.literal('subscription') })

/** Schema of an order with its billing address, which is not part of the schema that the form checks at each step. */
const orderAt = (now: Date) => bookingRequestAt(now).safeExtend({ billingAddress: billingAddress.optional() })

export const bookingsHttp = [
  endpoint({
    name: 'create-booking-payment',
    allows: 'V',
    summary: 'Takes a booking request and answers where it is paid',
    isCreating: true,
    body: (app) => orderAt(app.now()),
    answer: z.object({ success: z.literal(true), url: z.url() }),
    limits: ({ caller }) => [{ name: 'booking:ip', key: caller.ip, ...requestLimits.perIp }],
    victimLimits: ({ customerEmail, companyId }) => ({
      limits: [
        { name: 'booking:address', key: customerEmail, ...requestLimits.perAddress, says: busyText },
        { name: 'booking:company', key: companyId, ...requestLimits.perCompany, says: busyText },
      ],
      provenBy: customerEmail,
    }),
    run: async (app, { body, caller, countCreated }) => ({
      success: true as const,
      url: await requestBooking(app, { request: body, caller, countCreated }),
    }),
  }),
  endpoint({
    name: 'verify-payment',
    allows: 'T',
    summary: "Whether a booking is paid, for the holder of its id and its session, or one's own company's subscription",
    body: z.union([sessionKey, subscriptionIds]),
    // Each call for an unpaid session causes a request to the PSP.
    limits: ({ body, caller }) => [
      { name: 'verify:ip', key: caller.ip, ...keyRates.verify },
      { name: 'verify', key: body.sessionId, max: 60, windowSeconds: 60 },
    ],
    answer: z.object({
      paid: z.boolean(),
      company_id: z.uuid().optional(),
      pay_url: z.url().nullable().optional(),
      requested: z.boolean().optional(),
    }),
    run: async (app, { body, caller }) => {
      if ('bookingId' in body) return verifyBookingPayment(app, body)
      return { paid: await verifyOwnSubscription(app, { session: caller.session, ...body }) }
    },
  }),
  endpoint({
    name: 'get-booking',
    isReading: true,
    allows: 'T',
    summary: 'A booking as its customer sees it, for the holder of a secret link or of its id and its session',
    body: bookingKey,
    answer: bookingReceipt,
    limits: ({ caller }) => [{ name: 'booking-read', key: caller.ip, ...keyRates.read }],
    run: (app, { body, caller }) => readReceipt(app, heldBy(caller, body)),
  }),
  act({
    name: 'request-booking-link',
    allows: 'V',
    summary: 'Mails a new link to the address of a booking; answers the same for every number and address',
    body: newLinkRequest,
    limits: ({ caller }) => [{ name: 'booking-link:ip', key: caller.ip, ...newLinkLimits.perIp, says: mailLimitTexts.perIp }],
    victimLimits: ({ email }) => ({
      limits: [
        {
          name: 'booking-link:address',
          key: email,
          ...newLinkLimits.perAddress,
          says: mailLimitTexts.perHour(newLinkLimits.perAddress.max),
        },
      ],
      provenBy: email,
    }),
    run: (app, { body, countCreated }) => requestNewLink(app, { request: body, countCreated }),
  }),
  resource({
    name: 'booking-receipt.pdf',
    allows: 'T',
    summary: 'The receipt of a paid booking as a PDF; the key stands in headers',
    limits: ({ caller }) => [{ name: 'booking-receipt', key: caller.ip, ...receiptRate }],
    run: (app, { headers, caller }) => writeReceipt(app, heldBy(caller, keyOfHeaders(headers))),
  }),
  resource({
    name: 'own-booking-attachment',
    allows: 'T',
    summary: "A customer's own file: ?attachmentId=…; the key stands in headers",
    limits: ({ caller }) => [{ name: 'booking-attachment', key: caller.ip, ...receiptRate }],
    run: (app, { headers, query, caller }) =>
      openOwnAttachment(app, { key: heldBy(caller, keyOfHeaders(headers)), attachmentId: readId(query, 'attachmentId') }),
  }),
] as const
