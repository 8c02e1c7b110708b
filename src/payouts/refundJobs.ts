import { z } from 'zod'
import { job } from '#src/server/jobs.ts'
import { reversalPatienceSeconds } from './refundRules.ts'
import { performReversal, reconcileReversals } from './reversalActions.ts'

export const refundJobs = [
  job({
    name: 'payouts.reverse',
    payload: z.object({ reversalId: z.uuid() }),
    run: (app, { reversalId }) => performReversal(app, reversalId),
  }),
  job({
    name: 'payouts.reconcileReversals',
    everySeconds: reversalPatienceSeconds,
    payload: z.object({}),
    run: reconcileReversals,
  }),
]
