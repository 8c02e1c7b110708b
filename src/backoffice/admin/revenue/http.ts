import { z } from 'zod'
import { endpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { pageFields, pageResponse, readQuery } from '#src/platform/server/pages.ts'
import { checkRevenues, readCompanyRevenues, readRevenues, writeRevenues } from './actions.ts'
import { companyRevenue, revenueCheck, revenueFilter, revenueGrains, revenuePeriod, revenueSort, revenueSummary } from './rules.ts'

/** Revenue of the platform, for the operator. */
export const adminRevenuesHttp = [
  endpoint({
    name: 'admin-revenues',
    isReadOnly: true,
    allows: 'A2',
    summary: 'Returns the revenue of a period by week or month, from the ledger; amounts in euros.',
    body: revenuePeriod.extend({ grain: z.enum(revenueGrains, 'Unbekannte Teilung').optional() }),
    answer: revenueSummary,
    run: (app, { body }) => readRevenues(app, body),
  }),
  endpoint({
    name: 'admin-list-revenues',
    isReadOnly: true,
    allows: 'A2',
    summary: 'Returns a page of companies with their revenue of a period and the number of matches; amounts in euros.',
    body: revenueFilter.extend({ ...pageFields, sort: revenueSort }),
    answer: pageResponse(companyRevenue),
    run: (app, { body }) => readCompanyRevenues(app, body),
  }),
  endpoint({
    name: 'admin-check-revenues',
    isReadOnly: true,
    allows: 'A2',
    summary: 'Returns counts and sums behind the revenue, and whether ledger and payments agree; amounts in euros.',
    body: z.object({}),
    answer: revenueCheck,
    run: (app) => checkRevenues(app),
  }),
  resource({
    name: 'admin-revenues.csv',
    allows: 'A2',
    summary: 'Returns all companies with their revenue as a CSV file; the query takes filters and order of admin-list-revenues.',
    run: async (app, { query }) => writeRevenues(app, readQuery(query, revenueFilter.extend({ sort: revenueSort }))),
  }),
] as const
