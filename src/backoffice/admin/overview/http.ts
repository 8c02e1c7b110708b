import { z } from 'zod'
import { endpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { pageAnswer, pageFields, readQuery } from '#src/platform/server/pages.ts'
import { readAudit, writeAudit } from '../audit/actions.ts'
import { auditEntry, auditFilter, auditSorts } from '../audit/rules.ts'
import { readHealth, readOverview, readStats } from './actions.ts'
import { shownHealth, shownOverview, shownStats } from './rules.ts'

/** Read-only endpoints for the operator: figures, the system's health, the audit log. */
export const overviewHttp = [
  endpoint({
    name: 'admin-stats',
    isReading: true,
    allows: 'A2',
    summary: 'Companies, bookings, revenue and open payments; a source that failed is null and named in `errors`',
    body: z.object({}),
    answer: shownStats,
    run: readStats,
  }),
  endpoint({
    name: 'admin-overview',
    isReading: true,
    allows: 'A2',
    summary: 'Counters, revenue, and the revenue of the last weeks',
    body: z.object({}),
    answer: shownOverview,
    run: readOverview,
  }),
  endpoint({
    name: 'admin-health',
    isReading: true,
    allows: 'A2',
    summary: 'Jobs, events, open breaks, the last self-audit, versions',
    body: z.object({}),
    answer: shownHealth,
    run: readHealth,
  }),
  endpoint({
    name: 'admin-list-audit',
    isReading: true,
    allows: 'A2',
    summary: 'A page of the audit log',
    body: auditFilter.extend({ sort: z.enum(auditSorts).default('newest'), ...pageFields }),
    answer: pageAnswer(auditEntry),
    run: (app, { body }) => readAudit(app, body),
  }),
  resource({
    name: 'admin-audit.csv',
    allows: 'A2',
    summary: 'The audit log as a file for a German spreadsheet; the filters of admin-list-audit in the query',
    run: async (app, { query }) => writeAudit(app, readQuery(query, auditFilter)),
  }),
] as const
