import { z } from 'zod'
import { endpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { listBody, listFilter, pageAnswer, readId, readQuery } from '#src/platform/server/pages.ts'
import { openAttachment, readBooking, readBookings } from './actions.ts'
import { writeBookings } from './csvActions.ts'
import { bookingList } from './listRules.ts'
import { attachmentRate, bookingDetails, exportRate, shownBooking } from './rules.ts'

/** Bookings of a company, for its owner after the dashboard code. */
export const bookingsOfCompanyHttp = [
  endpoint({
    name: 'list-company-bookings',
    isReading: true,
    allows: 'P2',
    summary: 'A page of the bookings of the own company, and how many match in all',
    body: listBody(bookingList).extend({ companyId: z.uuid() }),
    answer: pageAnswer(shownBooking),
    run: (app, { body, caller }) => readBookings(app, { ...body, companyId: caller.companyId }),
  }),
  endpoint({
    name: 'get-company-booking',
    isReading: true,
    allows: 'P2',
    summary: 'One booking of the own company with its files',
    body: z.object({ companyId: z.uuid(), bookingId: z.uuid() }),
    answer: bookingDetails,
    run: (app, { body, caller }) => readBooking(app, { companyId: caller.companyId, bookingId: body.bookingId }),
  }),
  resource({
    name: 'company-bookings.csv',
    allows: 'P2',
    summary: 'The bookings of the own company as a file for a German spreadsheet; the filters of list-company-bookings in the query',
    limits: ({ caller }) => [{ name: 'csv', key: caller.session.userId, ...exportRate }],
    run: async (app, { query, caller }) =>
      writeBookings(app, { companyId: caller.companyId, filter: readQuery(query, listFilter(bookingList)) }),
  }),
  resource({
    name: 'booking-attachment',
    allows: 'P2',
    summary: "A customer's file, to be saved: ?companyId=…&attachmentId=…",
    limits: ({ caller }) => [{ name: 'attachment', key: caller.session.userId, ...attachmentRate }],
    run: (app, { query, caller }) => openAttachment(app, { companyId: caller.companyId, attachmentId: readId(query, 'attachmentId') }),
  }),
] as const
