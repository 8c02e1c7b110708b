import { z } from 'zod'
import { job } from '#src/platform/server/jobs.ts'
import { purgeMessages } from './contactActions.ts'
import { purgeReports } from './reportActions.ts'

export const supportJobs = [
  job({
    name: 'support.forget',
    everySeconds: 86_400,
    payload: z.object({}),
    run: async (app) => {
      await purgeMessages(app)
      await purgeReports(app)
    },
  }),
]
