import { randomUUID } from 'node:crypto'
import { recordAcceptance } from '#src/foundation/legal/actions.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueueMail } from '#src/platform/server/mail/mail.ts'
import { hashToken } from '#src/platform/server/secrets.ts'
import { liftLocks, provePassword } from '../lockActions.ts'
import { welcomeMail } from '../mails.ts'
import { hashPassword, refuseCommonPassword } from '../passwordActions.ts'
import { grantRecovery } from '../recoveryActions.ts'
import { accountProblems } from '../rules.ts'
import { type Browser, giveSession, openSession } from '../sessionActions.ts'
import { findUser, markConfirmed, markWelcomed } from '../store.ts'
import { makeToken } from './actions.ts'
import { claimToken, deleteUnusedTokens, findToken, type TokenKind } from './tokenStore.ts'

/**
 * Result of opening a link. `passwordNeeded`: this browser did not sign up. `otherAccount`: another account is signed in here. Neither of
 * the two has changed anything yet. `continueToken` is for 'Weiter als {email}'.
 */
export type Verified = {
  status: 'confirmed' | 'alreadyProcessed' | 'passwordNeeded' | 'otherAccount'
  signedIn: boolean
  recovery: boolean
  email?: string
  continueToken?: string
  returnTo?: string
}
type Token = NonNullable<Awaited<ReturnType<typeof findToken>>>
/** Sent when a sign-up link is opened in another browser: the account's password, or a new one. */
type Answer = { password?: string | undefined; newPassword?: string | undefined }
type Opened = { secret: string; kinds: readonly TokenKind[]; email?: string | undefined; browser: Browser } & Answer

const nothingDone = { signedIn: false, recovery: false } as const

/**
 * Opens a link once. Throws accountProblems.linkInvalid if it is unknown, has expired or belongs to a replaced sign-up.
 */
export async function openLink(app: App, { secret, kinds, email, browser, ...answer }: Opened): Promise<Verified> {
  const token = await findToken(app.db, { tokenHash: hashToken(secret), kinds })
  if (!token || (email !== undefined && email !== token.email)) throw accountProblems.linkInvalid()
  if (token.kind === 'recovery') return grantRecovery(app, token, browser)
  return token.kind === 'continue' ? continueAs(app, token, browser) : openSignUpLink(app, token, { browser, ...answer })
}

/**
 * Attack: a sign-up with a stranger's address, whose owner then confirms it by opening the mailed link. Therefore only the browser that
 * signed up confirms by opening the link; any other browser must give a password as well (docs/spec.md#limits).
 */
async function openSignUpLink(app: App, token: Token, { browser, ...answer }: { browser: Browser } & Answer): Promise<Verified> {
  const { session } = browser.caller
  const hash = browser.caller.hash()
  if (session && session.userId !== token.userId) return { status: 'otherAccount', ...nothingDone, email: token.email }
  if (token.confirmedAt) return { ...processed, signedIn: session !== undefined }
  if (token.usedAt !== null || token.expiresAt <= app.now()) throw accountProblems.linkInvalid()
  if (answer.newPassword !== undefined) return confirmWithNew(app, token, { browser, password: answer.newPassword })
  if (answer.password !== undefined) {
    await provePassword(app, {
      email: token.email,
      password: answer.password,
      caller: browser.caller,
      wrong: accountProblems.wrongPassword,
    })
    return confirmAddress(app, token, { browser, isLetIn: false })
  }
  if (token.signUpCallerHash === hash) return confirmAddress(app, token, { browser, isLetIn: true })
  return { status: 'passwordNeeded', ...nothingDone, email: token.email }
}

const processed: Verified = { status: 'alreadyProcessed', ...nothingDone }

async function confirmWithNew(app: App, token: Token, { browser, password }: { browser: Browser; password: string }) {
  refuseCommonPassword(app, { password, email: token.email })
  return confirmAddress(app, token, { browser, isLetIn: false, passwordHash: await hashPassword(app, password) })
}

type Confirming = { browser: Browser; isLetIn: boolean; passwordHash?: string }

async function confirmAddress(app: App, token: Token, { browser, isLetIn, passwordHash }: Confirming): Promise<Verified> {
  const { userId, signUpId, email } = token
  const outcome = await app.db.transaction().execute(async (tx) => {
    const now = app.now()
    if (!(await markConfirmed(tx, { id: userId, signUpId, passwordHash, now }))) return undefined
    if (!(await claimToken(tx, { id: token.id, now }))) throw accountProblems.linkInvalid()
    if (passwordHash) await startAnew(app, tx, token)
    await sendWelcome(app, tx, userId)
    if (isLetIn) return { session: await openSession(app, tx, { userId, browser }) }
    const callerHash = browser.caller.hash()
    return { continueToken: await makeToken(app, tx, { id: randomUUID(), kind: 'continue', userId, signUpId, callerHash }) }
  })
  if (!outcome) return refuseUnlessConfirmed(app, userId)
  if (outcome.session) await giveSession(app, browser.reply, outcome.session)
  const { session, continueToken } = outcome
  const done = { status: 'confirmed', signedIn: session !== undefined, recovery: false, email, ...returnOf(token) } as const
  return { ...done, ...(continueToken ? { continueToken } : {}) }
}

/** A stranger may have signed up: deletes all open tokens and locks of the account, and records that the new owner accepts the terms. */
async function startAnew(app: App, tx: Transaction, { userId, email }: Token) {
  await deleteUnusedTokens(tx, { userId, kinds: ['signup', 'recovery', 'grant', 'continue'] })
  await liftLocks(app, tx, email)
  await recordAcceptance(app, tx, { userId })
}

/** A parallel request was first: it opened the link as well, or signed the address up again. */
async function refuseUnlessConfirmed(app: App, userId: string) {
  if (!(await findUser(app.db, userId))?.confirmedAt) throw accountProblems.linkInvalid()
  return processed
}

/** Page to return to, as given at the sign-up. */
const returnOf = ({ signUpPath }: Token) => (signUpPath ? { returnTo: signUpPath } : {})

/** True for pages for companies; a sign-up that begins there is by a company. */
const isProviderPath = (path: string) => /^\/(dashboard|provider-|fuer-anbieter)/.test(path)

/** Enqueues the welcome mail unless this person got it before. */
export async function sendWelcome(app: App, tx: Transaction, userId: string) {
  const welcomed = await markWelcomed(tx, { id: userId, now: app.now() })
  if (!welcomed) return
  const { BRAND_NAME: brandName, publicUrl } = app.config
  const isProvider = isProviderPath(welcomed.signUpPath ?? '')
  await enqueueMail(tx, welcomeMail({ to: welcomed.email, userId, brandName, publicUrl, isProvider }))
}

/** 'Weiter als …': the token is valid only in the browser that confirmed. */
async function continueAs(app: App, token: Token, browser: Browser): Promise<Verified> {
  if (token.callerHash !== browser.caller.hash()) throw accountProblems.linkInvalid()
  const session = await app.db.transaction().execute(async (tx) => {
    if (!(await claimToken(tx, { id: token.id, now: app.now() }))) return undefined
    return openSession(app, tx, { userId: token.userId, browser })
  })
  if (!session) return processed
  await giveSession(app, browser.reply, session)
  return { status: 'confirmed', signedIn: true, recovery: false, email: token.email, ...returnOf(token) }
}
