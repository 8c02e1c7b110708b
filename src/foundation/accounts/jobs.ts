import { z } from 'zod'
import { job } from '#src/platform/server/jobs.ts'
import { sweepAccounts } from './actions.ts'
import { sendRequestedLink } from './links/actions.ts'

export const accountsJobs = [
  job({
    name: 'accounts.sendLink',
    payload: z.object({ requestId: z.uuid(), email: z.string(), kind: z.enum(['signup', 'recovery']) }),
    run: sendRequestedLink,
  }),
  job({ name: 'accounts.sweep', everySeconds: 3_600, payload: z.object({}), run: sweepAccounts }),
]
