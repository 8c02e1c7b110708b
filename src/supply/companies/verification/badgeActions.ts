import type { App } from '#src/platform/server/app.ts'
import { recordAudit } from '#src/platform/server/audit.ts'
import type { OwnerCaller } from '#src/platform/server/calls/endpoint.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueueMail } from '#src/platform/server/mail/mail.ts'
import { badgeLostMail } from './mails.ts'
import { takeBadge } from './store.ts'

type Before = { companyName: string; legalForm: string | null }

/**
 * Removes the badge after an owner's change of name or legal form, because it was granted for the checked ones. Writes it to the audit log
 * and mails the account.
 */
export async function dropBadge(app: App, tx: Transaction, { caller, before }: { caller: OwnerCaller; before: Before }) {
  const { companyId, session, requestId } = caller
  const now = app.now()
  const lost = await takeBadge(tx, { companyId, before, now })
  if (!lost) return
  const act = { action: 'companies.loseBadge', companyId, before: { verified: true }, after: { verified: false } }
  await recordAudit(tx, { ...act, at: now, actor: `user:${session.userId}`, requestId })
  const { companyName } = lost
  await enqueueMail(tx, badgeLostMail({ to: session.email, companyId, companyName, at: now, publicUrl: app.config.publicUrl }))
}
