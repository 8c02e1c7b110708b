import { z } from 'zod'
import { endpoint } from '#src/platform/server/calls/endpoint.ts'
import { openPayoutAccount, openPayoutDashboard, readPayoutAccount } from './actions.ts'
import { payoutAccountStatuses } from './rules.ts'
import { payoutAccountLimits } from './texts.ts'

export const payoutAccountHttp = [
  endpoint({
    name: 'get-payout-account',
    allows: 'P2',
    summary: "Returns the state of the company's account at the PSP.",
    body: z.object({ companyId: z.uuid() }),
    answer: z.object({
      stripe_connect_account_id: z.string().nullable(),
      status: z.enum(payoutAccountStatuses),
      details_submitted: z.boolean(),
      /** True if the account can be paid, but the owner has not confirmed its bank account by the mailed link. */
      awaits_confirmation: z.boolean(),
      bank_account: z.string().nullable(),
      open_requirements: z.array(z.string()),
      requirements_due_at: z.date().nullable(),
    }),
    run: (app, { caller }) => readPayoutAccount(app, caller.companyId),
  }),
  endpoint({
    name: 'open-payout-account',
    allows: 'P2',
    // Redirects payouts, like new bank details, so it needs a recent one-time code.
    stepUpMinutes: 10,
    summary: "Returns a link to the PSP's pages that set up the company's account.",
    body: z.object({ companyId: z.uuid() }),
    answer: z.object({ url: z.string() }),
    limits: ({ caller }) => [{ name: 'payout-account', key: caller.companyId, ...payoutAccountLimits.opensPerHour }],
    run: (app, { caller }) => openPayoutAccount(app, caller.companyId),
  }),
  endpoint({
    name: 'open-payout-dashboard',
    allows: 'P2',
    stepUpMinutes: 10,
    summary: "Returns a link to the PSP's dashboard of the company's completed account.",
    body: z.object({ companyId: z.uuid() }),
    answer: z.object({ url: z.string() }),
    limits: ({ caller }) => [{ name: 'payout-account', key: caller.companyId, ...payoutAccountLimits.opensPerHour }],
    run: (app, { caller }) => openPayoutDashboard(app, caller.companyId),
  }),
] as const
