import { z } from 'zod'
import { job } from '#src/platform/server/jobs.ts'
import { settleMissed } from './appointmentActions.ts'
import { escalateComplaints } from './complaints/actions.ts'
import { performReversal, reconcileReversals } from './reversalActions.ts'
import { reversalPollSeconds } from './rules.ts'

export const refundJobs = [
  job({
    name: 'payouts.reverse',
    payload: z.object({ reversalId: z.uuid() }),
    run: (app, { reversalId }) => performReversal(app, reversalId),
  }),
  job({
    name: 'payouts.reconcileReversals',
    everySeconds: reversalPollSeconds,
    payload: z.object({}),
    run: reconcileReversals,
  }),
  job({ name: 'refunds.settleMissed', everySeconds: 60, payload: z.object({}), run: settleMissed }),
  job({ name: 'refunds.escalateComplaints', everySeconds: 60, payload: z.object({}), run: escalateComplaints }),
]
