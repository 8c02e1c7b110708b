import { z } from 'zod'
import { job } from '#src/platform/server/jobs.ts'
import { sweepBankChanges } from './actions.ts'

export const bankJobs = [
  job({
    name: 'payouts.sweepBankChanges',
    everySeconds: 3_600,
    payload: z.object({}),
    run: async (app) => {
      await sweepBankChanges(app)
    },
  }),
]
