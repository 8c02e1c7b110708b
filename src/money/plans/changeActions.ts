import {
  PaymentsBusy,
  PaymentsConfirmationNeeded,
  PaymentsDeclined,
  PaymentsRefused,
  PaymentsUnavailable,
} from '#src/platform/ports/payments.ts'
import type { App } from '#src/platform/server/app.ts'
import { findSubscriber } from '#src/supply/companies/register/store.ts'
import { companyProblems } from '#src/supply/companies/rules.ts'
import { convergeSubscription } from './convergeActions.ts'
import { isFirstUnderWay } from './debits/store.ts'
import type { PlanKey } from './rules.ts'
import { countChange } from './store.ts'
import { chargeOf, offerOf, planProblems } from './subscriptionRules.ts'

/**
 * Moves a company to another plan. An upgrade takes effect at once and charges the rest of the period; a downgrade takes effect with the
 * next period. The company's plan follows its paid invoices. Returns the PSP's URL if the bank asks the owner to confirm the payment: the
 * plan changes once it is paid. Throws planProblems; after a declined payment nothing has changed.
 */
export async function changePlan(app: App, { companyId, plan }: { companyId: string; plan: PlanKey }) {
  const subscription = await claimChange(app, companyId)
  if (subscription.status !== 'active') throw planProblems.invoiceOpen()
  if (subscription.cancelAtPeriodEnd) throw planProblems.isCancelled()
  const { pspId, changes, paidPlan } = subscription
  // The PSP may have the subscription as incomplete, and refuses to change such a one.
  if (await isFirstUnderWay(app.db, pspId)) throw planProblems.firstUnderWay()
  const change = asked(() =>
    app.payments.changeSubscriptionPlan({
      subscriptionId: pspId,
      plan: offerOf(plan),
      charge: chargeOf({ paid: paidPlan, wanted: plan }),
      idempotencyKey: `subscription:${pspId}:change:${changes}`,
    }),
  )
  const url = await change.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof PaymentsConfirmationNeeded) return error.url
      throw error
    },
  )
  await asked(() => convergeSubscription(app, pspId))
  return url
}

/** Cancels a subscription to the end of its period; nothing changes until then. Throws planProblems. */
export const cancelSubscription = (app: App, companyId: string) => setCancelled(app, { companyId, cancel: true })

/** Revokes a cancellation while the period runs. Throws planProblems. */
export const resumeSubscription = (app: App, companyId: string) => setCancelled(app, { companyId, cancel: false })

async function setCancelled(app: App, { companyId, cancel }: { companyId: string; cancel: boolean }) {
  const { pspId, changes } = await claimChange(app, companyId)
  const idempotencyKey = `subscription:${pspId}:change:${changes}`
  await asked(() => app.payments.setCancelAtPeriodEnd({ subscriptionId: pspId, cancel, idempotencyKey }))
  await asked(() => convergeSubscription(app, pspId))
}

/** Returns the URL of the PSP's page for card and invoices. Throws planProblems. */
export async function openBillingPortal(app: App, companyId: string) {
  const company = await findSubscriber(app.db, companyId)
  if (!company) throw companyProblems.notYours()
  if (company.subscriptionKind === 'granted') throw planProblems.granted()
  const customerId = company.stripeCustomerId
  if (!customerId) throw planProblems.noSubscription()
  const { url } = await asked(() => app.payments.openBillingPortal({ customerId, returnUrl: `${app.config.publicUrl}/dashboard` }))
  return url
}

async function claimChange(app: App, companyId: string) {
  const company = await findSubscriber(app.db, companyId)
  if (company?.subscriptionKind === 'granted') throw planProblems.granted()
  const subscription = await countChange(app.db, companyId)
  if (!subscription) throw planProblems.noSubscription()
  return subscription
}

async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof PaymentsConfirmationNeeded) throw error
    if (error instanceof PaymentsDeclined) throw planProblems.declined()
    if (error instanceof PaymentsBusy) throw planProblems.stillRunning()
    if (error instanceof PaymentsRefused) throw planProblems.noSubscription()
    if (error instanceof PaymentsUnavailable) throw planProblems.unavailable()
    throw error
  }
}
