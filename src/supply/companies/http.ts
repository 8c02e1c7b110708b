import { z } from 'zod'
import { accountRates } from '#src/foundation/accounts/rules.ts'
import { endpoint } from '#src/platform/server/calls/endpoint.ts'
import { readContact, readImprint } from './actions.ts'
import { imprint, imprintReads } from './imprint/rules.ts'

export const companiesHttp = [
  endpoint({
    name: 'get-company-contact',
    isReadOnly: true,
    allows: 'U',
    summary: 'Returns phone and address of a listed company to signed-in people.',
    body: z.object({ companyId: z.uuid() }),
    answer: z.object({ contact: z.object({ phone: z.string(), email: z.string() }) }),
    limits: ({ caller }) => [{ name: 'contact', key: caller.session.userId, ...accountRates.contactPerPerson }],
    run: async (app, { body }) => ({ contact: await readContact(app, body.companyId) }),
  }),
  endpoint({
    name: 'get-legal-notice',
    isReadOnly: true,
    allows: 'V',
    summary: 'Returns the legal identity of a listed company: firm, legal form, address, register and tax numbers, as entered.',
    body: z.object({ companyId: z.uuid() }),
    answer: imprint,
    limits: ({ caller }) => [{ name: 'imprint', key: caller.ip, ...imprintReads }],
    run: (app, { body }) => readImprint(app, body.companyId),
  }),
] as const
