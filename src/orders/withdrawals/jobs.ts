import { z } from 'zod'
import { job } from '#src/platform/server/jobs.ts'
import { sweepWithdrawals } from './actions.ts'

export const withdrawalsJobs = [job({ name: 'withdrawals.sweep', everySeconds: 86_400, payload: z.object({}), run: sweepWithdrawals })]
