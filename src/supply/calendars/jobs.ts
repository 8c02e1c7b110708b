import { z } from 'zod'
import { job } from '#src/platform/server/jobs.ts'
import { readFeeds } from './feeds/actions.ts'
import { deleteEndedCarts } from './occupancyStore.ts'
import { warnOfUnbookable } from './warnings/actions.ts'

export const calendarsJobs = [
  job({ name: 'calendars.readFeeds', everySeconds: 60, payload: z.object({}), run: readFeeds }),
  job({ name: 'calendars.warnOfUnbookable', everySeconds: 21_600, payload: z.object({}), run: warnOfUnbookable }),
  job({
    name: 'calendars.sweepCarts',
    everySeconds: 60,
    payload: z.object({}),
    run: async (app) => {
      await deleteEndedCarts(app.db, app.now())
    },
  }),
]
