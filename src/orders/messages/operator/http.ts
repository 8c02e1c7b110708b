import { z } from 'zod'
import { command, endpoint } from '#src/platform/server/calls/endpoint.ts'
import { listBody, pageResponse } from '#src/platform/server/pages.ts'
import { closeThreadReport, readReportedThread, readThreadReports } from './actions.ts'
import { reportClosing, reportedThread, threadReportList, threadReportView } from './rules.ts'

export const threadReportsHttp = [
  endpoint({
    name: 'admin-list-thread-reports',
    isReadOnly: true,
    allows: 'A2',
    summary: 'Returns a page of reported threads without their messages, and the number of matches.',
    body: listBody(threadReportList),
    answer: pageResponse(threadReportView),
    run: (app, { body }) => readThreadReports(app, body),
  }),
  endpoint({
    name: 'admin-read-thread',
    allows: 'A2',
    summary: 'Returns a reported thread while its report is open, and writes to the audit log.',
    body: z.object({ reportId: z.uuid() }),
    answer: reportedThread,
    run: (app, { body, caller }) => readReportedThread(app, { ...body, caller }),
  }),
  command({
    name: 'admin-close-thread-report',
    allows: 'A2',
    summary: 'Closes the report of a thread with a note; the operator loses access to the thread.',
    body: reportClosing,
    run: (app, { body, caller }) => closeThreadReport(app, { ...body, caller }),
  }),
] as const
