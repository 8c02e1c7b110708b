import { z } from 'zod'
import { job } from '#src/platform/server/jobs.ts'
import { forgetMessages } from './contactActions.ts'
import { forgetReports } from './reportActions.ts'

export const supportJobs = [
  job({
    name: 'support.forget',
    everySeconds: 86_400,
    payload: z.object({}),
    run: async (app) => {
      await forgetMessages(app)
      await forgetReports(app)
    },
  }),
]
