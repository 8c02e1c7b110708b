import { randomUUID } from 'node:crypto'
import { recordAcceptance } from '#src/foundation/legal/actions.ts'
import type { App } from '#src/platform/server/app.ts'
import type { CountCreated, SignedInCaller } from '#src/platform/server/calls/endpoint.ts'
import { mailLink } from './links/actions.ts'
import { deleteOlderLinks, deleteOldTokens } from './links/tokenStore.ts'
import { sendWelcome } from './links/verifyActions.ts'
import { provePassword } from './lockActions.ts'
import { deleteOldLocks } from './lockStore.ts'
import { hashPassword, refuseCommonPassword } from './passwordActions.ts'
import { accountProblems, lifetimes } from './rules.ts'
import { sweepSecurityEvents } from './security/actions.ts'
import { type Browser, giveSession, openSession, sweepSessions } from './sessionActions.ts'
import { deleteOldCodes } from './stepUp/codeStore.ts'
import { deleteUnconfirmed, findUserByEmail, insertSignUp, listCompaniesOf, lockUnchanged } from './store.ts'

type SignUp = { email: string; password: string; callerHash: string; returnTo?: string | undefined; countCreated: CountCreated }

/**
 * Signs an address up and mails its confirmation link. For an unconfirmed address, the new password replaces the old one and older links
 * become invalid, so signing up a stranger's address gains nothing (docs/spec.md#sign-up-owner). Throws accountProblems, TooManyRequests.
 */
export async function signUp(app: App, { email, password, callerHash, returnTo, countCreated }: SignUp) {
  refuseCommonPassword(app, { password, email })
  if ((await findUserByEmail(app.db, email))?.confirmedAt) throw accountProblems.emailExists()
  const passwordHash = await hashPassword(app, password)
  const signUpId = randomUUID()
  await app.db.transaction().execute(async (tx) => {
    const user = await insertSignUp(tx, { email, passwordHash, signUpId, callerHash, path: returnTo ?? null, now: app.now() })
    if (!user) throw accountProblems.emailExists()
    await deleteOlderLinks(tx, { userId: user.id, signUpId })
    await countCreated(tx)
    await recordAcceptance(app, tx, { userId: user.id })
    await mailLink(app, tx, { tokenId: randomUUID(), kind: 'signup', userId: user.id, signUpId, to: user.email })
  })
}

/** Signs a browser in. Throws accountProblems or the lock's refusal. */
export async function signIn(app: App, { email, password, browser }: { email: string; password: string; browser: Browser }) {
  const user = await provePassword(app, { email, password, caller: browser.caller, wrong: accountProblems.invalidCredentials })
  if (!user.confirmedAt) throw accountProblems.emailNotConfirmed()
  const token = await app.db.transaction().execute(async (tx) => {
    if (!(await lockUnchanged(tx, user))) throw accountProblems.invalidCredentials()
    return openSession(app, tx, { userId: user.id, browser, mailTo: user.email })
  })
  await giveSession(app, browser.reply, token)
  return { id: user.id, email: user.email }
}

/** Profile of the signed-in user. The identity comes from the session, never from the request body (docs/spec.md#calls). */
export async function readProfile(app: App, { session }: SignedInCaller) {
  const companies = await listCompaniesOf(app.db, session.userId)
  return {
    id: session.userId,
    authId: session.userId,
    email: session.email,
    companies,
  }
}

/** Sends the welcome mail, unless it was sent before. */
export const welcomeOnce = (app: App, { session }: SignedInCaller) =>
  app.db.transaction().execute((tx) => sendWelcome(app, tx, session.userId))

/** Deletes expired sessions, devices, codes, locks and security events, links a month after they expired, and unconfirmed sign-ups. */
export async function sweepAccounts(app: App) {
  const now = app.now()
  const monthAgo = new Date(now.getTime() - lifetimes.sessionDays * 86_400_000)
  await sweepSessions(app)
  await sweepSecurityEvents(app)
  await deleteOldCodes(app.db, now)
  await deleteOldLocks(app.db, now)
  await deleteOldTokens(app.db, monthAgo)
  await deleteUnconfirmed(app.db, monthAgo)
}
