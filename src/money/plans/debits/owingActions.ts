import type { App } from '#src/platform/server/app.ts'
import { convergeSubscription } from '../convergeActions.ts'
import { planProblems } from '../subscriptionRules.ts'
import { listUnpaidReturns } from './store.ts'

/** Throws planProblems.returnOpen if a company still owes a returned payment at the PSP, which is read before. Throws PaymentsUnavailable. */
export async function refuseOwing(app: App, companyId: string) {
  const returns = await listUnpaidReturns(app.db, companyId)
  for (const subscriptionId of new Set(returns.map((one) => one.subscriptionId))) await convergeSubscription(app, subscriptionId)
  if (returns.length > 0 && (await listUnpaidReturns(app.db, companyId)).length > 0) throw planProblems.returnOpen()
}
