import { type OperatorAct, suspendCompanyIn } from '#src/companies/operatorActions.ts'
import { enqueueWithdrawal } from '#src/plans/endActions.ts'
import { removeReviewIn } from '#src/reviews/actions.ts'
import type { App } from '#src/server/app.ts'
import { recordAudit } from '#src/server/audit.ts'
import type { Transaction } from '#src/server/db.ts'
import { enqueueMail, type MailMessage } from '#src/server/mail/mail.ts'
import { readSettings } from '#src/server/settings.ts'
import type { DecidedNotice } from './noticeListRules.ts'
import { noticeDecidedMail, profileEditedMail, providerSuspendedMail, reviewRemovedMail } from './noticeMails.ts'
import { noticeProblems } from './noticeRules.ts'
import { findDecision, findProviderAddress, findReviewAuthor, markDecided } from './noticeStore.ts'

type Decision = DecidedNotice & { caller: OperatorAct }

/**
 * Decides a notice once: what it takes away goes in the same transaction, with its row in the audit log and the mails with the reasons to
 * whoever reported and to whoever's content it was. Throws noticeProblems, reviewProblems.unknown, operatorProblems.
 */
export const decideNotice = (app: App, { caller, ...decided }: Decision) =>
  app.db.transaction().execute(async (tx) => {
    const notice = await markDecided(tx, { ...decided, now: app.now() })
    if (!notice) throw await refusalOf(tx, decided.noticeId)
    const { operator } = await readSettings(tx)
    const provider = notice.companyId ? await findProviderAddress(tx, notice.companyId) : undefined
    const facts = {
      id: notice.id,
      companyName: provider?.companyName ?? null,
      decision: decided.decision,
      ground: decided.ground,
      decisionReason: decided.reason,
      replyTo: operator.email || undefined,
    }
    const { target, reason, createdAt, email } = notice
    const statement = await statementTo(app, tx, { notice, provider, facts })
    if (decided.decision === 'removed') await removeContent(app, tx, { notice, reason: decided.reason, caller })
    if (email) await enqueueMail(tx, noticeDecidedMail({ ...facts, to: email, target, reason, createdAt }))
    if (statement) await enqueueMail(tx, statement)
    await record(app, tx, { caller, decided })
  })

async function refusalOf(tx: Transaction, noticeId: string) {
  const notice = await findDecision(tx, noticeId)
  if (!notice) return noticeProblems.noticeUnknown()
  return notice.decision ? noticeProblems.alreadyDecided() : noticeProblems.nothingToRemove()
}

type Notice = NonNullable<Awaited<ReturnType<typeof markDecided>>>
type Provider = Awaited<ReturnType<typeof findProviderAddress>>
type Facts = Omit<Parameters<typeof reviewRemovedMail>[0], 'to' | 'publicUrl' | 'companyName'>

/** The mail to whoever's content was touched; nobody where nothing was, or where nobody is known any more. */
async function statementTo(
  app: App,
  tx: Transaction,
  { notice, provider, facts }: { notice: Notice; provider: Provider; facts: Facts },
): Promise<MailMessage | undefined> {
  if (facts.decision === 'kept' || !provider || provider.archivedAt) return undefined
  const told = { ...facts, companyName: provider.companyName, publicUrl: app.config.publicUrl }
  if (notice.target === 'company') {
    const mail = facts.decision === 'removed' ? providerSuspendedMail : profileEditedMail
    return mail({ ...told, to: provider.email })
  }
  if (facts.decision !== 'removed' || !notice.reviewId) return undefined
  const author = await findReviewAuthor(tx, notice.reviewId)
  return author ? reviewRemovedMail({ ...told, to: author.email }) : undefined
}

type Removal = { notice: Notice; reason: string; caller: OperatorAct }

/** The provider's statement of reasons is the notice's own mail. */
async function removeContent(app: App, tx: Transaction, { notice: { target, reviewId, companyId }, reason, caller }: Removal) {
  if (target === 'review' && reviewId) {
    return removeReviewIn(app, tx, { reviewId, reason, actor: `admin:${caller.admin.id}`, requestId: caller.requestId })
  }
  if (target !== 'company' || !companyId) throw noticeProblems.nothingToRemove()
  const afterwards = (inside: Transaction) => enqueueWithdrawal(inside, companyId)
  await suspendCompanyIn(app, tx, { companyId, reason, providerReason: reason, caller, afterwards })
}

const record = (app: App, tx: Transaction, { caller, decided }: { caller: OperatorAct; decided: DecidedNotice }) =>
  recordAudit(tx, {
    at: app.now(),
    actor: `admin:${caller.admin.id}`,
    action: 'support.decideNotice',
    objectType: 'contentNotice',
    objectId: decided.noticeId,
    after: { decision: decided.decision, ground: decided.ground, reason: decided.reason },
    requestId: caller.requestId,
  })
