import { z } from 'zod'
import { command, endpoint } from '#src/platform/server/calls/endpoint.ts'
import { listBody, pageResponse } from '#src/platform/server/pages.ts'
import { readReport, readReports, takeReport } from './reportActions.ts'
import { reportPage } from './reportAddressRules.ts'
import { decideReport } from './reportDecisionActions.ts'
import { reportDecision, reportDetail, reportList, reportView } from './reportListRules.ts'
import { contentReport, reportRates } from './reportRules.ts'

export const reportHttp = [
  endpoint({
    name: 'report-content',
    allows: 'V',
    summary: 'Creates a report of illegal content (Art. 16 of the Digital Services Act).',
    isCreating: true,
    leadsTo: `${reportPage}?gesendet=1`,
    body: contentReport,
    answer: z.object({ success: z.literal(true), message: z.string() }),
    limits: ({ caller }) => [{ name: 'report:ip', key: caller.ip, ...reportRates.perIp }],
    victimLimits: ({ email }) => ({
      limits: email ? [{ name: 'report:address', key: email, ...reportRates.perAddress }] : [],
      provenBy: email ?? undefined,
    }),
    run: (app, { body, countCreated }) => takeReport(app, { report: body, countCreated }),
  }),
  endpoint({
    name: 'admin-list-notices',
    isReadOnly: true,
    allows: 'A2',
    summary: 'Returns a page of the reports and the number of matches.',
    body: listBody(reportList),
    answer: pageResponse(reportView),
    run: (app, { body }) => readReports(app, body),
  }),
  endpoint({
    name: 'admin-read-notice',
    isReadOnly: true,
    allows: 'A2',
    summary: 'Returns one report with the reported content and the decision.',
    body: z.object({ reportId: z.uuid() }),
    answer: reportDetail,
    run: (app, { body }) => readReport(app, body.reportId),
  }),
  command({
    name: 'admin-decide-notice',
    allows: 'A2',
    summary: 'Decides a report once and mails the reasons; removes the review or suspends the company if so decided.',
    body: reportDecision,
    run: (app, { body, caller }) => decideReport(app, { ...body, caller }),
  }),
] as const
