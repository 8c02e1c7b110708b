import type { App } from '#src/platform/server/app.ts'
import type { CountCreated } from '#src/platform/server/calls/endpoint.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueueMail } from '#src/platform/server/mail/mail.ts'
import { type ListRequest, readListPage } from '#src/platform/server/pages.ts'
import { readSettings } from '#src/platform/server/settings.ts'
import type { ReportList } from './reportListRules.ts'
import { newReportMail, type Reported, reportReceivedMail } from './reportMails.ts'
import { type ContentReport, companyIdIn, reportLimits, reportProblems, reportTexts } from './reportRules.ts'
import {
  countReports,
  deleteReportsBefore,
  findReport,
  findReportedCompany,
  findReportedReview,
  insertReport,
  listReports,
} from './reportStore.ts'

/**
 * Stores a report and mails a confirmation to its sender and a notice to the operator, in one transaction. Reports are never filtered as
 * spam: the law requires each one to be examined (article 16 DSA). Throws reportProblems.reportedGone.
 */
export const takeReport = (app: App, { report, countCreated }: { report: ContentReport; countCreated: CountCreated }) =>
  app.db.transaction().execute(async (tx) => {
    const { companyName, ...reported } = await findReported(tx, report)
    const { reason, explanation, name, email } = report
    const now = app.now()
    const { id } = await insertReport(tx, { ...reported, reason, explanation, name, email, isSuspect: false, createdAt: now })
    await countCreated(tx)
    await tell(app, tx, { id, target: reported.target, companyName, reason, createdAt: now, email })
    return { success: true, message: reportTexts.sentHelp } as const
  })

/** Finds the reported content: a review, a profile, or any other page by its address. */
async function findReported(tx: Transaction, { reviewId, companyId, page }: Pick<ContentReport, 'reviewId' | 'companyId' | 'page'>) {
  if (reviewId) {
    const review = await findReportedReview(tx, reviewId)
    if (!review) throw reportProblems.reportedGone()
    return { target: 'review' as const, companyId: review.companyId, companyName: review.companyName, reviewId, page: null }
  }
  const named = companyId ?? companyIdIn(page)
  const company = named ? await findReportedCompany(tx, named) : undefined
  if (company) return { target: 'company' as const, ...company, reviewId: null, page: null }
  if (companyId) throw reportProblems.reportedGone()
  return { target: 'page' as const, companyId: null, companyName: null, reviewId: null, page }
}

async function tell(app: App, tx: Transaction, { email, ...reported }: Reported & { email: string | null }) {
  const { operator } = await readSettings(tx)
  const { adminEmail, publicUrl } = app.config
  await enqueueMail(tx, newReportMail({ ...reported, to: adminEmail, publicUrl }))
  if (email) await enqueueMail(tx, reportReceivedMail({ ...reported, to: email, replyTo: operator.email || undefined }))
}

/** Returns one page of the matching reports. */
export const readReports = (app: App, asked: ListRequest<ReportList>) =>
  readListPage(app.db, asked, { list: listReports, count: countReports })

/** Returns a report with all data needed for the decision. Throws reportProblems.reportUnknown. */
export async function readReport(app: App, reportId: string) {
  const row = await findReport(app.db, reportId)
  if (!row) throw reportProblems.reportUnknown()
  const { customerName, rating, comment } = row
  return {
    ...row,
    isSuspended: row.suspendedAt !== null,
    review: customerName === null || rating === null || comment === null ? null : { customerName, rating, comment },
  }
}

/** Deletes reports after their retention period. */
export const purgeReports = (app: App) =>
  deleteReportsBefore(app.db, new Date(app.now().getTime() - reportLimits.retentionDays * 86_400_000))
