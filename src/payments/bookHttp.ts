import { z } from 'zod'
import { type CallsOf, endpoint } from '#src/server/endpoint.ts'
import { auditBooks, readAudits, readBreaks } from './auditActions.ts'
import { breaksPage, shownAudit, shownBreak } from './bookRules.ts'

const shownAudits = 10

export const bookHttp = [
  endpoint({
    name: 'admin-self-audit',
    kind: 'function',
    allows: 'A2',
    summary: 'The newest audits of the books; with `run` one more is made first',
    body: z.object({ run: z.boolean().default(false) }),
    answer: z.object({ audits: z.array(shownAudit) }),
    run: async (app, { body, caller }) => {
      if (body.run) await auditBooks(app, { trigger: 'manual', actor: `admin:${caller.admin.id}`, requestId: caller.requestId })
      return { audits: await readAudits(app, shownAudits) }
    },
  }),
  endpoint({
    name: 'admin-list-breaks',
    kind: 'function',
    allows: 'A2',
    summary: 'A page of what does not match at the payment provider, newest first',
    body: breaksPage,
    answer: z.object({ breaks: z.array(shownBreak), total: z.number() }),
    run: (app, { body }) => readBreaks(app, body),
  }),
] as const
export type BookCalls = CallsOf<typeof bookHttp>
