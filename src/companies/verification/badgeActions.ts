import type { App } from '#src/server/app.ts'
import { recordAudit } from '#src/server/audit.ts'
import type { OwnerCaller } from '#src/server/calls/endpoint.ts'
import type { Transaction } from '#src/server/db.ts'
import { enqueueMail } from '#src/server/mail/mail.ts'
import { badgeLostMail } from './mails.ts'
import { takeBadge } from './store.ts'

type Before = { companyName: string; legalForm: string | null }

/**
 * After an owner's change of a company: the badge stood for the name and legal form that were checked, so it falls away with them, is written
 * into the audit log and told to the account.
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
