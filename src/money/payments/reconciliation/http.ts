import { z } from 'zod'
import { command, endpoint } from '#src/platform/server/calls/endpoint.ts'
import { auditLedger, readAudits } from './auditActions.ts'
import { closeDiscrepancy, readDiscrepancies } from './discrepancyActions.ts'
import { auditView, discrepancyClosing, discrepancyPage, discrepancyView } from './rules.ts'

const auditsView = 10

export const reconciliationHttp = [
  endpoint({
    name: 'admin-self-audit',
    allows: 'A2',
    summary: 'Returns the newest reconciliation audits; `run` starts another one first.',
    body: z.object({ run: z.boolean().default(false) }),
    answer: z.object({ audits: z.array(auditView) }),
    run: async (app, { body, caller }) => {
      if (body.run) await auditLedger(app, { trigger: 'manual', actor: `admin:${caller.admin.id}`, requestId: caller.requestId })
      return { audits: await readAudits(app, auditsView) }
    },
  }),
  endpoint({
    name: 'admin-list-breaks',
    isReadOnly: true,
    allows: 'A2',
    summary: 'Returns a page of discrepancies with the PSP, newest first.',
    body: discrepancyPage,
    answer: z.object({ breaks: z.array(discrepancyView), total: z.number() }),
    run: (app, { body }) => readDiscrepancies(app, body),
  }),
  command({
    name: 'admin-close-break',
    allows: 'A2',
    summary: 'Closes a discrepancy that cannot resolve itself, once, with a reason.',
    body: discrepancyClosing,
    run: (app, { body, caller }) => closeDiscrepancy(app, { ...body, actor: `admin:${caller.admin.id}`, requestId: caller.requestId }),
  }),
] as const
