import { adminLimits } from '#src/foundation/accounts/operator/signInRules.ts'
import { codeLimits } from '#src/foundation/accounts/rules.ts'
import { recordSecurityEvent } from '#src/foundation/accounts/security/actions.ts'
import { checkCode, issueCode, requireTriesLeft } from '#src/foundation/accounts/stepUp/codeActions.ts'
import type { App } from '#src/platform/server/app.ts'
import { recordAudit } from '#src/platform/server/audit.ts'
import { readCookie } from '#src/platform/server/calls/cookies.ts'
import type { AdminCaller } from '#src/platform/server/calls/endpoint.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueueEncryptedMail } from '#src/platform/server/mail/mail.ts'
import { areSame, hashToken, newToken } from '#src/platform/server/secrets.ts'
import { isKnownBrowser, type SignInCaller, takePasswordTry } from './lockActions.ts'
import { adminCodeMail } from './mails.ts'
import { matchesHash } from './passwordActions.ts'
import { adminProblems } from './rules.ts'
import {
  deleteBrowsersBefore,
  deleteEndedSessions,
  deleteSession,
  findCodeTries,
  findSession,
  insertBrowser,
  insertSession,
} from './store.ts'

/**
 * Subject of the limits of docs/spec.md#codes, which count over all sessions of the one operator. A known browser has its own subject, so
 * an attacker who only knows the password can neither use up its tries nor replace its code.
 */
const codeOf = async (app: App, sessionId: string, callerHash: string) => ({
  purpose: 'admin' as const,
  subject: (await isKnownBrowser(app, callerHash)) ? `admin browser ${callerHash}` : 'admin',
  sessionId,
})

/** Finds the admin's session of a Cookie header; undefined if there is none or it has ended. Used by the guards A1 and A2. */
export async function findAdmin(app: App, cookieHeader: string) {
  const token = readCookie(app, cookieHeader, adminCookie)
  return token ? findSession(app.db, { tokenHash: hashToken(token), now: app.now() }) : undefined
}
export const adminCookie = 'admin'

/** First sign-in step: the password opens a session that still lacks its code. Returns the value of its cookie. */
export async function passPassword(app: App, password: string, who: SignInCaller) {
  await takePasswordTry(app, who)
  if (!(await isAdminPassword(app, password))) {
    await recordSecurityEvent(app, app.db, { kind: 'signInFailed', userId: null, caller: who })
    throw adminProblems.passwordWrong()
  }
  return app.db.transaction().execute(async (tx) => {
    await deleteEndedSessions(tx, app.now())
    return openSession(app, tx, { state: 'password', lastsMs: adminLimits.passwordMs })
  })
}

async function isAdminPassword(app: App, password: string) {
  const { ADMIN_PASSWORD_HASH, ADMIN_PASSWORD, isProduction } = app.config
  if (ADMIN_PASSWORD_HASH) return matchesHash(password, ADMIN_PASSWORD_HASH)
  return !isProduction && ADMIN_PASSWORD !== undefined && areSame(hashToken(password), hashToken(ADMIN_PASSWORD))
}

/**
 * Mails the code of the second step to the configured address. Refused while the hour's failures are used up: no code would be accepted.
 */
export async function sendAdminCode(app: App, caller: AdminCaller) {
  const { admin } = caller
  if (admin.state !== 'password') throw adminProblems.alreadyIn()
  const owner = await codeOf(app, admin.id, caller.hash())
  await requireTriesLeft(app, owner)
  const occasion = `admin:code:${newToken(app)}`
  await issueCode(app, owner, async (tx, code) => {
    await recordSecurityEvent(app, tx, { kind: 'codeSent', userId: null, caller })
    await enqueueEncryptedMail(app, tx, adminCodeMail({ to: app.config.adminEmail, code, occasion }))
  })
}

/**
 * Second sign-in step: the right code replaces the session by a fully authenticated one with a new cookie; the old cookie becomes invalid.
 * Returns the value of the new cookie.
 */
export async function passCode(app: App, { caller, code }: { caller: AdminCaller; code: string }) {
  const [{ admin, requestId }, callerHash] = [caller, caller.hash()]
  // The session's two hours are absolute: another code must not extend them.
  if (admin.state !== 'password') throw adminProblems.alreadyIn()
  const owner = await codeOf(app, admin.id, callerHash)
  const recordWrong = () => recordSecurityEvent(app, app.db, { kind: 'codeRefused', userId: null, caller })
  if (!(await checkCode(app, { ...owner, code }, recordWrong))) throw await refusalOf(app, owner)
  return app.db.transaction().execute(async (tx) => {
    const passed = await deleteSession(tx, admin.id)
    if (!passed) throw adminProblems.codeWrong()
    const opened = await openSession(app, tx, { state: 'authenticated', lastsMs: adminLimits.sessionMs })
    await rememberBrowser(app, tx, callerHash)
    await recordSession(app, tx, { action: 'admin.signIn', sessionId: opened.id, requestId })
    await recordSecurityEvent(app, tx, { kind: 'signIn', userId: null, caller })
    return opened
  })
}

async function rememberBrowser(app: App, tx: Transaction, callerHash: string) {
  const seenAt = app.now()
  await insertBrowser(tx, { callerHash, seenAt })
  await deleteBrowsersBefore(tx, new Date(seenAt.getTime() - adminLimits.browserDays * 86_400_000))
}

/** Returns the problem of a refused code: wrong, or no tries left. */
export async function refusalOf(app: App, owner: { purpose: 'admin'; subject: string; sessionId: string }) {
  const known = await findCodeTries(app.db, owner)
  return known && known.tries >= codeLimits.tries ? adminProblems.codeUsedUp() : adminProblems.codeWrong()
}

/** Ends the session of a Cookie header, if there is one. */
export async function signOutAdmin(app: App, { cookieHeader, requestId }: { cookieHeader: string; requestId: string }) {
  const session = await findAdmin(app, cookieHeader)
  if (!session) return
  await app.db.transaction().execute(async (tx) => {
    const ended = await deleteSession(tx, session.id)
    if (ended?.state === 'authenticated') await recordSession(app, tx, { action: 'admin.signOut', sessionId: ended.id, requestId })
  })
}

async function openSession(app: App, tx: Transaction, { state, lastsMs }: { state: 'password' | 'authenticated'; lastsMs: number }) {
  const token = newToken(app)
  const createdAt = app.now()
  const expiresAt = new Date(createdAt.getTime() + lastsMs)
  const confirmedAt = state === 'authenticated' ? createdAt : null
  const { id } = await insertSession(tx, { tokenHash: hashToken(token), state, createdAt, expiresAt, confirmedAt })
  return { id, token, expiresAt }
}

type SessionEvent = { action: 'admin.signIn' | 'admin.signOut'; sessionId: string; requestId: string }

const recordSession = (app: App, tx: Transaction, { action, sessionId, requestId }: SessionEvent) =>
  recordAudit(tx, { at: app.now(), actor: `admin:${sessionId}`, action, objectType: 'adminSession', objectId: sessionId, requestId })
