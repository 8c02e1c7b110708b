import { z } from 'zod'
import { payoutClocks, payoutWeekdays } from '#src/platform/kit/settingOptions.ts'
import { endpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { readQuery } from '#src/platform/server/pages.ts'
import { payoutStatuses } from '../runs/texts.ts'
import { readAllPayouts, readCompanyPayouts, readPayoutStats, writeAllPayouts, writePayouts } from './actions.ts'
import { adminPayout, adminPayoutQuery, companyPayoutQuery, payoutFilter, payoutView } from './rules.ts'

export const payoutListHttp = [
  endpoint({
    name: 'list-company-payouts',
    isReadOnly: true,
    allows: 'P2',
    summary: "Returns a page of the company's payouts, newest first, their number and the reason why the next one waits; amounts in euros.",
    body: companyPayoutQuery,
    answer: z.object({
      payouts: z.array(payoutView),
      total: z.number(),
      waits: z.object({ cause: z.string(), text: z.string() }).nullable(),
    }),
    run: (app, { body, caller }) => readCompanyPayouts(app, { ...body, companyId: caller.companyId }),
  }),
  resource({
    name: 'company-payouts.csv',
    allows: 'P2',
    summary: "Returns the company's payouts as a CSV file for a German spreadsheet.",
    run: async (app, { caller }) => writePayouts(app, caller.companyId),
  }),
  endpoint({
    name: 'admin-list-payouts',
    isReadOnly: true,
    allows: 'A2',
    summary: 'Returns a page of all payouts and the number of matches; amounts in euros.',
    body: adminPayoutQuery,
    answer: z.object({ payouts: z.array(adminPayout), total: z.number() }),
    run: (app, { body }) => readAllPayouts(app, body),
  }),
  resource({
    name: 'admin-payouts.csv',
    allows: 'A2',
    summary: 'Returns all payouts as a CSV file, newest first; the query takes the filters of admin-list-payouts.',
    run: async (app, { query }) => writeAllPayouts(app, readQuery(query, payoutFilter)),
  }),
  endpoint({
    name: 'admin-payout-stats',
    isReadOnly: true,
    allows: 'A2',
    summary: 'Returns counts and sums of payouts by status, and the times of the last and next run; amounts in euros.',
    body: z.object({}),
    answer: z.object({
      byStatus: z.array(
        z.object({ status: z.enum(payoutStatuses), payouts: z.number(), amountCents: z.number(), platformFeeCents: z.number() }),
      ),
      total: z.number(),
      /** Weekday and time of the payout runs, set by the operator. */
      setting: z.object({ weekday: z.literal(payoutWeekdays), clock: z.literal(payoutClocks) }),
      schedule: z.array(
        z.object({ rhythm: z.string(), nextPayoutDate: z.date(), lastPayoutDate: z.date().nullable(), createdAt: z.date() }),
      ),
    }),
    run: (app) => readPayoutStats(app),
  }),
] as const
