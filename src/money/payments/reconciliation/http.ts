import { z } from 'zod'
import { act, endpoint } from '#src/platform/server/calls/endpoint.ts'
import { auditBooks, readAudits } from './auditActions.ts'
import { closeBreak, readBreaks } from './breakActions.ts'
import { breakClosing, breaksPage, shownAudit, shownBreak } from './rules.ts'

const shownAudits = 10

export const reconciliationHttp = [
  endpoint({
    name: 'admin-self-audit',
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
    isReading: true,
    allows: 'A2',
    summary: 'A page of what does not match at the PSP, newest first',
    body: breaksPage,
    answer: z.object({ breaks: z.array(shownBreak), total: z.number() }),
    run: (app, { body }) => readBreaks(app, body),
  }),
  act({
    name: 'admin-close-break',
    allows: 'A2',
    summary: 'Closes a break that cannot clear itself up, once, with the reason',
    body: breakClosing,
    run: (app, { body, caller }) => closeBreak(app, { ...body, actor: `admin:${caller.admin.id}`, requestId: caller.requestId }),
  }),
] as const
