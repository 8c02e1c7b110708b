import { z } from 'zod'
import { job } from '#src/platform/server/jobs.ts'
import { withdrawSubscriptionCheckout } from './checkoutActions.ts'
import { announceDebit, announceRenewals } from './debits/actions.ts'
import { billReturned } from './debits/returnActions.ts'
import { noticeSeconds } from './debits/rules.ts'
import { endForGood } from './endActions.ts'
import { reconcileCheckouts, reconcileSubscriptions } from './reconcileActions.ts'
import { checkoutSeconds, subscriptionSeconds } from './subscriptionRules.ts'

const invoice = z.object({ invoiceId: z.string() })
const company = z.object({ companyId: z.uuid() })

export const plansJobs = [
  job({ name: 'plans.reconcileCheckouts', everySeconds: checkoutSeconds, payload: z.object({}), run: reconcileCheckouts }),
  job({ name: 'plans.reconcileSubscriptions', everySeconds: subscriptionSeconds, payload: z.object({}), run: reconcileSubscriptions }),
  job({ name: 'plans.announceRenewals', everySeconds: noticeSeconds, payload: z.object({}), run: announceRenewals }),
  job({ name: 'plans.announceDebit', payload: invoice, run: (app, { invoiceId }) => announceDebit(app, invoiceId) }),
  job({ name: 'plans.billReturned', payload: invoice.extend({ amountCents: z.number() }), run: billReturned }),
  job({ name: 'plans.withdraw', payload: company, run: (app, { companyId }) => withdrawSubscriptionCheckout(app, companyId) }),
  job({ name: 'plans.end', payload: company, run: (app, { companyId }) => endForGood(app, companyId) }),
]
