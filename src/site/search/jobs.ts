import { z } from 'zod'
import { job } from '#src/platform/server/jobs.ts'
import { renewAvailability, writeAvailability } from './free/availabilityActions.ts'
import { rebuildSearch } from './index/actions.ts'
import { countTerms } from './index/store.ts'
import { markTownPoints } from './landing/store.ts'
import { sweepPreviews } from './previews/actions.ts'
import { countFigures } from './trust/actions.ts'
import { answerAlerts } from './wider/alertActions.ts'

export const searchJobs = [
  job({
    name: 'search.count',
    everySeconds: 86_400,
    payload: z.object({}),
    run: async ({ db }) => {
      await countTerms(db)
    },
  }),
  // After the towns and postcodes were loaded anew.
  job({
    name: 'search.rebuild',
    payload: z.object({}),
    run: async (app) => {
      await markTownPoints(app.db)
      await rebuildSearch(app, () => undefined)
    },
  }),
  // Keeps booked and freed times up to date in the search within seconds.
  job({ name: 'search.write-hints', everySeconds: 2, payload: z.object({}), run: (app) => writeAvailability(app) }),
  job({
    name: 'search.renew-hints',
    everySeconds: 1_800,
    payload: z.object({}),
    run: async (app) => {
      await renewAvailability(app)
    },
  }),
  job({
    name: 'search.count-figures',
    everySeconds: 86_400,
    payload: z.object({}),
    run: async (app) => {
      await countFigures(app)
    },
  }),
  job({ name: 'search.answer-alerts', everySeconds: 600, payload: z.object({}), run: answerAlerts }),
  job({ name: 'search.sweep-previews', everySeconds: 86_400, payload: z.object({}), run: (app) => sweepPreviews(app) }),
]
