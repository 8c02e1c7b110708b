import { z } from 'zod'
import { job } from '#src/server/jobs.ts'
import { reconcileCheckouts, reconcileSubscriptions } from './reconcileActions.ts'
import { checkoutSeconds, subscriptionSeconds } from './subscriptionRules.ts'

export const plansJobs = [
  job({ name: 'plans.reconcileCheckouts', everySeconds: checkoutSeconds, payload: z.object({}), run: reconcileCheckouts }),
  job({ name: 'plans.reconcileSubscriptions', everySeconds: subscriptionSeconds, payload: z.object({}), run: reconcileSubscriptions }),
]
