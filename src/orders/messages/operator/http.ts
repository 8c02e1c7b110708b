import { z } from 'zod'
import { act, endpoint } from '#src/platform/server/calls/endpoint.ts'
import { listBody, pageAnswer } from '#src/platform/server/pages.ts'
import { closeThreadReport, readReportedThread, readThreadReports } from './actions.ts'
import { reportClosing, reportedThread, shownThreadReport, threadReportList } from './rules.ts'

export const threadReportsHttp = [
  endpoint({
    name: 'admin-list-thread-reports',
    isReading: true,
    allows: 'A2',
    summary: 'A page of the reported threads, and how many match; not what was written',
    body: listBody(threadReportList),
    answer: pageAnswer(shownThreadReport),
    run: (app, { body }) => readThreadReports(app, body),
  }),
  endpoint({
    name: 'admin-read-thread',
    allows: 'A2',
    summary: 'A reported thread, while its report is open; each reading stands in the audit log',
    body: z.object({ reportId: z.uuid() }),
    answer: reportedThread,
    run: (app, { body, caller }) => readReportedThread(app, { ...body, caller }),
  }),
  act({
    name: 'admin-close-thread-report',
    allows: 'A2',
    summary: 'Closes the report of a thread with a note, which ends the reading',
    body: reportClosing,
    run: (app, { body, caller }) => closeThreadReport(app, { ...body, caller }),
  }),
] as const
