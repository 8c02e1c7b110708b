import { z } from 'zod'
import { job } from '#src/platform/server/jobs.ts'
import { informCompanies, purgeReports } from './actions.ts'

export const taxesJobs = [
  job({ name: 'taxes.inform', everySeconds: 3_600, payload: z.object({}), run: informCompanies }),
  job({ name: 'taxes.forgetReports', everySeconds: 86_400, payload: z.object({}), run: purgeReports }),
]
