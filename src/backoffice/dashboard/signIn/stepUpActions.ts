import { recordSecurityEvent } from '#src/foundation/accounts/security/actions.ts'
import { stepUpSession } from '#src/foundation/accounts/sessionActions.ts'
import { checkCode, issueCode, requireTriesLeft } from '#src/foundation/accounts/stepUp/codeActions.ts'
import type { App, Session } from '#src/platform/server/app.ts'
import type { Reply, SignedInCaller } from '#src/platform/server/calls/endpoint.ts'
import { guardProblems } from '#src/platform/server/calls/guard.ts'
import { enqueueEncryptedMail } from '#src/platform/server/mail/mail.ts'
import { newToken } from '#src/platform/server/secrets.ts'
import { dashboardProblems } from '../rules.ts'
import { dashboardCodeMail } from './mails.ts'

/** The limits of docs/spec.md#codes count per account, over all its sessions. */
const codeOf = (session: Session) => ({ purpose: 'dashboard' as const, subject: session.userId, sessionId: session.id })

/** Mails a dashboard code to the session's own address. Throws TooManyRequests. */
export async function sendDashboardCode(app: App, caller: SignedInCaller) {
  const { session } = caller
  await requireTriesLeft(app, codeOf(session))
  const occasion = `dashboard:code:${newToken(app)}`
  await issueCode(app, codeOf(session), async (tx, code) => {
    await recordSecurityEvent(app, tx, { kind: 'codeSent', userId: session.userId, caller })
    await enqueueEncryptedMail(app, tx, dashboardCodeMail({ to: session.email, code, occasion }))
  })
}

/** Opens the dashboard for this session with its code. Throws dashboardProblems.codeWrong, TooManyRequests. */
export async function passDashboardCode(app: App, { caller, code, reply }: { caller: SignedInCaller; code: string; reply: Reply }) {
  const owner = codeOf(caller.session)
  const recordWrong = () => recordSecurityEvent(app, app.db, { kind: 'codeRefused', userId: owner.subject, caller })
  if (!(await checkCode(app, { ...owner, code }, recordWrong))) throw dashboardProblems.codeWrong()
  if (!(await stepUpSession(app, { caller, reply }))) throw guardProblems.signInNeeded()
}
