import { z } from 'zod'
import { mailLimitTexts } from '#src/foundation/accounts/rules.ts'
import { billingAddress } from '#src/orders/bookings/billing/rules.ts'
import { requestNewLink } from '#src/orders/bookings/links/actions.ts'
import { bookingKey, heldBy, keyOfHeaders, keyRates, sessionKey } from '#src/orders/bookings/links/keyRules.ts'
import { newLinkLimits, newLinkRequest } from '#src/orders/bookings/links/newLinkRules.ts'
import { bookingRequestAt } from '#src/orders/bookings/order/rules.ts'
import { requestLimits } from '#src/orders/bookings/rules.ts'
import { openCustomerAttachment, readReceipt, writeReceipt } from '#src/orders/receipts/actions.ts'
import { receiptRate } from '#src/orders/receipts/rules.ts'
import { bookingReceipt } from '#src/orders/receipts/schemas.ts'
import { command, endpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { busyText } from '#src/platform/server/calls/limits.ts'
import { readId } from '#src/platform/server/pages.ts'
import { requestBooking, verifyBookingPayment, verifyUserSubscription } from './actions.ts'

const subscriptionIds = z.object({ sessionId: sessionKey.shape.sessionId, companyId: z.uuid(), type: z.literal('subscription') })

/** Schema of an order with its billing address, which is not part of the schema that the form checks at each step. */
const orderAt = (now: Date) => bookingRequestAt(now).safeExtend({ billingAddress: billingAddress.optional() })

export const bookingsHttp = [
  endpoint({
    name: 'create-booking-payment',
    allows: 'V',
    summary: 'Creates a booking and returns the URL of its checkout.',
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
    summary: "Returns whether a booking is paid, by its id and checkout session, or whether a company's subscription is.",
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
      processing: z.boolean().optional(),
    }),
    run: async (app, { body, caller }) => {
      if ('bookingId' in body) return verifyBookingPayment(app, body)
      return { paid: await verifyUserSubscription(app, { session: caller.session, ...body }) }
    },
  }),
  endpoint({
    name: 'get-booking',
    isReadOnly: true,
    allows: 'T',
    summary: "Returns a booking as its customer sees it, by its link's token or by its id and checkout session.",
    body: bookingKey,
    answer: bookingReceipt,
    limits: ({ caller }) => [{ name: 'booking-read', key: caller.ip, ...keyRates.read }],
    run: (app, { body, caller }) => readReceipt(app, heldBy(caller, body)),
  }),
  command({
    name: 'request-booking-link',
    allows: 'V',
    summary: 'Mails a new link to the address of a booking; the response is the same for every number and address.',
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
    summary: "Returns the receipt of a paid booking as a PDF; the booking's token is sent in headers.",
    limits: ({ caller }) => [{ name: 'booking-receipt', key: caller.ip, ...receiptRate }],
    run: (app, { headers, caller }) => writeReceipt(app, heldBy(caller, keyOfHeaders(headers))),
  }),
  resource({
    name: 'own-booking-attachment',
    allows: 'T',
    summary: "Returns a customer's own file (query: `attachmentId`); the booking's token is sent in headers.",
    limits: ({ caller }) => [{ name: 'booking-attachment', key: caller.ip, ...receiptRate }],
    run: (app, { headers, query, caller }) =>
      openCustomerAttachment(app, { key: heldBy(caller, keyOfHeaders(headers)), attachmentId: readId(query, 'attachmentId') }),
  }),
] as const
