import { z } from 'zod'
import { type Caller, endpoint, type Limit, rawEndpoint } from '#src/platform/server/calls/endpoint.ts'
import { chooseMailings, optOutByLink, readChoice } from './optOutActions.ts'
import { optOutRates } from './rules.ts'
import { optOutPage } from './texts.ts'

const told = z.object({ success: z.literal(true), message: z.string() })
const choice = z.object({ receives: z.boolean() })
const limits = ({ caller }: { caller: Caller }): Limit[] => [{ name: 'opt-out:ip', key: caller.ip, ...optOutRates.perIp }]

export const optOutHttp = [
  endpoint({
    name: 'unsubscribe-mailings',
    allows: 'T',
    summary: 'Takes a company off the mailings, with the link of one of them',
    leadsTo: `${optOutPage}?done=1`,
    // Optional here, so that a missing token gets its own message instead of a schema error.
    body: z.object({ token: z.string().max(200).default('') }),
    answer: told,
    limits,
    run: (app, { body }) => optOutByLink(app, body.token),
  }),
  rawEndpoint({
    name: 'unsubscribe-mailings-by-one-click',
    path: optOutPage,
    allows: 'T',
    summary: 'The same, as mail programs post it to the address in the header List-Unsubscribe (RFC 8058)',
    answer: told,
    limits,
    run: async (app, { content, query }) => {
      // The body is ignored: the URL contains everything.
      await content.stream().cancel()
      return optOutByLink(app, query.get('token') ?? '')
    },
  }),
  endpoint({
    name: 'get-mailing-choice',
    isReading: true,
    allows: 'P2',
    summary: 'Whether the own company gets mailings of the operator',
    body: z.object({ companyId: z.uuid() }),
    answer: choice,
    run: (app, { caller }) => readChoice(app, caller.companyId),
  }),
  endpoint({
    name: 'set-mailing-choice',
    allows: 'P2',
    summary: 'Lets the own company get mailings of the operator, or none',
    body: z.object({ companyId: z.uuid(), receives: z.boolean() }),
    answer: choice,
    run: (app, { body, caller }) => chooseMailings(app, { companyId: caller.companyId, receives: body.receives }),
  }),
] as const
