import type { Rng } from '../../../tests/rng.ts'
import { signInEmails } from '../demoData.ts'
import type { Founding } from './companies.ts'
import type { DemoApp } from './demoApp.ts'
import type { LiveCompanies, LiveCompany } from './liveCompanies.ts'

type Plan = (day: number, act: () => Promise<unknown>, minute?: number) => void
type Stock = { demoApp: DemoApp; rng: Rng; liveCompanies: LiveCompanies; plan: Plan }

const goodCard = '4242424242424242'
const refusedCard = '4000000000000002'

/** Plan changes of paying companies over the year: upgrades, downgrades, cancellations, resumptions, and declined cards. */
export function openPlanChanges({ demoApp, rng, liveCompanies, plan }: Stock) {
  const { app, control } = demoApp

  const act = async ({ id, email }: LiveCompany, name: string, body: object = {}) =>
    (await liveCompanies.enter(email)).tryCall(name, { companyId: id, ...body })

  async function useCard({ id }: LiveCompany, card: string) {
    const found = await app.db.selectFrom('subscriptions').select('customerId').where('companyId', '=', id).executeTakeFirst()
    if (found) await control('card', { customer: found.customerId, card })
  }

  function planFor(company: LiveCompany, { kind, joinsOn }: Founding) {
    if (signInEmails.includes(company.email)) return
    const fate = rng.whole(1, 100)
    const later = joinsOn + rng.whole(25, 200)
    if (fate <= 13 && kind === 'basic') plan(later, () => act(company, 'change-plan', { plan: 'premium' }))
    else if (fate <= 18 && kind === 'premium') plan(later, () => act(company, 'change-plan', { plan: 'basic' }))
    else if (fate <= 23) plan(later, () => act(company, 'cancel-subscription'))
    else if (fate <= 29) {
      plan(later, () => act(company, 'cancel-subscription'))
      plan(later + 5, () => act(company, 'resume-subscription'))
    } else if (fate <= 34) {
      plan(later, () => useCard(company, refusedCard))
      plan(later + 38, () => useCard(company, goodCard))
    }
  }

  /** Some invoices are open when the demo begins: their cards are refused at the renewal of the last days. */
  function planLast() {
    plan(-9, async () => {
      const soon = new Date(app.now().getTime() + 12 * 86_400_000)
      const due = await app.db
        .selectFrom('subscriptions')
        .select('customerId')
        .where('status', '=', 'active')
        .where('cancelAtPeriodEnd', '=', false)
        .where('currentPeriodEnd', '<', soon)
        .where('currentPeriodEnd', '>', app.now())
        .orderBy('currentPeriodEnd')
        .limit(12)
        .execute()
      for (const { customerId } of due) await control('card', { customer: customerId, card: refusedCard })
    })
  }

  /** Runs what the PSP's webhooks would trigger: ended periods, open invoices. */
  async function hearOfRenewals() {
    const due = await app.db
      .selectFrom('subscriptions')
      .select('pspId')
      .where((where) => where.or([where('currentPeriodEnd', '<=', app.now()), where('status', '=', 'past_due')]))
      .where('endedAt', 'is', null)
      .execute()
    for (const { pspId } of due) await app.hooks.onSubscriptionChanged(app, { subscriptionId: pspId })
  }

  return { planFor, planLast, hearOfRenewals }
}
