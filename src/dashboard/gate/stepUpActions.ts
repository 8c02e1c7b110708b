import { stepUpSession } from '#src/accounts/sessionActions.ts'
import { checkCode, issueCode, requireTriesLeft } from '#src/accounts/stepUp/codeActions.ts'
import type { App, Session } from '#src/server/app.ts'
import { guardProblems } from '#src/server/calls/guard.ts'
import { enqueueSecretMail } from '#src/server/mail/mail.ts'
import { newSecret } from '#src/server/secrets.ts'
import { dashboardProblems } from '../rules.ts'
import { dashboardCodeMail } from './mails.ts'

/** The limits of docs/spec.md#codes count per account, over all its sessions together. */
const codeOf = (session: Session) => ({ purpose: 'dashboard' as const, subject: session.userId, sessionId: session.id })

/** Mails a code for the dashboard to the session's own address. Throws TooManyRequests. */
export async function sendDashboardCode(app: App, session: Session) {
  await requireTriesLeft(app, codeOf(session))
  const occasion = `dashboard:code:${newSecret(app)}`
  await issueCode(app, codeOf(session), (tx, code) => enqueueSecretMail(app, tx, dashboardCodeMail({ to: session.email, code, occasion })))
}

/** Opens the dashboard for this session with its code. Throws dashboardProblems.codeWrong, TooManyRequests. */
export async function passDashboardCode(app: App, { session, code }: { session: Session; code: string }) {
  if (!(await checkCode(app, { ...codeOf(session), code }))) throw dashboardProblems.codeWrong()
  if (!(await stepUpSession(app, session))) throw guardProblems.signInNeeded()
}
