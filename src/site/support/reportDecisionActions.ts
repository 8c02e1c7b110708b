import { enqueueWithdrawal } from '#src/money/plans/endActions.ts'
import { removeReviewIn } from '#src/orders/reviews/actions.ts'
import type { App } from '#src/platform/server/app.ts'
import { type OperatorAct, recordOperatorAct } from '#src/platform/server/audit.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueueMail } from '#src/platform/server/mail/mail.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'
import { readSettings } from '#src/platform/server/settings.ts'
import { suspendCompanyIn } from '#src/supply/companies/operator/actions.ts'
import type { DecidedReport } from './reportListRules.ts'
import { companySuspendedMail, profileEditedMail, reportDecidedMail, reviewRemovedMail } from './reportMails.ts'
import { reportProblems } from './reportRules.ts'
import { findCompanyAddress, findDecision, findReviewAuthor, markDecided } from './reportStore.ts'

type Decision = DecidedReport & { caller: OperatorAct }

/**
 * Decides a report once. In the same transaction removes the content, writes the audit log, and mails the reasons to the reporter and to
 * the owner of the content. Throws reportProblems, reviewProblems.unknown, operatorProblems.
 */
export const decideReport = (app: App, { caller, ...decided }: Decision) =>
  app.db.transaction().execute(async (tx) => {
    const report = await markDecided(tx, { ...decided, now: app.now() })
    if (!report) throw await refusalOf(tx, decided.reportId)
    const { operator } = await readSettings(tx)
    const company = report.companyId ? await findCompanyAddress(tx, report.companyId) : undefined
    const facts = {
      id: report.id,
      companyName: company?.companyName ?? null,
      decision: decided.decision,
      ground: decided.ground,
      decisionReason: decided.reason,
      replyTo: operator.email || undefined,
    }
    const { target, reason, createdAt, email } = report
    const statement = await statementTo(app, tx, { report, company, facts })
    if (decided.decision === 'removed') await removeContent(app, tx, { report, reason: decided.reason, caller })
    if (email) await enqueueMail(tx, reportDecidedMail({ ...facts, to: email, target, reason, createdAt }))
    if (statement) await enqueueMail(tx, statement)
    const { reportId, decision, ground, reason: why } = decided
    await recordOperatorAct(app, tx, {
      ...{ caller, action: 'support.decideReport', objectType: 'contentReport', objectId: reportId },
      after: { decision, ground, reason: why },
    })
  })

async function refusalOf(tx: Transaction, reportId: string) {
  const report = await findDecision(tx, reportId)
  if (!report) return reportProblems.reportUnknown()
  return report.decision ? reportProblems.alreadyDecided() : reportProblems.nothingToRemove()
}

type Report = NonNullable<Awaited<ReturnType<typeof markDecided>>>
type Company = Awaited<ReturnType<typeof findCompanyAddress>>
type Facts = Omit<Parameters<typeof reviewRemovedMail>[0], 'to' | 'publicUrl' | 'companyName'>

/** Mails the reasons to the person or company whose content was affected; no mail if no content was, or if its owner is unknown. */
async function statementTo(
  app: App,
  tx: Transaction,
  { report, company, facts }: { report: Report; company: Company; facts: Facts },
): Promise<MailMessage | undefined> {
  if (facts.decision === 'kept' || !company || company.archivedAt) return undefined
  const told = { ...facts, companyName: company.companyName, publicUrl: app.config.publicUrl }
  if (report.target === 'company') {
    const mail = facts.decision === 'removed' ? companySuspendedMail : profileEditedMail
    return mail({ ...told, to: company.email })
  }
  if (facts.decision !== 'removed' || !report.reviewId) return undefined
  const author = await findReviewAuthor(tx, report.reviewId)
  return author ? reviewRemovedMail({ ...told, to: author.email }) : undefined
}

type Removal = { report: Report; reason: string; caller: OperatorAct }

/** The company's statement of reasons is sent by the report itself. */
async function removeContent(app: App, tx: Transaction, { report: { target, reviewId, companyId }, reason, caller }: Removal) {
  if (target === 'review' && reviewId) {
    return removeReviewIn(app, tx, { reviewId, reason, caller })
  }
  if (target !== 'company' || !companyId) throw reportProblems.nothingToRemove()
  const afterwards = (inside: Transaction) => enqueueWithdrawal(inside, companyId)
  await suspendCompanyIn(app, tx, { companyId, reason, companyReason: reason, caller, afterwards })
}
