import { z } from 'zod'
import { type Caller, endpoint, type Limit } from '#src/platform/server/calls/endpoint.ts'
import { confirmEmail, undoEmail } from './actions.ts'
import { emailLimits, emailPage } from './texts.ts'

const link = z.object({ token: z.string().max(2_048).default('') })
const done = z.object({ success: z.literal(true), message: z.string() })
const limits = ({ caller }: { caller: Caller }): Limit[] => [{ name: 'company-email:ip', key: caller.ip, ...emailLimits.linksPerIp }]

export const companyEmailHttp = [
  endpoint({
    name: 'confirm-company-email',
    allows: 'T',
    summary: "Confirms a company's new mail address by its link, once.",
    leadsTo: `${emailPage}?done=1`,
    body: link,
    answer: done,
    limits,
    run: (app, { body, caller }) => confirmEmail(app, { ...body, caller }),
  }),
  endpoint({
    name: 'undo-company-email',
    allows: 'T',
    summary: "Restores a company's former mail address ('Das war ich nicht') and ends all sessions of its owner.",
    leadsTo: `${emailPage}?act=undo&done=1`,
    body: link,
    answer: done,
    limits,
    run: (app, { body, caller }) => undoEmail(app, { ...body, caller }),
  }),
] as const
