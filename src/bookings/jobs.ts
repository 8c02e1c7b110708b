import { z } from 'zod'
import { job } from '#src/server/jobs.ts'
import { withdrawCancelled } from './cancelActions.ts'

export const bookingsJobs = [
  job({
    name: 'bookings.withdraw',
    payload: z.object({ bookingId: z.uuid() }),
    run: (app, { bookingId }) => withdrawCancelled(app, bookingId),
  }),
]
