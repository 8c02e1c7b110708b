import { z } from 'zod'
import { withdrawCheckout } from '#src/money/payments/actions.ts'
import { adoptLate } from '#src/orders/appointments/adoptActions.ts'
import { lapseMoves } from '#src/orders/appointments/proposalActions.ts'
import { mailDayLists, remindCustomers } from '#src/orders/appointments/reminderActions.ts'
import { sweepBookings } from '#src/orders/bookings/deletionActions.ts'
import { compareCards } from '#src/orders/bookings/insiders/actions.ts'
import { sendNewLink, sweepBookingLinks } from '#src/orders/bookings/links/actions.ts'
import { demandInstalments } from '#src/orders/instalments/planActions.ts'
import { sweepPhotos } from '#src/orders/onsite/photoActions.ts'
import { captureBooking, lapseRequests, openPayAgain } from '#src/orders/requests/captureActions.ts'
import { advanceSeries, purgeUnconfirmed } from '#src/orders/series/advanceActions.ts'
import { lapseSupplements } from '#src/orders/supplements/paidActions.ts'
import { holdFreeTimes, purgeEntries } from '#src/orders/waiting/holdActions.ts'
import { job } from '#src/platform/server/jobs.ts'

export const bookingsJobs = [
  job({
    name: 'bookings.withdraw',
    payload: z.object({ bookingId: z.uuid() }),
    run: (app, { bookingId }) => withdrawCheckout(app, bookingId),
  }),
  job({
    name: 'bookings.sendLink',
    payload: z.object({ requestId: z.uuid(), number: z.string(), email: z.string() }),
    run: sendNewLink,
  }),
  job({ name: 'bookings.adopt', payload: z.object({ companyId: z.uuid() }), run: adoptLate }),
  job({ name: 'bookings.compareCards', payload: z.object({ bookingId: z.uuid() }), run: compareCards }),
  job({ name: 'bookings.capture', payload: z.object({ bookingId: z.uuid() }), run: captureBooking }),
  job({ name: 'bookings.payAgain', payload: z.object({ bookingId: z.uuid() }), run: openPayAgain }),
  job({ name: 'bookings.keepRequests', everySeconds: 60, payload: z.object({}), run: lapseRequests }),
  job({ name: 'bookings.lapseMoves', everySeconds: 60, payload: z.object({}), run: lapseMoves }),
  job({ name: 'bookings.remind', everySeconds: 60, payload: z.object({}), run: remindCustomers }),
  job({ name: 'bookings.mailDayLists', everySeconds: 60, payload: z.object({}), run: mailDayLists }),
  job({ name: 'bookings.keepWaiting', everySeconds: 60, payload: z.object({}), run: holdFreeTimes }),
  job({ name: 'bookings.keepSeries', everySeconds: 60, payload: z.object({}), run: advanceSeries }),
  job({
    name: 'bookings.forgetSeries',
    everySeconds: 3_600,
    payload: z.object({}),
    run: async (app) => {
      await purgeUnconfirmed(app)
    },
  }),
  job({ name: 'bookings.keepSupplements', everySeconds: 60, payload: z.object({}), run: lapseSupplements }),
  job({ name: 'bookings.keepInstalments', everySeconds: 60, payload: z.object({}), run: demandInstalments }),
  job({ name: 'work.sweepPhotos', everySeconds: 86_400, payload: z.object({}), run: sweepPhotos }),
  job({ name: 'bookings.sweep', everySeconds: 3_600, payload: z.object({}), run: sweepBookings }),
  job({ name: 'bookings.forgetWaiting', everySeconds: 86_400, payload: z.object({}), run: purgeEntries }),
  job({
    name: 'bookings.sweepLinks',
    everySeconds: 3_600,
    payload: z.object({}),
    run: async (app) => {
      await sweepBookingLinks(app)
    },
  }),
]
