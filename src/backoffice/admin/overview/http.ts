import { z } from 'zod'
import { endpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { pageFields, pageResponse, readQuery } from '#src/platform/server/pages.ts'
import { readAudit, writeAudit } from '../audit/actions.ts'
import { auditEntry, auditFilter, auditSorts } from '../audit/rules.ts'
import { readHealth, readOverview, readStats } from './actions.ts'
import { healthView, overviewView, statsView } from './rules.ts'

/** Read-only endpoints for the operator: figures, the system's health, the audit log. */
export const overviewHttp = [
  endpoint({
    name: 'admin-stats',
    isReadOnly: true,
    allows: 'A2',
    summary: 'Returns counts of companies and bookings, revenue and open payments; a failed source is null and named in `errors`.',
    body: z.object({}),
    answer: statsView,
    run: readStats,
  }),
  endpoint({
    name: 'admin-overview',
    isReadOnly: true,
    allows: 'A2',
    summary: 'Returns counters, the revenue, and the revenue of recent weeks.',
    body: z.object({}),
    answer: overviewView,
    run: readOverview,
  }),
  endpoint({
    name: 'admin-health',
    isReadOnly: true,
    allows: 'A2',
    summary: 'Returns the state of jobs and events, open discrepancies, the last self-audit and versions.',
    body: z.object({}),
    answer: healthView,
    run: readHealth,
  }),
  endpoint({
    name: 'admin-list-audit',
    isReadOnly: true,
    allows: 'A2',
    summary: 'Returns a page of the audit log.',
    body: auditFilter.extend({ sort: z.enum(auditSorts).default('newest'), ...pageFields }),
    answer: pageResponse(auditEntry),
    run: (app, { body }) => readAudit(app, body),
  }),
  resource({
    name: 'admin-audit.csv',
    allows: 'A2',
    summary: 'Returns the audit log as a CSV file for a German spreadsheet; the query takes the filters of admin-list-audit.',
    run: async (app, { query }) => writeAudit(app, readQuery(query, auditFilter)),
  }),
] as const
