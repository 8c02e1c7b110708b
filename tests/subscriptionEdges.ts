import { expect } from 'vitest'
import { plans } from '#src/money/plans/rules.ts'
import type { openSubscriptionFixtures } from './subscriptionFixtures.ts'
import type { TestApp } from './testApp.ts'

type Fixtures = ReturnType<typeof openSubscriptionFixtures>
type Company = Awaited<ReturnType<Fixtures['subscribed']>>
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
export function subscriptionEdges({ app, sandbox }: TestApp, fixtures: Fixtures) {
  const month = () => fixtures.passTime({ days: 32 })
  const cardFails = ({ customerId }: Company) => fixtures.switchCard(customerId, declined)
  const cardWorks = ({ customerId }: Company) => fixtures.switchCard(customerId, good)
  const failToRenew = async (company: Company) => {
    await cardFails(company)
    await month()
  }
  const giveUp = async (company: Company) => {
    await failToRenew(company)
    await fixtures.passTime({ days: 15 })
  }
  const succeed = async (company: Company, name: string, body: object = {}) =>
    expect((await fixtures.call(company, name, body)).body).toEqual({ success: true })

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
        await fixtures.arrive()
        await cardWorks(company)
        await fixtures.passTime({ days: 4 })
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
        await fixtures.passTime({ days: 4 })
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
        await fixtures.arrive()
        for (const days of [4, 4, 8]) {
          await fixtures.passTime({ days })
          await fixtures.arrive()
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
        await fixtures.arrive()
        await cardWorks(company)
        const { latestInvoiceId } = await fixtures.readSubscription(company.companyId)
        await fixtures.atPsp('POST', `invoices/${latestInvoiceId}/pay`)
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
      happens: (company) => fixtures.cancelInPortal(company),
      status: 'active',
      badge: false,
      fee: basicFee,
      mails: [cancelled],
    },
    {
      edge: 'cancelled by flag, as in the dashboard of the PSP',
      plan: 'basic',
      happens: ({ subscriptionId }) => fixtures.atPsp('POST', `subscriptions/${subscriptionId}`, { cancel_at_period_end: 'true' }),
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
        await fixtures.cancelInPortal(company)
        await fixtures.passTime({ days: 1, minutes: 1 })
        await fixtures.reconcile()
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
        await fixtures.cancelInPortal(company)
        await fixtures.arrive()
        expect((await fixtures.call(company, 'change-plan', { plan: 'basic' })).body).toMatchObject({ code: 'plans.isCancelled' })
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
      happens: ({ subscriptionId }) => fixtures.atPsp('DELETE', `subscriptions/${subscriptionId}`),
      status: 'canceled',
      badge: false,
      fee: 'refused',
      mails: [ended],
    },
    {
      edge: 'ended at once by the PSP',
      plan: 'basic',
      webhooks: 'twice',
      happens: ({ subscriptionId }) => fixtures.atPsp('DELETE', `subscriptions/${subscriptionId}`),
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
        await fixtures.passTime({ days: 15 })
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
        expect(await fixtures.call(company, 'change-plan', { plan: 'premium' })).toMatchObject({
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
        await fixtures.switchCard(company.customerId, asking)
        const { status, body } = await fixtures.call(company, 'change-plan', { plan: 'premium' })
        expect([status, body]).toEqual([200, { success: true, url: expect.stringContaining('/i/in_') }])
        expect(await fixtures.readCompany(company.companyId)).toMatchObject({ plan: 'basic', premium: false, subscriptionStatus: 'active' })
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
        await fixtures.switchCard(company.customerId, asking)
        await fixtures.call(company, 'change-plan', { plan: 'premium' })
        await fixtures.passTime({ days: 1 })
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
        await fixtures.call(company, 'change-plan', { plan: 'premium' })
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
      happens: () => fixtures.passTime({ days: 366 }),
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
