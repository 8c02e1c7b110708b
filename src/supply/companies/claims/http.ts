import { z } from 'zod'
import { accountProblems } from '#src/foundation/accounts/rules.ts'
import { endpoint } from '#src/platform/server/calls/endpoint.ts'
import { claimCompany, suggestClaim } from './actions.ts'
import { claimRates, claimRequest } from './rules.ts'

export const claimHttp = [
  endpoint({
    name: 'claim-company',
    allows: 'U',
    summary: 'Assigns a company created by the operator to the signed-in account, by its mailed code.',
    body: claimRequest,
    answer: z.object({ companyId: z.uuid() }),
    limits: ({ caller }) => [
      { name: 'claim:person', key: caller.session.userId, ...claimRates.perPerson },
      { name: 'claim:ip', key: caller.ip, ...claimRates.perIp },
    ],
    run: async (app, { body, caller: { session } }) => {
      if (!session.isConfirmed) throw accountProblems.emailNotConfirmed()
      return { companyId: await claimCompany(app, { session, ...body }) }
    },
  }),
  endpoint({
    name: 'get-claim-offer',
    isReadOnly: true,
    allows: 'U',
    summary: "Returns the unclaimed company with the person's confirmed address, if there is one.",
    body: z.object({}),
    answer: z.object({ companyName: z.string() }).nullable(),
    run: (app, { caller }) => suggestClaim(app, caller.session),
  }),
] as const
