import { z } from 'zod'
import { command, endpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { readDashboard } from './actions.ts'
import { eventReader, openEvents } from './liveActions.ts'
import { readHome } from './overview/setupActions.ts'
import { companyHome } from './overview/setupRules.ts'
import { codeAttempt, dashboardData } from './rules.ts'
import { passDashboardCode, sendDashboardCode } from './signIn/stepUpActions.ts'

export const dashboardHttp = [
  command({
    name: 'send-2fa-code',
    allows: 'U',
    summary: "Mails a dashboard code to the session's address; an address in the body is ignored.",
    body: z.object({ email: z.string().optional() }),
    run: (app, { caller }) => sendDashboardCode(app, caller),
  }),
  command({
    name: 'verify-2fa-code',
    allows: 'U',
    summary: 'Opens the dashboard to this session for 8 hours with the mailed code.',
    body: codeAttempt,
    run: (app, { body, caller, reply }) => passDashboardCode(app, { caller, code: body.code, reply }),
  }),
  endpoint({
    name: 'get-dashboard-data',
    isReadOnly: true,
    allows: 'U2',
    summary: "Returns the person's companies, with figures and newest bookings of the selected one.",
    body: z.object({ companyId: z.uuid().optional() }),
    answer: dashboardData,
    run: (app, { body, caller }) => readDashboard(app, { session: caller.session, companyId: body.companyId?.toLowerCase() }),
  }),
  endpoint({
    name: 'get-company-home',
    isReadOnly: true,
    allows: 'P2',
    summary: "Returns the company's open set-up tasks and the expected sum of its next payout.",
    body: z.object({ companyId: z.uuid() }),
    answer: companyHome,
    run: (app, { caller }) => readHome(app, caller.companyId),
  }),
  resource({
    name: 'dashboard-events',
    allows: eventReader,
    summary: 'Streams changes of the company as server-sent events with ids only (query: `companyId`).',
    run: async (app, { caller, headers, signal }) => openEvents(app, { caller, cookies: headers.get('cookie') ?? '', signal }),
  }),
] as const
