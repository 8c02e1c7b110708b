import { z } from 'zod'
import { command } from '#src/platform/server/calls/endpoint.ts'
import { companyForm } from '../fields/fields.ts'
import { changeProfile } from './actions.ts'

export const profileHttp = [
  command({
    name: 'update-company',
    allows: 'P2',
    summary: "Saves all of the company's profile fields; omitted ones are emptied, plan, badge and verification are not among them.",
    body: companyForm.extend({ companyId: z.uuid() }),
    run: async (app, { body, caller }) => {
      const { companyId: _named, ...fields } = body
      await changeProfile(app, { fields, caller })
    },
  }),
] as const
