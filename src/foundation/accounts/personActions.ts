import type { App, Person } from '#src/platform/server/app.ts'
import type { SignedInCaller } from '#src/platform/server/calls/endpoint.ts'
import { requireCode } from '#src/platform/server/calls/guard.ts'
import { enqueueMail } from '#src/platform/server/mail/mail.ts'
import { claimToken, deleteUnusedTokens } from './links/tokenStore.ts'
import { sendWelcome } from './links/verifyActions.ts'
import { liftLocks, provePassword } from './lockActions.ts'
import { passwordChangedMail } from './mails.ts'
import { hashPassword, refuseCommonPassword } from './passwordActions.ts'
import { findGrant, takeGrant } from './recoveryActions.ts'
import { accountProblems } from './rules.ts'
import { exportSecurityEvents, recordSecurityEvent } from './security/actions.ts'
import { type Browser, giveSession, openSession, readUserSessions, signOut } from './sessionActions.ts'
import { deleteOtherSessions } from './sessionStore.ts'
import { deleteUser, findUser, listCompaniesOf, markPassword } from './store.ts'

/**
 * Sets a new password: with the current one if signed in, or with the grant of an opened reset link. Ends every other session, deletes open
 * links, lifts locks and sends a mail. After a reset this browser is signed in. Throws accountProblems.
 */
export async function changePassword(app: App, change: { password: string; currentPassword?: string | undefined; browser: Browser }) {
  const { session } = change.browser.caller
  if (change.currentPassword === undefined) return resetPassword(app, change)
  if (!session) throw accountProblems.noRecovery()
  refuseCommonPassword(app, { password: change.password, email: session.email })
  await proveCurrentPassword(app, { password: change.currentPassword, caller: { ...change.browser.caller, session } })
  const passwordHash = await hashPassword(app, change.password)
  return writePassword(app, { userId: session.userId, passwordHash, exceptSessionId: session.id, browser: change.browser })
}

async function resetPassword(app: App, { password, browser }: { password: string; browser: Browser }) {
  const grant = await findGrant(app, browser)
  if (!grant) throw accountProblems.noRecovery()
  refuseCommonPassword(app, { password, email: grant.email })
  const passwordHash = await hashPassword(app, password)
  await writePassword(app, { userId: grant.userId, passwordHash, grantId: grant.id, browser })
  takeGrant(app, browser.reply)
}

type NewPassword = { userId: string; passwordHash: string; browser: Browser; exceptSessionId?: string; grantId?: string }

async function writePassword(app: App, { userId, passwordHash, browser, exceptSessionId, grantId }: NewPassword) {
  const now = app.now()
  const session = await app.db.transaction().execute(async (tx) => {
    // Lock order: the user row before the links, as everywhere. If several browsers opened one link, only the first to save succeeds.
    const user = await markPassword(tx, { id: userId, passwordHash, confirms: grantId ? 'address' : 'nothing', now })
    if (!user || (grantId && !(await claimToken(tx, { id: grantId, now })))) throw accountProblems.noRecovery()
    // Delete links before sessions: a link opened at the same time creates its session before the sessions are ended.
    await deleteUnusedTokens(tx, { userId, kinds: ['signup', 'recovery', 'grant', 'continue'] })
    await deleteOtherSessions(tx, { userId, exceptId: exceptSessionId })
    if (grantId) await sendWelcome(app, tx, userId)
    await recordSecurityEvent(app, tx, { kind: grantId ? 'passwordReset' : 'passwordChanged', userId, caller: browser.caller })
    await liftLocks(app, tx, user.email)
    const href = `${app.config.publicUrl}/auth`
    await enqueueMail(tx, passwordChangedMail({ to: user.email, userId, changedAt: user.passwordChangedAt, href }))
    return grantId ? openSession(app, tx, { userId, browser }) : undefined
  })
  if (session) await giveSession(app, browser.reply, session)
}

/** Checks the signed-in person's password again. Wrong ones count towards the same lock as at the sign-in. */
const proveCurrentPassword = (app: App, { password, caller }: { password: string; caller: SignedInCaller }) =>
  provePassword(app, { email: caller.session.email, password, caller, wrong: accountProblems.wrongPassword })

/**
 * Data export of the signed-in person: the account, its sessions, and the data that each slice adds by the hook `exportPerson`. A company's
 * owner enters the dashboard code first, because the export contains the dashboard's data. Throws guardProblems.stepUpNeeded.
 */
export async function exportPerson(app: App, caller: SignedInCaller) {
  const { userId, email } = caller.session
  if ((await listCompaniesOf(app.db, userId)).length > 0) requireCode(app, caller.session)
  return readPersonData(app, { userId, email }, caller.session.id)
}

/** Everything that is stored about the person; `sessionId` is the one that asks for it, if any. */
export async function readPersonData(app: App, { userId, email }: Person, sessionId = '') {
  const user = await findUser(app.db, userId)
  const parts = await Promise.all(
    Object.entries(app.hooks.exportPerson).map(async ([name, read]) => [name, await read(app, { userId, email })] as const),
  )
  return {
    exportedAt: app.now().toISOString(),
    account: {
      id: userId,
      email,
      createdAt: user?.createdAt.toISOString() ?? null,
      confirmedAt: user?.confirmedAt?.toISOString() ?? null,
      welcomeSentAt: user?.welcomeSentAt?.toISOString() ?? null,
    },
    sessions: await readUserSessions(app, { session: { id: sessionId, userId } }),
    securityEvents: await exportSecurityEvents(app, { userId, email }),
    ...Object.fromEntries(parts),
  }
}

/**
 * Deletes the signed-in person's account, after its password was checked and every slice has agreed, in one transaction. Throws
 * accountProblems.
 */
export async function deleteAccount(
  app: App,
  { password, caller, browser }: { password: string; caller: SignedInCaller; browser: Browser },
) {
  await proveCurrentPassword(app, { password, caller })
  const { userId, email } = caller.session
  await app.db.transaction().execute(async (tx) => {
    for (const agree of Object.values(app.hooks.mayDeleteAccount)) await agree(app, tx, { userId, email })
    await deleteUser(tx, userId)
  })
  await signOut(app, browser)
}
