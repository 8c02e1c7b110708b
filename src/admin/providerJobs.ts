import { z } from 'zod'
import { job } from '#src/server/jobs.ts'
import { closeCompany, sweepClosing } from './providerClosingActions.ts'
import { closingLimits } from './providerClosingRules.ts'

export const providerJobs = [
  job({
    name: 'admin.closeCompany',
    payload: z.object({ companyId: z.uuid() }),
    run: (app, { companyId }) => closeCompany(app, companyId),
  }),
  job({ name: 'admin.sweepClosing', everySeconds: closingLimits.sweepSeconds, payload: z.object({}), run: (app) => sweepClosing(app) }),
]
