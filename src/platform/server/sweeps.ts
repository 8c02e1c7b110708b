import { z } from 'zod'
import { sweepIdempotency } from './calls/idempotency.ts'
import { sweepLimits } from './calls/limits.ts'
import { job, sweepReplacedJobs } from './jobs.ts'
import { sweepSentMails } from './mail/sentMails.ts'

/** Cleanup jobs of src/platform/server, every hour. */
export const platformJobs = [
  job({
    name: 'machine.sweep',
    everySeconds: 3_600,
    payload: z.object({}),
    run: async (app) => {
      await sweepLimits(app)
      await sweepIdempotency(app)
      await sweepSentMails(app)
      await sweepReplacedJobs(app)
    },
  }),
]
