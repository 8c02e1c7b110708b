import { z } from 'zod'
import { job } from '#src/platform/server/jobs.ts'
import { runLimits } from './rules.ts'
import { startDueRuns, sweepRuns } from './scheduleActions.ts'
import { sendTransfers } from './sendActions.ts'

export const payoutJobs = [
  job({ name: 'payouts.keepSchedule', everySeconds: runLimits.tickSeconds, payload: z.object({}), run: startDueRuns }),
  job({
    name: 'payouts.sendTransfers',
    everySeconds: runLimits.sendSeconds,
    payload: z.object({}),
    run: (app) => sendTransfers(app),
  }),
  job({ name: 'payouts.sweepRuns', everySeconds: 86_400, payload: z.object({}), run: sweepRuns }),
]
