import { z } from 'zod'
import { accountProblems } from '#src/foundation/accounts/rules.ts'
import { endpoint } from '#src/platform/server/calls/endpoint.ts'
import { claimCompany, offerClaim } from './actions.ts'
import { claimRates, claimRequest } from './rules.ts'

export const claimHttp = [
  endpoint({
    name: 'claim-company',
    allows: 'U',
    summary: 'Ties a company that the operator created to the signed-in account, by its mailed code',
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
    isReading: true,
    allows: 'U',
    summary: "The company that waits under the person's confirmed address, if there is one",
    body: z.object({}),
    answer: z.object({ companyName: z.string() }).nullable(),
    run: (app, { caller }) => offerClaim(app, caller.session),
  }),
] as const
