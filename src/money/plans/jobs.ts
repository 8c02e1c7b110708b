import { z } from 'zod'
import { job } from '#src/platform/server/jobs.ts'
import { withdrawSubscriptionCheckout } from './checkoutActions.ts'
import { endForGood } from './endActions.ts'
import { reconcileCheckouts, reconcileSubscriptions } from './reconcileActions.ts'
import { checkoutSeconds, subscriptionSeconds } from './subscriptionRules.ts'

const company = z.object({ companyId: z.uuid() })

export const plansJobs = [
  job({ name: 'plans.reconcileCheckouts', everySeconds: checkoutSeconds, payload: z.object({}), run: reconcileCheckouts }),
  job({ name: 'plans.reconcileSubscriptions', everySeconds: subscriptionSeconds, payload: z.object({}), run: reconcileSubscriptions }),
  job({ name: 'plans.withdraw', payload: company, run: (app, { companyId }) => withdrawSubscriptionCheckout(app, companyId) }),
  job({ name: 'plans.end', payload: company, run: (app, { companyId }) => endForGood(app, companyId) }),
]
