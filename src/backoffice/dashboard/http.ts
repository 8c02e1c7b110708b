import { z } from 'zod'
import { act, endpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { readDashboard } from './actions.ts'
import { passDashboardCode, sendDashboardCode } from './gate/stepUpActions.ts'
import { openEvents } from './liveActions.ts'
import { readHome } from './overview/setupActions.ts'
import { companyHome } from './overview/setupRules.ts'
import { codeAttempt, dashboardData } from './rules.ts'

export const dashboardHttp = [
  act({
    name: 'send-2fa-code',
    allows: 'U',
    summary: "Mails a code for the dashboard to the session's own address; an address in the body is ignored",
    body: z.object({ email: z.string().optional() }),
    run: (app, { caller }) => sendDashboardCode(app, caller),
  }),
  act({
    name: 'verify-2fa-code',
    allows: 'U',
    summary: 'Opens the dashboard for this session for 8 hours with the mailed code',
    body: codeAttempt,
    run: (app, { body, caller }) => passDashboardCode(app, { caller, code: body.code }),
  }),
  endpoint({
    name: 'get-dashboard-data',
    isReading: true,
    allows: 'U2',
    summary: "The person's companies, and figures and newest bookings of the one that is shown",
    body: z.object({ companyId: z.uuid().optional() }),
    answer: dashboardData,
    run: (app, { body, caller }) => readDashboard(app, { session: caller.session, companyId: body.companyId?.toLowerCase() }),
  }),
  endpoint({
    name: 'get-company-home',
    isReading: true,
    allows: 'P2',
    summary: 'What the company has still to set up, and what its next payout brings as things stand',
    body: z.object({ companyId: z.uuid() }),
    answer: companyHome,
    run: (app, { caller }) => readHome(app, caller.companyId),
  }),
  resource({
    name: 'dashboard-events',
    allows: 'P2',
    summary: 'Server-sent events: what changed at the own company, ids only; ?companyId=…',
    run: async (app, { caller, headers, signal }) => openEvents(app, { caller, cookies: headers.get('cookie') ?? '', signal }),
  }),
] as const
