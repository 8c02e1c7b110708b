import type { App } from '#src/platform/server/app.ts'
import { type OperatorAct, recordOperatorAct } from '#src/platform/server/audit.ts'
import { type ListRequest, readListPage } from '#src/platform/server/pages.ts'
import { withFiles } from '../actions.ts'
import { messageLimits } from '../rules.ts'
import { listMessages } from '../store.ts'
import { type ThreadReportList, threadReportProblems } from './rules.ts'
import { countReports, listReports, lockReport, markClosed } from './store.ts'

/** Returns one page of the reports, and the number that match. */
export const readThreadReports = (app: App, asked: ListRequest<ThreadReportList>) =>
  readListPage(app.db, asked, { list: listReports, count: countReports })

/**
 * Returns a reported thread. The access is written to the audit log in the same transaction. Throws threadReportProblems.reportUnknown,
 * reportClosed.
 */
export const readReportedThread = (app: App, { reportId, caller }: { reportId: string; caller: OperatorAct }) =>
  app.db.transaction().execute(async (tx) => {
    const report = await lockReport(tx, reportId)
    if (!report) throw threadReportProblems.reportUnknown()
    if (report.closedAt) throw threadReportProblems.reportClosed()
    await recordOperatorAct(app, tx, {
      caller,
      action: 'messages.read',
      objectType: 'thread',
      objectId: report.threadId,
      after: { reportId },
    })
    const { most } = messageLimits.shown
    const found = await listMessages(tx, { threadId: report.threadId, most: most + 1 })
    return { ...report, messages: await withFiles(tx, found.slice(-most)), hasOlder: found.length > most }
  })

/** Closes a report; the operator can no longer read the thread. Throws as readReportedThread. */
export const closeThreadReport = (app: App, { reportId, outcome, caller }: { reportId: string; outcome: string; caller: OperatorAct }) =>
  app.db.transaction().execute(async (tx) => {
    const report = await lockReport(tx, reportId)
    if (!report) throw threadReportProblems.reportUnknown()
    if (!(await markClosed(tx, { id: reportId, outcome, closedAt: app.now() }))) throw threadReportProblems.reportClosed()
    await recordOperatorAct(app, tx, {
      ...{ caller, action: 'messages.closeReport', objectType: 'thread', objectId: report.threadId },
      after: { reportId, outcome },
    })
  })
