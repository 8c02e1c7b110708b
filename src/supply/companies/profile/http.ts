import { z } from 'zod'
import { act } from '#src/platform/server/calls/endpoint.ts'
import { companyForm } from '../fields/fields.ts'
import { changeProfile } from './actions.ts'

export const profileHttp = [
  act({
    name: 'update-company',
    allows: 'P2',
    summary: "Changes the own company's fields; the whole form counts, what is left out is emptied. Plan, badge and check are no fields",
    body: companyForm.extend({ companyId: z.uuid() }),
    run: async (app, { body, caller }) => {
      const { companyId: _named, ...fields } = body
      await changeProfile(app, { fields, caller })
    },
  }),
] as const
