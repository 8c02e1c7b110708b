import { z } from 'zod'
import { act, endpoint } from '#src/platform/server/calls/endpoint.ts'
import { asNamed } from '#src/platform/server/calls/wire.ts'
import { readSubscriber, readSubscriptionCard, registerOwnCompany } from './actions.ts'
import { cancelSubscription, changePlan, openBillingPortal, resumeSubscription } from './changeActions.ts'
import { subscribe } from './checkoutActions.ts'
import { planChoice, signupRequest } from './registrationRules.ts'
import { subscriptionCard, subscriptionRates, subscriptionStatuses } from './subscriptionRules.ts'

const company = z.object({ companyId: z.uuid() })
const changeLimit = (companyId: string) => [{ name: 'subscription:change', key: companyId, ...subscriptionRates.changesPerCompany }]

export const plansHttp = [
  endpoint({
    name: 'create-provider-company',
    allows: 'U',
    summary: 'Registers a company of the signed-in person; it is hidden until its plan is paid',
    isCreating: true,
    body: signupRequest,
    answer: asNamed(z.object({ companyId: z.uuid() })),
    limits: ({ caller }) => [
      { name: 'signup:person', key: caller.session.userId, ...subscriptionRates.registrationsPerPerson },
      { name: 'signup:ip', key: caller.ip, ...subscriptionRates.registrationsPerIp },
    ],
    run: async (app, { body, caller: { session } }) => ({
      companyId: await registerOwnCompany(app, { session, plan: body.plan, fields: body.company, companyId: body.companyId }),
    }),
  }),
  endpoint({
    name: 'create-company-subscription',
    allows: 'P',
    summary: "Answers where the plan of one's own company is paid",
    isCreating: true,
    body: company.extend({ plan: planChoice }),
    answer: z.object({ url: z.url() }),
    limits: ({ caller }) => [{ name: 'subscription:checkout', key: caller.companyId, ...subscriptionRates.checkoutsPerCompany }],
    run: async (app, { body, caller }) => ({ url: await subscribe(app, { companyId: caller.companyId, plan: body.plan }) }),
  }),
  endpoint({
    name: 'get-company-subscription',
    isReading: true,
    allows: 'P',
    summary: "Name and subscription state of one's own company, for the return from the payment",
    body: company,
    answer: z.object({ companyName: z.string(), subscriptionStatus: z.enum(subscriptionStatuses) }),
    run: (app, { caller }) => readSubscriber(app, caller.companyId),
  }),
  endpoint({
    name: 'get-subscription',
    isReading: true,
    allows: 'P2',
    summary: 'Plan, price, state and invoices of a company',
    body: company,
    answer: subscriptionCard,
    run: (app, { caller }) => readSubscriptionCard(app, caller.companyId),
  }),
  act({
    name: 'cancel-subscription',
    allows: 'P2',
    summary: 'Lets the subscription end with the period that is paid',
    body: company,
    limits: ({ caller }) => changeLimit(caller.companyId),
    run: (app, { caller }) => cancelSubscription(app, caller.companyId),
  }),
  act({
    name: 'resume-subscription',
    allows: 'P2',
    summary: 'Takes a cancellation back while the paid period still runs',
    body: company,
    limits: ({ caller }) => changeLimit(caller.companyId),
    run: (app, { caller }) => resumeSubscription(app, caller.companyId),
  }),
  endpoint({
    name: 'change-plan',
    allows: 'P2',
    summary: 'To a dearer plan at once, charged for the rest of the period; to a cheaper one from the next period on',
    body: company.extend({ plan: planChoice }),
    // `url`: PSP's page where the owner confirms the payment, if the bank asks for it.
    answer: z.object({ success: z.literal(true), url: z.url().optional() }),
    limits: ({ caller }) => changeLimit(caller.companyId),
    run: async (app, { body, caller }) => {
      const url = await changePlan(app, { companyId: caller.companyId, plan: body.plan })
      return { success: true as const, ...(url ? { url } : {}) }
    },
  }),
  endpoint({
    name: 'open-billing-portal',
    allows: 'P2',
    summary: "Answers the PSP's page for card and invoices",
    body: company,
    answer: z.object({ url: z.url() }),
    limits: ({ caller }) => changeLimit(caller.companyId),
    run: async (app, { caller }) => ({ url: await openBillingPortal(app, caller.companyId) }),
  }),
] as const
