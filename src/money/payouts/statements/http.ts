import { z } from 'zod'
import { endpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { readMonths, writeStatement } from './actions.ts'
import { monthView, statementRate } from './rules.ts'

export const statementHttp = [
  endpoint({
    name: 'list-statement-months',
    isReadOnly: true,
    allows: 'P2',
    summary: "Returns the months with movements of the company's money, newest first.",
    body: z.object({ companyId: z.uuid() }),
    answer: z.object({ months: z.array(monthView) }),
    run: async (app, { caller }) => ({ months: await readMonths(app, caller.companyId) }),
  }),
  resource({
    name: 'payout-statement.pdf',
    allows: 'P2',
    summary: "Returns the company's statement of a month as a PDF (query: `companyId`, `month=YYYY-MM`).",
    limits: ({ caller }) => [{ name: 'statement', key: caller.session.userId, ...statementRate }],
    run: (app, { query, caller }) => writeStatement(app, { companyId: caller.companyId, named: query.get('month') }),
  }),
] as const
