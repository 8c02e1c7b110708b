import { z } from 'zod'
import { resendConfirmation } from '#src/orders/bookings/links/resendActions.ts'
import { act, endpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { listBody, listFilter, pageAnswer, readId, readQuery } from '#src/platform/server/pages.ts'
import { openAttachment, readBooking, readBookings } from './actions.ts'
import { writeBookings } from './csvActions.ts'
import { bookingList } from './listRules.ts'
import { adminBooking, adminBookingDetails, resendRequest } from './rules.ts'

/** Bookings for the operator. The endpoints that move money are in the slice refunds. */
export const adminBookingsHttp = [
  endpoint({
    name: 'admin-list-bookings',
    isReading: true,
    allows: 'A2',
    summary: 'A page of all bookings, and how many match; amounts in euros',
    body: listBody(bookingList),
    answer: pageAnswer(adminBooking),
    run: (app, { body }) => readBookings(app, body),
  }),
  endpoint({
    name: 'admin-read-booking',
    isReading: true,
    allows: 'A2',
    summary: 'One booking with its files, refunds, payouts, disputes and the lines of the ledger; amounts in euros',
    body: z.object({ bookingId: z.uuid() }),
    answer: adminBookingDetails,
    run: (app, { body }) => readBooking(app, body.bookingId),
  }),
  act({
    name: 'admin-resend-booking',
    allows: 'A2',
    summary: 'Sends the confirmation of a booking again, to its customer with a new link, or to its company',
    body: resendRequest,
    run: (app, { body, caller }) => resendConfirmation(app, { ...body, actor: `admin:${caller.admin.id}`, requestId: caller.requestId }),
  }),
  resource({
    name: 'admin-bookings.csv',
    allows: 'A2',
    summary: 'All bookings as a file for a German spreadsheet; the filters of admin-list-bookings in the query',
    run: async (app, { query }) => writeBookings(app, readQuery(query, listFilter(bookingList))),
  }),
  resource({
    name: 'admin-booking-attachment',
    allows: 'A2',
    summary: "A customer's file, to be saved: ?attachmentId=…",
    run: (app, { query }) => openAttachment(app, readId(query, 'attachmentId')),
  }),
] as const
