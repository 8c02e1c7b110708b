import { z } from 'zod'
import { endpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { listBody, listFilter, pageResponse, readId, readQuery } from '#src/platform/server/pages.ts'
import { openAttachment, readBooking, readBookings } from './actions.ts'
import { writeBookings } from './csvActions.ts'
import { bookingList } from './listRules.ts'
import { attachmentRate, bookingDetails, companyBookingView, exportRate } from './rules.ts'

/** Bookings of a company, for its owner after the dashboard code. */
export const bookingsOfCompanyHttp = [
  endpoint({
    name: 'list-company-bookings',
    isReadOnly: true,
    allows: 'P2',
    summary: "Returns a page of the company's bookings and the number of matches.",
    body: listBody(bookingList).extend({ companyId: z.uuid() }),
    answer: pageResponse(companyBookingView),
    run: (app, { body, caller }) => readBookings(app, { ...body, companyId: caller.companyId }),
  }),
  endpoint({
    name: 'get-company-booking',
    isReadOnly: true,
    allows: 'P2',
    summary: 'Returns one booking of the company with its files.',
    body: z.object({ companyId: z.uuid(), bookingId: z.uuid() }),
    answer: bookingDetails,
    run: (app, { body, caller }) => readBooking(app, { companyId: caller.companyId, bookingId: body.bookingId }),
  }),
  resource({
    name: 'company-bookings.csv',
    allows: 'P2',
    summary: "Returns the company's bookings as a CSV file; the query takes the filters of list-company-bookings.",
    limits: ({ caller }) => [{ name: 'csv', key: caller.session.userId, ...exportRate }],
    run: async (app, { query, caller }) =>
      writeBookings(app, { companyId: caller.companyId, filter: readQuery(query, listFilter(bookingList)) }),
  }),
  resource({
    name: 'booking-attachment',
    allows: 'P2',
    summary: "Returns a customer's file as a download (query: `companyId`, `attachmentId`).",
    limits: ({ caller }) => [{ name: 'attachment', key: caller.session.userId, ...attachmentRate }],
    run: (app, { query, caller }) => openAttachment(app, { companyId: caller.companyId, attachmentId: readId(query, 'attachmentId') }),
  }),
] as const
