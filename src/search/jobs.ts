import { z } from 'zod'
import { job } from '#src/server/jobs.ts'
import { rebuildSearch, recountSearch } from './index/actions.ts'
import { markPlacedTowns } from './landing/actions.ts'
import { sweepPreviews } from './previews/actions.ts'

export const searchJobs = [
  job({
    name: 'search.count',
    everySeconds: 86_400,
    payload: z.object({}),
    run: async (app) => {
      await recountSearch(app)
    },
  }),
  // After the towns and postcodes were loaded anew.
  job({
    name: 'search.rebuild',
    payload: z.object({}),
    run: async (app) => {
      await markPlacedTowns(app)
      await rebuildSearch(app, () => undefined)
    },
  }),
  job({ name: 'search.sweep-previews', everySeconds: 86_400, payload: z.object({}), run: (app) => sweepPreviews(app) }),
]
