import type { App } from '#src/platform/server/app.ts'
import { enqueueMail } from '#src/platform/server/mail/mail.ts'
import { type PageRequest, readPage } from '#src/platform/server/pages.ts'
import { type CompanyReviewFilter, companyReviewProblems } from './companyRules.ts'
import {
  type CompanyReviewRow,
  countCompanyReviews,
  findCompanyReview,
  listCompanyReviews,
  markObjected,
  markReplied,
} from './companyStore.ts'
import type { ReviewSort } from './listRules.ts'
import { repliedMail } from './mails.ts'

type Params = PageRequest & CompanyReviewFilter & { companyId: string; sort: ReviewSort }

/** Returns one page of the company's published reviews, and the number that match. */
export async function readCompanyReviews(app: App, { companyId, page, pageSize, sort, ...filter }: Params) {
  const { rows, ...place } = await readPage(
    { page, pageSize },
    {
      list: (part) => listCompanyReviews(app.db, { companyId, filter, sort, ...part }),
      count: () => countCompanyReviews(app.db, { companyId, filter }),
    },
  )
  return { rows: rows.map(showReview), ...place }
}

const showReview = (row: CompanyReviewRow) => ({
  ...row,
  objection: row.objection === null ? null : objectionOf(row.objection, row.objectionAnswer),
})

const objectionOf = (reason: string, answer: string | null) => ({
  reason,
  answer,
  state: answer === null ? ('open' as const) : ('rejected' as const),
})

type OfCompany = { companyId: string; reviewId: string }

/** Publishes the company's reply to a review, once; the author is notified. Throws companyReviewProblems. */
export const replyToReview = (app: App, { companyId, reviewId, reply }: OfCompany & { reply: string }) =>
  app.db.transaction().execute(async (tx) => {
    const review = await findCompanyReview(tx, { companyId, reviewId })
    if (!review) throw companyReviewProblems.notHere()
    if (!(await markReplied(tx, { reviewId, reply, now: app.now() }))) throw companyReviewProblems.alreadyReplied()
    const { customerEmail: to, companyName } = review
    if (to) await enqueueMail(tx, repliedMail({ to, companyName, companyId, reviewId, reply, publicUrl: app.config.publicUrl }))
  })

/** Objects to a review, once. The review stays public until the operator decides. Throws companyReviewProblems. */
export const objectToReview = (app: App, { companyId, reviewId, reason }: OfCompany & { reason: string }) =>
  app.db.transaction().execute(async (tx) => {
    if (!(await findCompanyReview(tx, { companyId, reviewId }))) throw companyReviewProblems.notHere()
    if (!(await markObjected(tx, { reviewId, reason, now: app.now() }))) throw companyReviewProblems.alreadyObjected()
  })
