import { z } from 'zod'
import { payoutClocks, payoutWeekdays } from '#src/platform/kit/settingWords.ts'
import { endpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { readQuery } from '#src/platform/server/pages.ts'
import { payoutStatuses } from '../runs/texts.ts'
import { readAllPayouts, readCompanyPayouts, readPayoutStats, writeAllPayouts, writePayouts } from './actions.ts'
import { adminPayout, adminPayoutQuery, companyPayoutQuery, payoutFilter, shownPayout } from './rules.ts'

export const payoutListHttp = [
  endpoint({
    name: 'list-company-payouts',
    isReading: true,
    allows: 'P2',
    summary: 'A page of the payouts of the own company, the newest first; how many there are; why the next one waits; amounts in euros',
    body: companyPayoutQuery,
    answer: z.object({
      payouts: z.array(shownPayout),
      total: z.number(),
      waits: z.object({ cause: z.string(), text: z.string() }).nullable(),
    }),
    run: (app, { body, caller }) => readCompanyPayouts(app, { ...body, companyId: caller.companyId }),
  }),
  resource({
    name: 'company-payouts.csv',
    allows: 'P2',
    summary: 'The payouts of the own company as a file for a German spreadsheet',
    run: async (app, { caller }) => writePayouts(app, caller.companyId),
  }),
  endpoint({
    name: 'admin-list-payouts',
    isReading: true,
    allows: 'A2',
    summary: 'A page of all payouts, and how many match; amounts in euros',
    body: adminPayoutQuery,
    answer: z.object({ payouts: z.array(adminPayout), total: z.number() }),
    run: (app, { body }) => readAllPayouts(app, body),
  }),
  resource({
    name: 'admin-payouts.csv',
    allows: 'A2',
    summary: 'All payouts as a file for a German spreadsheet, the newest first: ?status=…&companyId=…, as admin-list-payouts filters',
    run: async (app, { query }) => writeAllPayouts(app, readQuery(query, payoutFilter)),
  }),
  endpoint({
    name: 'admin-payout-stats',
    isReading: true,
    allows: 'A2',
    summary: 'Counts and sums of payouts by status; when payouts ran last and run next; amounts in euros',
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
