import { z } from 'zod'
import { command, endpoint } from '#src/platform/server/calls/endpoint.ts'
import { asNamed } from '#src/platform/server/calls/wire.ts'
import { readSubscriptionCard, readSubscriptionReturn, registerOwnCompany } from './actions.ts'
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
    summary: 'Creates a company of the signed-in person; it stays hidden until its plan is paid.',
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
    summary: 'Starts the subscription of a company and returns the URL of its checkout.',
    isCreating: true,
    body: company.extend({ plan: planChoice }),
    answer: z.object({ url: z.url() }),
    limits: ({ caller }) => [{ name: 'subscription:checkout', key: caller.companyId, ...subscriptionRates.checkoutsPerCompany }],
    run: async (app, { body, caller }) => ({ url: await subscribe(app, { companyId: caller.companyId, plan: body.plan }) }),
  }),
  endpoint({
    name: 'get-company-subscription',
    isReadOnly: true,
    allows: 'P',
    summary: "Returns the company's name and subscription state, for the return from the checkout.",
    body: company,
    answer: z.object({ companyName: z.string(), subscriptionStatus: z.enum(subscriptionStatuses), isUnderWay: z.boolean() }),
    run: (app, { caller }) => readSubscriptionReturn(app, caller.companyId),
  }),
  endpoint({
    name: 'get-subscription',
    isReadOnly: true,
    allows: 'P2',
    summary: "Returns a company's plan, price, subscription state and invoices.",
    body: company,
    answer: subscriptionCard,
    run: (app, { caller }) => readSubscriptionCard(app, caller.companyId),
  }),
  command({
    name: 'cancel-subscription',
    allows: 'P2',
    summary: 'Cancels the subscription at the end of the paid period.',
    body: company,
    limits: ({ caller }) => changeLimit(caller.companyId),
    run: (app, { caller }) => cancelSubscription(app, caller.companyId),
  }),
  command({
    name: 'resume-subscription',
    allows: 'P2',
    summary: 'Revokes a cancellation while the paid period still runs.',
    body: company,
    limits: ({ caller }) => changeLimit(caller.companyId),
    run: (app, { caller }) => resumeSubscription(app, caller.companyId),
  }),
  endpoint({
    name: 'change-plan',
    allows: 'P2',
    summary: 'Changes the plan: upgrades at once with a prorated charge, downgrades at the next period.',
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
    summary: "Returns the URL of the PSP's page for card and invoices.",
    body: company,
    answer: z.object({ url: z.url() }),
    limits: ({ caller }) => changeLimit(caller.companyId),
    run: async (app, { caller }) => ({ url: await openBillingPortal(app, caller.companyId) }),
  }),
] as const
