import { z } from 'zod'
import { endpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { pageAnswer, pageFields, readQuery } from '#src/platform/server/pages.ts'
import { checkRevenues, readCompanyRevenues, readRevenues, writeRevenues } from './actions.ts'
import { companyRevenue, revenueCheck, revenueFilter, revenueGrains, revenuePeriod, revenueSort, revenueSummary } from './rules.ts'

/** Revenue of the platform, for the operator. */
export const adminRevenuesHttp = [
  endpoint({
    name: 'admin-revenues',
    isReading: true,
    allows: 'A2',
    summary: 'The revenue of a period and its course by week or month, from the ledger; amounts in euros',
    body: revenuePeriod.extend({ grain: z.enum(revenueGrains, 'Unbekannte Teilung').optional() }),
    answer: revenueSummary,
    run: (app, { body }) => readRevenues(app, body),
  }),
  endpoint({
    name: 'admin-list-revenues',
    isReading: true,
    allows: 'A2',
    summary: 'A page of the companies with their revenue of a period, and how many match; amounts in euros',
    body: revenueFilter.extend({ ...pageFields, sort: revenueSort }),
    answer: pageAnswer(companyRevenue),
    run: (app, { body }) => readCompanyRevenues(app, body),
  }),
  endpoint({
    name: 'admin-check-revenues',
    isReading: true,
    allows: 'A2',
    summary: 'Counts and sums behind the revenue, and whether the ledger agrees with the payments; amounts in euros',
    body: z.object({}),
    answer: revenueCheck,
    run: (app) => checkRevenues(app),
  }),
  resource({
    name: 'admin-revenues.csv',
    allows: 'A2',
    summary: 'All companies with their revenue as a file for a German spreadsheet; filters and order of admin-list-revenues in the query',
    run: async (app, { query }) => writeRevenues(app, readQuery(query, revenueFilter.extend({ sort: revenueSort }))),
  }),
] as const
