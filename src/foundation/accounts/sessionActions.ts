import type { App, Session } from '#src/platform/server/app.ts'
import { framedCookieLine, readCookie } from '#src/platform/server/calls/cookies.ts'
import type { Caller, Origin, Reply, SignedInCaller } from '#src/platform/server/calls/endpoint.ts'
import { hasPassedCode } from '#src/platform/server/calls/guard.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import { enqueueMail } from '#src/platform/server/mail/mail.ts'
import { hashToken, newToken } from '#src/platform/server/secrets.ts'
import { describeDevice } from './deviceRules.ts'
import { deleteUnusedTokens } from './links/tokenStore.ts'
import { newDeviceMail } from './mails.ts'
import { accountProblems, lifetimes } from './rules.ts'
import { recordSecurityEvent } from './security/actions.ts'
import {
  deleteOldSessions,
  deleteOtherSessions,
  deleteSession,
  deleteSessionByToken,
  findSessionByToken,
  insertDevice,
  insertSession,
  listDevices,
  listSessions,
  markSeen,
  markSteppedUp,
} from './sessionStore.ts'

const dayMs = 86_400_000
const cookieName = 'session'
/** A session's last-seen time is written at most this often, so that reading a page does not always write a row. */
const seenEveryMs = 5 * 60_000
const idleSince = (now: Date) => new Date(now.getTime() - lifetimes.sessionIdleDays * dayMs)

/** Session of these cookies, at most 30 days old and not idle for 7; for the guard and the first HTML. */
export async function findSession(app: App, cookies: string): Promise<Session | undefined> {
  const token = readCookie(app, cookies, cookieName)
  if (!token) return undefined
  const now = app.now()
  const found = await findSessionByToken(app.db, { tokenHash: hashToken(token), now, idleSince: idleSince(now) })
  if (!found) return undefined
  if (now.getTime() - found.seenAt.getTime() > seenEveryMs) await markSeen(app.db, { id: found.id, now })
  const { id, userId, email, steppedUpAt } = found
  return { id, userId, email, isConfirmed: found.confirmedAt !== null, steppedUpAt }
}

/** Browser of a request, as sign-ins need it. */
export type Browser = { caller: Caller; headers: Headers; reply: Reply }
type Opening = { userId: string; browser: Browser; mailTo?: string }

/**
 * Signs a browser in, always with a new token; its earlier session ends, which defeats session fixation. Stores the browser as a
 * known device of this person. Returns the new cookie, to be set after the commit. `mailTo`: address notified of a sign-in from a new device,
 * except at the account's first; undefined after a mailed link, which proves the owner.
 */
export async function openSession(app: App, tx: Transaction, { userId, browser, mailTo }: Opening) {
  const now = app.now()
  await endSessionOf(app, tx, browser.headers)
  const token = newToken(app)
  const device = describeDevice(browser.headers.get('user-agent'))
  const { id } = await insertSession(tx, {
    ...{ userId, device },
    tokenHash: hashToken(token),
    createdAt: now,
    seenAt: now,
    expiresAt: new Date(now.getTime() + lifetimes.sessionDays * dayMs),
  })
  const callerHash = browser.caller.hash()
  const devices = await listDevices(tx, userId)
  if (mailTo !== undefined && devices.length > 0 && !devices.some((known) => known.callerHash === callerHash)) {
    await enqueueMail(tx, newDeviceMail({ to: mailTo, sessionId: id, device, at: now, href: `${app.config.publicUrl}/konto` }))
  }
  await insertDevice(tx, { userId, callerHash, seenAt: now })
  await recordSecurityEvent(app, tx, { kind: 'signIn', userId, caller: browser.caller })
  if (browser.caller.keep) browser.reply.push(['set-cookie', browser.caller.keep(lifetimes.knownDeviceDays)])
  return token
}

/** Sets the session cookie. */
export const giveSession = async (app: App, reply: Reply, token: string) =>
  reply.push(['set-cookie', await framedCookieLine(app, { name: cookieName, value: token, maxAgeSeconds: lifetimes.sessionDays * 86_400 })])

const takeSession = (app: App, reply: Reply) => giveSession(app, reply, '')

/** Ends the session of this browser, if it has one. */
export async function signOut(app: App, { headers, reply }: Browser) {
  await endSessionOf(app, app.db, headers)
  await takeSession(app, reply)
}

async function endSessionOf(app: App, db: Database | Transaction, headers: Headers) {
  const token = readCookie(app, headers.get('cookie'), cookieName)
  if (token) await deleteSessionByToken(db, hashToken(token))
}

/** The person's sessions, last seen first. */
export async function readUserSessions(app: App, { session }: { session: Pick<Session, 'id' | 'userId'> }) {
  const now = app.now()
  const found = await listSessions(app.db, { userId: session.userId, now, idleSince: idleSince(now) })
  return found.map(({ id, device, createdAt, seenAt }) => ({
    id,
    device,
    createdAt: createdAt.toISOString(),
    seenAt: seenAt.toISOString(),
    isCurrent: id === session.id,
  }))
}

/**
 * Records that this session entered the dashboard code; the guard decides how long it is valid. A session that gains rights by it gets a
 * new token, so that a copy of its earlier cookie does not gain them. Returns false if the session has ended meanwhile.
 */
export async function stepUpSession(app: App, { caller, reply }: { caller: SignedInCaller; reply: Reply }) {
  const { session, ...origin } = caller
  const token = hasPassedCode(app, session.steppedUpAt) ? undefined : newToken(app)
  const found = await app.db.transaction().execute(async (tx) => {
    await recordSecurityEvent(app, tx, { kind: 'codeUsed', userId: session.userId, caller: origin })
    return markSteppedUp(tx, { id: session.id, now: app.now(), tokenHash: token && hashToken(token) })
  })
  if (found && token) await giveSession(app, reply, token)
  return found !== undefined
}

/** Ends all sessions of a person, and deletes the links and tokens that could open a new one, because an attacker may have them. */
export async function endAllSessions(app: App, tx: Transaction, { userId, caller }: { userId: string; caller: Origin }) {
  await deleteUnusedTokens(tx, { userId, kinds: ['signup', 'recovery', 'grant', 'continue'] })
  await deleteOtherSessions(tx, { userId, exceptId: undefined })
  await recordSecurityEvent(app, tx, { kind: 'sessionsEnded', userId, caller })
}

/** Ends one of the person's own sessions. Throws accountProblems.sessionUnknown, even for another person's session. */
export async function endSessionOfUser(
  app: App,
  { sessionId, caller, reply }: { sessionId: string; caller: SignedInCaller; reply: Reply },
) {
  const { userId } = caller.session
  await app.db.transaction().execute(async (tx) => {
    if (!(await deleteSession(tx, { id: sessionId, userId }))) throw accountProblems.sessionUnknown()
    await recordSecurityEvent(app, tx, { kind: 'sessionEnded', userId, caller })
  })
  if (sessionId === caller.session.id) await takeSession(app, reply)
}

/** Deletes expired sessions and devices that were not seen for `knownDeviceDays`. */
export const sweepSessions = (app: App) => {
  const now = app.now()
  const deviceSince = new Date(now.getTime() - lifetimes.knownDeviceDays * dayMs)
  return deleteOldSessions(app.db, { now, idleSince: idleSince(now), deviceSince })
}
