import { z } from 'zod'
import { job } from '#src/platform/server/jobs.ts'
import { closeCompany, sweepClosing } from './actions.ts'
import { closingLimits } from './rules.ts'

export const companyJobs = [
  job({
    name: 'admin.closeCompany',
    payload: z.object({ companyId: z.uuid() }),
    run: (app, { companyId }) => closeCompany(app, companyId),
  }),
  job({ name: 'admin.sweepClosing', everySeconds: closingLimits.sweepSeconds, payload: z.object({}), run: (app) => sweepClosing(app) }),
]
