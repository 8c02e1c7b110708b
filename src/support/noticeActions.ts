import type { App } from '#src/server/app.ts'
import type { Transaction } from '#src/server/db.ts'
import { enqueueMail } from '#src/server/mail/mail.ts'
import { type PageAsked, readPage } from '#src/server/pages.ts'
import { readSettings } from '#src/server/settings.ts'
import { judgeTrap } from './contactActions.ts'
import type { NoticeDetail, NoticeFilter, NoticeSort, ShownNotice } from './noticeListRules.ts'
import { newNoticeMail, noticeReceivedMail, type Reported } from './noticeMails.ts'
import { type ContentNotice, companyIdIn, noticeLimits, noticeProblems, noticeTexts } from './noticeRules.ts'
import {
  countNotices,
  deleteNoticesBefore,
  findNotice,
  findReportedCompany,
  findReportedReview,
  insertNotice,
  listNotices,
  type NoticeRow,
} from './noticeStore.ts'

/**
 * Keeps a notice, confirms it to its sender and tells the operator, all or nothing. What a program seems to have sent is only kept. Throws
 * noticeProblems.reportedGone.
 */
export const takeNotice = (app: App, { website, openedAt, ...notice }: ContentNotice) =>
  app.db.transaction().execute(async (tx) => {
    const { companyName, ...reported } = await findReported(tx, notice)
    const { reason, explanation, name, email } = notice
    const [now, isSuspect] = [app.now(), judgeTrap(app, { website, openedAt })]
    const { id } = await insertNotice(tx, { ...reported, reason, explanation, name, email, isSuspect, createdAt: now })
    if (!isSuspect) await tell(app, tx, { id, target: reported.target, companyName, reason, createdAt: now, email })
    return { success: true, message: noticeTexts.sentHelp } as const
  })

/** What is meant: a review, a profile, or any other page as it was named. */
async function findReported(tx: Transaction, { reviewId, companyId, page }: Pick<ContentNotice, 'reviewId' | 'companyId' | 'page'>) {
  if (reviewId) {
    const review = await findReportedReview(tx, reviewId)
    if (!review) throw noticeProblems.reportedGone()
    return { target: 'review' as const, companyId: review.companyId, companyName: review.companyName, reviewId, page: null }
  }
  const named = companyId ?? companyIdIn(page)
  const company = named ? await findReportedCompany(tx, named) : undefined
  if (company) return { target: 'company' as const, ...company, reviewId: null, page: null }
  if (companyId) throw noticeProblems.reportedGone()
  return { target: 'page' as const, companyId: null, companyName: null, reviewId: null, page }
}

async function tell(app: App, tx: Transaction, { email, ...reported }: Reported & { email: string | null }) {
  const { operator } = await readSettings(tx)
  const { adminEmail, publicUrl } = app.config
  await enqueueMail(tx, newNoticeMail({ ...reported, to: adminEmail, publicUrl }))
  if (email) await enqueueMail(tx, noticeReceivedMail({ ...reported, to: email, replyTo: operator.email || undefined }))
}

type Asked = PageAsked & NoticeFilter & { sort: NoticeSort }

/** A page of the notices that match. */
export async function readNotices(app: App, { page, pageSize, sort, ...filter }: Asked) {
  const found = await readPage(
    { page, pageSize },
    { list: (part) => listNotices(app.db, { filter, sort, ...part }), count: () => countNotices(app.db, filter) },
  )
  return { ...found, rows: found.rows.map(showNotice) }
}

const showNotice = (row: NoticeRow): ShownNotice => ({
  id: row.id,
  target: row.target,
  company_id: row.companyId,
  company_name: row.companyName,
  page: row.page,
  reason: row.reason,
  name: row.name,
  email: row.email,
  is_suspect: row.isSuspect,
  created_at: row.createdAt.toISOString(),
  decision: row.decision,
  decided_at: row.decidedAt?.toISOString() ?? null,
})

/** One notice with everything that is needed to decide it. Throws noticeProblems.noticeUnknown. */
export async function readNotice(app: App, noticeId: string): Promise<NoticeDetail> {
  const row = await findNotice(app.db, noticeId)
  if (!row) throw noticeProblems.noticeUnknown()
  const { customerName, rating, comment } = row
  return {
    ...showNotice(row),
    explanation: row.explanation,
    ground: row.ground,
    decision_reason: row.decisionReason,
    is_suspended: row.suspendedAt !== null,
    review: customerName === null || rating === null || comment === null ? null : { customer_name: customerName, rating, comment },
  }
}

/** Forgets notices whose time is over. */
export const forgetNotices = (app: App) => deleteNoticesBefore(app.db, new Date(app.now().getTime() - noticeLimits.keptDays * 86_400_000))
