import { z } from 'zod'
import { endpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { readMonths, writeStatement } from './actions.ts'
import { shownMonth, statementRate } from './rules.ts'

export const statementHttp = [
  endpoint({
    name: 'list-statement-months',
    isReading: true,
    allows: 'P2',
    summary: 'The months of the own company in which money moved, the newest first',
    body: z.object({ companyId: z.uuid() }),
    answer: z.object({ months: z.array(shownMonth) }),
    run: async (app, { caller }) => ({ months: await readMonths(app, caller.companyId) }),
  }),
  resource({
    name: 'payout-statement.pdf',
    allows: 'P2',
    summary: "The own company's statement of a month as a PDF: ?companyId=…&month=YYYY-MM",
    limits: ({ caller }) => [{ name: 'statement', key: caller.session.userId, ...statementRate }],
    run: (app, { query, caller }) => writeStatement(app, { companyId: caller.companyId, named: query.get('month') }),
  }),
] as const
