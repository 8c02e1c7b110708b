import { z } from 'zod'
import { act, endpoint } from '#src/platform/server/calls/endpoint.ts'
import { listBody, pageAnswer } from '#src/platform/server/pages.ts'
import { readReport, readReports, takeReport } from './reportActions.ts'
import { reportPage } from './reportAddressRules.ts'
import { decideReport } from './reportDecisionActions.ts'
import { reportDecision, reportDetail, reportList, shownReport } from './reportListRules.ts'
import { contentReport, reportRates } from './reportRules.ts'

export const reportHttp = [
  endpoint({
    name: 'report-content',
    allows: 'V',
    summary: 'A report of content that should not be there (Art. 16 of the Digital Services Act)',
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
    isReading: true,
    allows: 'A2',
    summary: 'A page of the reports, and how many match',
    body: listBody(reportList),
    answer: pageAnswer(shownReport),
    run: (app, { body }) => readReports(app, body),
  }),
  endpoint({
    name: 'admin-read-notice',
    isReading: true,
    allows: 'A2',
    summary: 'One report with what was reported, and how it was decided',
    body: z.object({ reportId: z.uuid() }),
    answer: reportDetail,
    run: (app, { body }) => readReport(app, body.reportId),
  }),
  act({
    name: 'admin-decide-notice',
    allows: 'A2',
    summary: 'Decides a report once, with reasons by mail; removes the review or suspends the company where it says so',
    body: reportDecision,
    run: (app, { body, caller }) => decideReport(app, { ...body, caller }),
  }),
] as const
