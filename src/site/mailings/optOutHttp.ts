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
    summary: 'Unsubscribes a company from mailings by the link of one of them.',
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
    summary: 'Unsubscribes a company by the one-click request of mail programs (List-Unsubscribe, RFC 8058).',
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
    isReadOnly: true,
    allows: 'P2',
    summary: 'Returns whether the company receives mailings of the operator.',
    body: z.object({ companyId: z.uuid() }),
    answer: choice,
    run: (app, { caller }) => readChoice(app, caller.companyId),
  }),
  endpoint({
    name: 'set-mailing-choice',
    allows: 'P2',
    summary: 'Subscribes the company to mailings of the operator, or unsubscribes it.',
    body: z.object({ companyId: z.uuid(), receives: z.boolean() }),
    answer: choice,
    run: (app, { body, caller }) => chooseMailings(app, { companyId: caller.companyId, receives: body.receives }),
  }),
] as const
