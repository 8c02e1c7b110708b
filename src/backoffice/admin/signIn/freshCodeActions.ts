import { recordSecurityEvent } from '#src/foundation/accounts/security/actions.ts'
import { checkCode, issueCode, requireTriesLeft } from '#src/foundation/accounts/stepUp/codeActions.ts'
import type { App } from '#src/platform/server/app.ts'
import { recordAudit } from '#src/platform/server/audit.ts'
import type { AdminCaller } from '#src/platform/server/calls/endpoint.ts'
import { enqueueEncryptedMail } from '#src/platform/server/mail/mail.ts'
import { newToken } from '#src/platform/server/secrets.ts'
import { refusalOf } from './actions.ts'
import { freshCodeMail } from './mails.ts'
import { adminProblems } from './rules.ts'
import { markConfirmed } from './store.ts'

/** The code belongs to this session alone: a sign-in elsewhere neither uses it up nor replaces it. */
const freshCodeOf = (sessionId: string) => ({ purpose: 'admin' as const, subject: `admin:${sessionId}`, sessionId })

/** Mails a code to the configured address, for actions that need a fresh one. The limits are those of the sign-in. */
export async function sendFreshCode(app: App, caller: AdminCaller) {
  const { admin } = caller
  const owner = freshCodeOf(admin.id)
  await requireTriesLeft(app, owner)
  const occasion = `admin:fresh-code:${newToken(app)}`
  await issueCode(app, owner, async (tx, code) => {
    await recordSecurityEvent(app, tx, { kind: 'codeSent', userId: null, caller })
    await enqueueEncryptedMail(app, tx, freshCodeMail({ to: app.config.adminEmail, code, occasion }))
  })
}

/** Confirms with the mailed code that the operator is still present. Does not extend the session. Throws adminProblems. */
export async function passFreshCode(app: App, { caller, code }: { caller: AdminCaller; code: string }) {
  const { admin, requestId } = caller
  const owner = freshCodeOf(admin.id)
  const recordWrong = () => recordSecurityEvent(app, app.db, { kind: 'codeRefused', userId: null, caller })
  if (!(await checkCode(app, { ...owner, code }, recordWrong))) throw await refusalOf(app, owner)
  await app.db.transaction().execute(async (tx) => {
    const now = app.now()
    if (!(await markConfirmed(tx, { id: admin.id, now }))) throw adminProblems.codeWrong()
    const session = { objectType: 'adminSession', objectId: admin.id }
    await recordAudit(tx, { at: now, actor: `admin:${admin.id}`, action: 'admin.confirm', ...session, requestId })
    await recordSecurityEvent(app, tx, { kind: 'codeUsed', userId: null, caller })
  })
}
