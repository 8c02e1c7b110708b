import { expect } from 'vitest'
import { plans } from '#src/money/plans/rules.ts'
import type { openSubscriptionScenes } from './subscriptionScenes.ts'
import type { World } from './world.ts'

type Scenes = ReturnType<typeof openSubscriptionScenes>
type Company = Awaited<ReturnType<Scenes['subscribed']>>
export type SubscriptionEdge = {
  edge: string
  plan: 'basic' | 'premium'
  /** Delivery of the webhooks. */
  webhooks?: 'dropped' | 'twice' | 'newestFirst' | 'late'
  happens: (company: Company) => Promise<unknown>
  status: 'active' | 'past_due' | 'unpaid' | 'canceled'
  badge: boolean
  /** Commission of the next booking, in basis points. */
  fee: number | 'refused'
  mails: string[]
}

const declined = '4000000000000002'
const good = '4242424242424242'
/** Card that requires a confirmation for every charge, later ones too. */
const asking = '4000002760003184'
const failed = 'Ihre Zahlung ist fehlgeschlagen'
const hidden = 'Ihre Firma ist ausgeblendet'
const cancelled = 'Ihre Kündigung ist angekommen'
const ended = 'Ihr Abonnement ist beendet'

const { commissionBasisPoints: basicFee } = plans.basic
const { commissionBasisPoints: premiumFee } = plans.premium
/** Every state change of a subscription, with its effect on the company and the mails. */
export function subscriptionEdges({ app, sandbox }: World, scenes: Scenes) {
  const month = () => scenes.passTime({ days: 32 })
  const cardFails = ({ customerId }: Company) => scenes.switchCard(customerId, declined)
  const cardWorks = ({ customerId }: Company) => scenes.switchCard(customerId, good)
  const failToRenew = async (company: Company) => {
    await cardFails(company)
    await month()
  }
  const giveUp = async (company: Company) => {
    await failToRenew(company)
    await scenes.passTime({ days: 15 })
  }
  const succeed = async (company: Company, name: string, body: object = {}) =>
    expect((await scenes.call(company, name, body)).body).toEqual({ success: true })

  const rows: SubscriptionEdge[] = [
    { edge: 'renewed', plan: 'basic', happens: month, status: 'active', badge: false, fee: basicFee, mails: [] },
    { edge: 'renewed', plan: 'premium', webhooks: 'dropped', happens: month, status: 'active', badge: true, fee: premiumFee, mails: [] },
    { edge: 'renewed', plan: 'premium', webhooks: 'twice', happens: month, status: 'active', badge: true, fee: premiumFee, mails: [] },
    { edge: 'renewal declined', plan: 'premium', happens: failToRenew, status: 'past_due', badge: true, fee: premiumFee, mails: [failed] },
    {
      edge: 'renewal declined',
      plan: 'basic',
      webhooks: 'dropped',
      happens: failToRenew,
      status: 'past_due',
      badge: false,
      fee: basicFee,
      mails: [failed],
    },
    {
      edge: 'renewal declined',
      plan: 'premium',
      webhooks: 'newestFirst',
      happens: failToRenew,
      status: 'past_due',
      badge: true,
      fee: premiumFee,
      mails: [failed],
    },
    {
      edge: 'a retry with a new card succeeds',
      plan: 'premium',
      happens: async (company) => {
        await failToRenew(company)
        await scenes.arrive()
        await cardWorks(company)
        await scenes.passTime({ days: 4 })
      },
      status: 'active',
      badge: true,
      fee: premiumFee,
      mails: [failed],
    },
    {
      edge: 'past due and paid again, told backwards',
      plan: 'basic',
      webhooks: 'newestFirst',
      happens: async (company) => {
        await failToRenew(company)
        await cardWorks(company)
        await scenes.passTime({ days: 4 })
      },
      status: 'active',
      badge: false,
      fee: basicFee,
      // Every event arrives after the end: nothing is owed any more, so no mail is sent.
      mails: [],
    },
    { edge: 'given up', plan: 'premium', happens: giveUp, status: 'unpaid', badge: false, fee: 'refused', mails: [hidden] },
    {
      edge: 'given up step by step',
      plan: 'premium',
      happens: async (company) => {
        await failToRenew(company)
        await scenes.arrive()
        for (const days of [4, 4, 8]) {
          await scenes.passTime({ days })
          await scenes.arrive()
        }
      },
      status: 'unpaid',
      badge: false,
      fee: 'refused',
      mails: [failed, hidden],
    },
    {
      edge: 'given up',
      plan: 'basic',
      webhooks: 'dropped',
      happens: giveUp,
      status: 'unpaid',
      badge: false,
      fee: 'refused',
      mails: [hidden],
    },
    {
      edge: 'the open invoice is paid after all',
      plan: 'premium',
      happens: async (company) => {
        await giveUp(company)
        await scenes.arrive()
        await cardWorks(company)
        const { latestInvoiceId } = await scenes.readSubscription(company.companyId)
        await scenes.atPsp('POST', `invoices/${latestInvoiceId}/pay`)
      },
      status: 'active',
      badge: true,
      fee: premiumFee,
      mails: [hidden],
    },
    {
      edge: 'cancelled, the period still runs',
      plan: 'premium',
      happens: (company) => succeed(company, 'cancel-subscription'),
      status: 'active',
      badge: true,
      fee: premiumFee,
      mails: [cancelled],
    },
    {
      edge: 'cancelled, and the period is over',
      plan: 'premium',
      happens: async (company) => {
        await succeed(company, 'cancel-subscription')
        await month()
      },
      status: 'canceled',
      badge: false,
      fee: 'refused',
      mails: [cancelled],
    },
    {
      edge: 'cancelled, and the period is over',
      plan: 'basic',
      webhooks: 'dropped',
      happens: async (company) => {
        await succeed(company, 'cancel-subscription')
        await month()
      },
      status: 'canceled',
      badge: false,
      fee: 'refused',
      mails: [cancelled],
    },
    {
      edge: 'cancelled and resumed, and the period is over',
      plan: 'premium',
      happens: async (company) => {
        await succeed(company, 'cancel-subscription')
        await succeed(company, 'resume-subscription')
        await month()
      },
      status: 'active',
      badge: true,
      fee: premiumFee,
      mails: [cancelled],
    },
    {
      edge: 'cancelled, resumed, cancelled again',
      plan: 'basic',
      happens: async (company) => {
        await succeed(company, 'cancel-subscription')
        await succeed(company, 'resume-subscription')
        await succeed(company, 'cancel-subscription')
      },
      status: 'active',
      badge: false,
      fee: basicFee,
      mails: [cancelled, cancelled],
    },
    {
      edge: 'cancelled in the PSP’s portal',
      plan: 'basic',
      webhooks: 'late',
      happens: (company) => scenes.cancelInPortal(company),
      status: 'active',
      badge: false,
      fee: basicFee,
      mails: [cancelled],
    },
    {
      edge: 'cancelled by flag, as in the dashboard of the PSP',
      plan: 'basic',
      happens: ({ subscriptionId }) => scenes.atPsp('POST', `subscriptions/${subscriptionId}`, { cancel_at_period_end: 'true' }),
      status: 'active',
      badge: false,
      fee: basicFee,
      mails: [cancelled],
    },
    {
      edge: 'cancelled in the PSP’s portal, and the period is over',
      plan: 'premium',
      webhooks: 'dropped',
      happens: async (company) => {
        await scenes.cancelInPortal(company)
        await scenes.passTime({ days: 1, minutes: 1 })
        await scenes.reconcile()
        await month()
      },
      status: 'canceled',
      badge: false,
      fee: 'refused',
      mails: [cancelled],
    },
    {
      edge: 'cancelled in the PSP’s portal, resumed here, and the period is over',
      plan: 'premium',
      happens: async (company) => {
        await scenes.cancelInPortal(company)
        await scenes.arrive()
        expect((await scenes.call(company, 'change-plan', { plan: 'basic' })).body).toMatchObject({ code: 'plans.isCancelled' })
        await succeed(company, 'resume-subscription')
        await month()
      },
      status: 'active',
      badge: true,
      fee: premiumFee,
      mails: [cancelled],
    },
    {
      edge: 'ended at once by the PSP',
      plan: 'premium',
      happens: ({ subscriptionId }) => scenes.atPsp('DELETE', `subscriptions/${subscriptionId}`),
      status: 'canceled',
      badge: false,
      fee: 'refused',
      mails: [ended],
    },
    {
      edge: 'ended at once by the PSP',
      plan: 'basic',
      webhooks: 'twice',
      happens: ({ subscriptionId }) => scenes.atPsp('DELETE', `subscriptions/${subscriptionId}`),
      status: 'canceled',
      badge: false,
      fee: 'refused',
      mails: [ended],
    },
    {
      edge: 'moved up',
      plan: 'basic',
      happens: (company) => succeed(company, 'change-plan', { plan: 'premium' }),
      status: 'active',
      badge: true,
      fee: premiumFee,
      mails: [],
    },
    {
      edge: 'moved up, half way through',
      plan: 'basic',
      webhooks: 'dropped',
      happens: async (company) => {
        await scenes.passTime({ days: 15 })
        await succeed(company, 'change-plan', { plan: 'premium' })
      },
      status: 'active',
      badge: true,
      fee: premiumFee,
      mails: [],
    },
    {
      edge: 'moving up declined',
      plan: 'basic',
      happens: async (company) => {
        await cardFails(company)
        expect(await scenes.call(company, 'change-plan', { plan: 'premium' })).toMatchObject({
          status: 409,
          body: {
            code: 'plans.declined',
            error: 'Ihre Karte wurde abgelehnt. Bitte hinterlegen Sie eine andere Karte und versuchen Sie es noch einmal.',
          },
        })
      },
      status: 'active',
      badge: false,
      fee: basicFee,
      mails: [],
    },
    {
      edge: 'moving up with a card whose bank asks, and confirmed on the page of the PSP',
      plan: 'basic',
      happens: async (company) => {
        await scenes.switchCard(company.customerId, asking)
        const { status, body } = await scenes.call(company, 'change-plan', { plan: 'premium' })
        expect([status, body]).toEqual([200, { success: true, url: expect.stringContaining('/i/in_') }])
        expect(await scenes.readCompany(company.companyId)).toMatchObject({ plan: 'basic', premium: false, subscriptionStatus: 'active' })
        const post = (intention: string) => fetch(body.url, { method: 'POST', body: new URLSearchParams({ intention }) })
        expect(await (await post('pay')).text()).toContain('Zahlung bestätigen')
        await post('confirm')
      },
      status: 'active',
      badge: true,
      fee: premiumFee,
      mails: [],
    },
    {
      edge: 'moving up with a card whose bank asks, never confirmed',
      plan: 'basic',
      happens: async (company) => {
        await scenes.switchCard(company.customerId, asking)
        await scenes.call(company, 'change-plan', { plan: 'premium' })
        await scenes.passTime({ days: 1 })
        const [invoice] = await app.payments.listInvoices(company.subscriptionId)
        expect(invoice).toMatchObject({ status: 'void' })
      },
      status: 'active',
      badge: false,
      fee: basicFee,
      mails: [],
    },
    {
      edge: 'moving up declined, then with another card',
      plan: 'basic',
      happens: async (company) => {
        await cardFails(company)
        await scenes.call(company, 'change-plan', { plan: 'premium' })
        await cardWorks(company)
        await succeed(company, 'change-plan', { plan: 'premium' })
      },
      status: 'active',
      badge: true,
      fee: premiumFee,
      mails: [],
    },
    {
      edge: 'moved down, the paid period still runs',
      plan: 'premium',
      happens: (company) => succeed(company, 'change-plan', { plan: 'basic' }),
      status: 'active',
      badge: true,
      fee: premiumFee,
      mails: [],
    },
    {
      edge: 'moved down, and the next period is paid',
      plan: 'premium',
      happens: async (company) => {
        await succeed(company, 'change-plan', { plan: 'basic' })
        await month()
      },
      status: 'active',
      badge: false,
      fee: basicFee,
      mails: [],
    },
    {
      edge: 'moved down, and the next period is paid',
      plan: 'premium',
      webhooks: 'dropped',
      happens: async (company) => {
        await succeed(company, 'change-plan', { plan: 'basic' })
        await month()
      },
      status: 'active',
      badge: false,
      fee: basicFee,
      mails: [],
    },
    {
      edge: 'moved down and back up, nothing charged',
      plan: 'premium',
      happens: async (company) => {
        await succeed(company, 'change-plan', { plan: 'basic' })
        await succeed(company, 'change-plan', { plan: 'premium' })
        expect(await app.payments.listInvoices(company.subscriptionId)).toHaveLength(1)
      },
      status: 'active',
      badge: true,
      fee: premiumFee,
      mails: [],
    },
    {
      edge: 'a year goes by unseen',
      plan: 'basic',
      webhooks: 'dropped',
      happens: () => scenes.passTime({ days: 366 }),
      status: 'active',
      badge: false,
      fee: basicFee,
      mails: [],
    },
    {
      edge: 'the PSP is away while it tells',
      plan: 'basic',
      happens: async (company) => {
        await failToRenew(company)
        await sandbox.control('faults', { operation: 'Subscriptions.retrieve', kind: 'fail', status: 503, times: 3 })
      },
      status: 'past_due',
      badge: false,
      fee: basicFee,
      mails: [failed],
    },
  ]
  return rows
}
