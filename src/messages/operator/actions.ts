import type { App } from '#src/server/app.ts'
import { type OperatorAct, recordOperatorAct } from '#src/server/audit.ts'
import { type ListAsked, readListPage } from '#src/server/pages.ts'
import { withFiles } from '../actions.ts'
import { messageLimits } from '../rules.ts'
import { listMessages } from '../store.ts'
import { type ThreadReportList, threadReportProblems } from './rules.ts'
import { countReports, listReports, lockReport, markClosed } from './store.ts'

/** A page of the reports, and how many match. */
export const readThreadReports = (app: App, asked: ListAsked<ThreadReportList>) =>
  readListPage(app.db, asked, { list: listReports, count: countReports })

/**
 * A reported thread. Each reading stands in the audit log, written in the transaction that reads. Throws threadReportProblems.reportUnknown,
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

/** Closes a report: from now on nobody but the parties reads the thread. Throws as readReportedThread. */
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
