import { z } from 'zod'
import { resendConfirmation } from '#src/orders/bookings/links/resendActions.ts'
import { command, endpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { listBody, listFilter, pageResponse, readId, readQuery } from '#src/platform/server/pages.ts'
import { openAttachment, readBooking, readBookings } from './actions.ts'
import { writeBookings } from './csvActions.ts'
import { bookingList } from './listRules.ts'
import { adminBooking, adminBookingDetails, resendRequest } from './rules.ts'

/** Bookings for the operator. The endpoints that move money are in the slice refunds. */
export const adminBookingsHttp = [
  endpoint({
    name: 'admin-list-bookings',
    isReadOnly: true,
    allows: 'A2',
    summary: 'Returns a page of all bookings and the number of matches; amounts in euros.',
    body: listBody(bookingList),
    answer: pageResponse(adminBooking),
    run: (app, { body }) => readBookings(app, body),
  }),
  endpoint({
    name: 'admin-read-booking',
    isReadOnly: true,
    allows: 'A2',
    summary: 'Returns one booking with its files, refunds, payouts, disputes and ledger entries; amounts in euros.',
    body: z.object({ bookingId: z.uuid() }),
    answer: adminBookingDetails,
    run: (app, { body }) => readBooking(app, body.bookingId),
  }),
  command({
    name: 'admin-resend-booking',
    allows: 'A2',
    summary: 'Mails the confirmation of a booking again, to its customer with a new link or to its company.',
    body: resendRequest,
    run: (app, { body, caller }) => resendConfirmation(app, { ...body, actor: `admin:${caller.admin.id}`, requestId: caller.requestId }),
  }),
  resource({
    name: 'admin-bookings.csv',
    allows: 'A2',
    summary: 'Returns all bookings as a CSV file; the query takes the filters of admin-list-bookings.',
    run: async (app, { query }) => writeBookings(app, readQuery(query, listFilter(bookingList))),
  }),
  resource({
    name: 'admin-booking-attachment',
    allows: 'A2',
    summary: "Returns a customer's file as a download (query: `attachmentId`).",
    run: (app, { query }) => openAttachment(app, readId(query, 'attachmentId')),
  }),
] as const
